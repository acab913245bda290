// Reference calculation of acts on interruptions and bad quality, by the quarter-hours of a month: each may have a fault.
import type { AccountFacts, ActFacts, HouseFacts, ServiceFacts } from '../house-facts.ts';
import { differs, isDrawn, isPaid, isThere, Skip, type Context } from './book.ts';
import { daysOf, digitsOf, isWithin, rowOn, warmDays } from './calendar.ts';
import {
  inverse,
  isBelow,
  minus,
  NOTHING,
  plus,
  ratio,
  times,
  toWhole,
  type Ratio,
} from './ratio.ts';

/** In quarter-hours. */
const [HOUR, DAY] = [4, 96];

/** The law on breaks: hours per month, hours at once by the measured value, and the loss per so many hours. */
type Breaks = {
  readonly month: number | null;
  readonly atOnce: (measured: number | null) => number;
  readonly hours: number;
  readonly loss: Ratio;
};
const [SMALL, LARGE] = [ratio(10, 10_000), ratio(15, 10_000)];
const WATER: Breaks = { month: 8, atOnce: () => 4, hours: 1, loss: LARGE };
const BREAKS: Readonly<Record<string, Breaks>> = {
  'cold-supply': WATER,
  'hot-supply': WATER,
  sewerage: WATER,
  power: { ...WATER, month: null },
  'gas-supply': { ...WATER, month: 4 },
  heating: {
    ...WATER,
    month: 24,
    atOnce: (air) => (air === null || air >= 12 ? 16 : air >= 10 ? 8 : air >= 8 ? 4 : 0),
  },
  'waste-collection': {
    month: 72,
    atOnce: (air) => ((air ?? 0) > 5 ? 24 : 48),
    hours: 24,
    loss: ratio(33, 1000),
  },
};
/** MPa in ten-thousandths, and the tolerance. */
const PRESSURES: Readonly<Record<string, readonly [least: number, most: number, allowed: number]>> =
  {
    'cold-supply': [300, 6_000, 0],
    'hot-supply': [300, 4_500, 0],
    'gas-supply': [12, 30, 5],
  };

/** For one account and service: quarter-hours without it, above the allowed ones, and by what they take back. */
type Counted = {
  missing: number;
  above: number;
  degrees: number;
  steps: number;
  pressure: number;
  voltage: number;
  unpaid: number;
  /** By day, as a number of its digits. */
  readonly cold: Map<number, number>;
};

/** Books what acts take back from all lines in the book. @returns the ids of accounts for which it cannot be determined */
export function takeBack(
  house: HouseFacts,
  accounts: readonly AccountFacts[],
  book: Map<string, bigint>,
): readonly number[] {
  const skipped: number[] = [];
  for (const account of accounts)
    for (const service of house.services) {
      const acts = house.acts.filter(
        (act) =>
          act.houseServiceId === service.houseServiceId &&
          (act.roomNumbers === null || act.roomNumbers.includes(account.roomNumber)),
      );
      if (acts.length === 0) continue;
      const own = new Map<string, bigint>();
      const lines = (line: number): bigint => book.get(keyOf(account, service, line)) ?? 0n;
      try {
        takeOf({ house, account, service, days: [], book: own }, acts, lines, book);
        for (const [key, amount] of own) book.set(key, amount);
      } catch (error) {
        if (!(error instanceof Skip)) throw error;
        skipped.push(account.personalAccountId);
        for (const key of book.keys())
          if (key.startsWith(keyOf(account, service, ''))) book.delete(key);
      }
    }
  return skipped;
}

function keyOf(account: AccountFacts, service: ServiceFacts, line: number | ''): string {
  return `${account.personalAccountId}/${service.houseServiceId}/${line}`;
}

function takeOf(
  at: Context,
  acts: readonly ActFacts[],
  lines: (line: number) => bigint,
  book: ReadonlyMap<string, bigint>,
): void {
  const { house, account, service } = at;
  const shared = service.method === 'heating' && service.heatingMode === 'house-meter';
  const paid = daysOf(house.month).filter(
    (day) => (shared ? isThere : isDrawn)(account, service, day) && isPaid(at, day),
  );
  const warm = service.method === 'heating' ? warmDays(house) : undefined;
  const heated = warm === undefined ? paid : paid.filter((day) => warm.includes(day));
  const days = heated.length === 0 ? paid : heated;
  const counted = count({ ...at, days }, acts);
  const all = ratio(days.length * DAY - counted.missing);
  const { loss, hours } = BREAKS[service.qualityStandard ?? ''] ?? WATER;
  const full = (quarters: number, of = 1): Ratio => ratio(Math.floor(quarters / (of * HOUR)));
  const alike = [
    times(full(counted.above, hours), loss),
    times(full(counted.degrees), LARGE),
    times(full(counted.steps), SMALL),
    times(full(counted.pressure), SMALL),
    times(full(counted.voltage), LARGE),
    counted.unpaid === 0 ? NOTHING : times(ratio(counted.unpaid), inverse(all)),
  ].reduce(plus, NOTHING);
  const isTwo = book.has(keyOf(account, service, 2));
  const isSplit = [...service.tariffs, ...service.norms].some(
    ({ component }) => component !== null,
  );
  const charge = lines(0) + lines(1);
  if (book.has(keyOf(account, service, 0))) {
    const cold =
      charge > 0n && charge + lines(5) > 0n && !isSplit
        ? coldPart(at, acts, days, counted)
        : NOTHING;
    bookTaken(at, 7, charge, charge + lines(5), plus(alike, cold));
  }
  if (isTwo) {
    const quarters = [...counted.cold.values()].reduce((sum, one) => sum + one, 0);
    const heat = quarters === 0 ? NOTHING : times(ratio(quarters), inverse(all));
    bookTaken(at, 8, lines(2), lines(2) + lines(6), plus(alike, heat));
  }
}

function bookTaken(at: Context, line: number, charge: bigint, most: bigint, part: Ratio): void {
  if (charge <= 0n || most <= 0n) return;
  const whole = isBelow(ratio(1), part) ? ratio(1) : part;
  const taken = toWhole(times(ratio(charge), whole));
  const limited = taken > most ? most : taken;
  if (limited !== 0n) at.book.set(keyOf(at.account, at.service, line), -limited);
}

/** Counted from the beginning of the month. */
function quarterOf(month: Temporal.PlainYearMonth, at: string): number {
  const beginning = month.toPlainDate({ day: 1 }).toPlainDateTime();
  const { minutes } = Temporal.PlainDateTime.from(at).since(beginning, { largestUnit: 'minutes' });
  return minutes / 15;
}

/** Walks through the quarter-hours from the first act on; before the month they only use up the hours of a single break. */
function count({ house, service, days }: Context, acts: readonly ActFacts[]): Counted {
  const counted: Counted = {
    missing: 0,
    above: 0,
    degrees: 0,
    steps: 0,
    pressure: 0,
    voltage: 0,
    unpaid: 0,
    cold: new Map(),
  };
  const { month, atOnce } = BREAKS[service.qualityStandard ?? ''] ?? WATER;
  const firstDay = digitsOf(house.month.toPlainDate({ day: 1 }));
  const timed = acts.map((act) => ({
    act,
    from: quarterOf(house.month, act.from),
    to: quarterOf(house.month, act.to),
  }));
  const lasted = new Map<ActFacts, number>();
  const charged = new Set(days);
  let left = (month ?? 0) * HOUR;
  for (
    let quarter = Math.min(...timed.map(({ from }) => from));
    quarter < house.month.daysInMonth * DAY;
    quarter++
  ) {
    const lasting = timed.filter(({ from, to }) => from <= quarter && quarter < to);
    if (lasting.length === 0) continue;
    const now = lasting.map(({ act }) => act);
    const isInMonth = quarter >= 0;
    const day = firstDay + Math.floor(quarter / DAY);
    const isCharged = isInMonth && charged.has(day);
    const missing = now.find(({ kind }) => kind === 'interruption');
    if (missing !== undefined) {
      const before = lasted.get(missing) ?? 0;
      lasted.set(missing, before + 1);
      const air = missing.measuredE4 === null ? null : Number(missing.measuredE4) / 10_000;
      let isAllowed = before < (missing.allowedHours ?? atOnce(air)) * HOUR;
      if (isInMonth && isAllowed && missing.allowedHours === null && month !== null) {
        isAllowed = left > 0;
        if (isAllowed) left -= 1;
      }
      if (isCharged) counted.missing += 1;
      if (!isAllowed && isCharged) counted.above += 1;
    } else if (isCharged)
      for (const act of now) countBad(counted, service, act, day, quarter % DAY < 5 * HOUR);
  }
  return counted;
}

function countBad(
  counted: Counted,
  { qualityStandard }: ServiceFacts,
  { kind, measuredE4, requiredE4 }: ActFacts,
  day: number,
  isNight: boolean,
): void {
  const measured = Number(measuredE4 ?? 0n);
  const required = requiredE4 === null ? null : Number(requiredE4);
  if (kind === 'quality') {
    if (qualityStandard === 'power') counted.voltage += 1;
    else counted.unpaid += 1;
  } else if (kind === 'pressure') {
    const [least, most, allowed] = PRESSURES[qualityStandard ?? ''] ?? [0, 0, 0];
    const [low, high] = [required ?? least, required ?? most];
    const [away, bound] =
      low - measured > measured - high ? [low - measured, low] : [measured - high, high];
    if (away <= allowed) return;
    if (away / bound > 0.25) counted.unpaid += 1;
    else if (qualityStandard !== 'heating') counted.pressure += 1;
  } else if (qualityStandard === 'heating') {
    const low = (required ?? (isNight ? 150_000 : 180_000)) - measured;
    const high = measured - (required ?? 180_000) - 40_000;
    counted.degrees += Math.floor(Math.max(low, high, 0) / 10_000);
  } else if (measured < 400_000) counted.cold.set(day, (counted.cold.get(day) ?? 0) + 1);
  else {
    const norm = required ?? 600_000;
    const bound = norm < 600_000 ? norm : norm - (isNight ? 50_000 : 30_000);
    counted.steps += Math.max(0, Math.floor((bound - measured) / 30_000));
  }
}

/** What hot water costs more than cold water on the days of such acts, by their part of the month. */
function coldPart(
  { house, account, service }: Context,
  acts: readonly ActFacts[],
  days: readonly number[],
  { cold, missing }: Counted,
): Ratio {
  let part = NOTHING;
  const touched = (day: number): boolean =>
    acts.some(({ kind, from, to, measuredE4 }) => {
      if (kind !== 'temperature' || (measuredE4 ?? 400_000n) >= 400_000n) return false;
      const last = Temporal.PlainDateTime.from(to).subtract({ seconds: 1 }).toPlainDate();
      const first = Temporal.PlainDate.from(from.slice(0, 10));
      return digitsOf(first) <= day && day <= digitsOf(last);
    });
  if (service.qualityStandard !== 'hot-supply') return part;
  for (const day of days.filter(touched)) {
    const own = house.services
      .filter(
        (one) => one.qualityStandard === 'cold-supply' && isWithin(day, one.validFrom, one.validTo),
      )
      .flatMap(
        (one) =>
          one.tariffs[rowOn(one.tariffs, null, day, differs(account, one, day)?.tariffGroup)] ?? [],
      );
    const hot =
      service.tariffs[
        rowOn(service.tariffs, null, day, differs(account, service, day)?.tariffGroup)
      ];
    const [price] = own;
    if (price === undefined || hot === undefined || hot.ranges.length > 0)
      throw new Skip('no price');
    const above = minus(ratio(hot.valueE4), ratio(price.valueE4));
    const quarters = cold.get(day) ?? 0;
    // Of a month in which the service was missing throughout, there are none to divide by.
    if (quarters === 0 || !isBelow(NOTHING, above)) continue;
    const share = ratio(quarters, days.length * DAY - missing);
    part = plus(part, times(share, above, inverse(ratio(hot.valueE4))));
  }
  return part;
}
