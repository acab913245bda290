// The select that turns former rows into rows of a table of the platform.
import { sql, type RawBuilder } from 'kysely';
import { askedType, quoted } from './row-rules.ts';
import type { ColumnDescription, TableDescription } from './table-description.repository.ts';
import type { Transfer } from './transfer.ts';

/** Without the columns that the transfer leaves to the table's defaults. */
export function filledColumns(
  { columns }: Transfer,
  table: TableDescription,
): readonly ColumnDescription[] {
  return table.columns.filter(({ name }) => name in columns);
}

/** With `former_key` first, then each column with its type in the table. */
export function copiedRows(transfer: Transfer, table: TableDescription): RawBuilder<unknown> {
  return projection(transfer, table, ({ type }) => type);
}

/** The same, but with types wide enough for numbers that may not fit. */
export function askedRows(transfer: Transfer, table: TableDescription): RawBuilder<unknown> {
  return projection(transfer, table, askedType);
}

function projection(
  transfer: Transfer,
  table: TableDescription,
  typeOf: (column: ColumnDescription) => string,
): RawBuilder<unknown> {
  const columns = filledColumns(transfer, table).map(
    (column) => `(${transfer.columns[column.name]})::${typeOf(column)} as ${quoted(column.name)}`,
  );
  return sql`select (${sql.raw(transfer.key)})::bigint as former_key, ${sql.raw(columns.join(', '))}
    from ${transfer.from}`;
}

/** `"id", "area"`, for a list of columns. */
export function columnList(columns: readonly { readonly name: string }[]): RawBuilder<unknown> {
  return sql.raw(columns.map(({ name }) => quoted(name)).join(', '));
}
