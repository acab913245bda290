// The order in which money pays debts.

import type { Kopecks } from '../../money/kopecks.ts';

/** What is left of a debt; lower after it was paid. */
export type OpenDebt = { leftKopecks: Kopecks };

/**
 * Takes what the money pays off the debts: first off the one that is named, then off the oldest, and tells which part of it went
 * where; what is left, without a debt, is an advance.
 * Source: Civil Code art. 319.1 p. 1 (the payer may name what is paid) and p. 3 (else what fell due first); edition
 * of Federal Law 42-FZ of 2015-03-08.
 * @param open the oldest first
 */
export function payDebts<Debt extends OpenDebt>(
  open: readonly Debt[],
  named: Debt | undefined,
  amountKopecks: Kopecks,
): readonly (readonly [Debt | null, Kopecks])[] {
  const parts: (readonly [Debt | null, Kopecks])[] = [];
  let restKopecks = amountKopecks;
  for (const debt of named === undefined ? open : [named, ...open]) {
    if (restKopecks === 0n) return parts;
    const partKopecks = debt.leftKopecks < restKopecks ? debt.leftKopecks : restKopecks;
    if (partKopecks === 0n) continue;
    debt.leftKopecks -= partKopecks;
    restKopecks -= partKopecks;
    parts.push([debt, partKopecks]);
  }
  return restKopecks === 0n ? parts : [...parts, [null, restKopecks]];
}
