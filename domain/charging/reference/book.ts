// How the reference calculation books: lines out of days, each part rounded once.
import type {
  AccountFacts,
  AccountServiceFacts,
  HouseFacts,
  ServiceFacts,
  TariffFacts,
} from '../house-facts.ts';
import { isWithin, rowOn } from './calendar.ts';
import {
  inverse,
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

/** The account, or the service of the whole house, cannot be charged. */
export class Skip extends Error {}
/** One service of the account cannot be charged. */
export class ServiceSkip extends Skip {}

/** A service of an account, the days on which it draws, and where its lines go. */
export type Context = {
  readonly house: HouseFacts;
  readonly account: AccountFacts;
  readonly service: ServiceFacts;
  readonly days: readonly number[];
  readonly book: Map<string, bigint>;
  /** What lines before have filled of the month's ranges. */
  readonly filled?: Ratio;
};

/** What is charged on one day of one line: a volume, and all that must stand still within a part. */
type Day = {
  readonly day: number;
  readonly volume: Ratio;
  readonly tariff: Pick<TariffFacts, 'valueE4' | 'ranges'>;
  readonly part: string;
};

/** What an account drew of a service, and what is taken back. */
export type Water = {
  drawn: Ratio;
  late: Ratio;
  absent: Ratio;
  /** The days on which meters counted it. */
  metered: readonly number[];
  /** What is charged of it and of what K adds: it fills the month's ranges before what is charged besides. */
  filled?: Ratio;
  /** What interference with meters adds for the months before. */
  tampered?: Ratio;
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
  const { account, service } = at;
  if (!isTwoComponent(service)) return;
  const heatOf = (day: number): number =>
    rowOn(service.norms, 'heat', day, differs(account, service, day)?.normGroup);
  // A volume needs its norm of heat also where nobody here is charged for it.
  for (const day of days) if (heatOf(day) < 0) throw new Skip('no norm of heat');
  bookParts(
    at,
    heatLine,
    days
      .filter((day) => isPaid(at, day))
      .map((day) => {
        const tariff = rowOn(
          service.tariffs,
          'heat',
          day,
          differs(account, service, day)?.tariffGroup,
        );
        return {
          day,
          volume: times(volume(day), ratio(given(service.norms[heatOf(day)]).valueE6, 1_000_000)),
          tariff: given(service.tariffs[tariff]),
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
  const { account, service } = at;
  const { tariffs } = service;
  const component = isTwoComponent(service) ? 'cold' : null;
  // A volume that nobody here is charged for has to be known as well.
  const volumes = new Map(days.map((day) => [day, volume(day)]));
  bookParts(
    at,
    line,
    days
      .filter((day) => isPaid(at, day))
      .map((day) => {
        const row = rowOn(tariffs, component, day, differs(account, service, day)?.tariffGroup);
        return {
          day,
          volume: given(volumes.get(day)),
          tariff: given(tariffs[row]),
          part: `${part(day)}/${row}`,
        };
      }),
  );
}

/** Days in a row that are of one part are rounded together, once; the line is the sum of its parts. */
function bookParts(at: Context, line: number, days: readonly Day[]): void {
  const { account, service, book } = at;
  const whole = total(days.map(({ volume }) => volume));
  const filled = at.filled ?? NOTHING;
  let kopecks = 0n;
  let roubles = NOTHING;
  for (const [index, one] of days.entries()) {
    const before = days[index - 1];
    if (before !== undefined && (before.part !== one.part || before.day + 1 !== one.day)) {
      kopecks += toWhole(times(roubles, ratio(100)));
      roubles = NOTHING;
    }
    roubles = plus(roubles, costOf(one, whole, filled));
  }
  kopecks += toWhole(times(roubles, ratio(100)));
  book.set(`${account.personalAccountId}/${service.houseServiceId}/${line}`, kopecks);
}

/**
 * What a day costs: its part of what the line adds to the cost of all that the month has drawn before it.
 */
function costOf({ volume, tariff }: Day, whole: Ratio, before: Ratio): Ratio {
  const plain = times(volume, ratio(tariff.valueE4, 10_000));
  if (tariff.ranges.length === 0 || whole[0] === 0n) return plain;
  const added = minus(costOfAll(plus(before, whole), tariff), costOfAll(before, tariff));
  return times(added, volume, inverse(whole));
}

/** What a month costs that has drawn so much: each range adds the difference of its price to the one below. */
function costOfAll(drawn: Ratio, { valueE4, ranges }: Day['tariff']): Ratio {
  let cost = times(drawn, ratio(valueE4, 10_000));
  let below = valueE4;
  for (const range of ranges) {
    const above = minus(drawn, ratio(range.aboveE3, 1000));
    if (!isBelow(above, NOTHING))
      cost = plus(cost, times(above, ratio(range.valueE4 - below, 10_000)));
    below = range.valueE4;
  }
  return cost;
}

function isTwoComponent({ tariffs, norms }: ServiceFacts): boolean {
  return [...tariffs, ...norms].some(({ component }) => component !== null);
}

/** @param group of the account; the house itself has none */
export function normRow(service: ServiceFacts, day: number, group: string | null = null): number {
  const hasCold = service.norms.some(({ component }) => component === 'cold');
  return rowOn(service.norms, hasCold ? 'cold' : null, day, group);
}

export function normOf(service: ServiceFacts, day: number, group: string | null = null): Ratio {
  return ratio(given(service.norms[normRow(service, day, group)]).valueE6, 1_000_000);
}

/** Whether the account is there on that day, and so is the service. */
export function isThere(account: AccountFacts, service: ServiceFacts, day: number): boolean {
  return (
    isWithin(day, account.openedOn, account.closedOn) &&
    isWithin(day, service.validFrom, service.validTo)
  );
}

/** Whether the account draws of the service on that day, whoever is paid for it. */
export function isDrawn(account: AccountFacts, service: ServiceFacts, day: number): boolean {
  const row = differs(account, service, day);
  const isUsed =
    row === undefined ||
    row.charged ||
    row.reason === 'direct-contract' ||
    hasOwnHeat(account, service, day);
  return isUsed && isThere(account, service, day);
}

export function differs(
  { services }: AccountFacts,
  { houseServiceId }: ServiceFacts,
  day: number,
): AccountServiceFacts | undefined {
  return services.find(
    (row) => row.houseServiceId === houseServiceId && isWithin(day, row.validFrom, row.validTo),
  );
}

export function hasOwnHeat(account: AccountFacts, service: ServiceFacts, day: number): boolean {
  const row = differs(account, service, day);
  return row?.reason === 'own-boiler' && service.method === 'heating';
}

/** Whether the account is charged for it here. */
export function isPaid({ account, service }: Context, day: number): boolean {
  const row = differs(account, service, day);
  return row === undefined || row.charged || hasOwnHeat(account, service, day);
}

export function areaOf({ areaE2, shareE8 }: AccountFacts): Ratio {
  return times(ratio(areaE2, 100), ratio(shareE8, 100_000_000));
}

export function given<T>(value: T | undefined): T {
  if (value === undefined) throw new Skip('a figure is missing');
  return value;
}
