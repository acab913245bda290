import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inFigures, inRoubles } from './in-figures.ts';

for (const [decimal, written] of [
  ['0.00', '0,00'],
  ['123.45', '123,45'],
  ['1234.50', '1\u00a0234,50'],
  ['-1234567.8', '\u22121\u00a0234\u00a0567,8'],
  ['1000000', '1\u00a0000\u00a0000'],
] as const)
  test(`${decimal} is written ${written}`, () => {
    assert.equal(inFigures(decimal), written);
    assert.equal(inRoubles(decimal), `${written}\u00a0₽`);
  });
