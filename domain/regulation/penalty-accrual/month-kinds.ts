// A month's debt apart by what it is for, since contributions for major repairs bear penalties by a scale of their own, and court
// fees bear none.

import type { DayNumber } from '../../calendar/day-number.ts';
import type { Kopecks } from '../../money/kopecks.ts';
import type { DebtPayment } from '../penalty/overdue-debt.ts';
import type { PenaltyKind } from '../penalty/own-rules.ts';

/** What was charged to an account for a month, without what was taken back, and what was paid for the month. */
export type ChargedMonth = {
  /** The first day of the month. */
  readonly month: DayNumber;
  /** Either may be below zero, when more was given back than charged. */
  readonly utilitiesKopecks: Kopecks;
  readonly majorRepairsKopecks: Kopecks;
  /** Court fees, which bear no penalty; never below zero. */
  readonly courtFeesKopecks: Kopecks;
  /** In order of days, none below zero, together at most what was charged. */
  readonly payments: readonly DebtPayment[];
  /** The first day whose penalty is counted here: the penalties of earlier days came with the debt. */
  readonly countedFrom?: DayNumber | undefined;
};

export type KindOfMonth = {
  readonly month: DayNumber;
  readonly kind: PenaltyKind;
  readonly debtKopecks: Kopecks;
  readonly payments: readonly DebtPayment[];
  readonly countedFrom?: DayNumber | undefined;
};

/**
 * The debts of a month that bear penalties, none of them 0; what was given back of one kind lowers the other, and then the
 * court fees. A payment covers the month's court fees first; the rest is divided in proportion to the two, so that after each
 * payment what is left of the month is: contributions bear the kopeck's fraction that is cut off, utilities the rest.
 * Source: Civil Code art. 319 (the costs of the creditor come before the principal); Decree 354 Rules p. 118 (a payment is
 * divided among the services in proportion to their sums).
 */
export function splitByKind(charged: ChargedMonth): readonly KindOfMonth[] {
  const { month, utilitiesKopecks, majorRepairsKopecks, countedFrom } = charged;
  const debtKopecks = utilitiesKopecks + majorRepairsKopecks;
  if (debtKopecks <= 0n) return [];
  const payments = withoutCourtFees(charged);
  const whole = { month, debtKopecks, payments, countedFrom };
  if (majorRepairsKopecks <= 0n) return [{ kind: 'utilities', ...whole }];
  if (utilitiesKopecks <= 0n) return [{ kind: 'major-repairs', ...whole }];
  return divide({ ...charged, payments }, debtKopecks);
}

/** The payments, less what they have covered of the fees. */
function withoutCourtFees({ courtFeesKopecks, payments }: ChargedMonth): ChargedMonth['payments'] {
  if (courtFeesKopecks === 0n) return payments;
  let feesKopecks = courtFeesKopecks;
  const rest: DebtPayment[] = [];
  for (const { paidOn, amountKopecks } of payments) {
    const feeKopecks = amountKopecks < feesKopecks ? amountKopecks : feesKopecks;
    feesKopecks -= feeKopecks;
    if (amountKopecks > feeKopecks)
      rest.push({ paidOn, amountKopecks: amountKopecks - feeKopecks });
  }
  return rest;
}

function divide(
  { month, utilitiesKopecks, majorRepairsKopecks, payments, countedFrom }: ChargedMonth,
  debtKopecks: Kopecks,
): readonly KindOfMonth[] {
  const ofUtilities: DebtPayment[] = [];
  const ofRepairs: DebtPayment[] = [];
  let leftKopecks = debtKopecks;
  let leftOfRepairs = majorRepairsKopecks;
  for (const { paidOn, amountKopecks } of payments) {
    leftKopecks -= amountKopecks;
    const stillOfRepairs = (leftKopecks * majorRepairsKopecks) / debtKopecks;
    const partKopecks = leftOfRepairs - stillOfRepairs;
    leftOfRepairs = stillOfRepairs;
    ofRepairs.push({ paidOn, amountKopecks: partKopecks });
    ofUtilities.push({ paidOn, amountKopecks: amountKopecks - partKopecks });
  }
  return [
    {
      month,
      kind: 'utilities',
      debtKopecks: utilitiesKopecks,
      payments: ofUtilities,
      countedFrom,
    },
    {
      month,
      kind: 'major-repairs',
      debtKopecks: majorRepairsKopecks,
      payments: ofRepairs,
      countedFrom,
    },
  ];
}
