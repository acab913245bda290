// The accrual (начисление пени) of an account: its penalties up to a day, less what is already booked.

import type { DayNumber } from '../../calendar/day-number.ts';
import { roundHalfUp } from '../../money/fraction.ts';
import type { Kopecks } from '../../money/kopecks.ts';
import type { OverdueDebt } from '../penalty/overdue-debt.ts';
import { penaltyOf } from '../penalty/overdue-debt.ts';
import type { PenaltyKind } from '../penalty/own-rules.ts';
import type { PenaltyLine } from '../penalty/penalty-lines.ts';
import { listPenaltyLines } from '../penalty/penalty-lines.ts';
import type { RateTable } from '../penalty/rate-table.ts';
import type { AccrualTerms, DebtTerms } from './accrual-terms.ts';
import type { ChargedMonth, KindOfMonth } from './month-kinds.ts';
import { splitByKind } from './month-kinds.ts';

const KINDS = ['utilities', 'major-repairs'] as const;

/** What earlier accruals have booked, by kind and month of the debt. */
export type BookedPenalties = Readonly<Record<PenaltyKind, ReadonlyMap<DayNumber, Kopecks>>>;

export const NOTHING_BOOKED: BookedPenalties = { utilities: new Map(), 'major-repairs': new Map() };

/** A month's debt of one kind whose penalty differs from the booked one. */
export type AccruedDebt = {
  readonly month: DayNumber;
  readonly kind: PenaltyKind;
  readonly debt: OverdueDebt;
  /** The rates used. */
  readonly rates: RateTable;
  /** The whole penalty up to the target day, rounded once. */
  readonly penaltyKopecks: Kopecks;
  /** The penalty less what was booked before; below zero if the past has changed. */
  readonly amountKopecks: Kopecks;
};

/**
 * The debts whose penalty up to the target day, rounded half up to a kopeck each, differs from the booked one, in the order of
 * months; debts too old for the scales are left out. Accruing again books nothing, and many small accruals give the same total
 * as a single one.
 * Source: Housing Code art. 155 p. 14 and 14.1; Decree 354 Rules p. 159.
 * @param booked includes months in which nothing is owed any more
 * @throws RateNotFoundError naming a day whose rate is needed and missing
 */
export function accrueAccount(
  months: readonly ChargedMonth[],
  booked: BookedPenalties,
  terms: AccrualTerms,
  targetOn: DayNumber,
): readonly AccruedDebt[] {
  const accrued: AccruedDebt[] = [];
  const owed = months.flatMap(splitByKind);
  for (const part of [...owed, ...partsNoMoreOwed(owed, booked)]) {
    const { month, kind } = part;
    const ofMonth = terms.ofMonth(month);
    if (ofMonth === undefined) continue;
    const { rates } = ofMonth;
    const debt = overdueDebt(part, ofMonth);
    const penaltyKopecks = roundHalfUp(penaltyOf(debt, rates, targetOn), 0);
    const amountKopecks = penaltyKopecks - (booked[kind].get(month) ?? 0n);
    if (amountKopecks !== 0n)
      accrued.push({ month, kind, debt, rates, penaltyKopecks, amountKopecks });
  }
  return accrued.toSorted((a, b) => a.month - b.month);
}

/** The breakdown of the whole penalty: the days with a fraction of the rate, including those of a moratorium. */
export function listCostingLines(
  { debt, rates }: AccruedDebt,
  targetOn: DayNumber,
): readonly PenaltyLine[] {
  return listPenaltyLines(debt, rates, targetOn).filter(({ fraction }) => fraction.numerator > 0n);
}

/** Debts with booked penalties for which all charges were taken back later. */
function partsNoMoreOwed(
  owed: readonly KindOfMonth[],
  booked: BookedPenalties,
): readonly KindOfMonth[] {
  return KINDS.flatMap((kind) =>
    [...booked[kind].keys()]
      .filter((month) => !owed.some((part) => part.month === month && part.kind === kind))
      .map((month) => ({ month, kind, debtKopecks: 0n, payments: [] })),
  );
}

function overdueDebt(
  { kind, debtKopecks, payments, countedFrom, paused }: KindOfMonth,
  { dueOn, method, scales }: DebtTerms,
): OverdueDebt {
  return { debtKopecks, dueOn, scale: scales[kind], method, payments, countedFrom, paused };
}
