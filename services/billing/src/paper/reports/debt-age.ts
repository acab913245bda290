// How old the open debts of an account are, by the days since their due dates.
import {
  firstDayOf,
  nextMonth,
  type BillingMonth,
} from '@kvartplata/domain/calendar/billing-month.ts';
import { daysBetween } from '@kvartplata/domain/calendar/day.ts';
import type { Kopecks } from '@kvartplata/domain/money/kopecks.ts';
import type { MonthDebt } from '@kvartplata/domain/regulation/payment-allocation/allocate-payments.ts';
import { dueDayRuleOf } from '@kvartplata/domain/regulation/penalty/due-date.ts';
import { termsOfMonth, type OwnRules } from '@kvartplata/domain/regulation/penalty/own-rules.ts';

export const AGES = [
  'notDue',
  'days0to30',
  'days31to90',
  'days91to180',
  'days181to365',
  'over365',
] as const;
export type Age = (typeof AGES)[number];

export type AgedDebts = {
  readonly kopecks: Readonly<Record<Age, Kopecks>>;
  /** Of those that are overdue, oldest first. */
  readonly months: readonly BillingMonth[];
};

/** Overdue days up to which an age goes. */
const LAST_DAYS: readonly (readonly [Age, number])[] = [
  ['notDue', 0],
  ['days0to30', 30],
  ['days31to90', 90],
  ['days91to180', 180],
  ['days181to365', 365],
];

export function ageOf(overdueDays: number): Age {
  return LAST_DAYS.find(([, last]) => overdueDays <= last)?.[0] ?? 'over365';
}

/** @param open oldest first */
export function ageDebts(
  open: readonly MonthDebt[],
  dueDateOf: (month: BillingMonth) => Temporal.PlainDate,
  asOf: Temporal.PlainDate,
): AgedDebts {
  const kopecks = Object.fromEntries(AGES.map((age) => [age, 0n])) as Record<Age, Kopecks>;
  const months: BillingMonth[] = [];
  for (const { month, amountKopecks } of open) {
    const age = ageOf(daysBetween(dueDateOf(month), asOf));
    kopecks[age] += amountKopecks;
    if (age !== 'notDue') months.push(month);
  }
  return { kopecks, months };
}

/** The due dates of a house's months, each found once; of those before the Housing Code the end of the next month. */
export function dueDates(rules: OwnRules): (month: BillingMonth) => Temporal.PlainDate {
  const known = new Map<string, Temporal.PlainDate>();
  return (month) => {
    const key = String(month);
    const found =
      known.get(key) ??
      (dueDayRuleOf(month) === undefined
        ? firstDayOf(nextMonth(nextMonth(month))).subtract({ days: 1 })
        : termsOfMonth(month, rules).dueDate);
    known.set(key, found);
    return found;
  };
}
