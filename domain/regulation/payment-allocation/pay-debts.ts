// The order in which money pays debts.

import type { Kopecks } from '../../money/kopecks.ts';

/** What is left of a debt; lower after it was paid. */
export type OpenDebt = {
  leftKopecks: Kopecks;
  /** What the creditor has spent to be paid, such as the court's fee. */
  readonly isCourtFee: boolean;
};

/** What is known of money before it is put on debts. */
export type MoneyTerms<Debt extends OpenDebt> = {
  /** False of what lowers a debt without being paid, such as a write-off: it takes court fees last. */
  readonly isPaid: boolean;
  /** Whether its payer has named what the debt is of. */
  readonly isNamed: (debt: Debt) => boolean;
  /** Of a court fee: whether it was there by then. Money from before it pays it as any other debt, should anything be left. */
  readonly isFeeKnown: (fee: Debt) => boolean;
  /** Whether the limitation of the debt has run out on its day. */
  readonly isBarred: (debt: Debt) => boolean;
};

/**
 * Why a part of money lies where it does. `oldest-not-barred`: older debts are there, but their limitation has run out;
 * `advance-beside-barred` likewise, when nothing younger is owed.
 */
export type Ground =
  | 'named-month'
  | 'court-costs'
  | 'oldest-debt'
  | 'oldest-not-barred'
  | 'advance'
  | 'advance-beside-barred';

/** Of an advance without a debt. */
export type PaidPart<Debt> = {
  readonly debt: Debt | null;
  readonly amountKopecks: Kopecks;
  readonly ground: Ground;
};

/**
 * Takes what the money pays off the debts: first off what the payer has named, then off court fees, then off the oldest of
 * the others whose limitation has not run out; what is left, without a debt, is an advance. What is not paid goes to what it
 * names, then to the oldest likewise, and to court fees last.
 * Source: Civil Code art. 319.1 p. 1 (the payer may name what is paid), art. 319 (the creditor's costs come before the
 * principal of what is paid), art. 319.1 p. 3 (else what fell due first), edition of Federal Law 42-FZ of 2015-03-08;
 * Resolution 22 of the Plenum of the Supreme Court of 2017-06-27, p. 32 (months whose limitation has not run out).
 * @param open the oldest first, of one month the fee
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
