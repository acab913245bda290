// What is claimed when the penalties of an account are below zero by the books.
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
