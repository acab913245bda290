// Heat meters of rooms in a house with a house-wide one, in the reference calculation.
import type { MeterFacts } from '../house-facts.ts';
import { areaOf, bookLine, hasOwnHeat, Skip, type Context } from './book.ts';
import { metersInMonth, type MeterMonth } from './meters-by-day.ts';
import {
  inverse,
  isBelow,
  minus,
  NOTHING,
  plus,
  ratio,
  times,
  total,
  type Ratio,
} from './ratio.ts';

type Metered = Extract<MeterMonth, { by: 'meters' }>;

/** The days on which the house heats an account's room, and what its meters show for them. */
type Warmth = {
  readonly at: Context;
  readonly warm: readonly number[];
  readonly counted: readonly number[];
  readonly volume: Ratio;
  readonly takenBack: Ratio;
};

/** Whether anything was charged; false if no meter of a room counts. */
export function chargeByRoomMeters(
  all: readonly Context[],
  volume: Ratio,
  charged: ReadonlySet<number>,
): boolean {
  const found = all.filter(({ days }) => days.length > 0).map((at) => warmthOf(at, all));
  const metered = found.filter(({ counted }) => counted.length > 0);
  const [first] = metered;
  if (first === undefined) return false;
  const { house, service } = first.at;
  const area = ({ at }: Warmth, days: number): Ratio =>
    times(areaOf(at.account), ratio(days, house.month.daysInMonth));
  const whole = ratio(house.roomsAreaE2, 100);
  const mean = times(
    total(metered.map((one) => one.volume)),
    inverse(total(metered.map((one) => area(one, one.counted.length)))),
  );
  const drawn = found.map((one) =>
    plus(one.volume, times(mean, area(one, one.warm.length - one.counted.length))),
  );
  const areas = found.map((one) => area(one, one.at.days.length));
  const empty = minus(whole, total(areas));
  if (isBelow(empty, NOTHING) || whole[0] === 0n) throw new Skip('areas');
  const left = minus(minus(volume, total(drawn)), times(mean, empty));
  const lefts = areas.map((one) => times(left, one, inverse(whole)));
  const emptyOwn = times(mean, empty);
  const emptyLeft = times(left, empty, inverse(whole));
  const isTooMuch = isBelow(left, NOTHING);
  const own = isTooMuch ? drawn.map((one, at) => plus(one, lefts[at] ?? NOTHING)) : drawn;
  const rest = isTooMuch ? lefts.map(() => NOTHING) : lefts;
  const nobody = isTooMuch ? [plus(emptyOwn, emptyLeft)] : [emptyOwn, emptyLeft];
  if ([...own, ...nobody].some((one) => isBelow(one, NOTHING))) throw new Skip('below nothing');
  const shares = remainders(volume, [...own, ...rest, ...nobody], service.precision);
  for (const [index, one] of found.entries()) {
    if (!charged.has(one.at.account.personalAccountId)) continue;
    book(one, shares[index] ?? NOTHING, shares[found.length + index] ?? NOTHING);
  }
  return true;
}

function book({ at, warm, counted, takenBack }: Warmth, own: Ratio, rest: Ratio): void {
  const perDay = ratio(1, at.days.length);
  bookLine(
    at,
    0,
    at.days,
    (day) =>
      plus(times(rest, perDay), warm.includes(day) ? times(own, ratio(1, warm.length)) : NOTHING),
    (day) => (warm.includes(day) ? 'house' : 'own'),
  );
  if (counted.length > 0 && isBelow(takenBack, NOTHING))
    bookLine(at, 3, at.days, () => times(takenBack, perDay));
}

function warmthOf(at: Context, all: readonly Context[]): Warmth {
  const warmOf = (one: Context): readonly number[] =>
    one.days.filter((day) => !hasOwnHeat(one.account, one.service, day));
  const mates = all.filter(({ account }) => account.roomNumber === at.account.roomNumber);
  const warm = warmOf(at);
  const own = metersOf(at, false, warm);
  const together = at.days.length === 0 ? [] : daysTogether(mates.map(warmOf));
  const ofRoom = metersOf(at, true, together);
  if (own.by !== 'none') {
    const others = mates.filter((one) => one !== at).flatMap(({ days }) => days);
    if (own.days.some((day) => others.includes(day))) throw new Skip('a meter of the room');
    if (ofRoom.by !== 'none' && ofRoom.days.some((day) => at.days.includes(day)))
      throw new Skip('a meter of the room');
    if (own.by === 'norm') return nothing(at, warm);
    return { at, warm, counted: own.days, volume: own.volume, takenBack: own.takenBack };
  }
  if (ofRoom.by !== 'meters') return nothing(at, warm);
  const countedOf = (one: Context): readonly number[] =>
    warmOf(one).filter((day) => ofRoom.days.includes(day));
  const weight = (one: Context): Ratio => times(areaOf(one.account), ratio(countedOf(one).length));
  const part = times(weight(at), inverse(total(mates.map(weight))));
  return {
    at,
    warm,
    counted: countedOf(at),
    volume: times(ofRoom.volume, part),
    takenBack: times(ofRoom.takenBack, part),
  };
}

function nothing(at: Context, warm: readonly number[]): Warmth {
  return { at, warm, counted: [], volume: NOTHING, takenBack: NOTHING };
}

function metersOf(
  { account, service, house }: Context,
  isOfRoom: boolean,
  days: readonly number[],
): Exclude<MeterMonth, Metered> | Metered {
  const meters = account.meters.filter(
    (meter: MeterFacts) =>
      meter.ofRoom === isOfRoom && meter.houseServiceId === service.houseServiceId,
  );
  const averaged = account.roomKind === 'residential' ? 3 : 2;
  const found = metersInMonth(service, meters, house.month, days, averaged);
  if (found === undefined) throw new Skip('a reading went back');
  return found;
}

function daysTogether(days: readonly (readonly number[])[]): readonly number[] {
  return [...new Set(days.flat())].toSorted((a, b) => a - b);
}

/** In the units of the service: each rounded down, the rest handed out one by one to the largest remainders. */
function remainders(volume: Ratio, exact: readonly Ratio[], precision: number): readonly Ratio[] {
  const scale = ratio(10 ** precision);
  const [a, b] = times(volume, scale);
  const units = (2n * a + b) / (2n * b);
  if (units === 0n) return exact.map(() => NOTHING);
  const all = total(exact);
  const parts = exact.map((one) => times(one, ratio(units), inverse(all)));
  const cut = parts.map(([x, y]) => x / y);
  let left = units - cut.reduce((sum, one) => sum + one, 0n);
  while (left > 0n) {
    let most = 0;
    const lost = (at: number): Ratio => minus(parts[at] ?? NOTHING, ratio(cut[at] ?? 0n));
    for (const at of parts.keys()) if (isBelow(lost(most), lost(at))) most = at;
    cut[most] = (cut[most] ?? 0n) + 1n;
    left -= 1n;
  }
  return cut.map((one) => times(ratio(one), inverse(scale)));
}
