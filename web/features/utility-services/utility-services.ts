// The catalogue of what a house may be charged for.
import type { UtilityService } from '@kvartplata/contracts/core/utility-services.ts';
import { queryOptions } from '@tanstack/react-query';
import { askAll } from '../../lib/paged.ts';

const PATH = '/api/utility-services';

export const utilityServices = queryOptions({
  queryKey: [PATH],
  queryFn: async ({ signal }) => askAll<UtilityService>('core', PATH, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});
