// Imports, the rows that wait to be stored, and refused rows.
import type { JobErrorColumns } from '@kvartplata/platform/database/job-error-columns.ts';
import type { ColumnType, Generated } from 'kysely';

export type ImportKind =
  | 'houses'
  | 'services'
  | 'readings'
  | 'meters'
  | 'balances'
  | 'gis-accounts'
  | 'gis-meters';

type Counts = {
  readonly processedRows: Generated<number>;
  readonly accepted: Generated<number>;
  readonly refused: Generated<number>;
  /** Rows that changed something, or would have. */
  readonly changed: Generated<number>;
  readonly unchanged: Generated<number>;
};

/** Months of a house, `YYYY-MM`. */
export type HouseMonths = { readonly houseId: number; readonly months: readonly string[] };

export type ImportsTable = Counts &
  JobErrorColumns & {
    readonly id: Generated<number>;
    readonly organizationId: number;
    readonly kind: ImportKind;
    /** For meters and readings of one house, which may be deleted since. */
    readonly houseId: number | null;
    /** The move of which the file is a part. */
    readonly moveId: number | null;
    /** The import that this one undoes. */
    readonly undoes: number | null;
    /** The import that has undone this one. */
    readonly undoneBy: number | null;
    /** For readings: the default period; for balances: the month that they precede. */
    readonly period: string | null;
    readonly dryRun: boolean;
    readonly fileName: string;
    /** SHA-256 in hexadecimal. */
    readonly fileHash: string;
    /** The header of the file, as a JSON array of strings. */
    readonly columns: ColumnType<readonly string[], string, never>;
    readonly status: Generated<'QUEUED' | 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELLED'>;
    readonly totalRows: Generated<number>;
    readonly appliedMonths: ColumnType<readonly HouseMonths[] | null, never, string | null>;
    readonly requestedBy: number;
    /** Whether the requester has the rights of an owner. */
    readonly byOwner: boolean;
    readonly requestId: string;
    readonly createdAt: ColumnType<Date, never, never>;
    readonly startedAt: ColumnType<Date | null, never, unknown>;
    readonly finishedAt: ColumnType<Date | null, never, unknown>;
  };

export type ImportPiecesTable = {
  readonly importId: number;
  /** From 1. */
  readonly number: number;
  readonly organizationId: number;
  readonly rows: ColumnType<unknown, string, never>;
};

export type ImportRefusalsTable = {
  readonly importId: number;
  readonly line: number;
  readonly organizationId: number;
  readonly cells: ColumnType<readonly string[], string, never>;
  readonly reasons: ColumnType<unknown, string, never>;
};

export type ImportRecordsTable = {
  readonly organizationId: number;
  readonly importId: number;
  readonly kind: 'reading' | 'house-service' | 'tariff' | 'norm';
  readonly houseId: number;
  readonly id: number;
  readonly line: number;
  readonly version: number;
  readonly former: ColumnType<unknown, string | null, never>;
  readonly countsFrom: string;
  readonly countsTo: string | null;
  readonly nextId: number | null;
  readonly nextVersion: number | null;
};
