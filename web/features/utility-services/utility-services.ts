// The catalogue of what a house may be charged for.
import { listUtilityServices } from '@kvartplata/contracts/core/utility-services.ts';
import { readAll } from '../../lib/reads.ts';

export const utilityServices = {
  ...readAll(listUtilityServices),
  staleTime: Number.POSITIVE_INFINITY,
};
