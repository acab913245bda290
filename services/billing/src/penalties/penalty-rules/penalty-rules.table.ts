// The rules that organizations and houses have set instead of the law's.
import type {
  PenaltyRuleKind,
  PenaltyRuleValue,
} from '@kvartplata/contracts/billing/penalty-rules.ts';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

export type PenaltyRulesTable = {
  readonly organizationId: number;
  readonly id: GeneratedAlways<number>;
  readonly houseId: number | null;
  readonly kind: PenaltyRuleKind;
  readonly value: ColumnType<PenaltyRuleValue, string, string>;
  readonly validFrom: string;
  readonly validTo: string | null;
  readonly dueFrom: string | null;
  readonly dueTo: string | null;
  readonly basis: string;
  /** Incremented with each change; the rule's entity tag. */
  readonly version: Generated<number>;
};
