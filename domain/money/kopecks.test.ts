import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatKopecks, parseKopecks } from './kopecks.ts';
import { DecimalFormatError } from './scaled.ts';

test('roubles are parsed as kopecks and printed with two places', () => {
  assert.equal(parseKopecks('1234.5'), 1234_50n);
  assert.equal(formatKopecks(1234_50n), '1234.50');
  assert.equal(formatKopecks(-5n), '-0.05');
});

test('a fraction of a kopeck is refused', () => {
  assert.throws(() => parseKopecks('0.001'), DecimalFormatError);
});
