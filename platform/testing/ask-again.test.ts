// Tests ask again what was refused for load, and nothing else.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askAgain } from './ask-again.ts';

/** Gives these answers one after the other, the last one again and again. */
function answering<A>(...answers: readonly A[]): { ask: () => Promise<A>; asked: () => number } {
  let asked = 0;
  return {
    ask: async () => {
      const answer = answers[Math.min(asked, answers.length - 1)];
      asked += 1;
      if (answer === undefined) throw new Error('there is no answer');
      return answer;
    },
    asked: () => asked,
  };
}

const SOON = { 'retry-after': '0' };

test('a refusal with Retry-After is retried until there is an answer', async () => {
  const refused = { statusCode: 503, headers: SOON };
  const { ask, asked } = answering(refused, { ...refused, statusCode: 429 }, refused, {
    statusCode: 201,
    headers: {},
  });
  assert.equal((await askAgain(ask)).statusCode, 201);
  assert.equal(asked(), 4);
});

test('responses of fetch are understood too', async () => {
  const { ask } = answering(
    new Response(null, { status: 503, headers: SOON }),
    new Response(null, { status: 204 }),
  );
  assert.equal((await askAgain(ask)).status, 204);
});

const final = [
  { why: 'it does not say when to come back', status: 503, headers: {} },
  { why: 'it is no matter of load', status: 500, headers: SOON },
  { why: 'the wait is a punishment', status: 429, headers: { 'retry-after': '60' } },
  { why: 'it is another refusal', status: 409, headers: {} },
  { why: 'it is an answer', status: 200, headers: SOON },
];
for (const { why, ...answer } of final)
  test(`one answer is enough when ${why}`, async () => {
    const { ask, asked } = answering(answer);
    assert.equal(await askAgain(ask), answer);
    assert.equal(asked(), 1);
  });

test('a test may name the refusals to retry', async () => {
  const { ask, asked } = answering({ status: 503, headers: SOON }, { status: 429, headers: SOON });
  assert.equal((await askAgain(ask, [503])).status, 429);
  assert.equal(asked(), 2);
});

test('a refusal that lasts is a failure', async () => {
  const { ask } = answering({ status: 503, headers: { 'retry-after': '1' } });
  await assert.rejects(askAgain(ask, [503], 100), /still 503 after 100 ms/);
});
