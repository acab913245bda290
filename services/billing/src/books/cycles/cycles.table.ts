// An organization's months.
import type { Generated, GeneratedAlways } from 'kysely';

export type BillingCyclesTable = {
  readonly id: GeneratedAlways<number>;
  readonly organizationId: number;
  readonly year: number;
  readonly month: number;
  readonly period: GeneratedAlways<string>;
  readonly status: Generated<'DRAFT' | 'APPLIED' | 'CLOSED'>;
  readonly createdAt: Generated<Date>;
  readonly appliedAt: Date | null;
  readonly closedAt: Date | null;
};
