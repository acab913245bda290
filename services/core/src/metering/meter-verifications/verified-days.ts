// On which days a verification counts.
import { dayBefore, differenceOf, laterOf } from '@kvartplata/domain/calendar/day-span.ts';
import type { FactDays } from '../../access/applied-months/applied-months.service.ts';

/**
 * The days on which the meter is good by one of the two and not by the other, as long as this verification is in force.
 * @param untilBefore the last day by what is in force before it; null when that never ends
 * @param nextOn the day of the next verification, which takes its place
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
