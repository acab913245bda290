// The result of a month's common-house needs, apart from its charges: later months and the recalculation of the year depend
// on it.
import type { CommonNeedsMethod } from './house-facts.ts';

/** For one service, in millionths of its unit. */
export type CommonNeedsMonth = {
  readonly houseServiceId: number;
  /** The method by which the month was charged. */
  readonly method: CommonNeedsMethod;
  /** Whether a house-wide meter counts, by its readings or its average. */
  readonly isMetered: boolean;
  /** The house-wide meter's volume less that of the rooms, below zero if the rooms used more; null if unknown. */
  readonly drawnE6: bigint | null;
  /** The volume shared out. */
  readonly sharedE6: bigint;
  /** Zero or below: the volume by which later months are lowered. */
  readonly carriedE6: bigint;
};

/** Converts units of a service's precision to millionths. */
export function toMillionths(units: bigint, precision: number): bigint {
  return units * 10n ** BigInt(6 - precision);
}
