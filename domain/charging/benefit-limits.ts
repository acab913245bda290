// Which limits a benefit may have, by charging method: a limit by the norm needs a norm per person, one by the social norm a charge
// that grows with the dwelling's area.
import type { BenefitLimit } from '../regulation/benefit/benefit.ts';
import type { ChargingMethod } from './charging-methods.ts';

/** Empty for methods that charge only rooms where nobody lives. */
export const BENEFIT_LIMITS_OF: Readonly<Record<ChargingMethod, readonly BenefitLimit[]>> = {
  meter: ['norm', 'none'],
  norm: ['norm', 'none'],
  'water-disposal': ['norm', 'none'],
  area: ['social-norm', 'none'],
  heating: ['social-norm', 'none'],
  odn: ['social-norm', 'none'],
  'area-norm': ['social-norm', 'none'],
  fixed: ['none'],
  'per-person': ['none'],
  'calculated-volume': [],
};
