// One computed charge and everything it follows from, as it is stored: plain data, decimals as text. A volume that is no
// decimal of six places is written as a fraction in lowest terms, "1/3".
import type { BenefitLimit } from '../regulation/benefit/benefit.ts';
import type { BenefitCategory } from '../regulation/benefit/categories.ts';
import type { ActKind, QualityStandard } from '../regulation/quality/service-act.ts';
import type { UnusableBecause } from '../regulation/unread-meter/unread-meter.ts';
import type { ChargeRule } from './charge-rules.ts';
import type { Component, SharedMeterWay } from './house-facts.ts';

/** A stretch of days on which nothing that the charge follows from changes. Its amount is rounded once. */
export type ChargePart = {
  readonly from: string;
  readonly to: string;
  readonly days: number;
  /** As it is shown: six places. It is priced unrounded. */
  readonly volume: string;
  readonly tariff: string;
  readonly tariffBasis: string;
  readonly amount: string;
  readonly norm?: string;
  readonly normBasis?: string;
  readonly persons?: number;
  /** True when nobody is registered and the owners are counted instead. */
  readonly personsAreOwners?: boolean;
  /** By contract or calculation, of a whole month. */
  readonly contractVolume?: string;
  /** K, of a line that charges the excess. */
  readonly coefficient?: string;
  /** q of two-component hot water: the heat for one cubic metre. */
  readonly heatNorm?: string;
  readonly heatNormBasis?: string;
  /** Full days away, summed over persons. */
  readonly absentPersonDays?: number;
  /** The account's part on these days of what the meters of its room have counted. */
  readonly roomShare?: string;
  /** True when the room heats itself: the heat is that of the common rooms alone. */
  readonly ownHeat?: true;
  /** The acts of interference with a meter that the part charges; its own days are that of the act. */
  readonly tampering?: readonly TamperingBasis[];
  /** The parts of the volume that lie above bounds, each at a tariff of its own. */
  readonly ranges?: readonly RangePart[];
  /** Of a year: how many months these days are, those of a part of a month in their ratio. */
  readonly months?: string;
};

/** The days from the last check of the meter to the act. */
export type TamperingBasis = {
  readonly serialNumber: string;
  readonly from: string;
  readonly to: string;
  readonly days: number;
  /** The same in months, exactly. */
  readonly months: string;
  /** Of the meter's unit; absent where nobody can tell, and the norm stands in. */
  readonly capacityPerDay?: string;
};

/** The volume as it is shown. */
export type RangePart = {
  readonly above: string;
  readonly tariff: string;
  readonly volume: string;
};

/** A meter that counts by its readings. */
export type MeterBasis = {
  readonly serialNumber: string;
  readonly digits: number;
  readonly previous: string;
  readonly previousOn: string;
  readonly current: string;
  readonly currentOn: string;
  readonly rollover: boolean;
  /** What estimates have charged in its place since the previous reading; absent when nothing. */
  readonly estimated?: string;
};

/** A meter without a reading that counts, or one that counts no longer since a day of the month. */
export type UnreadMeterBasis = {
  readonly meterId: number;
  readonly serialNumber: string;
  /** Of heating: a meter of the room, where the others are those of the house. */
  readonly ofRoom?: true;
  readonly because: 'reading-missing' | UnusableBecause;
  /** The number of consecutive periods so far. */
  readonly period: number;
  /** What stands in is its average: of so many months, in which it has counted this volume, for so many days. Else the norm. */
  readonly average?: { readonly months: number; readonly volume: string; readonly days: number };
  /**
   * The volume that is charged in its place, which a late reading counts against; absent where it is the norm that stands
   * in for another meter of the service.
   */
  readonly estimate?: string;
};

/** What a volume follows from besides the parts. */
export type BasisInputs = {
  readonly meters?: readonly MeterBasis[];
  readonly unread?: readonly UnreadMeterBasis[];
  /** Of a year of heating by heat cost allocators. */
  readonly allocators?: AllocatorBasis;
  /** Of heating: the meters of the room, where `meters` are those of the house. */
  readonly ownMeters?: readonly MeterBasis[];
  /** Square metres that the volume follows from, the account's share applied, to two places. */
  readonly area?: string;
  /** Where the account has a share of its room: what `area` is rounded from. */
  readonly roomArea?: string;
  readonly share?: string;
  /** Of heating paid over the whole year: the months of the season, the twelfths that a month bears. */
  readonly heatingMonths?: number;
  /** Of a water disposal: the volumes that it sums, by service. */
  readonly volumes?: Readonly<Record<string, string>>;
  /** The account's part of what the house, or its room, shares out. */
  readonly ownVolume?: string;
  /** What the accounts of its room share. */
  readonly room?: RoomBasis;
  /** What the house shares out, and by what. */
  readonly house?: HouseBasis;
  /** The days that a volume falls on evenly, where they are more than are charged. */
  readonly spreadDays?: number;
  /** Of a year: the months in which the account was there, which its part of the year's volume falls on. */
  readonly months?: string;
  /** True when K counts on no day of an act that no meter can be installed. */
  readonly noMeterPossible?: true;
  /** What the lines before this one have filled of the month's ranges; absent when nothing. */
  readonly rangesFrom?: string;
  /** Of heating beside rooms that heat themselves: the account's part of the heat of the common rooms. */
  readonly commonVolume?: string;
  /** The days on which its own room is heated. */
  readonly heatedDays?: number;
  /** Of heating by norm in a room that heats itself: the common rooms, of which it bears a part by its area. */
  readonly common?: { readonly area: string; readonly roomsArea: string };
};

/** What the heat cost allocators of the room have shown, those of all rooms, and the volume that falls on these. */
export type AllocatorBasis = {
  readonly own: string;
  readonly all: string;
  readonly volume: string;
};

export type RoomBasis = {
  /** By the meters of the room; below zero where late readings take back. */
  readonly volume: string;
  readonly by: SharedMeterWay;
  /** The account's shares summed over the days with a meter, where these are more than are charged. */
  readonly shareDays?: string;
};

export type HouseBasis = {
  /** By its meter; absent where the norm stands in. */
  readonly volume?: string;
  readonly individualVolumes?: string;
  /** Of common-house needs by norm, or limited by it: the norm, the square metres in common, and what they make. */
  readonly norm?: string;
  readonly normBasis?: string;
  readonly commonArea?: string;
  readonly limit?: string;
  /** Of common-house needs as the meter says: what earlier months have left over and what this one leaves, zero or below. */
  readonly carriedIn?: string;
  readonly carriedOut?: string;
  /** Of what is charged by a mean month: what the house drew in the year before, of common-house needs in common. */
  readonly yearBefore?: { readonly year: number; readonly volume: string };
  /** Of the recalculation of a year: what its months have drawn, by `YYYY-MM`, below zero where the rooms have drawn more. */
  readonly drawn?: Readonly<Record<string, string>>;
  readonly shared: string;
  readonly roomsArea: string;
  /** Of heating: the rooms that the house heats, where some heat themselves; square metres, the mean of the days. */
  readonly heatedArea?: string;
};

/** What a correction takes the difference of. */
export type CorrectionBasis = {
  /** Of the recalculation of a year. */
  readonly year?: number;
  /** The corrected month, `YYYY-MM`; of a year its last one. */
  readonly period: string;
  /** In the words of whoever asked for the correction. */
  readonly reason: string;
  /** All that stood for the line: its charge, and what earlier corrections have added, in the order of ids. */
  readonly stood: readonly StandingAmount[];
  /** By what the month would be charged now; absent of a line that is no longer charged. */
  readonly now?: ChargeBasis;
};

export type StandingAmount = {
  readonly chargeId: number;
  /** The month that it is charged in, `YYYY-MM`. */
  readonly period: string;
  readonly amount: string;
};

/** What acts on a service take back of the month's charge. */
export type ActsBasis = {
  readonly standard: QualityStandard;
  /** The month, `YYYY-MM`. */
  readonly period: string;
  /** The days that the account is charged for. */
  readonly charged: readonly DaysBasis[];
  /** By appendix 2, with what K adds. */
  readonly charge: string;
  /** Where absences take back as well: what they leave, and no more is taken back. */
  readonly most?: string;
  /** Those on the room's service that have hours in the month. */
  readonly acts: readonly ActBasis[];
  /** Of days with hours in which hot water is paid as cold water: both prices. */
  readonly prices?: readonly (DaysBasis & {
    readonly tariff: string;
    readonly coldTariff: string;
  })[];
};

type DaysBasis = { readonly from: string; readonly to: string };

/** By the wall clock in Moscow, `YYYY-MM-DDTHH:MM:SS`. */
export type ActBasis = DaysBasis & {
  readonly kind: ActKind;
  readonly measured?: string;
  readonly required?: string;
  readonly allowedHours?: number;
};

/** What benefits take off the month's charge of a service. */
export type BenefitsBasis = {
  /** By which the parts are charged: without what K adds, with what late readings take back. */
  readonly charge: string;
  /** What absences and acts leave of it, where they take back: the benefits take their part of that. */
  readonly left?: string;
  /** In the order of their days. */
  readonly benefits: readonly BenefitBasis[];
};

export type BenefitBasis = {
  readonly category: BenefitCategory;
  readonly share: string;
  /** The entitled. */
  readonly persons: number;
  readonly limit: BenefitLimit;
  /** The document. */
  readonly document: string;
  /** What it takes off, above zero unless more is taken back than is charged. */
  readonly amount: string;
  readonly parts: readonly BenefitPart[];
};

/** Days of one part of the charge on which nothing that the benefit follows from changes. */
export type BenefitPart = DaysBasis & {
  readonly days: number;
  /** Of the whole part of the charge, and its days where they are more. */
  readonly charge: string;
  readonly ofDays?: number;
  /** Of a year, which falls evenly on its months: how many months the days are, and those of the whole part. */
  readonly months?: string;
  readonly ofMonths?: string;
  readonly residents: number;
  /** Of a limit by the norm: what all residents have drawn on the days, exactly, and the norm of one and a month. */
  readonly volume?: string;
  readonly norm?: string;
  readonly normBasis?: string;
};

/** What an amount follows from, whatever its rule. */
export type Grounds = BasisInputs & {
  /** The part of a two-component service that the line charges. */
  readonly component?: Component;
  /** The unit of the volume where it is not the service's: of the heat in hot water. */
  readonly unit?: string;
  /** Each part's amount is rounded half up to a kopeck, once; the charge is their sum. Absent of a former bill. */
  readonly rounding?: 'part-half-up';
  readonly daysInMonth: number;
  readonly parts: readonly ChargePart[];
};

export type ChargeBasis = Grounds & {
  readonly rule: ChargeRule;
  /** Of a correction, which has no parts of its own. */
  readonly correction?: CorrectionBasis;
  /** Of what acts take back: no parts either. */
  readonly acts?: ActsBasis;
  /** Of benefits, which have no parts but those of each. */
  readonly benefits?: BenefitsBasis;
};

/** The lines of one service of one account. A place of its own for each, so that a replay finds its like. */
export const LINE = {
  service: 0,
  excess: 1,
  heat: 2,
  lateReading: 3,
  lateReadingHeat: 4,
  absence: 5,
  absenceHeat: 6,
  acts: 7,
  actsHeat: 8,
  year: 9,
  tampering: 10,
  tamperingHeat: 11,
  yearHeat: 12,
  benefit: 13,
  benefitHeat: 14,
  yearBenefit: 15,
  yearBenefitHeat: 16,
} as const;

/** They correct no month but a year: no correction of a month compares them. */
export const YEAR_LINES: readonly number[] = [
  LINE.year,
  LINE.yearHeat,
  LINE.yearBenefit,
  LINE.yearBenefitHeat,
];

/** What benefits take off, of a month or a year. */
export const BENEFIT_LINES: readonly number[] = [
  LINE.benefit,
  LINE.benefitHeat,
  LINE.yearBenefit,
  LINE.yearBenefitHeat,
];

export type ChargeLine = {
  readonly personalAccountId: number;
  readonly accountNumber: string;
  readonly houseServiceId: number;
  /** One of LINE. */
  readonly line: number;
  /** The charging method; `excess`, `recalculation` and `benefit` for such lines. */
  readonly rateType: string;
  readonly consumptionE6: bigint;
  /** The tariff of the last day. */
  readonly tariffE4: bigint;
  readonly amountKopecks: bigint;
  readonly basis: ChargeBasis;
};
