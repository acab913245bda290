import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RequestFailure } from '@kvartplata/client/request-failure.ts';
import { sayFailure } from './failure-words.ts';

test('a wrong code may be entered again, but one for a sign-in that is over may not', () => {
  assert.deepEqual(sayFailure(new RequestFailure('wrong-code', 401), 'en'), {
    what: 'The code is wrong',
    todo: 'Try again.',
  });
  assert.deepEqual(sayFailure(new RequestFailure('challenge-over', 401), 'en'), {
    what: 'No time or attempts are left: go back and enter your password again',
    todo: undefined,
  });
});

test('nobody is told to use a link again that is used up', () => {
  for (const code of ['reset-link-over', 'oidc-sign-in-over', 'oidc-refused'] as const)
    for (const language of ['ru', 'en'] as const)
      assert.equal(sayFailure(new RequestFailure(code, 401), language).todo, undefined, code);
});
