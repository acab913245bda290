// The days on which a change of a meter affects charges.
import type { Meter } from '@kvartplata/contracts/core/meters.ts';
import { differenceOf, hullOf } from '@kvartplata/domain/calendar/day-span.ts';
import type { FactDays } from '../../access/applied-months/applied-months.service.ts';

/** Null when no charge is affected: the serial number and the type do not matter. */
export function changedDays(before: Meter, after: Meter): FactDays | null {
  return countsAlike(before, after)
    ? differenceOf(
        { from: null, to: before.verifiedUntil },
        { from: null, to: after.verifiedUntil },
      )
    : hullOf(daysOf(before), daysOf(after));
}

function daysOf({ installedOn, removedOn }: Meter): FactDays {
  return { from: installedOn, to: removedOn };
}

function countsAlike(a: Meter, b: Meter): boolean {
  return (
    a.houseServiceId === b.houseServiceId &&
    a.personalAccountId === b.personalAccountId &&
    a.roomId === b.roomId &&
    a.digits === b.digits &&
    a.installedOn === b.installedOn &&
    a.initialReading === b.initialReading &&
    a.removedOn === b.removedOn
  );
}
