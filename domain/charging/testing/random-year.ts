// Random years of a small house that is charged equally every month and recalculated once: common-house needs by the norm or the
// mean month, or evenly charged heating. Rooms are sold, tariffs change, meters fail; occasionally a figure is missing.
import { compareDays } from '../../calendar/day.ts';
import { sumOf } from '../../money/sums.ts';
import type {
  AccountFacts,
  AccountServiceFacts,
  Component,
  HouseFacts,
  MeterFacts,
  NormFacts,
  ServiceFacts,
  TariffFacts,
} from '../house-facts.ts';
import type { HouseMonth } from '../reference/year-by-day.ts';
import { account, differing, service } from './facts.ts';
import { randomMeters } from './random-meters.ts';
import type { Random } from './random.ts';

export type RandomYear = {
  readonly year: number;
  readonly houseServiceId: number;
  readonly months: readonly HouseMonth[];
};

/** The recalculated service. */
const SHARED = 2;
const GROUP = 'плита';
const FULL_SHARE_E8 = 100_000_000n;

export function randomYear(random: Random): RandomYear {
  const year = random.oneOf([2024, 2025]);
  const services = random.oneOf([coldWater, hotWater, heating])(random, year);
  const owners = randomRooms(random, year);
  const areas = new Map(owners.map(({ roomNumber, areaE2 }) => [roomNumber, areaE2]));
  const area = sumOf(areas.values());
  const differingOf = new Map(
    owners.map((one) => [one, randomDiffering(random, year, services.at(-1))] as const),
  );
  const house = {
    houseId: 1,
    organizationId: 1,
    heatingMonths: [1, 2, 3, 4, 10, 11, 12],
    heatingSeasons: [],
    roomsAreaE2: random.percent(2) ? area / 2n : area + BigInt(random.whole(0, 1) * 4_321),
    commonAreaE2: random.percent(98) ? BigInt(random.whole(100, 20_000)) : null,
    commonNeedsMethod: random.oneOf(['norm-yearly', 'average-yearly'] as const),
    commonNeedsBefore: random.percent(95)
      ? [
          {
            houseServiceId: SHARED,
            carriedE6: 0n,
            yearBeforeE6: BigInt(random.whole(-100, 9_000)) * 1_000n,
          },
        ]
      : [],
    services,
    acts: [],
  };
  const isRead = random.percent(92);
  const months = Array.from({ length: 12 }, (_, index): HouseMonth => {
    const month = Temporal.PlainYearMonth.from({ year, month: index + 1 });
    const meters = services
      .filter(({ method }) => method === 'odn' && isRead)
      .flatMap((one) => randomMeters(random, month, one, 60_000))
      .map((meter) => (random.percent(85) ? counting(meter) : meter));
    const facts: HouseFacts = { ...house, month, meters };
    const open = owners
      .filter((one) => hasDaysIn(month, one.openedOn, one.closedOn))
      .map((one) => withRows(one, month, differingOf.get(one) ?? []));
    return { house: facts, accounts: open };
  });
  return { year, houseServiceId: SHARED, months };
}

/** Most meters keep counting, otherwise hardly any year would be known. */
function counting(meter: MeterFacts): MeterFacts {
  return { ...meter, outOfOrderSince: null, missedPeriods: 1 };
}

/** The rows that have days in the month. */
function withRows(
  one: AccountFacts,
  month: Temporal.PlainYearMonth,
  rows: readonly AccountServiceFacts[],
): AccountFacts {
  const services = rows.filter(({ validFrom, validTo }) => hasDaysIn(month, validFrom, validTo));
  return { ...one, services };
}

function hasDaysIn(
  month: Temporal.PlainYearMonth,
  from: Temporal.PlainDate,
  to: Temporal.PlainDate | null,
): boolean {
  const [first, last] = [1, month.daysInMonth].map((day) => month.toPlainDate({ day }));
  return compareDays(from, last ?? from) <= 0 && (to === null || compareDays(to, first ?? to) >= 0);
}

function coldWater(random: Random, year: number): readonly ServiceFacts[] {
  return [
    service(1, 'cold-water', 'norm', { norms: rowsOf(random, year, null, 100) }),
    service(SHARED, 'cold-water-odn', 'odn', {
      tariffs: rowsOf(random, year, null, 98),
      norms: rowsOf(random, year, null, 95),
      ...lateService(random, year),
    }),
  ];
}

function hotWater(random: Random, year: number): readonly ServiceFacts[] {
  const both = (often: number) =>
    (['cold', 'heat'] as const).flatMap((component) => rowsOf(random, year, component, often));
  return [
    service(1, 'hot-water', 'norm', { norms: rowsOf(random, year, null, 100) }),
    service(SHARED, 'hot-water-two-component-odn', 'odn', {
      tariffs: both(99),
      norms: both(97),
      ...lateService(random, year),
    }),
  ];
}

function heating(random: Random, year: number): readonly ServiceFacts[] {
  const volumeOf = (of: number) =>
    random.percent(95)
      ? [
          {
            year: of,
            volumeE3: BigInt(random.whole(0, 900_000)),
            by: random.oneOf(['stated', 'meters'] as const),
          },
        ]
      : [];
  return [
    service(SHARED, 'heating', 'heating', {
      heatingMode: 'even-by-meter',
      yearVolumes: [...volumeOf(year - 1), ...volumeOf(year)],
      precision: 6,
      tariffs: rowsOf(random, year, null, 98),
      ...(random.percent(5) ? lateService(random, year) : {}),
    }),
  ];
}

/** Some services begin during the year. */
function lateService(random: Random, year: number): Partial<ServiceFacts> {
  return random.percent(12) ? { validFrom: dayOf(random, year) } : {};
}

/** Consecutive rows, mostly without a gap, and occasionally those of another group. */
function rowsOf(
  random: Random,
  year: number,
  component: Component | null,
  often: number,
): readonly (TariffFacts & NormFacts)[] {
  if (!random.percent(often)) return [];
  const rows = rowsOfGroup(random, year, component, null);
  return random.percent(20) ? [...rows, ...rowsOfGroup(random, year, component, GROUP)] : rows;
}

function rowsOfGroup(
  random: Random,
  year: number,
  component: Component | null,
  group: string | null,
): readonly (TariffFacts & NormFacts)[] {
  const cuts = Array.from({ length: random.whole(0, 3) }, () => dayOf(random, year));
  const days = [...new Map(cuts.map((day) => [day.toString(), day])).values()];
  const from = [Temporal.PlainDate.from('2020-01-01'), ...days.toSorted(compareDays)];
  return from.map((validFrom, index) => {
    const next = from[index + 1];
    const value = BigInt(random.whole(1, 60_000));
    return {
      // Another act may set the same value.
      valueE4: random.percent(15) ? 250_000n : value,
      valueE6: random.percent(15) ? 25_000n : value,
      ranges:
        component === null && random.percent(1) ? [{ aboveE3: 10_000n, valueE4: 5_000n }] : [],
      byPersons: [],
      basis: `order ${random.whole(1, 2)}`,
      component,
      group,
      validFrom,
      validTo: next === undefined ? null : next.subtract({ days: random.percent(97) ? 1 : 2 }),
    };
  });
}

/** Two or three rooms: with one owner, with two, or with one after another. */
function randomRooms(random: Random, year: number): readonly AccountFacts[] {
  return Array.from({ length: random.whole(2, 3) }, (_, index) => index + 1).flatMap((number) => {
    const one = account(number, {
      areaE2: BigInt(random.whole(1_000, 9_000)),
      registeredPersons: [
        { count: random.whole(0, 4), validFrom: Temporal.PlainDate.from('2020-01-01') },
      ],
    });
    if (random.percent(20)) {
      const half = { ...one, shareE8: FULL_SHARE_E8 / 2n };
      const other = follow(half, 10);
      return [half].concat(random.percent(50) ? sold(random, year, other) : [other]);
    }
    return random.percent(40) ? sold(random, year, one) : [one];
  });
}

function follow(one: AccountFacts, by: number): AccountFacts {
  const personalAccountId = one.personalAccountId + by;
  return { ...one, personalAccountId, accountNumber: `LS${personalAccountId}` };
}

/** Mostly from one day to the next; occasionally nobody owns it for some time. */
function sold(random: Random, year: number, one: AccountFacts): readonly AccountFacts[] {
  const on = dayOf(random, year);
  const gap = random.percent(80) ? 0 : random.whole(1, 70);
  return [
    { ...one, closedOn: on.subtract({ days: 1 }) },
    { ...follow(one, 20), openedOn: on.add({ days: gap }) },
  ];
}

/** Days on which it is not charged, another group, and for heating what its allocators have shown. */
function randomDiffering(
  random: Random,
  year: number,
  of: ServiceFacts | undefined,
): readonly AccountServiceFacts[] {
  const isHeating = of?.method === 'heating';
  if (!random.percent(isHeating ? 75 : 30)) return [];
  const isCharged = isHeating ? random.percent(90) : random.percent(40);
  const from = random.percent(50) ? Temporal.PlainDate.from('2020-01-01') : dayOf(random, year);
  const row = differing(SHARED, {
    charged: isCharged,
    reason: isCharged ? null : random.oneOf(['direct-contract', 'not-used', 'other'] as const),
    tariffGroup: random.percent(50) ? GROUP : null,
    normGroup: random.percent(50) ? GROUP : null,
    validFrom: from,
    validTo: random.percent(40) ? from.add({ days: random.whole(0, 2_500) }) : null,
    allocatorUnitsE3: isHeating && random.percent(80) ? BigInt(random.whole(0, 9_000)) : null,
  });
  return [row];
}

function dayOf(random: Random, year: number): Temporal.PlainDate {
  return Temporal.PlainDate.from({ year, month: 1, day: 1 }).add({ days: random.whole(1, 364) });
}
