// Shares are typed in per cent.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { percentOf, shareOf } from './percent.ts';

test('a share is shown as a percentage, and parsed from one', () => {
  assert.deepEqual(['0.5000', '1.0000', '0.3333'].map(percentOf), ['50', '100', '33.33']);
  assert.deepEqual(['50', '100', '33,33', '0,5'].map(shareOf), ['0.5', '1', '0.3333', '0.005']);
  assert.equal(shareOf('половина'), undefined);
});
