import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shortDecimal } from './short-decimal.ts';

for (const [decimal, short] of [
  ['16.0000', '16'],
  ['1.2500', '1.25'],
  ['-0.500', '-0.5'],
  ['100', '100'],
  ['', ''],
] as const)
  test(`${decimal} is ${short}`, () => assert.equal(shortDecimal(decimal), short));
