// How the reference calculation books: it builds lines from days and rounds each part once.
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

/** A service of an account, the days on which it is used, and the book for its lines. */
export type Context = {
  readonly house: HouseFacts;
  readonly account: AccountFacts;
  readonly service: ServiceFacts;
  readonly days: readonly number[];
  readonly book: Map<string, bigint>;
  /** How much of the month's ranges earlier lines have filled. */
  readonly filled?: Ratio;
};

/** One day of a line: its volume, and everything that must not change within a part. */
type Day = {
  readonly day: number;
  readonly volume: Ratio;
  readonly tariff: Pick<TariffFacts, 'valueE4' | 'ranges'>;
  readonly part: string;
};

/** What an account used of a service, and what is taken back. */
export type Water = {
  drawn: Ratio;
  late: Ratio;
  absent: Ratio;
  /** The days on which meters counted it. */
  metered: readonly number[];
  /** Whether the norm stands in for a meter. */
  isInstead?: true;
  /** The charged part of it and of what K adds: it fills the month's ranges before other lines of the service. */
  filled?: Ratio;
  /** What interference with meters adds for earlier months. */
  tampered?: Ratio;
};
/** If unknown, the account in the room whose meter counts it, or null. */
export type Waters = Map<string, Water | { readonly countedBy: AccountFacts | null }>;

/** The line at the service's tariff, and with two components the heat of the same water. */
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
  // A volume needs its norm of heat even if nobody here is charged for it.
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
  // A volume has to be known even if nobody here is charged for it.
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

/** Consecutive days of the same part are rounded together, once; the line is the sum of its parts. */
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
 * The cost of a day: its part of what the line adds to the cost of everything used in the month before it.
 */
function costOf({ volume, tariff }: Day, whole: Ratio, before: Ratio): Ratio {
  const plain = times(volume, ratio(tariff.valueE4, 10_000));
  if (tariff.ranges.length === 0 || whole[0] === 0n) return plain;
  const added = minus(costOfAll(plus(before, whole), tariff), costOfAll(before, tariff));
  return times(added, volume, inverse(whole));
}

/** The cost of a month's consumption: each range adds the difference between its price and that of the range below. */
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

/** Whether both the account and the service exist on that day. */
export function isThere(account: AccountFacts, service: ServiceFacts, day: number): boolean {
  return (
    isWithin(day, account.openedOn, account.closedOn) &&
    isWithin(day, service.validFrom, service.validTo)
  );
}

/** Whether the account uses the service on that day, whoever is paid for it. */
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
