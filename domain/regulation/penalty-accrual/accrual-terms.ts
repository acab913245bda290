// What the accruals of one house are counted by: made once, asked for every debt.

import { firstDayOf, monthOf } from '../../calendar/billing-month.ts';
import type { DayNumber } from '../../calendar/day-number.ts';
import { dayOfNumber, numberOfDay } from '../../calendar/day-number.ts';
import type { PenaltyMethod } from '../penalty/overdue-debt.ts';
import type { OwnRules, PenaltyKind } from '../penalty/own-rules.ts';
import { capRates, termsOfMonth } from '../penalty/own-rules.ts';
import type { CountedScale } from '../penalty/penalty-scale.ts';
import { FIRST_MONTH_OF_SCALES } from '../penalty/penalty-scale.ts';
import type { RateTable } from '../penalty/rate-table.ts';

export type AccrualTerms = {
  readonly rates: RateTable;
  /** Undefined for a month whose debts are too old for the scales. */
  readonly ofMonth: (month: DayNumber) => DebtTerms | undefined;
};

export type DebtTerms = {
  readonly dueOn: DayNumber;
  readonly method: PenaltyMethod;
  readonly scales: Readonly<Record<PenaltyKind, CountedScale>>;
};

const FIRST_MONTH = numberOfDay(firstDayOf(FIRST_MONTH_OF_SCALES));

/** @param rates the reference, before the caps of the house or its organization */
export function accrualTerms(rates: RateTable, rules: OwnRules): AccrualTerms {
  const known = new Map<DayNumber, DebtTerms>();
  return {
    rates: capRates(rates, rules),
    ofMonth: (month) => {
      if (month < FIRST_MONTH) return undefined;
      const found = known.get(month);
      if (found !== undefined) return found;
      const { dueDate, method, scales } = termsOfMonth(monthOf(dayOfNumber(month)), rules);
      const terms = { dueOn: numberOfDay(dueDate), method, scales };
      known.set(month, terms);
      return terms;
    },
  };
}
