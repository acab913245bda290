// What is claimed when the penalties of an account are below zero by the books, or when it has an advance.
import type { Kopecks } from '@kvartplata/domain/money/kopecks.ts';

/**
 * Penalties that were paid and then given back are below zero: they lower what is claimed, as money that is allocated to no month.
 * @param penaltyKopecks by the books
 */
export function setOffPenalty(
  { advanceKopecks }: { readonly advanceKopecks: Kopecks },
  penaltyKopecks: Kopecks,
): { readonly advanceKopecks: Kopecks; readonly penaltyKopecks: Kopecks } {
  return penaltyKopecks < 0n
    ? { advanceKopecks: advanceKopecks - penaltyKopecks, penaltyKopecks: 0n }
    : { advanceKopecks, penaltyKopecks };
}

/** An advance lowers the principal first, by art. 319 of the Civil Code, and the penalties by what is left of it. */
export function claimedSums(
  owed: { readonly monthsKopecks: Kopecks; readonly penaltyKopecks: Kopecks },
  advanceKopecks: Kopecks,
): { readonly principalKopecks: Kopecks; readonly penaltyKopecks: Kopecks } {
  const principalKopecks = owed.monthsKopecks - advanceKopecks;
  if (principalKopecks >= 0n) return { principalKopecks, penaltyKopecks: owed.penaltyKopecks };
  const penaltyKopecks = owed.penaltyKopecks + principalKopecks;
  return { principalKopecks: 0n, penaltyKopecks: penaltyKopecks > 0n ? penaltyKopecks : 0n };
}
