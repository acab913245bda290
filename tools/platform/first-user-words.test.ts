import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstUserInWords } from './first-user-words.ts';

const PAGE = /страницу|page/;

for (const APP_ENV of ['', 'dev', 'production'])
  test(`the page is named only where it is served, with APP_ENV=${APP_ENV}`, () => {
    const told = (hasPage: boolean): string =>
      firstUserInWords({ APP_ENV }, { hasPage, logDirectory: '/logs' });
    assert.match(told(true), PAGE);
    assert.doesNotMatch(told(false), PAGE);
    assert.match(told(false), /curl:$/);
  });

test('outside dev the first user is no admin: the log with the secret is named', () => {
  for (const environment of [{ APP_ENV: 'production' }, { AUTH_APP_ENV: 'production' }])
    assert.match(
      firstUserInWords(environment, { hasPage: false, logDirectory: '/logs' }),
      /BOOTSTRAP_ADMIN.* \/logs\/auth\.log/,
    );
});
