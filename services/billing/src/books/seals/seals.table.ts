// Seals of closed months, the log of seals, and the log's signed heads.
import type { CheckOutcome } from '@kvartplata/contracts/billing/closing-checks.ts';
import type { MonthSeal } from '@kvartplata/contracts/billing/seals.ts';
import type { ColumnType, Generated } from 'kysely';

export type MonthSealsTable = {
  readonly organizationId: number;
  readonly billingCycleId: number;
  readonly createdAt: Generated<Date>;
  readonly logIndex: number;
  readonly accounts: number;
  readonly turnoverHash: Buffer;
  readonly chainHash: Buffer;
  readonly papersHash: Buffer;
  readonly checks: ColumnType<readonly CheckOutcome[], string, never>;
};

export type MonthReopeningsTable = {
  readonly billingCycleId: number;
  readonly closedAt: Date;
  readonly organizationId: number;
  readonly reason: string;
  readonly reopenedBy: number;
  readonly createdAt: Generated<Date>;
};

export type SealVerificationsTable = {
  readonly organizationId: number;
  readonly billingCycleId: number;
  readonly startedAt: Date;
  readonly logIndex: number | null;
  readonly isValid: boolean | null;
  readonly found: NonNullable<MonthSeal['found']>;
  readonly chainFaults: NonNullable<MonthSeal['chainFaults']>;
};

export type SealLogTable = {
  readonly index: number;
  readonly leaf: string;
};

export type CheckpointsTable = {
  readonly size: number;
  readonly note: string;
  readonly createdAt: Generated<Date>;
};

export type CosignaturesTable = {
  readonly size: number;
  readonly witness: string;
  readonly line: string;
  readonly createdAt: Generated<Date>;
};
