// What core sends to billing about some houses and one month: a stream of JSON lines, the houses first, then every account that
// was open on some day of the month, house by house, then an end line that proves nothing was cut off.
import { CHARGING_METHODS } from '@kvartplata/domain/charging/charging-methods.ts';
import {
  COMMON_NEEDS_METHODS,
  COMPONENTS,
  HEATING_MODES,
  SHARED_METER_WAYS,
  NOT_CHARGED_REASONS,
} from '@kvartplata/domain/charging/house-facts.ts';
import { BENEFIT_LIMITS } from '@kvartplata/domain/regulation/benefit/benefit.ts';
import { BENEFIT_CATEGORIES } from '@kvartplata/domain/regulation/benefit/categories.ts';
import { ACT_KINDS } from '@kvartplata/domain/regulation/quality/service-act.ts';
import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { fileAnswer } from '../file-answer.ts';
import {
  DayText,
  DecimalText,
  Id,
  IdsText,
  IdText,
  Month,
  MonthText,
  Nullable,
} from '../scalars.ts';
import { Coefficient, ServiceFacts } from './service-facts.ts';

/** The most houses in one request. */
export const MAX_HOUSES_ASKED = 100;

/** One line of JSON after another. */
export const NDJSON = 'application/x-ndjson';

const HousesAndMonth = Type.Object(
  {
    organizationId: IdText,
    houseIds: IdsText(MAX_HOUSES_ASKED),
    period: Month,
  },
  { additionalProperties: false },
);

/** If the version differs, the facts behind a month's charges have changed since; it only grows. */
const Version = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

/** Houses that the organization does not have are left out. */
export const HouseVersions = Type.Object({
  versions: Type.Array(Type.Object({ houseId: Id, version: Version })),
});
export type HouseVersions = Static<typeof HouseVersions>;

export const ChargingMethod = Type.Enum(CHARGING_METHODS, {
  description: "How a service's volume is found",
});
export const CommonNeedsMethod = Type.Enum(COMMON_NEEDS_METHODS, {
  description:
    'How common-house needs are found: as the house-wide meter says, months below zero lowering the next ones; the same, at ' +
    'most the norm; by the norm, or by the mean month of the year before, with a recalculation to the meter once a year. ' +
    'Null: capped where there is a norm',
});
export const HeatingMode = Type.Enum(HEATING_MODES, {
  description:
    'How heating is paid: in the season, evenly over the year, or by the house-wide meter',
});
export const SharedMeterBy = Type.Enum(SHARED_METER_WAYS, {
  description:
    'How the accounts of a room share what its meters have counted: by their shares of the room or by persons',
});
export const Component = Type.Enum(COMPONENTS, {
  description: 'A part of a two-component service',
});

export const NotChargedReason = Type.Enum(NOT_CHARGED_REASONS, {
  description:
    'Why an account is not charged for a service of its house: it has a contract of its own with the supplier, its room ' +
    'has a source of heat of its own, it does not have the service, or something else',
});

/** `validTo` is the last day, inclusive; null while in force. */
const Validity = { validFrom: DayText, validTo: Nullable(DayText) };

const DatedValue = {
  ...Validity,
  value: DecimalText,
  basis: Type.String(),
  component: Nullable(Component),
  /** Absent for the default group. */
  group: Type.Optional(Type.String()),
};

/** The value applies to a month's volume above the bound. */
export const SnapshotRange = Type.Object({ above: DecimalText, value: DecimalText });

export const SnapshotTariff = Type.Object({
  ...DatedValue,
  /** Ordered by bound; absent if one value applies to any volume. */
  ranges: Type.Optional(Type.Array(SnapshotRange)),
});
export type SnapshotTariff = Static<typeof SnapshotTariff>;

/** The norm per person for this number of persons, or more up to the next row. */
export const SnapshotPersonsNorm = Type.Object({ persons: Type.Integer(), value: DecimalText });

export const SnapshotNorm = Type.Object({
  ...DatedValue,
  /** Ordered by persons; absent if one value applies to any number of them. */
  byPersons: Type.Optional(Type.Array(SnapshotPersonsNorm)),
});
export type SnapshotNorm = Static<typeof SnapshotNorm>;

/**
 * A meter with its reading of the month and the one from which it counts; `null` if there is none. The optional fields are set
 * only for the few meters whose charges follow from them.
 */
export const SnapshotMeter = Type.Object({
  meterId: Id,
  houseServiceId: Id,
  serialNumber: Type.String(),
  digits: Type.Integer(),
  previous: Nullable(Type.Object({ value: DecimalText, takenOn: DayText })),
  current: Nullable(
    Type.Object({ value: DecimalText, takenOn: DayText, rollover: Type.Boolean() }),
  ),
  /** The first day on which it counts, unless it was installed before the month. */
  installedOn: Type.Optional(DayText),
  /** The last day on which it counts, in this month. */
  removedOn: Type.Optional(DayText),
  /** The last day of the verification in force, if it ends before the month does. */
  verifiedUntil: Type.Optional(DayText),
  /**
   * Since when it is broken, lost or interfered with: as of its last day in the month, or of the month's reading.
   */
  outOfOrderSince: Type.Optional(DayText),
  /** The same for a refused check. */
  accessRefusedSince: Type.Optional(DayText),
  /** Consecutive months without a reading, including this one; absent if this one has a reading. */
  missedPeriods: Type.Optional(Type.Integer({ minimum: 1 })),
  /** A meter of the room: it is listed with each of the room's accounts, which share its volume. */
  ofRoom: Type.Optional(Type.Literal(true)),
  /** For a meter whose reading does not count: its consumption over its last months with readings, at most 12. */
  history: Type.Optional(
    Type.Object({ months: Type.Integer({ minimum: 1 }), volume: DecimalText }),
  ),
  /** The acts of the month about interference with it. */
  tampered: Type.Optional(
    Type.Array(
      Type.Object({
        on: DayText,
        /** When a check last found it in order before. */
        lastCheckOn: DayText,
        /** The volume that could have been consumed per day; null if it is unknown. */
        capacityPerDay: Nullable(DecimalText),
      }),
    ),
  ),
});
export type SnapshotMeter = Static<typeof SnapshotMeter>;

export const SnapshotService = Type.Object({
  ...Validity,
  ...ServiceFacts,
  /** Those in force on some day of the month. */
  coefficients: Type.Array(Type.Object(Coefficient)),
  houseServiceId: Id,
  method: ChargingMethod,
  heatingMode: Nullable(HeatingMode),
  /**
   * For heating that is charged evenly: the house's volumes of the year before and of the month's year, as far as they are known.
   * For common-house needs: the stated ones.
   */
  yearVolumes: Type.Optional(
    Type.Array(
      Type.Object({
        year: Type.Integer(),
        volume: DecimalText,
        by: Type.Enum(['stated', 'meters']),
      }),
    ),
  ),
  /** Whether the coefficient K applies if a meter could be installed but is not. */
  coefficientApplies: Type.Boolean(),
  sharedMeterBy: SharedMeterBy,
  /** Who gets the money; null for the organization. */
  payeeId: Nullable(Id),
  tariffs: Type.Array(SnapshotTariff),
  norms: Type.Array(SnapshotNorm),
});
export type SnapshotService = Static<typeof SnapshotService>;

const MoscowTime = Type.String({
  description: 'By the wall clock in Moscow, as 2026-01-05T08:00:00',
});

/** An act on a service of the house with hours in the month. */
export const SnapshotAct = Type.Object({
  houseServiceId: Id,
  kind: Type.Enum(ACT_KINDS),
  from: MoscowTime,
  to: MoscowTime,
  measured: Nullable(DecimalText),
  required: Nullable(DecimalText),
  allowedHours: Nullable(Type.Integer()),
  /** By number; null for the whole house. */
  rooms: Nullable(Type.Array(Type.String())),
});
export type SnapshotAct = Static<typeof SnapshotAct>;

export const SnapshotHouse = Type.Object({
  line: Type.Literal('house'),
  houseId: Id,
  version: Version,
  organizationId: Id,
  address: Type.String(),
  period: MonthText,
  /** Month numbers of the heating season. */
  heatingMonths: Type.Array(Type.Integer({ minimum: 1, maximum: 12 })),
  /** Its days, in chronological order; `to` is null while it lasts. */
  heatingSeasons: Type.Array(Type.Object({ from: DayText, to: Nullable(DayText) })),
  /** Square metres of all rooms, residential and not. */
  roomsArea: DecimalText,
  /** Square metres of the common property. */
  commonArea: Nullable(DecimalText),
  /** Null if not set: capped if the service has a norm. */
  commonNeedsMethod: Nullable(CommonNeedsMethod),
  /** How many of the account lines belong to the house. */
  accounts: Type.Integer(),
  services: Type.Array(SnapshotService),
  /** House-wide meters. */
  meters: Type.Array(SnapshotMeter),
  /** In chronological order; absent if there are none. */
  acts: Type.Optional(Type.Array(SnapshotAct)),
});
export type SnapshotHouse = Static<typeof SnapshotHouse>;

/** How the house's service differs for an account. */
export const SnapshotAccountService = Type.Object({
  ...Validity,
  houseServiceId: Id,
  charged: Type.Boolean(),
  /** Null if it is charged. */
  reason: Nullable(NotChargedReason),
  /** False if an act says that no meter can be installed. */
  coefficientApplies: Type.Boolean(),
  tariffGroup: Nullable(Type.String()),
  normGroup: Nullable(Type.String()),
  /** In units of the service per month. */
  contractVolume: Nullable(DecimalText),
  /** The units of the room's heat cost allocators on these days of one year. */
  allocatorUnits: Nullable(DecimalText),
});
export type SnapshotAccountService = Static<typeof SnapshotAccountService>;

/** A reduction of some residents' charges. */
export const SnapshotBenefit = Type.Object({
  ...Validity,
  category: Type.Enum(BENEFIT_CATEGORIES),
  /** In (0, 1]. */
  share: DecimalText,
  persons: Type.Integer(),
  limit: Type.Enum(BENEFIT_LIMITS),
  /** Square metres for one, for two together, for each of three or more; null unless it is the limit. */
  socialNorm: Nullable(Type.Object({ one: DecimalText, two: DecimalText, each: DecimalText })),
  houseServiceIds: Type.Array(Id),
  basis: Type.String(),
});
export type SnapshotBenefit = Static<typeof SnapshotBenefit>;

export const SnapshotAccount = Type.Object({
  line: Type.Literal('account'),
  houseId: Id,
  personalAccountId: Id,
  accountNumber: Type.String(),
  roomNumber: Type.String(),
  /** Absent for a residential room. */
  roomKind: Type.Optional(Type.Literal('non-residential')),
  /** Square metres of the room. */
  area: DecimalText,
  /** The account's part of the room, in (0, 1]. */
  share: DecimalText,
  owners: Type.Integer(),
  openedOn: DayText,
  closedOn: Nullable(DayText),
  /** Registered persons from a day on, in chronological order; the first starts at or before the month or the opening. */
  registeredPersons: Type.Array(Type.Object({ count: Type.Integer(), validFrom: DayText })),
  meters: Type.Array(SnapshotMeter),
  /** Those with days in the month: from the first full day away to the last. */
  absences: Type.Optional(
    Type.Array(Type.Object({ from: DayText, to: DayText, persons: Type.Integer() })),
  ),
  /** Differences on some day of the month, by service and day; absent if there are none. */
  services: Type.Optional(Type.Array(SnapshotAccountService)),
  /** Those in force on some day of the month, in chronological order; absent if there are none. */
  benefits: Type.Optional(Type.Array(SnapshotBenefit)),
});
export type SnapshotAccount = Static<typeof SnapshotAccount>;

/**
 * A meter that has a reading this month, and in the months before had none or stopped counting after its last one, so that
 * billing has charged estimates.
 */
export const LateMeter = Type.Object({
  houseId: Id,
  /** Null for a house-wide meter; a room's meter is listed for each account of the room that may have been charged. */
  personalAccountId: Nullable(Id),
  houseServiceId: Id,
  meterId: Id,
  /** The first month with an estimate. */
  estimatedSince: MonthText,
});
export type LateMeter = Static<typeof LateMeter>;

export const SnapshotEnd = Type.Object({
  line: Type.Literal('end'),
  /** The number of account lines of all houses together. */
  accounts: Type.Integer(),
  lateMeters: Type.Array(LateMeter),
});
export type SnapshotEnd = Static<typeof SnapshotEnd>;

export const SnapshotLine = Type.Union([SnapshotHouse, SnapshotAccount, SnapshotEnd]);
export type SnapshotLine = Static<typeof SnapshotLine>;

export const getBillingSnapshot = endpoint({
  id: 'getBillingSnapshot',
  service: 'core',
  method: 'GET',
  path: '/api/internal/billing-snapshot',
  tag: 'internal',
  summary: 'Get the billing snapshots of houses for a month',
  description:
    'As lines of JSON, each a `SnapshotLine`: the houses in the order of ids, then the accounts that were open on some day ' +
    'of the month, then an end line. Without the end line the answer was cut off. A house that the organization does not ' +
    'have is left out.',
  access: 'service',
  query: HousesAndMonth,
  answers: { 200: fileAnswer(NDJSON) },
  refusals: [],
});

export const getHouseBillingSnapshot = endpoint({
  id: 'getHouseBillingSnapshot',
  service: 'core',
  method: 'GET',
  path: '/api/internal/houses/:houseId/billing-snapshot',
  tag: 'internal',
  summary: 'Get the billing snapshot of a house for a month',
  description: 'As of several houses; one that does not exist is a 404.',
  access: 'service',
  query: Type.Object({ period: Month }, { additionalProperties: false }),
  answers: { 200: fileAnswer(NDJSON) },
  refusals: ['not-found'],
});

export const listHouseVersions = endpoint({
  id: 'listHouseVersions',
  service: 'core',
  method: 'GET',
  path: '/api/internal/house-versions',
  tag: 'internal',
  summary: 'List the snapshot versions of houses for a month',
  description:
    'A house whose version is another has changed in something that the charges of the month follow from. Their facts are ' +
    'not read.',
  access: 'service',
  query: HousesAndMonth,
  answers: { 200: HouseVersions },
  refusals: [],
});
