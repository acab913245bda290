// How far a benefit may go, by how a service is charged: only where the norm is one of a person can it stop there.
import type { BenefitLimit } from '../regulation/benefit/benefit.ts';
import type { ChargingMethod } from './charging-methods.ts';

/** None of what is charged to rooms that nobody lives in. */
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
