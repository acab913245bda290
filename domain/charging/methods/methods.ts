// All charging methods by name: the only place that chooses between them.
import { CHARGING_METHODS, type ChargingMethod } from '../charging-methods.ts';
import type { ServiceFacts } from '../house-facts.ts';
import { AREA_NORM } from './area-norm/area-norm.ts';
import { AREA } from './area/area.ts';
import { CALCULATED_VOLUME } from './calculated-volume/calculated-volume.ts';
import { FIXED } from './fixed/fixed.ts';
import { HEATING } from './heating/heating.ts';
import { METER } from './meter/meter.ts';
import type { Method } from './method.ts';
import { NORM } from './norm/norm.ts';
import { ODN } from './odn/odn.ts';
import { PER_PERSON } from './per-person/per-person.ts';
import { WATER_DISPOSAL } from './water-disposal/water-disposal.ts';

export const METHODS = {
  meter: METER,
  norm: NORM,
  area: AREA,
  heating: HEATING,
  'water-disposal': WATER_DISPOSAL,
  odn: ODN,
  'area-norm': AREA_NORM,
  fixed: FIXED,
  'per-person': PER_PERSON,
  'calculated-volume': CALCULATED_VOLUME,
} as const satisfies Readonly<Record<ChargingMethod, Method>>;

export function methodOf({ method }: Pick<ServiceFacts, 'method'>): Method {
  return METHODS[method];
}

/** The names of the methods that fit, as charges store them in `rateType`. */
export function methodsWith(has: (method: Method) => boolean): readonly string[] {
  return CHARGING_METHODS.filter((name) => has(METHODS[name]));
}

/** The rate types of common-house needs. */
export const COMMON_NEEDS = methodsWith(({ isCommonNeeds }) => isCommonNeeds === true);

/** Whether the house shares the service out among its accounts. */
export function isShared(service: ServiceFacts): boolean {
  const { chargeAccount, isShared: shares } = methodOf(service);
  return shares?.(service) ?? chargeAccount === undefined;
}
