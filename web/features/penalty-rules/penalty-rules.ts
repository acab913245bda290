// What penalties rest on: the law's calendar, and what houses and the organization have settled in its place.
import type {
  PenaltyRuleBody,
  PenaltyRule,
  PenaltyRules,
  PenaltyRuleChange,
} from '@kvartplata/contracts/billing/penalty-rules.ts';
import { queryOptions } from '@tanstack/react-query';
import type { StaticEncode } from 'typebox';
import { ask, askVersioned, type Versioned } from '../../lib/api.ts';

export const PATH = '/api/billing/penalty-rules';

export type NewRule = StaticEncode<typeof PenaltyRuleBody>;
export type ChangedRule = StaticEncode<typeof PenaltyRuleChange>;

export function penaltyRules(organizationId: number) {
  const query = { organizationId };
  return queryOptions({
    queryKey: [PATH, query],
    queryFn: async ({ signal }) => ask<PenaltyRules>('billing', PATH, { query, signal }),
  });
}

export async function readRule(id: number): Promise<Versioned<PenaltyRule>> {
  return askVersioned('billing', `${PATH}/${id}`);
}

export async function addRule(body: NewRule): Promise<PenaltyRule> {
  return ask('billing', PATH, { method: 'POST', body });
}

export async function changeRule(
  id: number,
  ifMatch: string | undefined,
  body: ChangedRule,
): Promise<PenaltyRule> {
  return ask('billing', `${PATH}/${id}`, { method: 'PUT', body, ifMatch });
}

export async function deleteRule(id: number, ifMatch: string | undefined): Promise<void> {
  return ask('billing', `${PATH}/${id}`, { method: 'DELETE', ifMatch });
}
