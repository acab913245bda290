// What the house shares out, in the reference calculation.
import type { AccountFacts, HouseFacts, ServiceFacts } from '../house-facts.ts';
import {
  areaOf,
  bookLine,
  bookWithHeat,
  differs,
  hasOwnHeat,
  isThere,
  normOf,
  normRow,
  ServiceSkip,
  Skip,
  type Context,
  type Waters,
} from './book.ts';
import { daysOf, isWithin, warmDays } from './calendar.ts';
import { chargeByRoomMeters } from './heat-by-room.ts';
import { metersInMonth, type MeterMonth } from './meters-by-day.ts';
import { needsOf, type Needs } from './needs-by-month.ts';
import { isBelow, NOTHING, plus, ratio, times, toWhole, type Ratio } from './ratio.ts';

export function isShared({ method, heatingMode }: ServiceFacts): boolean {
  const isHeatShared = heatingMode === 'house-meter' || heatingMode === 'even-by-meter';
  return method === 'odn' || (method === 'heating' && isHeatShared);
}

export function chargeShared(
  house: HouseFacts,
  service: ServiceFacts,
  accounts: readonly AccountFacts[],
  water: ReadonlyMap<number, Waters>,
  book: Map<string, bigint>,
  after: Map<number, Needs>,
): void {
  const month = daysOf(house.month);
  const served = month.filter((day) => isWithin(day, service.validFrom, service.validTo));
  if (served.length === 0) return;
  const own = house.meters.filter((meter) => meter.houseServiceId === service.houseServiceId);
  const isEven = service.method === 'heating' && service.heatingMode === 'even-by-meter';
  const found = isEven
    ? evenMonth(service, house)
    : together(metersInMonth(service, own, house.month, month));
  if (found === undefined) throw new Skip('a reading went back');
  if (found.by === 'meters' && isBelow(ratio(100_000_000), found.volume)) throw new Skip('absurd');
  const at = (account: AccountFacts, of = service): Context => ({
    house,
    account,
    service: of,
    days: month.filter((day) => isThere(account, of, day)),
    book,
  });
  const all = accounts.map((account) => at(account));
  const warm = warmDays(house);
  const isSeason = warm !== undefined && warm.length > 0;
  const knowsSeason = warm !== undefined;
  if (service.method === 'heating' && found.by !== 'meters') {
    if (!knowsSeason) throw new Skip('no season');
    if (!isSeason) return;
    if (month.every((day) => normRow(service, day) < 0)) throw new Skip('no norm');
    for (const one of all) if (water.has(one.account.personalAccountId)) chargeHeatingByNorm(one);
    return;
  }
  if (isEven && all.some(({ account, days }) => hasHeatMeter(account, service, days)))
    throw new Skip('heat meters');
  if (service.method === 'odn') {
    const of = { house, service, served, month, accounts, water, at };
    const needs = needsOf(of, found);
    after.set(service.houseServiceId, needs);
    chargeByArea(all, house, needs.whole, water);
    return;
  }
  if (found.by !== 'meters') throw new Error('heating by norm is charged above');
  const { volume, takenBack } = found;
  if (isBelow(takenBack, NOTHING)) chargeHeat(all, house, takenBack, water);
  if (!isSeason && !isEven && (found.hasAverages || volume[0] === 0n)) {
    if (!knowsSeason) throw new Skip('no season');
    return;
  }
  const charged = new Set(water.keys());
  if (!isEven && chargeByRoomMeters(all, plus(volume, takenBack), charged)) return;
  chargeHeat(all, house, volume, water);
}

/** The volume of all meters of a house together: a late reading of one lowers the estimate of another. */
function together(found: MeterMonth | undefined): MeterMonth | undefined {
  if (found?.by !== 'meters') return found;
  const counted = plus(found.volume, found.takenBack);
  return isBelow(counted, NOTHING)
    ? { ...found, volume: NOTHING, takenBack: counted }
    : { ...found, volume: counted, takenBack: NOTHING };
}

/** A volume below zero comes from a late reading and gets a separate line. */
function chargeHeat(
  all: readonly Context[],
  house: HouseFacts,
  volume: Ratio,
  water: ReadonlyMap<number, Waters>,
): void {
  const [one] = all;
  if (one === undefined) return;
  const whole = toWhole(times(volume, ratio(10 ** one.service.precision)));
  const line = isBelow(volume, NOTHING) ? 3 : 0;
  if (
    all.some(({ account, service, days }) => days.some((day) => hasOwnHeat(account, service, day)))
  )
    chargeBesideBoilers(all, house, whole, line, water);
  else chargeByArea(all, house, whole, water, line);
}

function chargeByArea(
  all: readonly Context[],
  house: HouseFacts,
  whole: bigint,
  water: ReadonlyMap<number, Waters>,
  line = 0,
): void {
  const weights = all.map((one) => weightOf(one, one.days));
  const rooms = house.roomsAreaE2 * 100_000_000n * BigInt(house.month.daysInMonth);
  const shares = mirrored(whole, (units) => largestRemainders(units, weights, rooms));
  for (const [index, one] of all.entries())
    if (water.has(one.account.personalAccountId)) bookShare(one, shares[index] ?? 0n, line);
}

function mirrored(whole: bigint, share: (units: bigint) => readonly bigint[]): readonly bigint[] {
  return whole < 0n ? share(-whole).map((units) => -units) : share(whole);
}

/** A twelfth of the year before, in the form of a metered volume. */
function evenMonth(service: ServiceFacts, house: HouseFacts): MeterMonth {
  const year = service.yearVolumes.find((one) => one.year === house.month.year - 1);
  if (year === undefined) throw new Skip('nobody knows the year before');
  const volume = ratio(year.volumeE3, 12_000);
  return { by: 'meters', days: [], volume, takenBack: NOTHING, hasAverages: false };
}

function hasHeatMeter(
  { meters }: AccountFacts,
  service: ServiceFacts,
  days: readonly number[],
): boolean {
  return meters.some(
    (meter) =>
      meter.houseServiceId === service.houseServiceId &&
      meter.previous !== null &&
      days.some((day) => isWithin(day, meter.installedOn, meter.removedOn)),
  );
}

/** Square metres times days. */
function weightOf({ account }: Context, days: readonly number[]): bigint {
  return account.areaE2 * account.shareE8 * BigInt(days.length);
}

/** Per square metre of the heated and the common rooms; the part of the common rooms is shared by the area of all rooms. */
function chargeBesideBoilers(
  all: readonly Context[],
  house: HouseFacts,
  whole: bigint,
  line: number,
  water: ReadonlyMap<number, Waters>,
): void {
  if (house.commonAreaE2 === null) throw new Skip('no common area');
  const monthOf = (areaE2: bigint): bigint =>
    areaE2 * 100_000_000n * BigInt(house.month.daysInMonth);
  const [rooms, common] = [monthOf(house.roomsAreaE2), monthOf(house.commonAreaE2)];
  const heatedOf = ({ account, service, days }: Context): readonly number[] =>
    days.filter((day) => !hasOwnHeat(account, service, day));
  const weights = all.map((one) => weightOf(one, one.days));
  const heated = all.map((one) => weightOf(one, heatedOf(one)));
  const vacant = rooms - weights.reduce((sum, weight) => sum + weight, 0n);
  const warm = heated.reduce((sum, weight) => sum + weight, 0n) + vacant;
  if (vacant < 0n || rooms === 0n || warm + common === 0n) throw new Skip('areas');
  // Rooms without an account are one more entry, which is charged to nobody.
  const parts = [
    ...heated.map((weight) => weight * rooms),
    ...weights.map((weight) => weight * common),
    vacant * rooms,
  ];
  const shares = mirrored(whole, (units) =>
    largestRemainders(units, parts, (warm + common) * rooms),
  );
  for (const [index, one] of all.entries()) {
    if (!water.has(one.account.personalAccountId) || one.days.length === 0) continue;
    const units = ratio(1, 10 ** one.service.precision);
    const own = times(ratio(shares[index] ?? 0n), units);
    const part = times(ratio(shares[all.length + index] ?? 0n), units);
    const ownDays = heatedOf(one);
    bookLine(
      one,
      line,
      one.days,
      (day) =>
        plus(
          times(part, ratio(1, one.days.length)),
          ownDays.includes(day) ? times(own, ratio(1, ownDays.length)) : NOTHING,
        ),
      (day) => (ownDays.includes(day) ? 'house' : 'own'),
    );
  }
}

function bookShare(context: Context, units: bigint, line: number): void {
  const { service, days } = context;
  if (days.length === 0) return;
  const part = ratio(units, 10 ** service.precision * days.length);
  bookWithHeat(
    context,
    line === 0 ? [0, 2] : [3, 4],
    days,
    () => part,
    () => '',
  );
}

/** All are rounded down, and the remaining units go one by one to the largest remainders, including rooms without an account. */
function largestRemainders(
  whole: bigint,
  weights: readonly bigint[],
  house: bigint,
): readonly bigint[] {
  const nobody = house - weights.reduce((sum, weight) => sum + weight, 0n);
  if (nobody < 0n || house === 0n) throw new Skip('areas');
  const all = [...weights, nobody];
  const shares = all.map((weight) => (whole * weight) / house);
  let left = whole - shares.reduce((sum, share) => sum + share, 0n);
  while (left > 0n) {
    let most = 0;
    const lost = (index: number): bigint =>
      whole * (all[index] ?? 0n) - (shares[index] ?? 0n) * house;
    for (const index of all.keys()) if (lost(index) > lost(most)) most = index;
    shares[most] = (shares[most] ?? 0n) + 1n;
    left -= 1n;
  }
  return shares;
}

export function chargeHeatingByNorm(at: Context): void {
  const { house, service, account } = at;
  const wholeYear = service.heatingMode === 'whole-year';
  const months = house.heatingMonths.length;
  const allDays = months > 0 ? daysOf(house.month) : undefined;
  const warm = wholeYear ? allDays : warmDays(house);
  if (warm === undefined) throw new ServiceSkip('no season');
  const days = at.days.filter((day) => warm.includes(day));
  if (days.length === 0) return;
  const isOwn = (day: number): boolean => hasOwnHeat(account, service, day);
  const { commonAreaE2, roomsAreaE2 } = house;
  if (at.days.some(isOwn) && (commonAreaE2 === null || roomsAreaE2 === 0n))
    throw new ServiceSkip('no common area');
  const twelfths = wholeYear ? ratio(months, 12) : ratio(1);
  const inMonth = ratio(1, house.month.daysInMonth);
  const group = (day: number) => differs(account, service, day)?.normGroup;
  bookLine(
    at,
    0,
    days,
    (day) =>
      times(
        areaOf(account),
        isOwn(day) ? ratio(commonAreaE2 ?? 0n, roomsAreaE2) : ratio(1),
        normOf(service, day, group(day)),
        twelfths,
        inMonth,
      ),
    (day) => `${isOwn(day)}/${normRow(service, day, group(day))}`,
  );
}
