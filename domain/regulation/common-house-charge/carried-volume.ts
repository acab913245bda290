// Common-house needs of months in which the rooms together have drawn more than the house-wide meter has counted.

export type CarriedVolume = {
  /** What the month is charged. */
  readonly volume: bigint;
  /** Zero or below: what the months after it are lowered by. */
  readonly carried: bigint;
};

/**
 * A month is charged what it has drawn less what earlier months have left over; what then lies below zero lowers the next
 * months and is never lost. All in units of the service's precision.
 * @param drawn what the house-wide meter has counted beyond the rooms; below zero where the rooms have drawn more
 * @param carried zero or below, from the months before
 * Source: Government Decree 491 of 2006-08-13, p. 29(2) (edition of Decree 92 of 2022-02-03), together with Government
 * Decree 124 of 2012-02-14, p. 21(1) a: a negative volume is taken for zero and lowers those of the next periods.
 */
export function carryCommonHouseVolume(drawn: bigint, carried: bigint): CarriedVolume {
  if (carried > 0n) throw new RangeError('only what is below zero is carried');
  const left = drawn + carried;
  return left < 0n ? { volume: 0n, carried: left } : { volume: left, carried: 0n };
}
