// The size of a month on disk: its partitions per row, and the growth of the whole database.
import type { Database } from '@kvartplata/platform/database/database.ts';

/** In bytes per row. */
type RowSize = { readonly table: number; readonly indexes: number };

export type MonthSize = {
  readonly charge: RowSize;
  readonly entry: RowSize;
  /** Growth of the database, including templates, payments, links, the audit log and free space. */
  readonly added: number;
};

/** @param month `YYYY-MM` */
export async function sizeOfMonth(
  billing: Database<unknown>,
  month: string,
  added: number,
): Promise<MonthSize> {
  const sizeOf = async (parent: 'charges' | 'ledger_entries'): Promise<RowSize> => {
    const part = `${parent}_${month.replace('-', '_')}`;
    const { rows } = await billing.pool.query<RowSize>(
      `select pg_table_size('${part}') / count(*)::float8 as "table",
         pg_indexes_size('${part}') / count(*)::float8 as indexes
       from ${part}`,
    );
    return rows[0] ?? { table: Number.NaN, indexes: Number.NaN };
  };
  return { charge: await sizeOf('charges'), entry: await sizeOf('ledger_entries'), added };
}
