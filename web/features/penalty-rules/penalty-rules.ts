// The rules for penalties: the law's calendar, and the own rules of houses and the organization.
import {
  createPenaltyRule,
  deletePenaltyRule,
  getPenaltyRule,
  listPenaltyRules,
  replacePenaltyRule,
  type PenaltyRule,
  type PenaltyRuleBody,
  type PenaltyRuleChange,
} from '@kvartplata/contracts/billing/penalty-rules.ts';
import type { StaticEncode } from 'typebox';
import { call } from '../../lib/api.ts';
import { read, readVersioned } from '../../lib/reads.ts';

export type NewRule = StaticEncode<typeof PenaltyRuleBody>;
export type ChangedRule = StaticEncode<typeof PenaltyRuleChange>;

export function penaltyRules(organizationId: number) {
  return read(listPenaltyRules, { query: { organizationId } });
}

export function ruleOf(penaltyRuleId: number) {
  return readVersioned(getPenaltyRule, { params: { penaltyRuleId } });
}

export async function addRule(body: NewRule): Promise<PenaltyRule> {
  return call(createPenaltyRule, { body });
}

export async function changeRule(
  penaltyRuleId: number,
  ifMatch: string | undefined,
  body: ChangedRule,
): Promise<PenaltyRule> {
  return call(replacePenaltyRule, { params: { penaltyRuleId }, body, ifMatch });
}

export async function deleteRule(
  penaltyRuleId: number,
  ifMatch: string | undefined,
): Promise<void> {
  await call(deletePenaltyRule, { params: { penaltyRuleId }, ifMatch });
}
