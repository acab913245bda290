// Random houses for tests: small, and full of rare cases, such as a meter that is replaced in a month in which the tariff
// changes, or a flat that is sold. Occasionally a figure is missing, so that accounts are skipped.
import { compareDays } from '../../calendar/day.ts';
import { sumBy } from '../../money/sums.ts';
import type { ChargingMethod } from '../charging-methods.ts';
import { COMMON_NEEDS_METHODS, HEATING_MODES, NOT_CHARGED_REASONS } from '../house-facts.ts';
import type {
  AbsenceFacts,
  AccountFacts,
  AccountServiceFacts,
  CommonNeedsBefore,
  Component,
  HouseFacts,
  MeterFacts,
  NormFacts,
  ServiceFacts,
  TariffFacts,
} from '../house-facts.ts';
import { catalogueFacts } from './catalogue.ts';
import { randomActs } from './random-acts.ts';
import { dayIn, randomMeters } from './random-meters.ts';
import type { Random } from './random.ts';
import { transferring } from './random-transfer.ts';

export type RandomHouse = {
  readonly house: HouseFacts;
  readonly accounts: readonly AccountFacts[];
};

const MONTHS = ['2025-11', '2025-12', '2026-01', '2026-02', '2026-07', '2024-02'];
const WHOLE_SHARE_E8 = 100_000_000n;
/** A group of tariffs and norms other than the default. */
const GROUP = 'плита';
/** Own boilers are weighted: they are the usual reason why the house does not heat a room. */
const HEATING_REASONS = [...NOT_CHARGED_REASONS, 'own-boiler', 'own-boiler', 'own-boiler'] as const;
const HEATING_MONTHS = [1, 2, 3, 4, 10, 11, 12];

type Kind = {
  readonly code: string;
  readonly methods: readonly ChargingMethod[];
  readonly precision: number;
  readonly components?: true;
};
const KINDS: readonly Kind[] = [
  { code: 'cold-water', methods: ['meter', 'norm'], precision: 3 },
  { code: 'hot-water', methods: ['meter', 'norm'], precision: 3 },
  { code: 'hot-water-two-component', methods: ['meter', 'norm'], precision: 3, components: true },
  { code: 'water-disposal', methods: ['water-disposal'], precision: 3 },
  { code: 'heating', methods: ['heating'], precision: 6 },
  { code: 'electricity', methods: ['meter', 'norm'], precision: 3 },
  { code: 'gas', methods: ['meter', 'norm'], precision: 3 },
  { code: 'waste', methods: ['norm', 'area-norm', 'calculated-volume'], precision: 6 },
  { code: 'upkeep', methods: ['area'], precision: 2 },
  { code: 'own-1', methods: ['fixed', 'per-person', 'calculated-volume'], precision: 2 },
  { code: 'cold-water-odn', methods: ['odn'], precision: 3 },
  { code: 'electricity-odn', methods: ['odn'], precision: 3 },
  { code: 'hot-water-two-component-odn', methods: ['odn'], precision: 3, components: true },
];

export function randomHouse(random: Random): RandomHouse {
  const month = Temporal.PlainYearMonth.from(random.oneOf(MONTHS));
  const services = KINDS.filter(() => random.percent(35)).flatMap((kind, index) =>
    randomlySplit(random, month, kind, randomService(random, month, index + 1, kind)),
  );
  const owners = sharingRooms(
    random,
    month,
    services,
    Array.from({ length: random.whole(1, 4) }, (_, index) =>
      randomAccount(random, month, index + 1, services),
    ),
  );
  const accounts = transferring(random, month, owners);
  const area = sumBy(owners, ({ areaE2 }) => areaE2);
  const house: HouseFacts = {
    houseId: 1,
    organizationId: 1,
    month,
    heatingMonths: random.percent(95) ? HEATING_MONTHS : [],
    heatingSeasons: random.percent(30) ? randomSeasons(random, month) : [],
    roomsAreaE2: random.percent(3) ? area / 2n : area + BigInt(random.whole(0, 1) * 4_321),
    commonAreaE2: random.percent(90) ? BigInt(random.whole(100, 200_000)) : null,
    commonNeedsMethod: random.oneOf([...COMMON_NEEDS_METHODS, null]),
    commonNeedsBefore: services.flatMap((service) => randomBefore(random, service)),
    services,
    meters: services
      .filter(({ method }) => method === 'odn' || method === 'heating')
      .flatMap((service) =>
        random.percent(75) ? randomMeters(random, month, service, 1_000_000) : [],
      ),
    acts: randomActs(
      random,
      month,
      services,
      accounts.map(({ roomNumber }) => roomNumber),
    ),
  };
  return { house, accounts };
}

/** What earlier months leave: mostly no carried volume, and for some services the year before is unknown. */
function randomBefore(
  random: Random,
  { houseServiceId, method, precision }: ServiceFacts,
): readonly CommonNeedsBefore[] {
  if (method !== 'odn' || random.percent(20)) return [];
  const unit = 10n ** BigInt(6 - precision);
  const carriedE6 = random.percent(50) ? -BigInt(random.whole(1, 400_000)) * unit : 0n;
  const yearBeforeE6 = random.percent(80)
    ? BigInt(random.whole(-1_000_000, 9_000_000)) * unit
    : null;
  return [{ houseServiceId, carriedE6, yearBeforeE6 }];
}

function randomService(
  random: Random,
  month: Temporal.PlainYearMonth,
  houseServiceId: number,
  { code, methods, precision, components }: Kind,
): ServiceFacts {
  const all: readonly (Component | null)[] = components ? ['cold', 'heat'] : [null];
  const odn = methods[0] === 'odn';
  return {
    ...catalogueFacts(code),
    houseServiceId,
    code,
    name: code,
    unit: 'м³',
    precision,
    method: random.oneOf(methods),
    heatingMode: code === 'heating' ? random.oneOf(HEATING_MODES) : null,
    yearVolumes:
      code === 'heating' && random.percent(90)
        ? [
            {
              year: month.year - 1,
              volumeE3: BigInt(random.whole(0, 9_000_000)),
              by: random.oneOf(['stated', 'meters']),
            },
          ]
        : odn && random.percent(10)
          ? [{ year: month.year - 1, volumeE3: BigInt(random.whole(0, 9_000)), by: 'stated' }]
          : [],
    coefficientApplies: random.percent(50),
    sharedMeterBy: random.oneOf(['share', 'persons']),
    payeeId: null,
    tariffs: all.flatMap((component) => rowsOfGroups(random, month, component, 97)),
    norms: all.flatMap((component) =>
      rowsOfGroups(random, month, component, odn && component !== 'heat' ? 50 : 90),
    ),
    validFrom: random.percent(10)
      ? dayIn(random, month)
      : month.subtract({ months: 20 }).toPlainDate({ day: 1 }),
    validTo: random.percent(10) ? month.toPlainDate({ day: month.daysInMonth - 2 }) : null,
  };
}

/** A service that others follow from may end in the month and begin again, the next day or later, as a service of its own. */
function randomlySplit(
  random: Random,
  month: Temporal.PlainYearMonth,
  kind: Kind,
  whole: ServiceFacts,
): readonly ServiceFacts[] {
  const isSplit = ['water-disposal', 'odn'].includes(whole.method) && random.percent(20);
  if (!isSplit) return [whole];
  const validTo = dayIn(random, month);
  const validFrom = validTo.add({ days: random.percent(70) ? 1 : random.whole(2, 5) });
  const again = randomService(random, month, whole.houseServiceId + KINDS.length, kind);
  return [
    { ...whole, validTo },
    { ...again, validFrom, validTo: null },
  ];
}

/** One season or two consecutive ones, around the month. */
function randomSeasons(
  random: Random,
  month: Temporal.PlainYearMonth,
): HouseFacts['heatingSeasons'] {
  const from = dayIn(random, month.add({ months: random.whole(-4, 1) }));
  const to = from.add({ days: random.whole(0, 100) });
  const next = to.add({ days: random.whole(2, 20) });
  return [
    { from, to },
    ...(random.percent(30) ? [{ from: next, to: random.percent(50) ? next : null }] : []),
  ];
}

/** For the default group, and occasionally for another. */
function rowsOfGroups(
  random: Random,
  month: Temporal.PlainYearMonth,
  component: Component | null,
  often: number,
): readonly (TariffFacts & NormFacts)[] {
  const rows = randomRows(random, month, component, often);
  return random.percent(20) ? rows.concat(randomRows(random, month, component, 100, GROUP)) : rows;
}

/** Consecutive rows without a gap, in `often` per cent of cases any at all, and occasionally too short. */
function randomRows(
  random: Random,
  month: Temporal.PlainYearMonth,
  component: Component | null,
  often: number,
  group: string | null = null,
): readonly (TariffFacts & NormFacts)[] {
  if (!random.percent(often)) return [];
  const starts = Array.from({ length: random.percent(30) ? random.whole(1, 2) : 0 }, () =>
    random.whole(2, month.daysInMonth),
  );
  const days = [...new Set(starts)].toSorted((a, b) => a - b);
  const first = month.subtract({ months: 3 }).toPlainDate({ day: 1 });
  const from = [first, ...days.map((day) => month.toPlainDate({ day }))];
  return from.map((validFrom, index) => {
    const next = from[index + 1];
    const end = random.percent(2) ? month.toPlainDate({ day: month.daysInMonth - 1 }) : null;
    const value = BigInt(random.percent(3) ? 0 : random.whole(1, 5_000_000));
    return {
      valueE4: value,
      valueE6: value,
      ranges: component === null && random.percent(15) ? randomRanges(random) : [],
      byPersons: random.percent(15) ? randomByPersons(random) : [],
      basis: `order ${index + 1}`,
      component,
      group,
      validFrom,
      validTo: next === undefined ? end : next.subtract({ days: 1 }),
    };
  });
}

function randomRanges(random: Random): TariffFacts['ranges'] {
  const bounds = [
    random.whole(1, 20_000),
    ...(random.percent(50) ? [random.whole(1, 60_000)] : []),
  ];
  return bounds
    .toSorted((a, b) => a - b)
    .filter((bound, index) => bound !== bounds[index - 1])
    .map((bound) => ({ aboveE3: BigInt(bound), valueE4: BigInt(random.whole(0, 9_000_000)) }));
}

function randomByPersons(random: Random): NormFacts['byPersons'] {
  const from = random.whole(1, 3);
  return [from, from + 1].map((persons) => ({
    persons,
    valueE6: BigInt(random.whole(0, 5_000_000)),
  }));
}

/** What differs for an account: one row for a service, or two consecutive ones. */
function randomDiffering(
  random: Random,
  month: Temporal.PlainYearMonth,
  { houseServiceId, method }: ServiceFacts,
  contracted: number,
): readonly AccountServiceFacts[] {
  const cut = dayIn(random, month);
  const end = random.percent(40) ? dayIn(random, month) : null;
  const before = { validFrom: month.toPlainDate({ day: 1 }).subtract({ months: 2 }), validTo: cut };
  const after = {
    validFrom: cut.add({ days: 1 }),
    validTo: end !== null && compareDays(end, cut) > 0 ? end : null,
  };
  const whole = { ...before, validTo: null };
  const days = random.oneOf([
    [before],
    [after],
    [before, after],
    [whole],
    ...(contracted > 50 ? [[whole], [whole]] : []),
  ]);
  return days.map(({ validFrom, validTo }) => {
    const charged = random.percent(contracted > 50 ? 80 : 45);
    const contractVolumeE6 = BigInt(random.whole(0, 90_000_000));
    return {
      validFrom,
      validTo,
      houseServiceId,
      charged,
      reason: charged
        ? null
        : random.oneOf(method === 'heating' ? HEATING_REASONS : NOT_CHARGED_REASONS),
      coefficientApplies: random.percent(60),
      tariffGroup: random.percent(50) ? GROUP : null,
      normGroup: random.percent(50) ? GROUP : null,
      contractVolumeE6: random.percent(contracted) ? contractVolumeE6 : null,
      allocatorUnitsE3: null,
    };
  });
}

function randomAccount(
  random: Random,
  month: Temporal.PlainYearMonth,
  personalAccountId: number,
  services: readonly ServiceFacts[],
): AccountFacts {
  const roomKind = random.percent(15) ? 'non-residential' : 'residential';
  const contracted = roomKind === 'residential' ? 30 : 85;
  const moved = random.percent(25) ? [dayIn(random, month)] : [];
  const first = random.percent(2)
    ? month.toPlainDate({ day: 2 })
    : month.subtract({ months: 5 }).toPlainDate({ day: 9 });
  const from = [first, ...moved].toSorted(compareDays);
  return {
    personalAccountId,
    accountNumber: `LS${personalAccountId}`,
    roomNumber: String(random.percent(25) ? 1 : personalAccountId),
    roomKind,
    areaE2: BigInt(random.whole(1_000, 12_000)),
    shareE8: random.oneOf([100_000_000n, 100_000_000n, 50_000_000n, 33_333_333n]),
    owners: random.whole(0, 3),
    openedOn: random.percent(15)
      ? dayIn(random, month)
      : month.subtract({ months: 9 }).toPlainDate({ day: 1 }),
    closedOn: random.percent(10) ? dayIn(random, month) : null,
    registeredPersons: from.map((validFrom) => ({ count: random.whole(0, 4), validFrom })),
    meters: services.flatMap((service) =>
      random.percent(oftenMetered(service)) ? randomMeters(random, month, service, 60_000) : [],
    ),
    absences: random.percent(25)
      ? [
          randomAbsence(random, month),
          ...(random.percent(30) ? [randomAbsence(random, month)] : []),
        ]
      : [],
    services: services.flatMap((service) =>
      random.percent(contracted) ? randomDiffering(random, month, service, contracted) : [],
    ),
    benefits: [],
  };
}

/** The percentage of accounts with a meter for it. */
function oftenMetered({ method }: ServiceFacts): number {
  if (method === 'meter') return 85;
  return method === 'heating' ? 30 : 0;
}

/** Common settings for the accounts of a room; often they share its meters, and mostly they own the whole of it. */
function sharingRooms(
  random: Random,
  month: Temporal.PlainYearMonth,
  services: readonly ServiceFacts[],
  accounts: readonly AccountFacts[],
): readonly AccountFacts[] {
  return [...Map.groupBy(accounts, ({ roomNumber }) => roomNumber).values()]
    .flatMap((roommates) => sharingRoom(random, month, services, roommates))
    .toSorted((a, b) => a.personalAccountId - b.personalAccountId);
}

function sharingRoom(
  random: Random,
  month: Temporal.PlainYearMonth,
  services: readonly ServiceFacts[],
  roommates: readonly AccountFacts[],
): readonly AccountFacts[] {
  const roomKind = roommates[0]?.roomKind ?? 'residential';
  const shared = services
    .filter(({ method }) => method === 'meter' || method === 'heating')
    .filter(() => random.percent(roommates.length > 1 ? 60 : 3));
  const meters = shared.flatMap((service) =>
    randomMeters(random, month, service, 60_000, { ofRoom: true }),
  );
  const keepOwn = random.percent(10);
  const isShared = ({ houseServiceId }: MeterFacts): boolean =>
    shared.some((service) => service.houseServiceId === houseServiceId);
  const count = BigInt(roommates.length);
  const isWhole = random.percent(80);
  return roommates.map((account) => ({
    ...account,
    roomKind,
    shareE8: isWhole ? WHOLE_SHARE_E8 / count : account.shareE8,
    meters: [...account.meters.filter((meter) => keepOwn || !isShared(meter)), ...meters],
  }));
}

function randomAbsence(random: Random, month: Temporal.PlainYearMonth): AbsenceFacts {
  const from = dayIn(random, month).subtract({ days: random.whole(0, 8) });
  return { from, to: from.add({ days: random.whole(0, 20) }), persons: random.whole(1, 3) };
}
