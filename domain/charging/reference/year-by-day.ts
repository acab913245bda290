// Reference calculation of the recalculation of a year: the year's consumption is divided among the rooms day by day, whoever
// owned them, and each account is charged that at the tariffs of its days, less what its months were charged.
import type { AccountFacts, HouseFacts, ServiceFacts } from '../house-facts.ts';
import { areaOf, differs, given, isPaid, isThere, Skip } from './book.ts';
import { daysOf, rowOn } from './calendar.ts';
import { chargesByDay, type Charges } from './charges-by-day.ts';
import { metersInMonth } from './meters-by-day.ts';
import { inverse, isBelow, minus, NOTHING, plus, ratio, times, total, toWhole } from './ratio.ts';
import type { Ratio } from './ratio.ts';
import { largestRemainder } from './room-by-day.ts';

/** A house in one month of the year, with all accounts that were open in the month. */
export type HouseMonth = {
  readonly house: HouseFacts;
  readonly accounts: readonly AccountFacts[];
};

/** For a service in one month. */
type Month = HouseMonth & { readonly service: ServiceFacts; readonly charged: Charges };

/**
 * Kopecks by `account/line`, without zeros; undefined if the year cannot be recalculated.
 * @param months all twelve
 */
export function yearByDay(
  months: readonly HouseMonth[],
  houseServiceId: number,
): Map<string, bigint> | undefined {
  try {
    return recalculate(months, houseServiceId);
  } catch (error) {
    if (error instanceof Skip) return undefined;
    throw error;
  }
}

function recalculate(all: readonly HouseMonth[], houseServiceId: number): Map<string, bigint> {
  const months = all.flatMap((month): readonly Month[] => {
    const service = month.house.services.find((one) => one.houseServiceId === houseServiceId);
    if (service === undefined || month.accounts.every((one) => daysIn(month, service, one) === 0))
      return [];
    return [{ ...month, service, charged: chargesByDay(month.house, month.accounts) }];
  });
  const [{ service } = { service: undefined }] = months;
  if (service === undefined) throw new Skip('the house does not have it');
  const volume =
    service.method === 'heating' ? heatOfYear(months, all.length) : needsOfYear(months);
  const ids = [
    ...new Set(months.flatMap(({ accounts }) => accounts.map(({ personalAccountId: id }) => id))),
  ].toSorted((a, b) => a - b);
  const byArea = shareByArea(months, ids, volume);
  const shares = service.method === 'heating' ? allocated(months, ids, byArea) : byArea;
  const lines = new Map<string, bigint>();
  for (const [at, id] of ids.entries()) {
    const part = ratio(shares[at] ?? 0n, 10 ** service.precision);
    for (const [line, corrects, component] of LINES) {
      const due = dueOf(months, id, part, component);
      const stood = months.reduce(
        (sum, { charged }) =>
          sum + (charged.amounts.get(`${id}/${houseServiceId}/${corrects}`) ?? 0n),
        0n,
      );
      if (due !== stood) lines.set(`${id}/${line}`, due - stood);
    }
  }
  return lines;
}

/** The line of a year, the line of its months, and the component: the water or its heat. */
const LINES = [
  [9, 0, 'own'],
  [12, 2, 'heat'],
] as const;

/** In the smallest units: the metered volume of the year; for a month without a meter, what it was charged. */
function needsOfYear(months: readonly Month[]): bigint {
  let [sum, isAnyMetered] = [0n, false];
  for (const { house, service, charged } of months) {
    const meters = house.meters.filter((one) => one.houseServiceId === service.houseServiceId);
    const found = metersInMonth(service, meters, house.month, daysOf(house.month));
    const needs = charged.needs.get(service.houseServiceId);
    const isMetered = needs === undefined || found?.by === 'meters';
    isAnyMetered ||= isMetered;
    const month = isMetered ? (needs?.drawn ?? null) : needs.whole;
    if (month === null) throw new Skip('nobody knows what it drew in the month');
    sum += month;
  }
  if (!isAnyMetered) throw new Skip('no meter has counted');
  return sum < 0n ? 0n : sum;
}

/** The heat used by the house in the year itself. */
function heatOfYear(months: readonly Month[], all: number): bigint {
  if (months.length < all) throw new Skip('a part of the year');
  const { house, service } = given(months.at(-1));
  const found = service.yearVolumes.find(({ year }) => year === house.month.year);
  return toWhole(ratio(given(found).volumeE3 * 10n ** BigInt(service.precision), 1_000));
}

function daysIn({ house }: HouseMonth, service: ServiceFacts, account: AccountFacts): number {
  return daysOf(house.month).filter((day) => isThere(account, service, day)).length;
}

/** A month as a number: 1 for all of its days. */
function monthsIn(month: Month, account: AccountFacts): Ratio {
  return ratio(daysIn(month, month.service, account), month.house.month.daysInMonth);
}

function areaMonths(months: readonly Month[], id?: number): Ratio {
  return total(
    months.flatMap((month) =>
      month.accounts
        .filter(({ personalAccountId }) => id === undefined || personalAccountId === id)
        .map((account) => times(areaOf(account), monthsIn(month, account))),
    ),
  );
}

function shareByArea(
  months: readonly Month[],
  ids: readonly number[],
  volume: bigint,
): readonly bigint[] {
  for (const month of months) {
    const rooms = ratio(month.house.roomsAreaE2, 100);
    if (rooms[0] === 0n || isBelow(rooms, areaMonths([month]))) throw new Skip('areas');
  }
  const rooms = total(months.map(({ house }) => ratio(house.roomsAreaE2, 100)));
  const held = ids.map((id) => areaMonths(months, id));
  const parts = [...held, minus(rooms, total(held))];
  return ids.map((_, at) => largestRemainder(volume, parts, at));
}

/** The volume of all rooms with heat cost allocators is shared by what these show, if these rooms have over half the area. */
function allocated(
  months: readonly Month[],
  ids: readonly number[],
  byArea: readonly bigint[],
): readonly bigint[] {
  const shown = ids.map((id) => unitsOf(months, id));
  if (shown.every((units) => units === undefined)) return byArea;
  const last = given(months.at(-1));
  const having = ids.filter((_, at) => shown[at] !== undefined);
  const area = total(having.map((id) => areaMonths([last], id)));
  const half = ratio(last.house.roomsAreaE2, 200);
  if (!isBelow(half, area)) throw new Skip('allocators in half of the rooms or less');
  const units = shown.map((one) => ratio(one ?? 0n));
  if (total(units)[0] === 0n) return byArea;
  const together = byArea.reduce((sum, one, at) => (shown[at] === undefined ? sum : sum + one), 0n);
  return byArea.map((one, at) =>
    shown[at] === undefined ? one : largestRemainder(together, units, at),
  );
}

/** A row counts once, however many months it covers; undefined without any. */
function unitsOf(months: readonly Month[], id: number): bigint | undefined {
  const rows = new Map<string, bigint>();
  for (const { accounts, service } of months)
    for (const account of accounts.filter((one) => one.personalAccountId === id))
      for (const row of account.services)
        if (row.houseServiceId === service.houseServiceId && row.allocatorUnitsE3 !== null)
          rows.set(row.validFrom.toString(), row.allocatorUnitsE3);
  if (rows.size === 0) return undefined;
  return [...rows.values()].reduce((sum, one) => sum + one, 0n);
}

/** The part is spread evenly over the account's months and their days; consecutive days at one price are rounded together. */
function dueOf(
  months: readonly Month[],
  id: number,
  part: Ratio,
  component: 'own' | 'heat',
): bigint {
  const own = months.flatMap((month) =>
    month.accounts
      .filter((account) => account.personalAccountId === id)
      .map((account) => ({ month, account })),
  );
  const all = total(own.map(({ month, account }) => monthsIn(month, account)));
  if (all[0] === 0n) return 0n;
  let [kopecks, roubles, before] = [0n, NOTHING, ''];
  for (const { month, account } of own) {
    const { house, service } = month;
    const inMonth = times(part, inverse(all), ratio(1, house.month.daysInMonth));
    for (const day of daysOf(house.month)) {
      const at = { house, account, service, days: [day], book: new Map<string, bigint>() };
      const isCharged = isThere(account, service, day) && isPaid(at, day);
      const price = isCharged ? priceOn(service, account, day, component) : undefined;
      if (price?.key !== before) {
        kopecks += toWhole(times(roubles, ratio(100)));
        [roubles, before] = [NOTHING, price?.key ?? ''];
      }
      if (price !== undefined) roubles = plus(roubles, times(inMonth, price.ofUnit));
    }
  }
  return kopecks + toWhole(times(roubles, ratio(100)));
}

type Price = { readonly key: string; readonly ofUnit: Ratio };

/** The price of a unit on the day with its bases; undefined for the heat if there is none. */
function priceOn(
  service: ServiceFacts,
  account: AccountFacts,
  day: number,
  component: 'own' | 'heat',
): Price | undefined {
  const group = differs(account, service, day);
  const isTwo = [...service.tariffs, ...service.norms].some((row) => row.component !== null);
  const tariffOf = (of: 'cold' | 'heat' | null) => {
    const row = given(service.tariffs[rowOn(service.tariffs, of, day, group?.tariffGroup)]);
    if (row.ranges.length > 0) throw new Skip('what is above a bound belongs to no month');
    return row;
  };
  const water = tariffOf(isTwo ? 'cold' : null);
  const heat = isTwo ? tariffOf('heat') : undefined;
  const norm = isTwo
    ? given(service.norms[rowOn(service.norms, 'heat', day, group?.normGroup)])
    : undefined;
  if (component === 'own')
    return { key: `${water.valueE4} ${water.basis}`, ofUnit: ratio(water.valueE4, 10_000) };
  if (heat === undefined || norm === undefined) return undefined;
  return {
    key: `${heat.valueE4} ${heat.basis} ${norm.valueE6} ${norm.basis}`,
    ofUnit: times(ratio(heat.valueE4, 10_000), ratio(norm.valueE6, 1_000_000)),
  };
}
