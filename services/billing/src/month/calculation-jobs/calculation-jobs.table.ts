// Jobs and their batches.
import type { FaultyHouse } from '@kvartplata/contracts/job-errors.ts';
import type { JobErrorColumns } from '@kvartplata/platform/database/job-error-columns.ts';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

export type CalculationJobsTable = JobErrorColumns & {
  readonly id: GeneratedAlways<number>;
  readonly organizationId: number;
  readonly billingCycleId: number;
  readonly period: string;
  readonly houseIds: number[];
  readonly status: Generated<'QUEUED' | 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELLED'>;
  readonly totalAccounts: Generated<number>;
  readonly processedAccounts: Generated<number>;
  readonly createdCharges: Generated<number>;
  readonly skippedCount: Generated<number>;
  readonly requestedBy: number;
  readonly requestId: string;
  readonly createdAt: Generated<Date>;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
};

export type CalculationBatchesTable = {
  readonly id: GeneratedAlways<number>;
  readonly calculationJobId: number;
  readonly organizationId: number;
  readonly housesLeft: number[];
  readonly processedAccounts: Generated<number>;
  readonly createdCharges: Generated<number>;
  readonly skippedCount: Generated<number>;
  readonly faults: ColumnType<FaultyHouse[], never, never>;
};
