import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canBeThere } from './address-parts.ts';

const addresses: { parts: Record<string, string>; is: boolean; why: string }[] = [
  { parts: {}, is: true, why: 'a page of nothing in particular' },
  { parts: { accountId: '17', period: '2026-11' }, is: true, why: 'an account and a month' },
  { parts: { accountId: 'abc' }, is: false, why: 'no number' },
  { parts: { houseId: '0' }, is: false, why: 'numbers begin with one' },
  { parts: { meterId: '99999999999999999999' }, is: false, why: 'more than there can be' },
  { parts: { period: '2026-13' }, is: false, why: 'no month' },
  { parts: { houseId: '1', period: '0026-01' }, is: false, why: 'no year of ours' },
  { parts: { period: '2026-1' }, is: false, why: 'a month has two digits' },
];
for (const { parts, is, why } of addresses)
  test(`${JSON.stringify(parts)} can${is ? '' : 'not'} exist: ${why}`, () => {
    assert.equal(canBeThere(parts), is);
  });
