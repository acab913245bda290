// The volume counted by the meters of a room, shared among its accounts: it is divided by days, and each day's part is shared
// among the accounts that exist on that day.
import { fraction, fromScaled, isNegative, roundHalfUp, type Fraction } from '../money/fraction.ts';
import { formatScaled } from '../money/scaled.ts';
import { shareOut } from '../money/share-out.ts';
import { sumOf } from '../money/sums.ts';
import { AVERAGED_PERIODS } from '../regulation/unread-meter/unread-meter.ts';
import type { UnreadMeterBasis } from './charge-line.ts';
import type { SharedMeterWay } from './house-facts.ts';
import { formatExact, formatShown, parseExact } from './exact-text.ts';
import { metersOfMonth, type MetersOfMonth } from './meters.ts';
import { cutAt, daysBetween, hasDay, type DaySet, type MonthDays } from './month-days.ts';
import { residentsOn, type PreparedAccount } from './prepared-account.ts';
import { UncomputableError } from './uncomputable.ts';
import { placeOf, type Place } from './volume-source.ts';

/** One account's part of the volume. */
export type RoomPart = {
  /** The volume of the whole room. */
  readonly whole: MetersOfMonth;
  /** The days of the account on which a meter is installed. */
  readonly covered: DaySet;
  readonly by: SharedMeterWay;
  /** The account's part of each volume, in units of the service's precision: the parts of all accounts sum to the whole. */
  readonly own: Fraction;
  readonly counted: Fraction;
  readonly recalculated: Fraction;
  /** With the account's part of each estimate. */
  readonly unread: readonly UnreadMeterBasis[];
  /** The days on which its share changes. */
  readonly cuts: DaySet;
  /** By the number of the day; undefined if no meter is installed. */
  readonly shareOn: readonly (Fraction | undefined)[];
};

const WHOLE_SHARE_E8 = 100_000_000n;
const NOTHING = { own: fraction(0n), counted: fraction(0n), recalculated: fraction(0n) };

/**
 * Undefined when no meter of the room is installed on a day of the account. If the norm replaces the meters, each account is
 * charged by its own norm, and only what a late reading gives back is shared.
 * @param roommates the accounts of the room, including this one
 * @throws UncomputableError shares-incomplete, persons-missing, reading-below-previous
 * Source: Civil Code art. 249 (co-owners of a flat, by share); Government Decree 354 of 2011-05-06, p. 50, appendix 2, formula 7
 * (rooms of a communal flat, by residents).
 */
export function roomPartOf(
  place: Place,
  roommates: readonly PreparedAccount[],
): RoomPart | undefined {
  const { month, account, service } = place;
  const meters = account.facts.meters.filter(
    (meter) => meter.ofRoom && meter.houseServiceId === service.facts.houseServiceId,
  );
  if (meters.length === 0) return undefined;
  const places = roommates.flatMap((one) => placeOf(month, one, service) ?? []);
  const first = Math.min(...places.map((one) => one.first));
  const last = Math.max(...places.map((one) => one.last));
  const periods = AVERAGED_PERIODS[account.facts.roomKind];
  const days = daysBetween(first, last);
  const whole = metersOfMonth(month, service.facts, meters, days, periods);
  const covered = (whole?.covered ?? 0) & place.days;
  if (whole === undefined || covered === 0) return undefined;
  const by = wayOf(place);
  if (whole.norm !== undefined && !isNegative(whole.recalculated))
    return { whole, covered, by, ...NOTHING, unread: whole.unread, cuts: 0, shareOn: [] };
  const weighed = weighDays({ month, by }, places, whole.covered);
  const index = places.findIndex((one) => one.account === account);
  const { precision } = service.facts;
  // A single account in the room gets the whole unrounded volume, as from a meter of its own.
  const isAlone = weighed.ofMonth.filter((weight) => weight > 0n).length === 1;
  const partOf = (volume: Fraction): Fraction =>
    isAlone && (weighed.ofMonth[index] ?? 0n) > 0n
      ? volume
      : fromScaled(
          shareOut(roundHalfUp(volume, precision), weighed.ofMonth)[index] ?? 0n,
          precision,
        );
  return {
    whole,
    covered,
    by,
    own: partOf(whole.own),
    counted: partOf(whole.counted),
    recalculated: partOf(whole.recalculated),
    unread: whole.unread.map((meter) => withPart(meter, partOf)),
    ...changesOf(
      month,
      weighed.shares.map((shares) => shares?.[index]),
    ),
  };
}

/** Sharing by persons is for dwellings only. */
function wayOf({ account, service }: Place): SharedMeterWay {
  return account.facts.roomKind === 'residential' ? service.facts.sharedMeterBy : 'share';
}

function changesOf(
  month: MonthDays,
  shareOn: RoomPart['shareOn'],
): Pick<RoomPart, 'cuts' | 'shareOn'> {
  const texts = shareOn.map((share) => share && formatExact(share));
  let cuts = 0;
  for (let day = 2; day <= month.length; day++)
    if (texts[day] !== texts[day - 1]) cuts |= cutAt(month, day);
  return { cuts, shareOn };
}

/** With the account's part of the estimate, which a late reading is compared with; all parts sum to the room's estimate. */
function withPart(
  meter: UnreadMeterBasis,
  partOf: (volume: Fraction) => Fraction,
): UnreadMeterBasis {
  const { estimate } = meter;
  if (estimate === undefined) return meter;
  return { ...meter, estimate: formatShown(partOf(parseExact(estimate))) };
}

type WeighedDays = {
  /** The weights of the places for the month, by which volumes are shared out. */
  readonly ofMonth: readonly bigint[];
  /** By the number of the day, in the order of places. */
  readonly shares: readonly (readonly Fraction[] | undefined)[];
};

function weighDays(
  { month, by }: Pick<RoomPart, 'by'> & Pick<Place, 'month'>,
  places: readonly Place[],
  covered: DaySet,
): WeighedDays {
  const weights = Array.from({ length: month.length + 1 }, (_, day) =>
    day > 0 && hasDay(covered, day) && places.some((one) => isThere(one, day))
      ? weightsOn(by, places, day)
      : undefined,
  );
  const totals = weights.map((ofDay) => ofDay && sumOf(ofDay));
  const common = [...new Set(totals)].reduce<bigint>((product, one) => product * (one ?? 1n), 1n);
  const ofMonth = places.map((_, at) =>
    weights.reduce(
      (sum, ofDay, day) => sum + ((ofDay?.[at] ?? 0n) * common) / (totals[day] ?? 1n),
      0n,
    ),
  );
  const shares = weights.map((ofDay, day) =>
    ofDay?.map((weight) => fraction(weight, totals[day] ?? 1n)),
  );
  return { ofMonth, shares };
}

/**
 * The account's share, on a day, of the room's consumption.
 * @throws UncomputableError shares-incomplete, persons-missing
 */
export function roomShareOn(
  place: Place,
  roommates: readonly PreparedAccount[],
  day: number,
): Fraction {
  const places = roommates.flatMap((one) => placeOf(place.month, one, place.service) ?? []);
  const weights = weightsOn(wayOf(place), places, day);
  const index = places.findIndex(({ account }) => account === place.account);
  return fraction(weights[index] ?? 0n, sumOf(weights));
}

/** Zero for accounts that do not exist on the day. */
function weightsOn(by: SharedMeterWay, places: readonly Place[], day: number): readonly bigint[] {
  return by === 'persons' ? byPersons(places, day) : byShare(places, day);
}

/**
 * The shares in a room must make up the whole: three shares written as 0.33333333 do, half a room does not.
 * @throws UncomputableError shares-incomplete
 */
function byShare(places: readonly Place[], day: number): readonly bigint[] {
  const weights = places.map((one) => (isThere(one, day) ? one.account.facts.shareE8 : 0n));
  const total = sumOf(weights);
  const holders = weights.filter((weight) => weight > 0n).length;
  if (total < WHOLE_SHARE_E8 - BigInt(holders)) {
    const [one] = places;
    throw new UncomputableError('shares-incomplete', {
      services: [one?.service.facts.name ?? ''],
      day: one?.month.texts[day] ?? '',
      figure: formatScaled(total, 8),
    });
  }
  return weights;
}

/**
 * Where nobody is registered at an account, its owners count (p. 56(2)).
 * @throws UncomputableError persons-missing
 */
function byPersons(places: readonly Place[], day: number): readonly bigint[] {
  const weights = places.map((one) => {
    if (!isThere(one, day)) return 0n;
    return BigInt(residentsOn(one.account, one.month, day).persons);
  });
  if (sumOf(weights) === 0n)
    throw new UncomputableError('persons-missing', { day: places[0]?.month.texts[day] ?? '' });
  return weights;
}

function isThere({ days }: Place, day: number): boolean {
  return hasDay(days, day);
}
