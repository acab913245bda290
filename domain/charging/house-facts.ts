// Everything that the charges of one house and month follow from. Decimals are scaled bigints with the scale in the name:
// E2 hundredths of a square metre, E3 thousandths of a meter's unit, E4 of a rouble, E6 of a norm, E8 of a share.
import type { BillingMonth } from '../calendar/billing-month.ts';
import type { Period } from '../calendar/period.ts';
import type { BenefitLimit, SocialNorm } from '../regulation/benefit/benefit.ts';
import type { BenefitCategory } from '../regulation/benefit/categories.ts';
import type { Coefficient } from '../regulation/coefficient/coefficient.ts';
import type { HeatedBy } from '../regulation/heating-season/heating-season.ts';
import type { QualityStandard, ServiceAct } from '../regulation/quality/service-act.ts';
import type { MeterHistory } from '../regulation/unread-meter/unread-meter.ts';
import type { Words } from '../text/words.ts';
import type { ChargingMethod } from './charging-methods.ts';

/** The components of a two-component service, to which its tariffs and norms belong. */
export const COMPONENTS = ['cold', 'heat'] as const;
export type Component = (typeof COMPONENTS)[number];

/** How heating is paid: in the season, over the whole year, by the house-wide meter, or evenly by last year's metered volume. */
export const HEATING_MODES = ['season', 'whole-year', 'house-meter', 'even-by-meter'] as const;
export type HeatingMode = (typeof HEATING_MODES)[number];

/**
 * How common-house needs are found: by the house-wide meter; by the meter, but at most the norm; by the norm, or by the mean
 * month of the year before, both recalculated to the meter once a year.
 */
export const COMMON_NEEDS_METHODS = ['actual', 'capped', 'norm-yearly', 'average-yearly'] as const;
export type CommonNeedsMethod = (typeof COMMON_NEEDS_METHODS)[number];

/** How accounts share the volume counted by a meter of their room. */
export const SHARED_METER_WAYS = ['share', 'persons'] as const;
export type SharedMeterWay = (typeof SHARED_METER_WAYS)[number];

/** `component` is null for a service with one component, `group` is null for the default group. */
type DatedFacts = Period & {
  readonly basis: string;
  readonly component: Component | null;
  readonly group: string | null;
};
export type TariffFacts = DatedFacts & {
  readonly valueE4: bigint;
  /** In the order of their bounds; empty if one value applies to any volume. */
  readonly ranges: readonly TariffRange[];
};
/** The value applies to the part of a month's volume above the bound, in thousandths of the service's unit. */
export type TariffRange = { readonly aboveE3: bigint; readonly valueE4: bigint };
export type NormFacts = DatedFacts & {
  readonly valueE6: bigint;
  /** In the order of persons; empty if one value applies to any number of persons. */
  readonly byPersons: readonly PersonsNorm[];
};
/** The norm per person when this many live together, or more up to the next row. */
export type PersonsNorm = { readonly persons: number; readonly valueE6: bigint };

/**
 * A meter, its reading of the month and the one before. Individual and house-wide meters have the same fields.
 */
export type MeterFacts = {
  readonly meterId: number;
  readonly houseServiceId: number;
  readonly serialNumber: string;
  /** Digits before the decimal mark: a counter of 5 digits starts again after 99999. */
  readonly digits: number;
  /** The last reading before the month, or the one at installation; null if the meter was not installed before the month. */
  readonly previous: { readonly valueE3: bigint; readonly takenOn: string } | null;
  /** The month's reading; for a meter removed in the month, the one at its removal. */
  readonly current: {
    readonly valueE3: bigint;
    readonly takenOn: string;
    readonly rollover: boolean;
  } | null;
  /** The first day on which it counts; null if it was installed before the month. */
  readonly installedOn: Temporal.PlainDate | null;
  /** The last day on which it counts, even if its successor is installed that day; null while it is installed. */
  readonly removedOn: Temporal.PlainDate | null;
  /** The last day of its verification; null if unknown, and then the verification never ends. */
  readonly verifiedUntil: Temporal.PlainDate | null;
  /** The first day on which it is broken or lost; null while it works. */
  readonly outOfOrderSince: Temporal.PlainDate | null;
  /** The day after a check of it was refused; null if none was, or if it has been checked since. */
  readonly accessRefusedSince: Temporal.PlainDate | null;
  /** Its consumption over its last months with usable readings before this one, at most 12; null when there are none. */
  readonly history: MeterHistory | null;
  /** Consecutive months without a reading, including this one; 0 when this one has a reading. */
  readonly missedPeriods: number;
  /**
   * The volume charged by averages and norms since its last reading, in millionths of its unit: the sum of the `estimate` of
   * the charges in between.
   */
  readonly estimatedE6: bigint;
  /** Whether it counts for all accounts of the room, which share its volume; it is among the meters of each of them. */
  readonly ofRoom: boolean;
  /** The month's acts of interference with it. */
  readonly tampered: readonly TamperingFacts[];
};

export type TamperingFacts = {
  readonly on: Temporal.PlainDate;
  /** The last day before the act on which it was found to be in order. */
  readonly lastCheckOn: Temporal.PlainDate;
  /** The greatest possible consumption per day, in thousandths of the meter's unit; null if unknown. */
  readonly capacityPerDayE3: bigint | null;
};

/** Persons who are absent for some days. */
export type AbsenceFacts = {
  /** The first full day of absence: the day after leaving. */
  readonly from: Temporal.PlainDate;
  /** The last full day of absence, inclusive: the day before coming back. */
  readonly to: Temporal.PlainDate;
  readonly persons: number;
};

/** What the catalogue says about a service, for every house. Services are identified by their codes. */
export type CatalogueFacts = {
  readonly code: string;
  readonly name: string;
  readonly unit: string;
  /** Decimal places of a volume. */
  readonly precision: number;
  readonly kind: ServiceKind;
  /** The name within a sentence; null if it is the same as the name. */
  readonly everydayName: Words | null;
  /** The service that charges the disposal of this one as waste water. */
  readonly drainsInto: string | null;
  /** For common-house needs: the services whose volumes the house-wide meter counts too. */
  readonly commonNeedsOf: readonly string[];
  /** The single-rate service whose units this one divides by the hours of the day. */
  readonly hoursOf: string | null;
  /** Whether it is recalculated for temporary absence. */
  readonly followsAbsence: boolean;
  /** Whether its meters count after their verification has ended. */
  readonly countsUnverified: boolean;
  /** The section of appendix 1 by which interruptions and bad quality are recalculated; null if none applies. */
  readonly qualityStandard: QualityStandard | null;
  /** K by its days; empty if the law has none for the service. */
  readonly coefficients: readonly Coefficient[];
};

/** Service kinds by the Housing Code; contributions for major repairs have a penalty scale of their own. */
export const SERVICE_KINDS = ['housing', 'utility', 'major-repairs', 'other'] as const;
export type ServiceKind = (typeof SERVICE_KINDS)[number];

/**
 * The heat or the common-house needs of a calendar year, in thousandths of the service's unit: as stated by somebody, or by the
 * house's meters.
 */
export type YearVolume = {
  readonly year: number;
  readonly volumeE3: bigint;
  readonly by: 'stated' | 'meters';
};

/** A service as a house is charged for it. */
export type ServiceFacts = Period &
  CatalogueFacts & {
    readonly houseServiceId: number;
    readonly method: ChargingMethod;
    /** For heating, where null means the season; with `house-meter` its house-wide meters belong to the same service. */
    readonly heatingMode: HeatingMode | null;
    /** For heating by `even-by-meter`: the years that are known; for common-house needs: those stated. */
    readonly yearVolumes: readonly YearVolume[];
    /** Whether K applies if a meter could be installed and is not; without effect if the law has no K for the service. */
    readonly coefficientApplies: boolean;
    readonly sharedMeterBy: SharedMeterWay;
    /** Who receives the money; null for the organization. */
    readonly payeeId: number | null;
    readonly tariffs: readonly TariffFacts[];
    readonly norms: readonly NormFacts[];
  };

/** Why a service of the house is not charged to an account. */
export const NOT_CHARGED_REASONS = ['direct-contract', 'own-boiler', 'not-used', 'other'] as const;
export type NotChargedReason = (typeof NOT_CHARGED_REASONS)[number];

/** What differs from the house's service for an account on some days; rows of one service never overlap. */
export type AccountServiceFacts = Period & {
  readonly houseServiceId: number;
  readonly charged: boolean;
  /** Null if it is charged. */
  readonly reason: NotChargedReason | null;
  /** False if an act says that no meter can be installed: then K does not apply. */
  readonly coefficientApplies: boolean;
  /** The group for the service's tariffs; null is the default group. */
  readonly tariffGroup: string | null;
  readonly normGroup: string | null;
  /** Millionths of the service's unit per month; null if no contract states a volume. */
  readonly contractVolumeE6: bigint | null;
  /** What the room's heat cost allocators have shown on these days of one year, in thousandths; null without any. */
  readonly allocatorUnitsE3: bigint | null;
};

/** A legal reduction of some residents' charges. */
export type BenefitFacts = Period & {
  readonly category: BenefitCategory;
  /** In (0, 1], ten-thousandths. */
  readonly shareE4: bigint;
  /** How many of the residents are entitled. */
  readonly persons: number;
  readonly limit: BenefitLimit;
  /** Null unless it is the limit. */
  readonly socialNorm: SocialNorm | null;
  readonly houseServiceIds: readonly number[];
  /** The document. */
  readonly basis: string;
};

export type AccountFacts = {
  readonly personalAccountId: number;
  readonly accountNumber: string;
  /** Unique in the house. */
  readonly roomNumber: string;
  readonly roomKind: 'residential' | 'non-residential';
  /** The area of the room. */
  readonly areaE2: bigint;
  /** The account's share of its room, in (0, 1]. */
  readonly shareE8: bigint;
  readonly owners: number;
  readonly openedOn: Temporal.PlainDate;
  readonly closedOn: Temporal.PlainDate | null;
  /** The number of registered persons from each day on, in the order of days. */
  readonly registeredPersons: readonly {
    readonly count: number;
    readonly validFrom: Temporal.PlainDate;
  }[];
  readonly meters: readonly MeterFacts[];
  /** Absences confirmed by documents, with days in the month. */
  readonly absences: readonly AbsenceFacts[];
  /** What differs for the account on any day of the month. */
  readonly services: readonly AccountServiceFacts[];
  /** Benefits in force on any day of the month, in the order of their days. */
  readonly benefits: readonly BenefitFacts[];
};

/** In millionths of the service's unit. */
export type CommonNeedsBefore = {
  readonly houseServiceId: number;
  /** Zero or below: what the rooms used beyond the house-wide meter and no month has been lowered by yet. */
  readonly carriedE6: bigint;
  /** The common consumption in the twelve months of the year before; null unless every month is known. */
  readonly yearBeforeE6: bigint | null;
};

/** An act on a service of the house that has hours in the month. */
export type ActFacts = ServiceAct & {
  readonly houseServiceId: number;
  /** The numbers of the rooms it applies to; null for the whole house. */
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
  /** Null if not chosen: then `capped` if the service has a norm, otherwise `actual`. */
  readonly commonNeedsMethod: CommonNeedsMethod | null;
  /** What earlier months leave for this one, for services of common-house needs with such a remainder. */
  readonly commonNeedsBefore: readonly CommonNeedsBefore[];
  readonly services: readonly ServiceFacts[];
  /** The house-wide meters. */
  readonly meters: readonly MeterFacts[];
  /** Acts on its services, in the order of their start. */
  readonly acts: readonly ActFacts[];
};
