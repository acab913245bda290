// The days on which a charge can tell a meter from what it was before a change.
import type { Meter } from '@kvartplata/contracts/core/meters.ts';

/** `YYYY-MM-DD`; null for good. */
type Days = { readonly from: string; readonly to: string | null };

/** Null when no charge can: the serial number and the type change nothing. */
export function changedDays(before: Meter, after: Meter): Days | null {
  return countsAlike(before, after)
    ? betweenVerifications(before.verifiedUntil, after.verifiedUntil)
    : {
        from: before.installedOn < after.installedOn ? before.installedOn : after.installedOn,
        to: laterOf(before.removedOn, after.removedOn),
      };
}

function countsAlike(a: Meter, b: Meter): boolean {
  return (
    a.houseServiceId === b.houseServiceId &&
    a.personalAccountId === b.personalAccountId &&
    a.digits === b.digits &&
    a.installedOn === b.installedOn &&
    a.initialReading === b.initialReading &&
    a.removedOn === b.removedOn
  );
}

/** From the day on which the earlier one ends, to the end of the later one. */
function betweenVerifications(before: string | null, after: string | null): Days | null {
  if (before === after) return null;
  if (before === null || after === null) return { from: before ?? after ?? '', to: null };
  return before < after ? { from: before, to: after } : { from: after, to: before };
}

function laterOf(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return null;
  return a > b ? a : b;
}
