// What penalties rest on: the law's calendar, and what houses and the organization have settled in its place.
import type { PenaltyRules } from '@kvartplata/contracts/billing/penalty-rules.ts';
import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../lib/api.ts';

const PATH = '/api/billing/penalty-rules';

export function penaltyRules(organizationId: number) {
  const query = { organizationId };
  return queryOptions({
    queryKey: [PATH, query],
    queryFn: async ({ signal }) => ask<PenaltyRules>('billing', PATH, { query, signal }),
  });
}
