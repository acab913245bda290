// Appendix 1 as data: how long a service may be missing, and what the charge of the month loses for each hour above.
import type { ActKind, QualityStandard } from './service-act.ts';

/** A break counts as allowed up to `hours`, where what was measured is at least this; ten thousandths of a degree. */
type AtOnce = { readonly fromE4: bigint | null; readonly hours: number };

export type BreakRule = {
  /** The point of appendix 1. */
  readonly point: number;
  /** Hours in a month, of all breaks together; null where the law has no such bound. */
  readonly monthHours: number | null;
  /** Hours of one break, by the temperature that was measured; the first row that holds. Empty: the act names its hours. */
  readonly atOnce: readonly AtOnce[];
  /** Whether the hours follow from a temperature that has to be measured. */
  readonly isMeasured?: true;
  /** What the charge loses for each full unit of so many hours above: hundredths of a percent. */
  readonly unitHours: number;
  readonly lossE2: number;
};

const HOUR = { unitHours: 1, lossE2: 15 };
const SUPPLY = { monthHours: 8, atOnce: [{ fromE4: null, hours: 4 }], ...HOUR };

/**
 * Source: Government Decree 354 of 2011-05-06, appendix 1, p. 1, 4, 8, 9, 11, 14, 17 (waste: Decree 232 of 2017-02-27).
 */
export const BREAK_RULES: Readonly<Record<QualityStandard, BreakRule>> = {
  'cold-supply': { point: 1, ...SUPPLY },
  'hot-supply': { point: 4, ...SUPPLY },
  sewerage: { point: 8, ...SUPPLY },
  // 2 hours with two sources of power that stand in for each other, 24 with one: a fact of the house that the act tells.
  power: { point: 9, monthHours: null, atOnce: [], ...HOUR },
  'gas-supply': { point: 11, monthHours: 4, atOnce: [{ fromE4: null, hours: 4 }], ...HOUR },
  heating: {
    point: 14,
    monthHours: 24,
    // Of the air in the rooms; where it was not measured, the room has not cooled down.
    atOnce: [
      { fromE4: 120_000n, hours: 16 },
      { fromE4: 100_000n, hours: 8 },
      { fromE4: 80_000n, hours: 4 },
      { fromE4: null, hours: 0 },
    ],
    ...HOUR,
  },
  'waste-collection': {
    point: 17,
    monthHours: 72,
    // Of the air outside, the mean of the day: above +5 °C, and not.
    atOnce: [
      { fromE4: 50_001n, hours: 24 },
      { fromE4: null, hours: 48 },
    ],
    isMeasured: true,
    unitHours: 24,
    lossE2: 330,
  },
};

/** What the hours of an interruption may be where the law leaves them to the house; whatever the act says elsewhere. */
export const ELECTRICITY_HOURS: readonly number[] = [2, 24];

export type PressureRule = {
  readonly point: number;
  /** The least and the greatest, MPa in ten thousandths; null where only the act can tell what had to be kept. */
  readonly leastE4: bigint | null;
  readonly mostE4: bigint | null;
  /** So far beyond a bound the pressure still is as it has to be. */
  readonly allowedE4: bigint;
  /** Up to a quarter beyond it: hundredths of a percent an hour; further away the hours are not paid at all. */
  readonly lossE2: number;
};

/** Source: Government Decree 354 of 2011-05-06, appendix 1, p. 3, 7, 13, 16. */
export const PRESSURE_RULES: Readonly<Partial<Record<QualityStandard, PressureRule>>> = {
  'cold-supply': { point: 3, leastE4: 300n, mostE4: 6_000n, allowedE4: 0n, lossE2: 10 },
  'hot-supply': { point: 7, leastE4: 300n, mostE4: 4_500n, allowedE4: 0n, lossE2: 10 },
  'gas-supply': { point: 13, leastE4: 12n, mostE4: 30n, allowedE4: 5n, lossE2: 10 },
  heating: { point: 16, leastE4: null, mostE4: null, allowedE4: 0n, lossE2: 0 },
};

/** Composition and properties: the hours are not paid; of voltage and frequency, each hour takes a part of the charge. */
export type CompositionRule = { readonly point: number; readonly lossE2: number | null };

/** Source: Government Decree 354 of 2011-05-06, appendix 1, p. 2, 6, 10, 12, with p. 101. */
export const COMPOSITION_RULES: Readonly<Partial<Record<QualityStandard, CompositionRule>>> = {
  'cold-supply': { point: 2, lossE2: null },
  'hot-supply': { point: 6, lossE2: null },
  power: { point: 10, lossE2: 15 },
  'gas-supply': { point: 12, lossE2: null },
};

/** Of hot water, and of the air in a heated room. Source: Government Decree 354 of 2011-05-06, appendix 1, p. 5, 15. */
export const TEMPERATURE_POINTS: Readonly<Partial<Record<QualityStandard, number>>> = {
  'hot-supply': 5,
  heating: 15,
};

/** Whether the law has a rule for such an act on the service. */
export function isKnown(standard: QualityStandard, kind: ActKind): boolean {
  switch (kind) {
    case 'interruption':
      return true;
    case 'temperature':
      return TEMPERATURE_POINTS[standard] !== undefined;
    case 'pressure':
      return PRESSURE_RULES[standard] !== undefined;
    case 'quality':
      return COMPOSITION_RULES[standard] !== undefined;
  }
}
