// Imports, the rows that wait to be stored, and those that were refused.
import type { ColumnType, Generated } from 'kysely';

export type ImportKind = 'houses' | 'readings' | 'meters';

type Counts = {
  readonly processed_rows: Generated<number>;
  readonly accepted: Generated<number>;
  readonly refused: Generated<number>;
  /** Rows that stored something, or would have. */
  readonly changed: Generated<number>;
  readonly unchanged: Generated<number>;
};

/** Of a house, months `YYYY-MM`. */
export type HouseMonths = { readonly houseId: number; readonly months: readonly string[] };

export type ImportsTable = Counts & {
  readonly id: Generated<number>;
  readonly organization_id: number;
  readonly kind: ImportKind;
  /** Of meters and readings; the house may be gone since. */
  readonly house_id: number | null;
  /** Of readings: what a blank cell of their period means. */
  readonly period: string | null;
  readonly dry_run: boolean;
  readonly file_name: string;
  /** SHA-256 in hexadecimal. */
  readonly file_hash: string;
  /** The header of the file, as a list of texts in JSON. */
  readonly columns: ColumnType<readonly string[], string, never>;
  readonly status: Generated<'QUEUED' | 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELLED'>;
  readonly total_rows: Generated<number>;
  readonly error: string | null;
  readonly applied_months: ColumnType<readonly HouseMonths[] | null, never, string | null>;
  readonly requested_by: number;
  readonly request_id: string;
  readonly created_at: ColumnType<Date, never, never>;
  readonly started_at: ColumnType<Date | null, never, unknown>;
  readonly finished_at: ColumnType<Date | null, never, unknown>;
};

export type ImportPiecesTable = {
  readonly import_id: number;
  /** From 1. */
  readonly number: number;
  readonly organization_id: number;
  readonly rows: ColumnType<unknown, string, never>;
};

export type ImportRefusalsTable = {
  readonly import_id: number;
  readonly line: number;
  readonly organization_id: number;
  readonly cells: ColumnType<readonly string[], string, never>;
  readonly reasons: ColumnType<unknown, string, never>;
};
