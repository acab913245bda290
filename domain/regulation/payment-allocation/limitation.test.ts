// When the limitation of a month's debt expires, depending on rules about due days and about the limitation itself.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatBillingMonth, nextMonth, parseBillingMonth } from '../../calendar/billing-month.ts';
import { formatDay, parseDay } from '../../calendar/day.ts';
import type { OwnRule, OwnRules } from '../penalty/own-rules.ts';
import { dueDateOf, limitationEnd, limitationOf, mayBeBarred } from './limitation.ts';

const NONE: OwnRules = { house: [], organization: [] };
const always = { validFrom: parseDay('2000-01-01'), validTo: null };
const dueIn25: OwnRule = { ...always, kind: 'due-day', dueDay: 25 };
const off: OwnRule = { ...always, kind: 'limitation', isOn: false };

for (const { month, rules = NONE, to, why } of [
  { month: '2022-03', to: '2025-04-11', why: 'the 10th was a Sunday' },
  { month: '2024-01', to: '2027-02-12', why: 'the 10th was a Saturday' },
  { month: '2026-02', to: '2029-03-16', why: 'the 15th is a Sunday' },
  { month: '2022-03', rules: { ...NONE, house: [dueIn25] }, to: '2025-04-25', why: 'agreed' },
])
  test(`a payment up to ${to} pays the debt of ${month}: ${why}`, () => {
    assert.equal(formatDay(limitationEnd(parseBillingMonth(month), rules)), to);
    const { isBarred } = limitationOf(rules);
    const day = parseDay(to);
    assert.equal(isBarred(parseBillingMonth(month), day), false);
    assert.equal(isBarred(parseBillingMonth(month), day.add({ days: 1 })), true);
  });

test("limitation can be switched off by a rule, and the house's goes before its organization's", () => {
  const month = parseBillingMonth('2022-03');
  const day = parseDay('2026-09-12');
  const on: OwnRule = { ...always, kind: 'limitation', isOn: true };
  assert.equal(limitationOf({ ...NONE, organization: [off] }).isBarred(month, day), false);
  assert.equal(limitationOf({ house: [on], organization: [off] }).isBarred(month, day), true);
  const later = { ...off, validFrom: parseDay('2026-09-13') };
  assert.equal(limitationOf({ ...NONE, organization: [later] }).isBarred(month, day), true);
});

test('months before the Housing Code were due by the end of the next', () => {
  assert.equal(String(dueDateOf(parseBillingMonth('2001-01'), NONE)), '2001-02-28');
});

test('a month may be barred only more than three years after the first day of the next month', () => {
  for (const month of ['2022-11', '2022-12', '2023-01', '2024-02'].map(parseBillingMonth)) {
    const last = nextMonth(month).toPlainDate({ day: 1 }).add({ years: 3 });
    for (const [days, may] of [
      [-400, false],
      [-1, false],
      [0, false],
      [1, true],
      [31, true],
      [400, true],
    ] as const)
      assert.equal(
        mayBeBarred(month, last.add({ days })),
        may,
        `${formatBillingMonth(month)} ${days}`,
      );
  }
});
