import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseBillingMonth } from '../calendar/billing-month.ts';
import { formatDay, parseDay } from '../calendar/day.ts';
import { answerDueOn, placementDueOn } from './gis-deadlines.ts';

test('documents for December are due by 5 January', () => {
  assert.equal(formatDay(placementDueOn(parseBillingMonth('2025-12'))), '2026-01-05');
});

const ANSWERED: readonly { on: string; by: string; why: string }[] = [
  { on: '2026-11-09', by: '2026-11-16', why: 'a Monday: Tuesday to Friday, and the next Monday' },
  { on: '2026-11-13', by: '2026-11-20', why: 'a Friday' },
  { on: '2026-11-14', by: '2026-11-20', why: 'a Saturday' },
  { on: '2026-10-30', by: '2026-11-09', why: 'November 4th is a holiday' },
  {
    on: '2025-12-29',
    by: '2026-01-15',
    why: 'the holidays of New Year, and January 9th that was moved',
  },
  { on: '2026-12-24', by: '2027-01-11', why: 'holidays, whatever days of 2027 are moved' },
];
for (const { on, by, why } of ANSWERED)
  test(`a request of ${on} is to be answered by ${by}: ${why}`, () => {
    assert.equal(formatDay(answerDueOn(parseDay(on))), by);
  });
