// Common-house needs of one month in the reference calculation: the volume charged, and the volume carried over to later months.
import type { AccountFacts, HouseFacts, ServiceFacts } from '../house-facts.ts';
import { isDrawn, normOf, normRow, Skip, type Context, type Waters } from './book.ts';
import { isWithin } from './calendar.ts';
import type { MeterMonth } from './meters-by-day.ts';
import { minus, NOTHING, plus, ratio, times, total, toWhole, type Ratio } from './ratio.ts';

/** In the smallest units of the service. */
export type Needs = {
  readonly whole: bigint;
  /** Null if no meter counts, or the volume of some room is unknown. */
  readonly drawn: bigint | null;
  readonly left: bigint;
};

type Month = {
  readonly house: HouseFacts;
  readonly service: ServiceFacts;
  /** The days on which the service is provided. */
  readonly served: readonly number[];
  readonly month: readonly number[];
  readonly accounts: readonly AccountFacts[];
  readonly water: ReadonlyMap<number, Waters>;
  readonly at: (account: AccountFacts, service: ServiceFacts) => Context;
};

type Counted = Extract<MeterMonth, { by: 'meters' }>;

export function needsOf(of: Month, found: MeterMonth): Needs {
  const { house, service, served, month } = of;
  const unit = 10n ** BigInt(6 - service.precision);
  const before = house.commonNeedsBefore.find(
    ({ houseServiceId }) => houseServiceId === service.houseServiceId,
  );
  const left = (before?.carriedE6 ?? 0n) / unit;
  const hasNorm = month.some((day) => normRow(service, day) >= 0);
  const way = house.commonNeedsMethod ?? (hasNorm ? 'capped' : 'actual');
  const average = (): bigint => {
    const stated = service.yearVolumes.find(({ year }) => year === house.month.year - 1);
    const year = stated ? stated.volumeE3 * 1000n : (before?.yearBeforeE6 ?? null);
    if (year === null) throw new Skip('no year before');
    return year < 0n ? 0n : toWhole(ratio(year, 12n * unit));
  };
  if (found.by !== 'meters') {
    const whole =
      found.by === 'norm' && way === 'average-yearly'
        ? average()
        : normOfHouse(house, service, served);
    return { whole, drawn: null, left };
  }
  if (way === 'average-yearly') return { whole: average(), drawn: drawnOrNull(of, found), left };
  if (way === 'norm-yearly')
    return { whole: normOfHouse(house, service, served), drawn: drawnOrNull(of, found), left };
  const drawn = drawnBeyondRooms(of, found);
  if (way === 'actual') {
    const rest = drawn + left;
    return rest > 0n ? { whole: rest, drawn, left: 0n } : { whole: 0n, drawn, left: rest };
  }
  const most = normOfHouse(house, service, served);
  const some = drawn < 0n ? 0n : drawn;
  return { whole: most < some ? most : some, drawn, left };
}

function drawnOrNull(of: Month, found: Counted): bigint | null {
  try {
    return drawnBeyondRooms(of, found);
  } catch (error) {
    if (error instanceof Skip) return null;
    throw error;
  }
}

function drawnBeyondRooms(
  { service, served, accounts, water, ...of }: Month,
  { volume, takenBack }: Counted,
): bigint {
  if (water.size < accounts.length) throw new Skip('incomplete');
  const counted = plus(volume, takenBack);
  const rooms = drawnTogether(of.at, of.house, service.commonNeedsOf, water);
  const anyDays = of.month.filter((day) =>
    of.house.services.some(
      (one) =>
        one.code === service.code &&
        one.method === 'odn' &&
        isWithin(day, one.validFrom, one.validTo),
    ),
  );
  const rest = minus(counted, times(rooms, ratio(served.length, anyDays.length)));
  return toWhole(times(rest, ratio(10 ** service.precision)));
}

function normOfHouse(house: HouseFacts, service: ServiceFacts, days: readonly number[]): bigint {
  if (house.commonAreaE2 === null) throw new Skip('no common area');
  const mean = times(total(days.map((day) => normOf(service, day))), ratio(1, days.length));
  return toWhole(times(mean, ratio(house.commonAreaE2, 100), ratio(10 ** service.precision)));
}

function drawnTogether(
  at: Month['at'],
  { services }: HouseFacts,
  codes: readonly string[],
  water: ReadonlyMap<number, Waters>,
): Ratio {
  if (!services.some((service) => codes.includes(service.code))) throw new Skip('no own service');
  return total(
    [...water.values()].flatMap((own) =>
      codes.map((one) => {
        const drawn = own.get(one);
        if (drawn === undefined) return NOTHING;
        if (!('countedBy' in drawn)) return drawn.drawn;
        const { countedBy } = drawn;
        const owner = countedBy && water.get(countedBy.personalAccountId)?.get(one);
        if (!owner || 'countedBy' in owner) throw new Skip('a volume is not known');
        const days = services
          .filter((service) => service.code === one)
          .flatMap((service) =>
            at(countedBy, service).days.filter((day) => isDrawn(countedBy, service, day)),
          );
        if (days.some((day) => !owner.metered.includes(day))) throw new Skip('some days');
        return NOTHING;
      }),
    ),
  );
}
