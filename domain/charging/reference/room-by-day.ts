// Meters of a room in the reference calculation: each account's share, day by day.
import type { AccountFacts, HouseFacts, ServiceFacts } from '../house-facts.ts';
import { isDrawn, ServiceSkip, Skip, type Context } from './book.ts';
import { daysOf } from './calendar.ts';
import { metersInMonth } from './meters-by-day.ts';
import {
  isBelow,
  minus,
  NOTHING,
  plus,
  ratio,
  times,
  total,
  toWhole,
  type Ratio,
} from './ratio.ts';

export type RoomMonth =
  | { readonly by: 'norm'; readonly withK: boolean; readonly back: Back | undefined }
  | (Back & { readonly by: 'meters'; readonly volume: Ratio });

/** What late readings give back to the account. */
type Back = {
  /** The account's days on which a meter is installed. */
  readonly days: readonly number[];
  readonly takenBack: Ratio;
  /** The account's part of the room on a day. */
  readonly shareOn: (day: number) => Ratio;
};

/** @param personsOn the number of counted persons of an account on a day */
export function roomInMonth(
  { house, account, service, days }: Context,
  roommates: readonly AccountFacts[],
  personsOn: (account: AccountFacts, day: number) => number,
): RoomMonth | undefined {
  const meters = account.meters.filter(
    (meter) => meter.ofRoom && meter.houseServiceId === service.houseServiceId,
  );
  if (meters.length === 0) return undefined;
  const peopled = daysOf(house.month).filter((day) =>
    roommates.some((one) => isDrawn(one, service, day)),
  );
  const [first = 0, last = 0] = [peopled[0], peopled.at(-1)];
  const hull = daysOf(house.month).filter((day) => first <= day && day <= last);
  const averaged = account.roomKind === 'residential' ? 3 : 2;
  const found = metersInMonth(service, meters, house.month, hull, averaged);
  if (found === undefined) throw new Skip('a reading went back');
  if (found.by === 'none') return undefined;
  const own = days.filter((day) => found.days.includes(day));
  if (own.length === 0) return undefined;
  if (found.by === 'norm' && found.takenBack[0] === 0n)
    return { by: 'norm', withK: found.withK, back: undefined };
  const shared = peopled.filter((day) => found.days.includes(day));
  const shares = new Map(
    shared.map((day) => [day, sharesOn(service, roommates, day, personsOn)] as const),
  );
  const parts = roommates.map((_, at) =>
    total([...shares.values()].map((one) => one[at] ?? NOTHING)),
  );
  const at = roommates.indexOf(account);
  const unit = ratio(1, 10 ** service.precision);
  const isAlone = parts.every(([a], place) => (place === at ? a > 0n : a === 0n));
  const partOf = (volume: Ratio): Ratio =>
    isAlone
      ? volume
      : times(
          ratio(
            largestRemainder(toWhole(times(volume, ratio(10 ** service.precision))), parts, at),
          ),
          unit,
        );
  const back: Back = {
    days: own,
    takenBack: partOf(found.takenBack),
    shareOn: (day) => shares.get(day)?.[at] ?? NOTHING,
  };
  return found.by === 'norm'
    ? { by: 'norm', withK: found.withK, back }
    : { ...back, by: 'meters', volume: partOf(found.volume) };
}

/** The part of each account on a day. */
export function sharesOn(
  service: ServiceFacts,
  roommates: readonly AccountFacts[],
  day: number,
  personsOn: (account: AccountFacts, day: number) => number,
): readonly Ratio[] {
  const byShare =
    service.sharedMeterBy === 'share' || roommates.some((one) => one.roomKind !== 'residential');
  const weights = roommates.map((one) => {
    if (!isDrawn(one, service, day)) return 0n;
    if (byShare) return one.shareE8;
    return BigInt(personsOn(one, day));
  });
  const all = weights.reduce((sum, weight) => sum + weight, 0n);
  const holders = BigInt(weights.filter((weight) => weight > 0n).length);
  if (byShare && all < 100_000_000n - holders)
    throw new ServiceSkip('a part of the room is nobody’s');
  if (all === 0n) throw new Skip('nobody is there');
  return weights.map((weight) => ratio(weight, all));
}

/** The part at this index, when all parts are rounded down and the rest goes one by one to the largest remainders. */
export function largestRemainder(units: bigint, parts: readonly Ratio[], place: number): bigint {
  if (units < 0n) return -largestRemainder(-units, parts, place);
  const all = total(parts);
  const exact = parts.map(([a, b]) => times(ratio(units), ratio(a, b), ratio(all[1], all[0])));
  const cut = exact.map(([a, b]) => a / b);
  let left = units - cut.reduce((sum, one) => sum + one, 0n);
  for (; left > 0n; left--) {
    const lost = exact.map((one, at) => minus(one, ratio(cut[at] ?? 0n)));
    let most = 0;
    for (const at of lost.keys())
      if (isBelow(lost[most] ?? NOTHING, lost[at] ?? NOTHING)) most = at;
    cut[most] = (cut[most] ?? 0n) + 1n;
  }
  return cut[place] ?? 0n;
}

/** The accounts of the same room that are charged on any day. */
export function roommatesOf(
  { month }: HouseFacts,
  service: ServiceFacts,
  account: AccountFacts,
  accounts: readonly AccountFacts[],
): readonly AccountFacts[] {
  return accounts.filter(
    (one) =>
      one.roomNumber === account.roomNumber &&
      daysOf(month).some((day) => isDrawn(one, service, day)),
  );
}

/** The part of a volume for a day, in proportion to the share on it. */
export function onDay(
  { days, shareOn }: Pick<Back, 'days' | 'shareOn'>,
  volume: Ratio,
  day: number,
): Ratio {
  const all = days.map(shareOn).reduce(plus, NOTHING);
  return all[0] === 0n ? NOTHING : times(volume, shareOn(day), ratio(all[1], all[0]));
}
