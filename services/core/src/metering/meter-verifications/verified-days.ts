// The days affected by recording or deleting a verification.
import { dayBefore, differenceOf, laterOf } from '@kvartplata/domain/calendar/day-span.ts';
import type { FactDays } from '../../access/applied-months/applied-months.service.ts';

/**
 * The days, while this verification is in force, on which the meter is verified with it but not without it, or the other way
 * round.
 * @param untilBefore the last day without it; null when that is open-ended
 * @param nextOn the day of the next verification, which replaces it
 * @returns null when there are none
 */
export function verifiedDays(
  { verifiedOn, verifiedUntil }: { readonly verifiedOn: string; readonly verifiedUntil: string },
  untilBefore: string | null,
  nextOn: string | undefined,
): FactDays | null {
  const changed = differenceOf({ from: null, to: untilBefore }, { from: null, to: verifiedUntil });
  if (changed === null) return null;
  const from = laterOf(changed.from ?? verifiedOn, verifiedOn);
  const last = nextOn === undefined ? null : dayBefore(nextOn);
  const to = changed.to === null || (last !== null && last < changed.to) ? last : changed.to;
  return to !== null && to < from ? null : { from, to };
}
