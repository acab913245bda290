// Files of receipts, and their bytes in pieces.
import type { JobStatus } from '@kvartplata/contracts/billing/calculation-jobs.ts';
import type { FileForm } from '@kvartplata/contracts/billing/kept-files.ts';
import type { JobErrorColumns } from '@kvartplata/platform/database/job-error-columns.ts';
import type { Generated, GeneratedAlways } from 'kysely';

export type ReceiptFilesTable = JobErrorColumns & {
  readonly organizationId: number;
  readonly id: GeneratedAlways<number>;
  readonly period: string;
  readonly form: FileForm;
  readonly houseIds: number[];
  readonly fileName: string;
  readonly status: Generated<JobStatus>;
  readonly attempt: Generated<number>;
  readonly totalAccounts: number;
  readonly processedAccounts: Generated<number>;
  readonly receipts: Generated<number>;
  readonly housesWithoutReceipts: Generated<number[]>;
  readonly byteCount: number | null;
  readonly removedAt: Date | null;
  readonly requestedBy: number;
  readonly requestId: string;
  readonly createdAt: Generated<Date>;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
};

export type ReceiptFilePiecesTable = {
  readonly organizationId: number;
  readonly receiptFileId: number;
  readonly number: number;
  readonly bytes: Buffer;
};
