// Moves of companies, and the records that each has created.
import type { UndoableStatus } from '@kvartplata/contracts/undoable-jobs.ts';
import type { JobErrorColumns } from '@kvartplata/platform/database/job-error-columns.ts';
import type { ColumnType, Generated } from 'kysely';

export type MovesTable = JobErrorColumns & {
  readonly id: Generated<number>;
  readonly organizationId: number;
  /** The first day of the month. */
  readonly asOf: string;
  readonly dryRun: boolean;
  readonly status: Generated<UndoableStatus>;
  /** When core's part was stored. */
  readonly storedAt: ColumnType<Date | null, never, unknown>;
  /** When billing had booked the balances too. */
  readonly bookedAt: ColumnType<Date | null, never, unknown>;
  readonly requestedBy: number;
  readonly requestId: string;
  readonly createdAt: ColumnType<Date, never, never>;
  readonly startedAt: ColumnType<Date | null, never, unknown>;
  readonly finishedAt: ColumnType<Date | null, never, unknown>;
  readonly undoneAt: ColumnType<Date | null, never, unknown>;
  readonly undoneBy: number | null;
};

export type MoveRecordKind =
  | 'house'
  | 'room'
  | 'personal-account'
  | 'house-service'
  | 'tariff'
  | 'norm'
  | 'meter';

export type MoveRecordsTable = {
  readonly organizationId: number;
  readonly moveId: number;
  readonly kind: MoveRecordKind;
  readonly houseId: number;
  readonly id: number;
};
