// What a table of the platform gets from the former application: a select, column by column.
import type { RawBuilder } from 'kysely';
import type { FormerTable } from './former-shape.ts';

export type Transfer = {
  /** Of the platform. */
  readonly table: string;
  /** Which rows of that table these are, where it has others too. */
  readonly tableWhere?: string;
  /** Other tables that hold columns of these rows, and the view that puts them together again. */
  readonly beside?: { readonly tables: readonly string[]; readonly together: string };
  /** Where the rows come from; what is found about one of them is said of this table. */
  readonly former: FormerTable;
  /** What follows `from` in the select on the former tables. Parents are joined from the left: none may be missing. */
  readonly from: RawBuilder<unknown>;
  /** Of the select: a number that grows, is above 0 and stands once. Rows are taken in its order. */
  readonly key: string;
  /** For each column of the platform's table an expression over the former ones. */
  readonly columns: Readonly<Record<string, string>>;
};

/** The former columns behind these, as their owner knows them: `area`, or `rooms.house_id` of another table. */
export function shownColumns(transfer: Transfer, columns: readonly string[]): string {
  const shown = columns.flatMap((column) => formerColumn(transfer, column) ?? []);
  return (shown.length === 0 ? columns : [...new Set(shown)]).join(', ');
}

/** Undefined for what does not follow from a column. */
function formerColumn({ former, columns }: Transfer, column: string): string | undefined {
  const [, table, name] = /\b([a-z_]+)\.([a-z_]+)\b/.exec(columns[column] ?? '') ?? [];
  return table === former ? name : name && `${table}.${name}`;
}

/** Whether the value stands in the former table itself; what is joined is checked where it stands. */
export function isOwnColumn({ former, columns }: Transfer, column: string): boolean {
  return (columns[column] ?? '').includes(`${former}.`);
}
