// The terms of all accruals of one house: created once and used for every debt.

import { firstDayOf, monthOf } from '../../calendar/billing-month.ts';
import type { DayNumber } from '../../calendar/day-number.ts';
import { dayOfNumber, numberOfDay } from '../../calendar/day-number.ts';
import { limitationOf } from '../payment-allocation/limitation.ts';
import type { PenaltyMethod } from '../penalty/overdue-debt.ts';
import { freeDays, rulesOfDueDay } from '../penalty/debt-rules.ts';
import type { OwnRules, PenaltyKind } from '../penalty/own-rules.ts';
import { capRates, rulesOfDebt, termsOfMonth } from '../penalty/own-rules.ts';
import type { CountedScale } from '../penalty/penalty-scale.ts';
import { FIRST_MONTH_OF_SCALES } from '../penalty/penalty-scale.ts';
import type { RateTable } from '../penalty/rate-table.ts';
import type { BarredMonths } from './paid-months.ts';

export type AccrualTerms = {
  readonly isBarred: BarredMonths;
  /** Undefined for a month whose debts are too old for the scales. */
  readonly ofMonth: (month: DayNumber) => DebtTerms | undefined;
};

export type DebtTerms = {
  readonly dueOn: DayNumber;
  readonly method: PenaltyMethod;
  readonly scales: Readonly<Record<PenaltyKind, CountedScale>>;
  /** After applying the law's and own rules for debts due on that day. */
  readonly rates: RateTable;
};

const FIRST_MONTH = numberOfDay(firstDayOf(FIRST_MONTH_OF_SCALES));

/** @param rates the reference, before rules for certain debts and the caps of the house or its organization */
export function accrualTerms(rates: RateTable, rules: OwnRules): AccrualTerms {
  const known = new Map<DayNumber, DebtTerms>();
  const ratesOf = ratesByDueDay(rates, rules);
  return {
    isBarred: barredMonths(rules),
    ofMonth: (month) => {
      if (month < FIRST_MONTH) return undefined;
      const found = known.get(month);
      if (found !== undefined) return found;
      const { dueDate, method, scales } = termsOfMonth(monthOf(dayOfNumber(month)), rules);
      const terms = { dueOn: numberOfDay(dueDate), method, scales, rates: ratesOf(dueDate) };
      known.set(month, terms);
      return terms;
    },
  };
}

/** No limitation is shorter, so most pairs need no calendar arithmetic. */
const SHORTEST_LIMITATION_DAYS = 1_095;

function barredMonths(rules: OwnRules): BarredMonths {
  const limitation = limitationOf(rules);
  return (month, day) =>
    day - month > SHORTEST_LIMITATION_DAYS &&
    limitation.isBarred(monthOf(dayOfNumber(month)), dayOfNumber(day));
}

/** Most debts have the same rates: there is one table per set of rules. */
function ratesByDueDay(
  rates: RateTable,
  rules: OwnRules,
): (dueDate: Temporal.PlainDate) => RateTable {
  const tables: { readonly ofDebt: readonly object[]; readonly table: RateTable }[] = [];
  return (dueDate) => {
    const law = rulesOfDueDay(dueDate);
    const own = rulesOfDebt(rules, dueDate);
    const ofDebt = [...law, ...own.house, ...own.organization];
    const found = tables.find(
      (known) =>
        known.ofDebt.length === ofDebt.length &&
        known.ofDebt.every((rule, nth) => rule === ofDebt[nth]),
    );
    if (found !== undefined) return found.table;
    const table = capRates(freeDays(rates, law), own);
    tables.push({ ofDebt, table });
    return table;
  };
}
