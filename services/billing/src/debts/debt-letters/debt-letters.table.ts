// Letters to many debtors, their accounts, and the bytes of their file in pieces.
import type { JobStatus } from '@kvartplata/contracts/billing/calculation-jobs.ts';
import type { DebtLetterKind, LeftOut } from '@kvartplata/contracts/billing/debt-letters.ts';
import type { FileForm } from '@kvartplata/contracts/billing/kept-files.ts';
import type { JobErrorColumns } from '@kvartplata/platform/database/job-error-columns.ts';
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { StoredLetter } from './stored-letter.ts';

export type DebtLettersTable = JobErrorColumns & {
  readonly organizationId: number;
  readonly id: GeneratedAlways<number>;
  readonly kind: DebtLetterKind;
  readonly form: FileForm;
  readonly dryRun: boolean;
  readonly houseIds: number[];
  readonly accountIds: number[] | null;
  readonly minMonths: number;
  readonly minDebt: string;
  readonly madeOn: string;
  readonly fileName: string;
  readonly status: Generated<JobStatus>;
  readonly attempt: Generated<number>;
  readonly totalAccounts: number;
  readonly judgedAccounts: Generated<number>;
  readonly leftOut: Generated<number>;
  readonly letters: Generated<number>;
  readonly drawnLetters: Generated<number>;
  readonly byteCount: number | null;
  readonly removedAt: Date | null;
  readonly requestedBy: number;
  readonly requestId: string;
  readonly createdAt: Generated<Date>;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
};

export type DebtLetterAccountsTable = {
  readonly organizationId: number;
  readonly houseId: number;
  readonly debtLettersId: number;
  readonly position: number;
  readonly personalAccountId: number;
  readonly accountNumber: string;
  readonly payer: string;
  readonly address: string;
  readonly debt: string;
  readonly leftOut: LeftOut | null;
  readonly letter: JSONColumnType<StoredLetter> | null;
};

export type DebtLetterPiecesTable = {
  readonly organizationId: number;
  readonly debtLettersId: number;
  readonly number: number;
  readonly bytes: Buffer;
};
