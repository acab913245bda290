// The catalogue of what a meter may count.
import type { MeterType } from '@kvartplata/contracts/core/meter-types.ts';
import { queryOptions } from '@tanstack/react-query';
import { askAll } from '../../lib/paged.ts';

const PATH = '/api/meter-types';

export const meterTypes = queryOptions({
  queryKey: [PATH],
  queryFn: async ({ signal }) => askAll<MeterType>('core', PATH, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});
