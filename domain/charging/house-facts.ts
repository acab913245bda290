// All that the charges of one house and month follow from. Decimals are scaled bigints with the scale in the name:
// E2 hundredths of a square metre, E3 thousandths of a meter's unit, E4 of a rouble, E6 of a norm, E8 of a share.
import type { BillingMonth } from '../calendar/billing-month.ts';
import type { Period } from '../calendar/period.ts';
import type { BenefitLimit } from '../regulation/benefit/benefit.ts';
import type { BenefitCategory } from '../regulation/benefit/categories.ts';
import type { Coefficient } from '../regulation/coefficient/coefficient.ts';
import type { HeatedBy } from '../regulation/heating-season/heating-season.ts';
import type { QualityStandard, ServiceAct } from '../regulation/quality/service-act.ts';
import type { MeterHistory } from '../regulation/unread-meter/unread-meter.ts';
import type { Words } from '../text/words.ts';
import type { ChargingMethod } from './charging-methods.ts';

/** The parts of a two-component service that its tariffs and norms are of. */
export const COMPONENTS = ['cold', 'heat'] as const;
export type Component = (typeof COMPONENTS)[number];

/** How heating is paid: in the season, evenly over the year, by the house-wide meter, or evenly by what that counted last year. */
export const HEATING_MODES = ['season', 'whole-year', 'house-meter', 'even-by-meter'] as const;
export type HeatingMode = (typeof HEATING_MODES)[number];

/**
 * How common-house needs are found: as the house-wide meter says; the same, at most their norm; by the norm, or by the mean
 * month of the year before, and once a year recalculated to the meter.
 */
export const COMMON_NEEDS_METHODS = ['actual', 'capped', 'norm-yearly', 'average-yearly'] as const;
export type CommonNeedsMethod = (typeof COMMON_NEEDS_METHODS)[number];

/** How accounts share what a meter of their room has counted. */
export const SHARED_METER_WAYS = ['share', 'persons'] as const;
export type SharedMeterWay = (typeof SHARED_METER_WAYS)[number];

/** `component` is null for a service of one part, `group` for what counts where no other group is named. */
type DatedFacts = Period & {
  readonly basis: string;
  readonly component: Component | null;
  readonly group: string | null;
};
export type TariffFacts = DatedFacts & {
  readonly valueE4: bigint;
  /** In the order of their bounds; empty where one value counts for any volume. */
  readonly ranges: readonly TariffRange[];
};
/** The value counts for what a month draws above the bound, in thousandths of the service's unit. */
export type TariffRange = { readonly aboveE3: bigint; readonly valueE4: bigint };
export type NormFacts = DatedFacts & {
  readonly valueE6: bigint;
  /** In the order of persons; empty where one value counts for any number of them. */
  readonly byPersons: readonly PersonsNorm[];
};
/** The norm of one of so many persons, or more up to the next row. */
export type PersonsNorm = { readonly persons: number; readonly valueE6: bigint };

/**
 * A meter, its reading of the month and the one it counts from. An individual meter and a house-wide one tell the same.
 */
export type MeterFacts = {
  readonly meterId: number;
  readonly houseServiceId: number;
  readonly serialNumber: string;
  /** Digits before the decimal mark: a counter of 5 digits starts again after 99999. */
  readonly digits: number;
  /** The last reading before the month, or the one at the installation; null while the meter does not stand yet. */
  readonly previous: { readonly valueE3: bigint; readonly takenOn: string } | null;
  /** The month's reading; of a meter that is removed in the month, the one at its removal. */
  readonly current: {
    readonly valueE3: bigint;
    readonly takenOn: string;
    readonly rollover: boolean;
  } | null;
  /** The first day on which it counts; null when it stood before the month. */
  readonly installedOn: Temporal.PlainDate | null;
  /** The last day on which it counts, also when its successor is installed that day; null while it stands. */
  readonly removedOn: Temporal.PlainDate | null;
  /** The last day of its verification; null when none is known, and then it never ends. */
  readonly verifiedUntil: Temporal.PlainDate | null;
  /** The first day on which it is broken or lost; null while it is in order. */
  readonly outOfOrderSince: Temporal.PlainDate | null;
  /** The first day after a check of it was refused; null where none was, or where it has been checked since. */
  readonly accessRefusedSince: Temporal.PlainDate | null;
  /** What it has counted over its last months with usable readings before this one, at most 12; null when there are none. */
  readonly history: MeterHistory | null;
  /** Months in a row without a reading, this one included; 0 when this one has a reading. */
  readonly missedPeriods: number;
  /**
   * The volume that averages and norms have charged in its place since its last reading, in millionths of its unit: the
   * `estimate` of the charges of the months in between.
   */
  readonly estimatedE6: bigint;
  /** Whether it counts for all accounts of the room together, which share its volume; each of them tells of it. */
  readonly ofRoom: boolean;
  /** The acts of the month that say that somebody has interfered with it. */
  readonly tampered: readonly TamperingFacts[];
};

export type TamperingFacts = {
  readonly on: Temporal.PlainDate;
  /** When it was last seen to be in order before. */
  readonly lastCheckOn: Temporal.PlainDate;
  /** What could have been drawn in a day, in thousandths of the meter's unit; null where nobody can tell. */
  readonly capacityPerDayE3: bigint | null;
};

/** Persons who are away for some days. */
export type AbsenceFacts = {
  /** The first full day away: the one after leaving. */
  readonly from: Temporal.PlainDate;
  /** The last full day away, inclusive: the one before coming back. */
  readonly to: Temporal.PlainDate;
  readonly persons: number;
};

/** What the catalogue says of a service, whichever house has it. Services are named by their codes. */
export type CatalogueFacts = {
  readonly code: string;
  readonly name: string;
  readonly unit: string;
  /** Places of a volume. */
  readonly precision: number;
  readonly kind: ServiceKind;
  /** What it is called within a sentence; null where that is its name. */
  readonly everydayName: Words | null;
  /** The service that charges the part of this one that goes down the drain. */
  readonly drainsInto: string | null;
  /** Of common-house needs: the services whose volumes the house-wide meter has counted too. */
  readonly commonNeedsOf: readonly string[];
  /** The service at one rate whose units it shares out by the hours of the day. */
  readonly hoursOf: string | null;
  /** Whether it is recalculated for those who were away. */
  readonly followsAbsence: boolean;
  /** Whether its meters count past their verification. */
  readonly countsUnverified: boolean;
  /** The section of appendix 1 by which its interruptions and bad quality are taken back; null where none counts. */
  readonly qualityStandard: QualityStandard | null;
  /** K by its days; none where the law knows none. */
  readonly coefficients: readonly Coefficient[];
};

/** What the Housing Code takes a service for; contributions for major repairs have penalties of their own. */
export const SERVICE_KINDS = ['housing', 'utility', 'major-repairs', 'other'] as const;
export type ServiceKind = (typeof SERVICE_KINDS)[number];

/** What the house drew in a calendar year, thousandths of a gigacalorie: as somebody has stated it, or by its meters. */
export type HeatVolume = {
  readonly year: number;
  readonly volumeE3: bigint;
  readonly by: 'stated' | 'meters';
};

/** A service as a house is charged for it. */
export type ServiceFacts = Period &
  CatalogueFacts & {
    readonly houseServiceId: number;
    readonly method: ChargingMethod;
    /** Of heating, null being the season; with `house-meter` its house-wide meters belong to the same service. */
    readonly heatingMode: HeatingMode | null;
    /** Of heating by `even-by-meter`: as far as they are known. */
    readonly heatVolumes: readonly HeatVolume[];
    /** Whether K counts where a meter could stand and does not; where the law knows none it changes nothing. */
    readonly coefficientApplies: boolean;
    readonly sharedMeterBy: SharedMeterWay;
    /** Whose money it is; null: that of the organization. */
    readonly payeeId: number | null;
    readonly tariffs: readonly TariffFacts[];
    readonly norms: readonly NormFacts[];
  };

/** Why a service of the house is not charged to an account. */
export const NOT_CHARGED_REASONS = ['direct-contract', 'own-boiler', 'not-used', 'other'] as const;
export type NotChargedReason = (typeof NOT_CHARGED_REASONS)[number];

/** What differs from the house's service for an account, on some days; no two of one service share a day. */
export type AccountServiceFacts = Period & {
  readonly houseServiceId: number;
  readonly charged: boolean;
  /** Null where it is charged. */
  readonly reason: NotChargedReason | null;
  /** False where an act says that no meter can be installed: then K never counts. */
  readonly coefficientApplies: boolean;
  /** Of the service's tariffs and norms; null is the default group. */
  readonly tariffGroup: string | null;
  readonly normGroup: string | null;
  /** Millionths of the service's unit a month; null where no contract says any. */
  readonly contractVolumeE6: bigint | null;
  /** Thousandths of what the heat cost allocators of the room have shown on these days of one year; null without any. */
  readonly allocatorUnitsE3: bigint | null;
};

/** What the law gives some of the residents off their charges. */
export type BenefitFacts = Period & {
  readonly category: BenefitCategory;
  /** In (0, 1], ten-thousandths. */
  readonly shareE4: bigint;
  /** How many of the residents are entitled. */
  readonly persons: number;
  readonly limit: BenefitLimit;
  readonly houseServiceIds: readonly number[];
  /** The document. */
  readonly basis: string;
};

export type AccountFacts = {
  readonly personalAccountId: number;
  readonly accountNumber: string;
  /** One in the house. */
  readonly roomNumber: string;
  readonly roomKind: 'residential' | 'non-residential';
  /** Of the room. */
  readonly areaE2: bigint;
  /** The account's part of its room, in (0, 1]. */
  readonly shareE8: bigint;
  readonly owners: number;
  readonly openedOn: Temporal.PlainDate;
  readonly closedOn: Temporal.PlainDate | null;
  /** Persons registered from a day on, in the order of days. */
  readonly registeredPersons: readonly {
    readonly count: number;
    readonly validFrom: Temporal.PlainDate;
  }[];
  readonly meters: readonly MeterFacts[];
  /** The absences, confirmed by documents, that have days in the month. */
  readonly absences: readonly AbsenceFacts[];
  /** What differs for it on some day of the month. */
  readonly services: readonly AccountServiceFacts[];
  /** Those that hold on some day of the month, in the order of their days. */
  readonly benefits: readonly BenefitFacts[];
};

/** Millionths of the service's unit. */
export type CommonNeedsBefore = {
  readonly houseServiceId: number;
  /** Zero or below: what the rooms have drawn beyond the house-wide meter, and no month has been lowered by yet. */
  readonly carriedE6: bigint;
  /** What the house drew in common in the twelve months of the year before; null where that is not known of each. */
  readonly yearBeforeE6: bigint | null;
};

/** An act on a service of the house that has hours in the month. */
export type ActFacts = ServiceAct & {
  readonly houseServiceId: number;
  /** By their numbers; null for the whole house. */
  readonly roomNumbers: readonly string[] | null;
};

export type HouseFacts = HeatedBy & {
  readonly houseId: number;
  readonly organizationId: number;
  readonly month: BillingMonth;
  /** All rooms of the house, residential and not. */
  readonly roomsAreaE2: bigint;
  /** The common property; null when it is not known. */
  readonly commonAreaE2: bigint | null;
  /** Null where nobody has settled it: `capped` where the service has a norm, else `actual`. */
  readonly commonNeedsMethod: CommonNeedsMethod | null;
  /** What earlier months leave for this one, of the services of common-house needs that have any. */
  readonly commonNeedsBefore: readonly CommonNeedsBefore[];
  readonly services: readonly ServiceFacts[];
  /** The house-wide meters. */
  readonly meters: readonly MeterFacts[];
  /** On its services, in the order of their beginnings. */
  readonly acts: readonly ActFacts[];
};
