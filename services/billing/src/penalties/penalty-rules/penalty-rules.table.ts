// What organizations and houses have settled in place of the law's calendar.
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
  /** Counts the changes; the entity tag of the rule. */
  readonly version: Generated<number>;
};
