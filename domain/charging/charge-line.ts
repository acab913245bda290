// One computed charge and everything it follows from, as it is stored: plain data, with decimals as text. A volume that is not
// a decimal of six places is written as a fraction in lowest terms, such as "1/3".
import type { BenefitLimit } from '../regulation/benefit/benefit.ts';
import type { BenefitCategory } from '../regulation/benefit/categories.ts';
import type { ActKind, QualityStandard } from '../regulation/quality/service-act.ts';
import type { UnusableBecause } from '../regulation/unread-meter/unread-meter.ts';
import type { ChargeRule } from './charge-rules.ts';
import type { Component, SharedMeterWay } from './house-facts.ts';

/** Consecutive days on which nothing that the charge follows from changes. Its amount is rounded once. */
export type ChargePart = {
  readonly from: string;
  readonly to: string;
  readonly days: number;
  /** As displayed, to six places. The unrounded volume is priced. */
  readonly volume: string;
  readonly tariff: string;
  readonly tariffBasis: string;
  readonly amount: string;
  readonly norm?: string;
  readonly normBasis?: string;
  readonly persons?: number;
  /** True when nobody is registered and the owners are counted instead. */
  readonly personsAreOwners?: boolean;
  /** By contract or calculation, for a whole month. */
  readonly contractVolume?: string;
  /** K, for a line that charges the excess. */
  readonly coefficient?: string;
  /** q of two-component hot water: the heat for one cubic metre. */
  readonly heatNorm?: string;
  readonly heatNormBasis?: string;
  /** Full days away, summed over persons. */
  readonly absentPersonDays?: number;
  /** The account's part, on these days, of the volume counted by the meters of its room. */
  readonly roomShare?: string;
  /** True when the room heats itself: then only the heat of the common rooms is charged. */
  readonly ownHeat?: true;
  /** The acts of interference with a meter that this part charges; the part's own day is that of the act. */
  readonly tampering?: readonly TamperingBasis[];
  /** The parts of the volume above the bounds of tariff ranges, each at its own tariff. */
  readonly ranges?: readonly RangePart[];
  /** For a year: how many months these days make up; a part of a month counts in proportion. */
  readonly months?: string;
};

/** The days from the meter's last check to the act. */
export type TamperingBasis = {
  readonly serialNumber: string;
  readonly from: string;
  readonly to: string;
  readonly days: number;
  /** The same period in months, exactly. */
  readonly months: string;
  /** In the meter's unit; absent if unknown, and then the norm is used. */
  readonly capacityPerDay?: string;
};

/** The volume as displayed. */
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
  /** The volume that estimates have charged since the previous reading; absent when there is none. */
  readonly estimated?: string;
};

/** A meter without a valid reading, or one whose readings stop counting on some day of the month. */
export type UnreadMeterBasis = {
  readonly meterId: number;
  readonly serialNumber: string;
  /** For heating: a meter of the room, when the others are those of the house. */
  readonly ofRoom?: true;
  readonly because: 'reading-missing' | UnusableBecause;
  /** The number of consecutive periods without a reading so far. */
  readonly period: number;
  /** The average used instead: the volume that it counted in so many months, applied for so many days. Otherwise the norm. */
  readonly average?: { readonly months: number; readonly volume: string; readonly days: number };
  /**
   * The volume charged in place of its reading, which a late reading is compared with; absent if this meter is charged by the
   * norm because of another meter of the service.
   */
  readonly estimate?: string;
};

/** What a volume follows from, apart from the parts. */
export type BasisInputs = {
  readonly meters?: readonly MeterBasis[];
  readonly unread?: readonly UnreadMeterBasis[];
  /** For a year of heating by heat cost allocators. */
  readonly allocators?: AllocatorBasis;
  /** For heating: the meters of the room, when `meters` are those of the house. */
  readonly ownMeters?: readonly MeterBasis[];
  /** Square metres that the volume follows from: two places, or up to six when multiplied by the account's share. */
  readonly area?: string;
  /** If the account has a share of its room: the area from which `area` is rounded. */
  readonly roomArea?: string;
  readonly share?: string;
  /** For heating paid over the whole year: the months of the season, as the twelfths that a month bears. */
  readonly heatingMonths?: number;
  /** For water disposal: the volumes that it sums, by service. */
  readonly volumes?: Readonly<Record<string, string>>;
  /** The account's part of the volume shared out by the house, or within its room. */
  readonly ownVolume?: string;
  /** What the accounts of its room share. */
  readonly room?: RoomBasis;
  /** What the house shares out, and in what proportion. */
  readonly house?: HouseBasis;
  /** The days over which a volume is spread evenly, if they are more than the charged ones. */
  readonly spreadDays?: number;
  /** For a year: the months in which the account existed, over which its part of the year's volume is spread. */
  readonly months?: string;
  /** True if an act says that no meter can be installed, so that K counts on no day. */
  readonly noMeterPossible?: true;
  /** How much of the month's tariff ranges earlier lines have filled; absent when nothing. */
  readonly rangesFrom?: string;
  /** For heating in a house where some rooms heat themselves: the account's part of the heat of the common rooms. */
  readonly commonVolume?: string;
  /** The days on which its own room is heated. */
  readonly heatedDays?: number;
  /** For heating by norm in a room that heats itself: the common rooms, of which the account bears a part by area. */
  readonly common?: { readonly area: string; readonly roomsArea: string };
};

/** What the heat cost allocators of this room and of all rooms have shown, and the volume that all of them share. */
export type AllocatorBasis = {
  readonly own: string;
  readonly all: string;
  readonly volume: string;
};

export type RoomBasis = {
  /** By the meters of the room; below zero when late readings take back more. */
  readonly volume: string;
  readonly by: SharedMeterWay;
  /** The account's shares summed over the days with a meter, if these are more than the charged days. */
  readonly shareDays?: string;
};

export type HouseBasis = {
  /** By its meter; absent if the norm is used. */
  readonly volume?: string;
  readonly individualVolumes?: string;
  /** For common-house needs by norm, or limited by it: the norm, the common area, and their product. */
  readonly norm?: string;
  readonly normBasis?: string;
  readonly commonArea?: string;
  readonly limit?: string;
  /** For common-house needs by meter: the volume carried over from earlier months and to later ones, zero or below. */
  readonly carriedIn?: string;
  readonly carriedOut?: string;
  /** For charges by a mean month: the house's consumption in the year before; for common-house needs, what was used in common. */
  readonly yearBefore?: { readonly year: number; readonly volume: string };
  /** For the recalculation of a year: consumption by month (`YYYY-MM`), below zero where the rooms used more than the house. */
  readonly drawn?: Readonly<Record<string, string>>;
  readonly shared: string;
  readonly roomsArea: string;
  /** For heating when some rooms heat themselves: the area of the other rooms in square metres, the mean over the days. */
  readonly heatedArea?: string;
};

/** The two sides of a correction's difference. */
export type CorrectionBasis = {
  /** For the recalculation of a year. */
  readonly year?: number;
  /** The corrected month, `YYYY-MM`; for a year, its last month. */
  readonly period: string;
  /** As worded by the person who requested the correction. */
  readonly reason: string;
  /** All standing charges of the line: its own charge and what earlier corrections have added, in the order of ids. */
  readonly stood: readonly StandingAmount[];
  /** What the month would be charged by now; absent for a line that is no longer charged. */
  readonly now?: ChargeBasis;
};

export type StandingAmount = {
  readonly chargeId: number;
  /** The month in which it is charged, `YYYY-MM`. */
  readonly period: string;
  readonly amount: string;
};

/** What acts on a service take back from the month's charge. */
export type ActsBasis = {
  readonly standard: QualityStandard;
  /** The month, `YYYY-MM`. */
  readonly period: string;
  /** The days for which the account is charged; of heating those on which the house is heated, if these are known. */
  readonly charged: readonly DaysBasis[];
  /** The charge by appendix 2, including what K adds. */
  readonly charge: string;
  /** What remains after absences take back: acts take back no more than that. Absent if absences take back nothing. */
  readonly most?: string;
  /** Acts on the service of this room with hours in the month. */
  readonly acts: readonly ActBasis[];
  /** Both prices, for days with hours in which hot water is paid as cold water. */
  readonly prices?: readonly (DaysBasis & {
    readonly tariff: string;
    readonly coldTariff: string;
  })[];
};

type DaysBasis = { readonly from: string; readonly to: string };

/** In Moscow local time, `YYYY-MM-DDTHH:MM:SS`. */
export type ActBasis = DaysBasis & {
  readonly kind: ActKind;
  readonly measured?: string;
  readonly required?: string;
  readonly allowedHours?: number;
};

/** What benefits deduct from the month's charge for a service. */
export type BenefitsBasis = {
  /** The charge that the parts follow from: without what K adds, with what late readings take back. */
  readonly charge: string;
  /** What absences and acts leave of it, if they take anything back: the benefits deduct their part of that. */
  readonly left?: string;
  /** In the order of their days. */
  readonly benefits: readonly BenefitBasis[];
};

export type BenefitBasis = {
  readonly category: BenefitCategory;
  readonly share: string;
  /** The number of entitled persons. */
  readonly persons: number;
  readonly limit: BenefitLimit;
  /** The document. */
  readonly document: string;
  /** The deducted amount, above zero unless more is taken back than is charged. */
  readonly amount: string;
  readonly parts: readonly BenefitPart[];
};

/** Days of one part of the charge on which nothing that the benefit follows from changes. */
export type BenefitPart = DaysBasis & {
  readonly days: number;
  /** The charge of the whole part, and its days if they are more than these. */
  readonly charge: string;
  readonly ofDays?: number;
  /** For a year, which is spread evenly over its months: the number of months in these days and in the whole part. */
  readonly months?: string;
  readonly ofMonths?: string;
  readonly residents: number;
  /** For a limit by the norm: the exact volume of all residents on these days, and the monthly norm per person. */
  readonly volume?: string;
  readonly norm?: string;
  readonly normBasis?: string;
  /** For a limit by the social norm: the account's square metres, and those that count for so many residents. */
  readonly area?: string;
  readonly countedArea?: string;
};

/** What an amount follows from, whatever its rule. */
export type Grounds = BasisInputs & {
  /** The component of a two-component service that the line charges. */
  readonly component?: Component;
  /** The unit of the volume if it differs from the service's: for the heat in hot water. */
  readonly unit?: string;
  /** Each part's amount is rounded once, half up to a kopeck; the charge is their sum. Absent for a former bill. */
  readonly rounding?: 'part-half-up';
  readonly daysInMonth: number;
  readonly parts: readonly ChargePart[];
};

export type ChargeBasis = Grounds & {
  readonly rule: ChargeRule;
  /** For a correction, which has no parts of its own. */
  readonly correction?: CorrectionBasis;
  /** For what acts take back, which has no parts either. */
  readonly acts?: ActsBasis;
  /** For benefits, which have only the parts of each benefit. */
  readonly benefits?: BenefitsBasis;
};

/** The lines of one service of one account. Each has a fixed number, so that a replay finds its counterpart. */
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

/** They correct a year and not a month, so the correction of a month does not compare them. */
export const YEAR_LINES: readonly number[] = [
  LINE.year,
  LINE.yearHeat,
  LINE.yearBenefit,
  LINE.yearBenefitHeat,
];

/** Lines of the heat in two-component hot water. */
export const HEAT_LINES: readonly number[] = [
  LINE.heat,
  LINE.lateReadingHeat,
  LINE.absenceHeat,
  LINE.actsHeat,
  LINE.tamperingHeat,
  LINE.yearHeat,
  LINE.benefitHeat,
  LINE.yearBenefitHeat,
];

/** Lines that benefits deduct, for a month or a year. */
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
  /** The charging method, or `excess`, `recalculation` or `benefit`. */
  readonly rateType: string;
  readonly consumptionE6: bigint;
  /** The tariff on the last day. */
  readonly tariffE4: bigint;
  readonly amountKopecks: bigint;
  readonly basis: ChargeBasis;
};
