// Signing in does not reveal who has an account: neither by the response nor by the time it takes.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startSession } from '@kvartplata/contracts/auth/sign-in.ts';
import { PASSWORD, signUp } from '@kvartplata/platform/testing/people.ts';
import { startThreeServices, type ThreeServices } from './testing/three-services.ts';

/** Few failures per user, so that no limit on attempts interferes. */
const USERS = 12;
const PAIRS_PER_USER = 4;

let services: ThreeServices;
before(async () => {
  services = await startThreeServices();
  for (let user = 0; user < USERS; user += 1) await signUp(services, `resident-${user}`);
});
after(async () => services.stop());

type Failure = { readonly answer: string; readonly ms: number };

/** Everything in the response except the request's id and the time of day. */
async function fail(username: string): Promise<Failure> {
  const body = JSON.stringify({ username, password: `${PASSWORD}!` });
  const startedAt = performance.now();
  const answer = await fetch(`${services.urls.auth}${startSession.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  const text = await answer.text();
  const ms = performance.now() - startedAt;
  const headers = [...answer.headers].map(([name, value]) =>
    ['date', 'x-request-id'].includes(name) ? name : `${name}: ${value}`,
  );
  const withoutId = text.replace(/"requestId":"[^"]+"/, '"requestId":""');
  return { answer: [answer.status, ...headers, withoutId].join('\n'), ms };
}

/** Unknown and known users alternately, each first equally often: whatever slows one slows both. */
async function failInPairs(): Promise<readonly (readonly [unknown: Failure, known: Failure])[]> {
  const pairs: (readonly [Failure, Failure])[] = [];
  for (let turn = 0; turn < USERS * PAIRS_PER_USER; turn += 1) {
    const [stranger, resident] = [`nobody-${turn}-of-all`, `resident-${turn % USERS}`];
    if (turn % 2 === 0) pairs.push([await fail(stranger), await fail(resident)]);
    else {
      const known = await fail(resident);
      pairs.push([await fail(stranger), known]);
    }
  }
  return pairs;
}

test('an unknown user and a wrong password get the same answer, in about the same time', async (t) => {
  const pairs = await failInPairs();
  assert.ok(pairs.length >= 40);
  const answers = new Set(pairs.flat().map(({ answer }) => answer));
  assert.equal(answers.size, 1, [...answers].join('\n\n'));
  assert.match([...answers][0] ?? '', /^401\n[^]*"code":"wrong-credentials"/);

  const unknownMs = medianOf(pairs.map(([unknown]) => unknown.ms));
  const knownMs = medianOf(pairs.map(([, known]) => known.ms));
  const ratio = unknownMs / knownMs;
  t.diagnostic(
    `unknown ${unknownMs.toFixed(1)} ms, known ${knownMs.toFixed(1)} ms, ratio ${ratio.toFixed(2)}`,
  );
  // Without the dummy hash an unknown user would be refused about ten times as fast.
  assert.ok(ratio > 0.5 && ratio < 2, `ratio ${ratio}`);
});

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
