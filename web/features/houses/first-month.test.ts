// With which month an organization begins.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstMonthOf, monthToBegin } from './first-month.ts';

const EMPTY = { firstMonth: null };
const OLD = { firstMonth: '2019-04' };
const COMING = { firstMonth: '2026-12' };

test('the first month is that of the oldest account of all houses', () => {
  assert.equal(firstMonthOf([COMING, EMPTY, OLD]), '2019-04');
  assert.equal(firstMonthOf([EMPTY]), undefined);
});

test('billing begins with the current month, or with that of accounts that are all still to come', () => {
  assert.equal(monthToBegin([], '2026-11'), '2026-11');
  assert.equal(monthToBegin([EMPTY, COMING], '2026-11'), '2026-12');
  assert.equal(monthToBegin([OLD, COMING], '2026-11'), '2026-11');
});
