// Reads batches of the former application and inserts them. A batch is one JSON text that PostgreSQL writes and PostgreSQL reads,
// so that no figure ever becomes a JavaScript number.
import type { Executor } from '@kvartplata/platform/database/executor.ts';
import { sql, type RawBuilder } from 'kysely';
import { columnList, copiedRows, filledColumns } from './projection.ts';
import { quoted } from './row-rules.ts';
import type { TableDescription } from './table-description.repository.ts';
import type { Transfer } from './transfer.ts';

export type Batch = {
  /** A JSON array of objects by column, in the order of keys. */
  readonly rows: string;
  readonly count: number;
  readonly lastKey: number;
};

/** The next rows in the order of their keys. */
export async function readBatch(
  former: Executor,
  transfer: Transfer,
  table: TableDescription,
  { lastKey, limit }: { readonly lastKey: number; readonly limit: number },
): Promise<Batch> {
  const { rows } = await sql<Batch>`
    select coalesce(json_agg(batch order by former_key), '[]')::text as rows, count(*) as count,
      coalesce(max(former_key), ${lastKey}) as "lastKey"
    from (
      select former_key, ${columnList(filledColumns(transfer, table))} from (${copiedRows(transfer, table)}) copied
      where former_key > ${lastKey} order by former_key limit ${limit}
    ) batch
  `.execute(former);
  const [batch] = rows;
  if (batch === undefined) throw new Error('an aggregate without a row');
  return batch;
}

/** @returns the number of inserted rows */
export async function insertRows(
  trx: Executor,
  transfer: Transfer,
  table: TableDescription,
  rows: string,
): Promise<number> {
  const columns = filledColumns(transfer, table);
  const { numAffectedRows } = await sql`
    insert into ${sql.table(transfer.table)} (${columnList(columns)})
    select ${columnList(columns)} from ${givenRows(transfer, table, rows)}
  `.execute(trx);
  return Number(numAffectedRows ?? 0n);
}

/** The rows of a batch as a table named `given`, for use in `from`. */
export function givenRows(
  transfer: Transfer,
  table: TableDescription,
  rows: string,
): RawBuilder<unknown> {
  const columns = filledColumns(transfer, table).map(
    ({ name, declaredType }) => `${quoted(name)} ${declaredType}`,
  );
  return sql`json_to_recordset(${rows}::json) as given (${sql.raw(columns.join(', '))})`;
}

/** Sets the table's sequence so that the next id is one that no row has; ids without a sequence are left alone. */
export async function raiseSequence(trx: Executor, table: string): Promise<void> {
  await sql`
    with own as (
      select coalesce(pg_get_serial_sequence(${`public.${table}`}, 'id')::regclass, (
        select pg_depend.refobjid::regclass
        from pg_attrdef
        join pg_attribute on pg_attribute.attrelid = pg_attrdef.adrelid and pg_attribute.attnum = pg_attrdef.adnum
        join pg_depend on pg_depend.classid = 'pg_attrdef'::regclass and pg_depend.objid = pg_attrdef.oid
        join pg_class on pg_class.oid = pg_depend.refobjid and pg_class.relkind = 'S'
        where pg_attrdef.adrelid = ${`public.${table}`}::regclass and pg_attribute.attname = 'id'
      )) as sequence
    )
    select setval(own.sequence, greatest(highest.id, pg_sequence_last_value(own.sequence)))
    from own, (select max(id) as id from ${sql.table(table)}) as highest
    where highest.id is not null
  `.execute(trx);
}
