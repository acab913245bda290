// Jobs that book penalties.
import type { Generated, GeneratedAlways } from 'kysely';

export type PenaltyAccrualJobsTable = {
  readonly id: GeneratedAlways<number>;
  readonly organizationId: number;
  readonly houseIds: number[];
  readonly targetOn: string;
  readonly status: Generated<'QUEUED' | 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELLED'>;
  readonly totalAccounts: Generated<number>;
  readonly processedAccounts: Generated<number>;
  readonly processedHouses: Generated<number>;
  readonly createdAccruals: Generated<number>;
  readonly amount: Generated<string>;
  readonly error: string | null;
  readonly requestedBy: number;
  readonly requestId: string;
  readonly createdAt: Generated<Date>;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
};
