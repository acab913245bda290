// A month's debt divided by kind, since contributions for major repairs bear penalties by a scale of their own. Court fees bear
// none and are not included.

import type { DayNumber } from '../../calendar/day-number.ts';
import type { Kopecks } from '../../money/kopecks.ts';
import type { DebtPayment } from '../penalty/overdue-debt.ts';
import type { PausedDays } from '../penalty/paused-days.ts';
import type { PenaltyKind } from '../penalty/own-rules.ts';

/** The charges of an account for a month, less what was taken back, and the payments for the month. */
export type ChargedMonth = {
  /** The first day of the month. */
  readonly month: DayNumber;
  /** Either may be below zero, if more was given back than charged. */
  readonly utilitiesKopecks: Kopecks;
  readonly majorRepairsKopecks: Kopecks;
  /** In the order of days, none below zero, together at most what was charged. */
  readonly payments: readonly MonthPayment[];
  /** The first day for which penalties of each kind are computed here: those of earlier days came with the debt. */
  readonly countedFrom?: Readonly<Partial<Record<PenaltyKind, DayNumber | undefined>>> | undefined;
  /** Days on which a plan covers the debt, so that it bears no penalty. */
  readonly paused?: readonly PausedDays[] | undefined;
};

/** The kind of debt that a write-off or a discount lowers first; `both` if it names no service. */
export type Lowered = PenaltyKind | 'both';

export type MonthPayment = DebtPayment & {
  /** Undefined for a payment. */
  readonly lowers?: Lowered | undefined;
};

export type KindOfMonth = {
  readonly month: DayNumber;
  readonly kind: PenaltyKind;
  readonly debtKopecks: Kopecks;
  readonly payments: readonly DebtPayment[];
  readonly countedFrom?: DayNumber | undefined;
  readonly paused?: readonly PausedDays[] | undefined;
};

/**
 * The debts of a month that bear penalties, without zero ones; what was given back of one kind lowers the other. A payment is
 * divided in proportion to the two, so that the rest of the month keeps that proportion after each payment: the contributions'
 * part is rounded down to a kopeck, utilities get the rest. A reduction lowers the kind that it names first, then the other.
 * Source: Decree 354 Rules p. 118 (a payment is divided among the services in proportion to their sums).
 */
export function splitByKind(charged: ChargedMonth): readonly KindOfMonth[] {
  const { month, utilitiesKopecks, majorRepairsKopecks, countedFrom, paused } = charged;
  const debtKopecks = utilitiesKopecks + majorRepairsKopecks;
  if (debtKopecks <= 0n) return [];
  const ofRepairs = within(majorRepairsKopecks, debtKopecks);
  const debts = { utilities: debtKopecks - ofRepairs, 'major-repairs': ofRepairs };
  const payments = divide(charged, debts);
  return (['utilities', 'major-repairs'] as const)
    .filter((kind) => debts[kind] > 0n)
    .map((kind) => ({
      month,
      kind,
      debtKopecks: debts[kind],
      payments: payments[kind],
      countedFrom: countedFrom?.[kind],
      paused,
    }));
}

function divide(
  { payments }: ChargedMonth,
  debts: Readonly<Record<PenaltyKind, Kopecks>>,
): Readonly<Record<PenaltyKind, readonly DebtPayment[]>> {
  const parts = { utilities: [] as DebtPayment[], 'major-repairs': [] as DebtPayment[] };
  const left = { ...debts };
  // The base of the proportion: the debts, or what was left of them when one kind alone was lowered.
  let base = { ...debts };
  for (const { paidOn, amountKopecks, lowers } of payments) {
    const leftKopecks = left.utilities + left['major-repairs'];
    const ofRepairs =
      lowers === 'major-repairs'
        ? within(amountKopecks, left['major-repairs'])
        : lowers === 'utilities'
          ? amountKopecks - within(amountKopecks, left.utilities)
          : left['major-repairs'] - inProportion(leftKopecks - amountKopecks, base);
    parts['major-repairs'].push({ paidOn, amountKopecks: ofRepairs });
    parts.utilities.push({ paidOn, amountKopecks: amountKopecks - ofRepairs });
    left['major-repairs'] -= ofRepairs;
    left.utilities -= amountKopecks - ofRepairs;
    if (lowers === 'major-repairs' || lowers === 'utilities') base = { ...left };
  }
  return parts;
}

function inProportion(kopecks: Kopecks, base: Readonly<Record<PenaltyKind, Kopecks>>): Kopecks {
  if (kopecks === 0n) return 0n;
  return (kopecks * base['major-repairs']) / (base.utilities + base['major-repairs']);
}

/** Limits an amount to the range from zero to the maximum. */
function within(kopecks: Kopecks, most: Kopecks): Kopecks {
  if (kopecks < 0n) return 0n;
  return kopecks < most ? kopecks : most;
}
