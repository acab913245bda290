// The last day on which a month's charges are paid in time: law as dated data, with what a house or an organization has agreed
// instead.

import type { BillingMonth } from '../../calendar/billing-month.ts';
import { compareMonths, formatBillingMonth, nextMonth } from '../../calendar/billing-month.ts';
import { parseDay } from '../../calendar/day.ts';
import type { Period } from '../../calendar/period.ts';
import { workingDayFrom } from '../../calendar/working-days.ts';

/** The day of the next month by which the charges of a month have to be paid. */
export type DueDayRule = Period & {
  /** The first month whose charges it applies to; `validFrom` is the day its act came into force. */
  readonly firstMonth: BillingMonth;
  readonly dueDay: number;
  /** Whether a management contract or a meeting of owners may set another day. */
  readonly mayBeAgreed: boolean;
  readonly description: string;
  readonly descriptionRu: string;
};

/** What was agreed for a house or an organization; an omitted field is taken from the level above. */
export type DueTerms = {
  /** Day of the next month, 1–31; in a shorter month its last day. */
  readonly agreedDay?: number;
  /** Whether a term that ends on a day of rest is moved to the next working day. */
  readonly movesToWorkingDay?: boolean;
};

/**
 * In the order of months.
 * Source: Housing Code art. 155 p. 1, first edition of 2004-12-29, and of Federal Law 177-FZ of
 * 2025-06-24, in force since 2026-03-01.
 */
export const dueDayRules: readonly DueDayRule[] = [
  {
    validFrom: parseDay('2005-03-01'),
    validTo: parseDay('2026-02-28'),
    firstMonth: Temporal.PlainYearMonth.from('2005-03'),
    dueDay: 10,
    mayBeAgreed: true,
    description: 'Charges are due on the 10th: Housing Code art. 155 p. 1',
    descriptionRu: 'Плата вносится до 10-го числа: ЖК РФ, ст. 155 ч. 1',
  },
  {
    validFrom: parseDay('2026-03-01'),
    validTo: null,
    firstMonth: Temporal.PlainYearMonth.from('2026-02'),
    dueDay: 15,
    mayBeAgreed: false,
    description: 'Charges are due on the 15th: Housing Code art. 155 p. 1, Federal Law 177-FZ',
    descriptionRu: 'Плата вносится до 15-го числа: ЖК РФ, ст. 155 ч. 1, закон № 177-ФЗ',
  },
];

/** The law's rule for the charges of a month; undefined for one before the Housing Code. */
export function dueDayRuleOf(month: BillingMonth): DueDayRule | undefined {
  return dueDayRules.findLast(({ firstMonth }) => compareMonths(firstMonth, month) <= 0);
}

/**
 * The due date of a month's charges; the next day is overdue day 1. What is agreed for the house takes precedence over what is
 * agreed for its organization, and an agreed day counts only in months whose rule allows one. A term that ends on a day of rest
 * is moved unless agreed otherwise.
 * Source: Housing Code art. 155 p. 1; Civil Code art. 193.
 * @throws RangeError for a month before the Housing Code, or an agreed day that exists in no month.
 */
export function dueDateOf(
  month: BillingMonth,
  { house = {}, organization = {} }: { house?: DueTerms; organization?: DueTerms } = {},
): Temporal.PlainDate {
  const rule = dueDayRuleOf(month);
  if (rule === undefined)
    throw new RangeError(`no rule says when the charges of ${formatBillingMonth(month)} are due`);
  const agreedDay = house.agreedDay ?? organization.agreedDay;
  const day = rule.mayBeAgreed && agreedDay !== undefined ? agreedDay : rule.dueDay;
  if (!Number.isInteger(day) || day < 1 || day > 31)
    throw new RangeError(`a due day is one from 1 to 31, not ${day}`);
  const dueDate = nextMonth(month).toPlainDate({ day });
  const moves = house.movesToWorkingDay ?? organization.movesToWorkingDay ?? true;
  return moves ? workingDayFrom(dueDate) : dueDate;
}
