// A signed-in user proves the second factor once more.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { listOwnSessions } from '@kvartplata/contracts/auth/own-sessions.ts';
import { refreshSession } from '@kvartplata/contracts/auth/sessions.ts';
import { stepUp } from '@kvartplata/contracts/auth/two-factor.ts';
import { verifyAccessToken } from '@kvartplata/platform/identity/access-token.ts';
import { openTestApp, type TestApp } from '../testing/auth-app.ts';
import { signInWithTwoFactor, STEP_SECONDS, wrongCode } from '../testing/authenticator.ts';
import { fromPage, signIn, type TestClient } from '../testing/test-client.ts';

let auth: TestApp;
before(async () => {
  auth = await openTestApp();
});
after(async () => auth.close());

/** The time that billing reads from the session's cookie. */
async function provenAt(client: TestClient): Promise<Date | undefined> {
  const token = client.cookies.get('access_token') ?? '';
  const claims = await verifyAccessToken(auth.keys.access, 'billing', token, auth.now());
  assert.ok(claims);
  return claims.secondFactorAt;
}

test('a code gives the session a token with the time of the proof, which later tokens keep', async () => {
  const anna = await signInWithTwoFactor(auth, 'anna');
  assert.equal(await provenAt(anna.client), undefined, 'the session began with the password alone');
  const answer = await anna.client.post(stepUp.path, { code: anna.code() });
  assert.equal(answer.status, 200, answer.text);
  const until = new Date(auth.now().getTime() + 600_000).toISOString();
  assert.equal(answer.json['provenUntil'], until);
  const given = [answer.headers['set-cookie'] ?? []].flat().map((cookie) => String(cookie));
  assert.deepEqual(
    given.map((cookie) => cookie.split('=', 1)[0]),
    ['access_token'],
    'another tab may have refreshed meanwhile',
  );
  const at = auth.now();
  assert.deepEqual(await provenAt(anna.client), at);
  auth.advanceSeconds(120);
  assert.equal((await anna.client.post(refreshSession.path)).status, 200);
  assert.deepEqual(await provenAt(anna.client), at);
  const { items } = (await anna.client.get(listOwnSessions.path)).json as {
    readonly items: readonly { readonly methods: unknown }[];
  };
  assert.deepEqual(items[0]?.methods, ['pwd', 'otp']);
});

test('a wrong or used code proves nothing, and a recovery code does', async () => {
  const boris = await signInWithTwoFactor(auth, 'boris');
  const wrong = await boris.client.post(stepUp.path, { code: wrongCode(boris) });
  assert.equal(wrong.json['code'], 'wrong-code');
  const code = boris.code();
  assert.equal((await boris.client.post(stepUp.path, { code })).status, 200);
  assert.equal((await boris.client.post(stepUp.path, { code })).json['code'], 'wrong-code');
  auth.advanceSeconds(STEP_SECONDS);
  const [recoveryCode] = boris.recoveryCodes;
  assert.equal((await boris.client.post(stepUp.path, { recoveryCode })).status, 200);
  assert.deepEqual(await provenAt(boris.client), auth.now());
});

test('a step-up is refused without a second factor or the CSRF token of the page', async () => {
  const vera = await signIn(auth.app, 'vera');
  const answer = await vera.post(stepUp.path, { code: '000000' });
  assert.equal(answer.json['code'], 'two-factor-not-enabled');
  const foreign = await vera.post(stepUp.path, { code: '000000' }, fromPage());
  assert.equal(foreign.json['code'], 'csrf-token-invalid');
  assert.equal((await vera.post(stepUp.path, {})).status, 400);
});
