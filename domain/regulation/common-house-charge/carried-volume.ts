// Common-house needs in months in which the rooms together used more than the house-wide meter counted.

export type CarriedVolume = {
  /** The volume charged for the month. */
  readonly volume: bigint;
  /** Zero or below: the volume by which later months are lowered. */
  readonly carried: bigint;
};

/**
 * A month is charged its common consumption less what earlier months have carried over; a result below zero is charged as zero
 * and lowers the next months, so that nothing is lost. All in units of the service's precision.
 * @param drawn the volume of the house-wide meter beyond the rooms; below zero if the rooms used more
 * @param carried zero or below, from earlier months
 * Source: Government Decree 491 of 2006-08-13, p. 29(2) (edition of Decree 92 of 2022-02-03), together with Government
 * Decree 124 of 2012-02-14, p. 21(1) «а»: a negative volume is taken as zero and lowers those of the next periods.
 */
export function carryCommonHouseVolume(drawn: bigint, carried: bigint): CarriedVolume {
  if (carried > 0n) throw new RangeError('only what is below zero is carried');
  const left = drawn + carried;
  return left < 0n ? { volume: 0n, carried: left } : { volume: left, carried: 0n };
}
