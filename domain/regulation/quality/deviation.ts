// How far a temperature or a pressure deviates from the required one, in the units of the law: full degrees, full steps of three
// degrees, quarters of the pressure.
import { PRESSURE_RULES } from './standards.ts';
import type { QualityStandard, ServiceAct } from './service-act.ts';

type Measured = Pick<ServiceAct, 'requiredE4'> & { readonly measuredE4: bigint };

const DEGREE = 10_000n;
const THREE_DEGREES = 30_000n;
/** The air in a living room. */
const HEATED_BY_DAY = 180_000n;
const HEATED_BY_NIGHT = 150_000n;
const OVERHEATED = 40_000n;
const HOT = 600_000n;
const LESS_HOT_BY_DAY = 30_000n;
const LESS_HOT_BY_NIGHT = 50_000n;
/** Below this temperature hot water is paid as cold water. */
const NOT_HOT = 400_000n;

/**
 * Full degrees below the required temperature, or above it by more than four. If the act states no required temperature, it is
 * +18 °C by day and three degrees less by night; a stated one applies at all hours.
 * Source: Government Decree 354 of 2011-05-06, appendix 1, p. 15.
 */
export function heatingDegrees({ measuredE4, requiredE4 }: Measured, isNight: boolean): number {
  const least = requiredE4 ?? (isNight ? HEATED_BY_NIGHT : HEATED_BY_DAY);
  const most = (requiredE4 ?? HEATED_BY_DAY) + OVERHEATED;
  return fullSteps(least - measuredE4, DEGREE) + fullSteps(measuredE4 - most, DEGREE);
}

/**
 * Full steps of three degrees below the allowed temperature. The required temperature is +60 °C or that of the act, and the water
 * may be three degrees colder by day and five by night; a lower temperature stated in the act is itself the limit.
 * Source: Government Decree 354 of 2011-05-06, appendix 1, p. 5.
 */
export function hotWaterSteps({ measuredE4, requiredE4 }: Measured, isNight: boolean): number {
  const required = requiredE4 ?? HOT;
  const allowed = required < HOT ? 0n : isNight ? LESS_HOT_BY_NIGHT : LESS_HOT_BY_DAY;
  return fullSteps(required - allowed - measuredE4, THREE_DEGREES);
}

/** Source: Government Decree 354 of 2011-05-06, appendix 1, p. 5: below +40 °C. */
export function isPaidAsCold({ measuredE4 }: Measured): boolean {
  return measuredE4 < NOT_HOT;
}

/**
 * Whether the pressure is within bounds, up to a quarter of the bound beyond it, or further.
 * Source: Government Decree 354 of 2011-05-06, appendix 1, p. 3, 7, 13, 16.
 */
export function pressureDeviation(
  standard: QualityStandard,
  { measuredE4, requiredE4 }: Measured,
): 'none' | 'quarter' | 'more' {
  const { leastE4 = null, mostE4 = null, allowedE4 = 0n } = PRESSURE_RULES[standard] ?? {};
  const least = requiredE4 ?? leastE4;
  const most = requiredE4 ?? mostE4;
  if (least === null || most === null) throw new Error('an act tells no pressure to be kept');
  const below = least - measuredE4;
  const above = measuredE4 - most;
  const [away, bound] = below > above ? [below, least] : [above, most];
  if (away <= allowedE4) return 'none';
  return away * 4n <= bound ? 'quarter' : 'more';
}

function fullSteps(away: bigint, step: bigint): number {
  return away < step ? 0 : Number(away / step);
}
