// Matching the text of a cell to payees.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { meantPayees, wordingOf } from './meant-payees.ts';

const WATER = { payeeId: 1, name: 'ООО «Водоканал»', inn: '7707083893' };
const FUND = { payeeId: 2, name: 'Фонд капитального ремонта', inn: '7710168360' };
const OTHER_FUND = { payeeId: 3, name: 'Фонд капитального ремонта', inn: '7725074789' };
const PAYEES = [WATER, FUND, OTHER_FUND];

for (const [words, ids, why] of [
  ['ООО «Водоканал»', [1], 'the name'],
  ['ооо  "водоканал"', [1], 'the name, typed in another way'],
  ['7710168360', [2], 'the INN'],
  ['Фонд капитального ремонта', [2, 3], 'a name of two'],
  ['Организация', [0], 'the organization itself'],
  ['Водоканал', [], 'a part of a name'],
] as const)
  test(`${words}: ${why}`, () => {
    assert.deepEqual(meantPayees(words, PAYEES).payeeIds, ids);
  });

test('a file has the name, or the INN where another payee has the same name', () => {
  assert.deepEqual(
    PAYEES.map(({ payeeId }) => wordingOf(payeeId, PAYEES)),
    ['ООО «Водоканал»', '7710168360', '7725074789'],
  );
  assert.equal(wordingOf(9, PAYEES), undefined);
});
