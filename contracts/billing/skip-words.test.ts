// Why an account is skipped, in words.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SKIP_WORDS, skipWords } from './skip-words.ts';
import { SKIP_CODES } from './skipped-accounts.ts';

test('every reason for which an account is skipped has words in both languages', () => {
  assert.deepEqual(Object.keys(SKIP_WORDS).toSorted(), SKIP_CODES.toSorted());
  for (const { ru, en } of Object.values(SKIP_WORDS)) assert.ok(ru !== '' && en !== '');
  assert.equal(skipWords('house-changing: 3 times').en, SKIP_WORDS['house-changing'].en);
  assert.equal(skipWords('never-heard-of: x').ru, 'never-heard-of: x');
});
