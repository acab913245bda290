// By the norm: persons times norm, whether or not a meter could be installed.
import { normLines } from '../../service-lines.ts';
import { drainedHere, recalculatedAsWater } from '../../water-absence.ts';
import type { Method } from '../method.ts';
import { NORM_LAW, NORM_RULES } from './norm-rules.ts';

export const NORM: Method<keyof typeof NORM_RULES> = {
  rules: NORM_RULES,
  law: NORM_LAW,
  chargeAccount: (house, place, { drawn }) =>
    recalculatedAsWater(normLines(place, 'norm-per-person'), drainedHere(house, place, drawn)),
};
