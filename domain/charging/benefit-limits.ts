// Which limits a benefit may have, by charging method: a limit by the norm needs a norm per person.
import type { BenefitLimit } from '../regulation/benefit/benefit.ts';
import type { ChargingMethod } from './charging-methods.ts';

/** Empty for methods that charge only rooms where nobody lives. */
export const BENEFIT_LIMITS_OF: Readonly<Record<ChargingMethod, readonly BenefitLimit[]>> = {
  meter: ['norm', 'none'],
  norm: ['norm', 'none'],
  'water-disposal': ['norm', 'none'],
  area: ['none'],
  heating: ['none'],
  odn: ['none'],
  'area-norm': ['none'],
  fixed: ['none'],
  'per-person': ['none'],
  'calculated-volume': [],
};
