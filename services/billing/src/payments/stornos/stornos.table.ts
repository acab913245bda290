// Reversed documents.
import type { Generated } from 'kysely';

export type StornosTable = {
  readonly organizationId: number;
  readonly houseId: number;
  readonly entryId: number;
  readonly entryPeriod: string;
  readonly personalAccountId: number;
  readonly stornoId: number;
  readonly period: string;
  readonly transactionType: 'CHARGE' | 'PAYMENT' | 'PENALTY' | 'ADJUSTMENT';
  readonly documentId: number;
  readonly reason: string;
  readonly createdAt: Generated<Date>;
};
