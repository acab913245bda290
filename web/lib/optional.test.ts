import assert from 'node:assert/strict';
import { test } from 'node:test';
import { numberOrNull } from './optional.ts';

test('a pasted number of a document loses its spaces', () => {
  assert.equal(numberOrNull(' 40702 810 1\u00a02345\u202f6789012 '), '40702810123456789012');
  assert.equal(numberOrNull('7707083893'), '7707083893');
  assert.equal(numberOrNull(' \u00a0 '), null);
});
