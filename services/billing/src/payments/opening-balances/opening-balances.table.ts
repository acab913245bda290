// Imports of opening balances, their pieces, and what they have booked. Sums are text in the scale of their columns.
import type { UndoableStatus } from '@kvartplata/contracts/undoable-jobs.ts';
import type { OpeningMapping } from '@kvartplata/contracts/billing/opening-balances.ts';
import type { JobErrorColumns } from '@kvartplata/platform/database/job-error-columns.ts';
import type { WaitingSum } from './judge-sums.ts';
import type { CountedReason } from './opening-reasons.ts';
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely';

export type OpeningImportsTable = JobErrorColumns & {
  readonly organizationId: number;
  readonly id: GeneratedAlways<number>;
  readonly moveId: Generated<number | null>;
  /** For a move: whether all pieces are stored and the job is queued. */
  readonly isWhole: Generated<boolean>;
  /** The first day of the month. */
  readonly asOf: string;
  readonly dryRun: boolean;
  readonly fileName: string;
  /** SHA-256 in hexadecimal. */
  readonly fileHash: string;
  readonly mapping: ColumnType<OpeningMapping | null, string | null, never>;
  readonly status: Generated<UndoableStatus>;
  readonly totalRows: Generated<number>;
  readonly processedRows: Generated<number>;
  readonly accepted: Generated<number>;
  readonly refused: Generated<number>;
  readonly principal: Generated<string>;
  readonly penalty: Generated<string>;
  readonly advance: Generated<string>;
  readonly reasons: ColumnType<readonly CountedReason[], never, string>;
  readonly repeats: number | null;
  readonly requestedBy: number;
  readonly requestId: string;
  readonly createdAt: Generated<Date>;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  readonly undoneAt: Date | null;
  readonly undoneBy: number | null;
};

export type OpeningImportPiecesTable = {
  readonly organizationId: number;
  readonly importId: number;
  /** From 1. */
  readonly number: number;
  readonly rows: JSONColumnType<readonly WaitingSum[]>;
};
