// The order in which money pays debts.

import type { Kopecks } from '../../money/kopecks.ts';

/** The unpaid part of a debt; payments reduce it. */
export type OpenDebt = {
  leftKopecks: Kopecks;
  /** The creditor's costs of collection, such as the court's fee. */
  readonly isCourtFee: boolean;
};

/** What determines the allocation of some money. */
export type MoneyTerms<Debt extends OpenDebt> = {
  /** False for what lowers a debt without being a payment, such as a write-off: it pays court fees last. */
  readonly isPaid: boolean;
  /** Whether the payer has named this debt. */
  readonly isNamed: (debt: Debt) => boolean;
  /** For a court fee: whether it existed on the day of the money. Earlier money pays it like any other debt, if any is left. */
  readonly isFeeKnown: (fee: Debt) => boolean;
  /** Whether the limitation of the debt has expired on the day of the money. */
  readonly isBarred: (debt: Debt) => boolean;
};

/**
 * Why a part of the money is allocated where it is. `oldest-not-barred`: there are older debts, but their limitation has expired;
 * `advance-beside-barred`: the same, and no newer debt is owed.
 */
export type Ground =
  | 'named-month'
  | 'court-costs'
  | 'oldest-debt'
  | 'oldest-not-barred'
  | 'advance'
  | 'advance-beside-barred';

/** Without a debt for an advance. */
export type PaidPart<Debt> = {
  readonly debt: Debt | null;
  readonly amountKopecks: Kopecks;
  readonly ground: Ground;
};

/**
 * Subtracts from the debts what the money pays: first the debt named by the payer, then court fees, then the oldest of the other
 * debts whose limitation has not expired; the rest, without a debt, is an advance. A reduction goes to the debt it names, then to
 * the oldest in the same way, and to court fees last.
 * Source: Civil Code art. 319.1 p. 1 (the payer may name what is paid), art. 319 (the creditor's costs come before the
 * principal of what is paid), art. 319.1 p. 3 (else what fell due first), edition of Federal Law 42-FZ of 2015-03-08;
 * Resolution 22 of the Plenum of the Supreme Court of 2017-06-27, p. 32 (months whose limitation has not run out).
 * @param open the oldest first, within a month the fee first
 */
export function payDebts<Debt extends OpenDebt>(
  open: readonly Debt[],
  { isPaid, isNamed, isFeeKnown, isBarred }: MoneyTerms<Debt>,
  amountKopecks: Kopecks,
): readonly PaidPart<Debt>[] {
  const parts: PaidPart<Debt>[] = [];
  let restKopecks = amountKopecks;
  const pay = (debt: Debt, ground: Ground): void => {
    const partKopecks = debt.leftKopecks < restKopecks ? debt.leftKopecks : restKopecks;
    if (partKopecks === 0n) return;
    debt.leftKopecks -= partKopecks;
    restKopecks -= partKopecks;
    parts.push({ debt, amountKopecks: partKopecks, ground });
  };
  const [fees, others] = [open.filter(isFee), open.filter((debt) => !isFee(debt))];
  const named = isPaid ? open : [...others, ...fees];
  for (const debt of named) if (isNamed(debt)) pay(debt, 'named-month');
  if (isPaid) for (const fee of fees) if (isFeeKnown(fee)) pay(fee, 'court-costs');
  let hasBarred = false;
  for (const debt of isPaid ? open : others) {
    if (restKopecks === 0n) return parts;
    if (debt.leftKopecks === 0n) continue;
    if (!debt.isCourtFee && isBarred(debt)) hasBarred = true;
    else pay(debt, hasBarred ? 'oldest-not-barred' : 'oldest-debt');
  }
  for (const fee of fees) pay(fee, 'court-costs');
  if (restKopecks === 0n) return parts;
  const ground = hasBarred ? 'advance-beside-barred' : 'advance';
  return [...parts, { debt: null, amountKopecks: restKopecks, ground }];
}

function isFee({ isCourtFee }: OpenDebt): boolean {
  return isCourtFee;
}
