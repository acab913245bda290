// Jobs that book penalties.
import type { JobErrorColumns } from '@kvartplata/platform/database/job-error-columns.ts';
import type { Generated, GeneratedAlways } from 'kysely';

export type PenaltyAccrualJobsTable = JobErrorColumns & {
  readonly organizationId: number;
  readonly id: GeneratedAlways<number>;
  readonly houseIds: number[];
  readonly targetOn: string;
  readonly status: Generated<'QUEUED' | 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELLED'>;
  readonly totalAccounts: Generated<number>;
  readonly processedAccounts: Generated<number>;
  readonly processedHouses: Generated<number>;
  readonly createdAccruals: Generated<number>;
  readonly amount: Generated<string>;
  readonly requestedBy: number;
  readonly requestId: string;
  readonly createdAt: Generated<Date>;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
};
