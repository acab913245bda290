// What is copied into a table of the platform: a select, column by column.
import type { RawBuilder } from 'kysely';
import type { FormerTable } from './former-shape.ts';

export type Transfer = {
  /** A table of the platform. */
  readonly table: string;
  /** The condition for these rows in that table, if it also has others. */
  readonly tableWhere?: string;
  /** Other tables that hold columns of these rows, and the view that joins them. */
  readonly beside?: { readonly tables: readonly string[]; readonly together: string };
  /** The source of the rows; findings about a row are reported for this table. */
  readonly former: FormerTable;
  /** What follows `from` in the select on the former tables. Parents are left-joined, so that missing ones are noticed. */
  readonly from: RawBuilder<unknown>;
  /** An expression for a unique number above 0. Rows are copied in its order. */
  readonly key: string;
  /** An expression over the former columns for each column of the platform's table. */
  readonly columns: Readonly<Record<string, string>>;
};

/** The former columns behind these, as the owner knows them: `area`, or `rooms.house_id` for another table. */
export function shownColumns(transfer: Transfer, columns: readonly string[]): string {
  const shown = columns.flatMap((column) => formerColumn(transfer, column) ?? []);
  return (shown.length === 0 ? columns : [...new Set(shown)]).join(', ');
}

/** Undefined for an expression without a former column. */
function formerColumn({ former, columns }: Transfer, column: string): string | undefined {
  const [, table, name] = /\b([a-z_]+)\.([a-z_]+)\b/.exec(columns[column] ?? '') ?? [];
  return table === former ? name : name && `${table}.${name}`;
}

/** Whether the value is in the former table itself; joined values are checked in their own table. */
export function isOwnColumn({ former, columns }: Transfer, column: string): boolean {
  return (columns[column] ?? '').includes(`${former}.`);
}
