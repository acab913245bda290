// What a month has found of a house's common needs, beside its charges: the months after it, and the recalculation of the
// year, follow from it.
import type { CommonNeedsMethod } from './house-facts.ts';

/** Of one service; millionths of its unit. */
export type CommonNeedsMonth = {
  readonly houseServiceId: number;
  /** By which the month was charged. */
  readonly method: CommonNeedsMethod;
  /** Whether a house-wide meter counts, by its readings or its average. */
  readonly isMetered: boolean;
  /** What it has counted beyond the rooms, below zero where they have drawn more; null where that is not known. */
  readonly drawnE6: bigint | null;
  /** What was shared out. */
  readonly sharedE6: bigint;
  /** Zero or below: what the months after it are lowered by. */
  readonly carriedE6: bigint;
};

/** Units of a service's precision as millionths. */
export function toMillionths(units: bigint, precision: number): bigint {
  return units * 10n ** BigInt(6 - precision);
}
