import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canBeThere, listAbove, withoutRecords } from './address-parts.ts';

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

test('a record’s page is in a list, at any depth', () => {
  assert.equal(listAbove('/houses/$houseId/meters/$meterId'), '/houses');
  assert.equal(listAbove('/payments/imports/$importId'), '/payments/imports');
  assert.equal(listAbove('/month/$period/remarks'), undefined, 'a month is every organization’s');
  assert.equal(listAbove('/'), undefined);
});

test('a search keeps its months, its words and its order without the records', () => {
  const search = {
    houseId: 1,
    who: 2,
    object: 'house:1',
    periodTo: '2026-10',
    find: 'а',
    all: true,
  };
  assert.deepEqual(withoutRecords(search), { periodTo: '2026-10', find: 'а', all: true });
  assert.deepEqual(
    withoutRecords({ object: 'billing' }),
    { object: 'billing' },
    'a log, no record',
  );
});
