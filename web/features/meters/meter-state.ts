// What is wrong with a meter on a day, or will be soon.
import type { Meter } from '@kvartplata/contracts/core/meters.ts';
import { daysBetween } from '../../lib/days.ts';

const SOON_DAYS = 90;

/** `good` also if no verification is recorded. */
export type MeterState = 'removed' | 'broken' | 'overdue' | 'soon' | 'good';

/** The first that applies. */
export function stateOf(
  meter: Pick<Meter, 'removedOn' | 'outOfOrderSince' | 'verifiedUntil'>,
  day: string,
): MeterState {
  const { removedOn, outOfOrderSince, verifiedUntil } = meter;
  if (removedOn !== null && removedOn < day) return 'removed';
  if (outOfOrderSince !== null && outOfOrderSince <= day) return 'broken';
  if (verifiedUntil === null) return 'good';
  if (verifiedUntil < day) return 'overdue';
  return daysBetween(day, verifiedUntil) <= SOON_DAYS ? 'soon' : 'good';
}
