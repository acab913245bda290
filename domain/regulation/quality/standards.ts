// Appendix 1 as data: how long a service may be interrupted, and what the month's charge loses for each hour above that.
import type { ActKind, QualityStandard } from './service-act.ts';

/** A break is allowed up to `hours` if the measured value is at least this; ten-thousandths of a degree. */
type AtOnce = { readonly fromE4: bigint | null; readonly hours: number };

export type BreakRule = {
  /** The point of appendix 1. */
  readonly point: number;
  /** Hours per month, for all breaks together; null if the law has no such limit. */
  readonly monthHours: number | null;
  /** Hours of a single break by the measured temperature; the first matching row applies. Empty: the act states the hours. */
  readonly atOnce: readonly AtOnce[];
  /** Whether the hours depend on a temperature that has to be measured. */
  readonly isMeasured?: true;
  /** The charge loses `lossE2` for each full unit of so many hours above the limit. */
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
  // 2 hours with two mutually redundant sources of power, 24 with one: a fact about the house that the act states.
  power: { point: 9, monthHours: null, atOnce: [], ...HOUR },
  'gas-supply': { point: 11, monthHours: 4, atOnce: [{ fromE4: null, hours: 4 }], ...HOUR },
  heating: {
    point: 14,
    monthHours: 24,
    // The air in the rooms; if it was not measured, the room has not cooled down.
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
    // The air outside, the mean of the day: above +5 °C, or not.
    atOnce: [
      { fromE4: 50_001n, hours: 24 },
      { fromE4: null, hours: 48 },
    ],
    isMeasured: true,
    unitHours: 24,
    lossE2: 330,
  },
};

/** The hours that an act on electricity may state, since the law leaves them to the house; other acts may state any number. */
export const ELECTRICITY_HOURS: readonly number[] = [2, 24];

export type PressureRule = {
  readonly point: number;
  /** The lowest and highest pressure, MPa in ten-thousandths; null if only the act can state what is required. */
  readonly leastE4: bigint | null;
  readonly mostE4: bigint | null;
  /** The pressure may be this far beyond a bound. */
  readonly allowedE4: bigint;
  /** For up to a quarter beyond a bound: hundredths of a percent per hour; further away, the hours are not paid at all. */
  readonly lossE2: number;
};

/** Source: Government Decree 354 of 2011-05-06, appendix 1, p. 3, 7, 13, 16. */
export const PRESSURE_RULES: Readonly<Partial<Record<QualityStandard, PressureRule>>> = {
  'cold-supply': { point: 3, leastE4: 300n, mostE4: 6_000n, allowedE4: 0n, lossE2: 10 },
  'hot-supply': { point: 7, leastE4: 300n, mostE4: 4_500n, allowedE4: 0n, lossE2: 10 },
  'gas-supply': { point: 13, leastE4: 12n, mostE4: 30n, allowedE4: 5n, lossE2: 10 },
  heating: { point: 16, leastE4: null, mostE4: null, allowedE4: 0n, lossE2: 0 },
};

/** Composition and properties: the hours are not paid; for voltage and frequency, each hour takes back a part of the charge. */
export type CompositionRule = { readonly point: number; readonly lossE2: number | null };

/** Source: Government Decree 354 of 2011-05-06, appendix 1, p. 2, 6, 10, 12, with p. 101. */
export const COMPOSITION_RULES: Readonly<Partial<Record<QualityStandard, CompositionRule>>> = {
  'cold-supply': { point: 2, lossE2: null },
  'hot-supply': { point: 6, lossE2: null },
  power: { point: 10, lossE2: 15 },
  'gas-supply': { point: 12, lossE2: null },
};

/** For hot water, and the air in a heated room. Source: Government Decree 354 of 2011-05-06, appendix 1, p. 5, 15. */
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
