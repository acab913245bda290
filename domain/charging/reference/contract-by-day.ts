// Rooms where nobody lives, in the reference calculation: the volumes of their contracts, day by day.
import { bookWithHeat, isPaid, ServiceSkip, type Context, type Water } from './book.ts';
import { isWithin } from './calendar.ts';
import { NOTHING, ratio, times, total, type Ratio } from './ratio.ts';

/** Persons count only in dwellings. */
export function isHome({ account }: Context): boolean {
  return account.roomKind === 'residential';
}

/** The volume in the account's own row for the day, if it states one. */
export function contractOn({ account, service }: Context, day: number): Ratio | undefined {
  const row = account.services.find(
    (one) =>
      one.houseServiceId === service.houseServiceId &&
      one.contractVolumeE6 !== null &&
      isWithin(day, one.validFrom, one.validTo),
  );
  return row && ratio(row.contractVolumeE6 ?? 0n, 1_000_000);
}

export function contractDay(at: Context, day: number): Ratio {
  const monthly = contractOn(at, day);
  if (monthly === undefined) throw new ServiceSkip('no contract');
  return times(monthly, ratio(1, at.house.month.daysInMonth));
}

/** A new row of the account begins a new part. */
export function contractPart({ account, service }: Context, day: number): string {
  const row = account.services.findIndex(
    ({ houseServiceId, validFrom, validTo }) =>
      houseServiceId === service.houseServiceId && isWithin(day, validFrom, validTo),
  );
  return String(row);
}

export function bookContract(at: Context): Water {
  const volume = (day: number): Ratio => contractDay(at, day);
  const drawn = total(at.days.map(volume));
  bookWithHeat(at, [0, 2], at.days, volume, (day) => contractPart(at, day));
  const filled = total(at.days.filter((day) => isPaid(at, day)).map(volume));
  return { drawn, late: NOTHING, absent: NOTHING, metered: [], filled };
}
