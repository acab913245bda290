// How the reference calculation books: lines out of days, each part rounded once.
import type { AccountFacts, HouseFacts, ServiceFacts } from '../house-facts.ts';
import { isWithin, rowOn } from './calendar.ts';
import { NOTHING, plus, ratio, times, toWhole, type Ratio } from './ratio.ts';

/** The account, or the service of the whole house, cannot be charged. */
export class Skip extends Error {}
/** One service of the account cannot be charged. */
export class ServiceSkip extends Skip {}

/** A service of an account, the days on which it is charged, and where its lines go. */
export type Context = {
  readonly house: HouseFacts;
  readonly account: AccountFacts;
  readonly service: ServiceFacts;
  readonly days: readonly number[];
  readonly book: Map<string, bigint>;
};

/** What is charged on one day of one line: a volume, and all that must stand still within a part. */
type Day = {
  readonly day: number;
  readonly volume: Ratio;
  readonly tariff: bigint;
  readonly part: string;
};

/** What an account drew of a service, and what is taken back. */
export type Water = {
  drawn: Ratio;
  late: Ratio;
  absent: Ratio;
  /** The days on which meters counted it. */
  metered: readonly number[];
};
/** Null where it is not known; the account that has the meter of the room, where that counts it. */
export type Waters = Map<string, Water | { readonly countedBy: AccountFacts | null }>;

/** The line at the service's tariff, and in two components the heat of the same water. */
export function bookWithHeat(
  at: Context,
  [line, heatLine]: readonly [number, number],
  days: readonly number[],
  volume: (day: number) => Ratio,
  part: (day: number) => string,
): void {
  bookLine(at, line, days, volume, part);
  const { service } = at;
  if (!isTwoComponent(service)) return;
  const heatOf = (day: number): number => rowOn(service.norms, 'heat', day);
  bookParts(
    at,
    heatLine,
    days.map((day) => {
      const tariff = rowOn(service.tariffs, 'heat', day);
      const heat = service.norms[heatOf(day)];
      if (heat === undefined) throw new Skip('no norm of heat');
      return {
        day,
        volume: times(volume(day), ratio(heat.valueE6, 1_000_000)),
        tariff: given(service.tariffs[tariff]).valueE4,
        part: `${part(day)}/${tariff}/${heatOf(day)}`,
      };
    }),
  );
}

export function bookLine(
  at: Context,
  line: number,
  days: readonly number[],
  volume: (day: number) => Ratio,
  part: (day: number) => string = () => '',
): void {
  const { tariffs } = at.service;
  const component = isTwoComponent(at.service) ? 'cold' : null;
  bookParts(
    at,
    line,
    days.map((day) => {
      const row = rowOn(tariffs, component, day);
      const tariff = given(tariffs[row]).valueE4;
      return { day, volume: volume(day), tariff, part: `${part(day)}/${row}` };
    }),
  );
}

/** Days in a row that are of one part are rounded together, once; the line is the sum of its parts. */
function bookParts({ account, service, book }: Context, line: number, days: readonly Day[]): void {
  let kopecks = 0n;
  let roubles = NOTHING;
  for (const [index, one] of days.entries()) {
    const before = days[index - 1];
    if (before !== undefined && (before.part !== one.part || before.day + 1 !== one.day)) {
      kopecks += toWhole(times(roubles, ratio(100)));
      roubles = NOTHING;
    }
    roubles = plus(roubles, times(one.volume, ratio(one.tariff, 10_000)));
  }
  kopecks += toWhole(times(roubles, ratio(100)));
  book.set(`${account.personalAccountId}/${service.houseServiceId}/${line}`, kopecks);
}

function isTwoComponent({ tariffs, norms }: ServiceFacts): boolean {
  return [...tariffs, ...norms].some(({ component }) => component !== null);
}

export function normRow(service: ServiceFacts, day: number): number {
  const hasCold = service.norms.some(({ component }) => component === 'cold');
  return rowOn(service.norms, hasCold ? 'cold' : null, day);
}

export function normOf(service: ServiceFacts, day: number): Ratio {
  return ratio(given(service.norms[normRow(service, day)]).valueE6, 1_000_000);
}

export function isCharged(account: AccountFacts, service: ServiceFacts, day: number): boolean {
  return (
    isWithin(day, account.openedOn, account.closedOn) &&
    isWithin(day, service.validFrom, service.validTo)
  );
}

export function areaOf({ areaE2, shareE8 }: AccountFacts): Ratio {
  return times(ratio(areaE2, 100), ratio(shareE8, 100_000_000));
}

export function given<T>(value: T | undefined): T {
  if (value === undefined) throw new Skip('a figure is missing');
  return value;
}
