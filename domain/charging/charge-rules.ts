// The reason codes of charges: how each method finds its volumes, and how additional lines of a service find theirs.
import type { ChargingMethod } from './charging-methods.ts';
import { COMMON_RULES, UNRECKONED_RULES } from './explanation/common-rules.ts';
import type { RuleWords, VolumeRule } from './explanation/volume-rule.ts';
import { METHODS } from './methods/methods.ts';

type MethodRule = {
  [Name in ChargingMethod]: keyof (typeof METHODS)[Name]['rules'];
}[ChargingMethod];

/** A reason code of a charge that is computed from a volume. */
export type ReckonedRule = MethodRule | keyof typeof COMMON_RULES;
export type ChargeRule = ReckonedRule | keyof typeof UNRECKONED_RULES;

const methodRules = Object.assign(
  {},
  ...Object.values(METHODS).map(({ rules }) => rules),
) as Readonly<Record<MethodRule, VolumeRule>>;

export const VOLUME_RULES: Readonly<Record<ReckonedRule, VolumeRule>> = {
  ...methodRules,
  ...COMMON_RULES,
};
export const CHARGE_RULES: Readonly<Record<ChargeRule, RuleWords & Partial<VolumeRule>>> = {
  ...VOLUME_RULES,
  ...UNRECKONED_RULES,
};
export const REASON_CODES = Object.keys(CHARGE_RULES) as readonly ChargeRule[];
