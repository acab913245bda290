// The temporary tables of an import, which are dropped with its transaction. `given` has the rows as the kind of import lays them
// out, `refused` the reasons found against them.
import { insertFound } from '@kvartplata/platform/database/found-rows.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Trx } from '../../tables.ts';
import type { ReasonCode, RowReason } from './row-reasons.ts';

/** Serializes the imports of an organization; nothing else waits for them. */
export async function lockImports(trx: Trx, organizationId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('imports', ${organizationId}))`.execute(
    trx,
  );
}

export async function createRefused(trx: Trx): Promise<void> {
  await sql`
    create temp table refused (line integer not null, "column" text, code text not null, params jsonb not null)
    on commit drop
  `.execute(trx);
}

/**
 * Refuses rows for one reason.
 * @param found a query of `line` and of `param`, the parameter of the reason or null
 */
export async function refuse(
  trx: Trx,
  column: string | null,
  code: ReasonCode,
  found: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    insert into refused (line, "column", code, params)
    select found.line, ${column}, ${code},
      case when found.param is null then '[]' else jsonb_build_array(found.param::text) end
    from (${found}) as found
  `.execute(trx);
}

type NamingCell = { readonly cell: string; readonly id: string };

/** Finds the meter types that cells name. */
export async function findMeterTypes(trx: Trx, naming: NamingCell): Promise<void> {
  await findNamed(trx, sql`meter_types`, naming);
}

/** Finds the services that cells name: from the catalogue, or the organization's own. */
export async function findServices(
  trx: Trx,
  organizationId: number,
  naming: NamingCell,
): Promise<void> {
  // A distributed database can update temporary tables only from other temporary tables.
  await sql`
    create temp table named_services on commit drop as
    select id, code, name from utility_services where organization_id is null or organization_id = ${organizationId}
  `.execute(trx);
  await findNamed(trx, sql`named_services`, naming);
  await sql`drop table named_services`.execute(trx);
}

/** By code or by name, ignoring case: each text is looked up once, however many rows have it. */
async function findNamed(
  trx: Trx,
  catalogue: RawBuilder<unknown>,
  { cell, id }: NamingCell,
): Promise<void> {
  await sql`
    create temp table wordings on commit drop as
    select ${sql.ref(cell)} as wording, null::bigint as id from given where ${sql.ref(cell)} is not null
    group by ${sql.ref(cell)}
  `.execute(trx);
  await sql`
    update wordings set id = catalogue.id from ${catalogue} as catalogue
    where lower(wordings.wording collate "und-x-icu")
      in (catalogue.code, lower(catalogue.name collate "und-x-icu"))
  `.execute(trx);
  await sql`
    update given set ${sql.ref(id)} = wordings.id from wordings
    where wordings.wording = ${sql.ref(`given.${cell}`)}
  `.execute(trx);
  await sql`drop table wordings`.execute(trx);
}

/** Rows whose value differs from that of the first row of `given` in the same `group`. */
export function unlikeFirst(value: string, group: readonly string[]): RawBuilder<unknown> {
  const own = sql.ref(value);
  return sql`
    select line, first_line as param from (
      select line, ${own} as own, first_value(line) over rows_alike as first_line,
        first_value(${own}) over rows_alike as first_own
      from given where ${own} is not null
      window rows_alike as (partition by ${sql.join(group.map((name) => sql.ref(name)))} order by line)
    ) as compared
    where own <> first_own
  `;
}

/** Rows of `given` with the same values as an earlier row. */
export function repeated(values: readonly string[]): RawBuilder<unknown> {
  const columns = sql.join(values.map((name) => sql.ref(name)));
  return sql`
    select line, first_line as param from (
      select line, min(line) over (partition by ${columns}) as first_line
      from given where row(${columns}) is not null
    ) as counted
    where line <> first_line
  `;
}

export async function insertRefused(
  trx: Trx,
  reasons: readonly (RowReason & { readonly line: number })[],
): Promise<void> {
  await sql`
    insert into refused (line, "column", code, params)
    select given.line, given."column", given.code, given.params
    from jsonb_to_recordset(${JSON.stringify(reasons)})
      as given (line integer, "column" text, code text, params jsonb)
  `.execute(trx);
}

/** Ordered by line. */
export async function listRefused(
  trx: Trx,
): Promise<readonly (RowReason & { readonly line: number })[]> {
  const { rows } = await sql<RowReason & { readonly line: number }>`
    select line, "column", code, params from refused order by line, "column", code
  `.execute(trx);
  return rows;
}

/** Drops the tables, for the next import in the same transaction. */
export async function discardTables(trx: Trx): Promise<void> {
  await sql`discard temporary`.execute(trx);
}

export async function hasRefused(trx: Trx): Promise<boolean> {
  const { rows } = await sql<{
    exists: boolean;
  }>`select exists (select from refused) as exists`.execute(trx);
  return rows[0]?.exists ?? false;
}

/** Stores the reasons beside those of unreadable rows, and returns the total number of refused rows. */
export async function keepRefused(
  trx: Trx,
  { importId, organizationId }: { readonly importId: number; readonly organizationId: number },
): Promise<number> {
  await insertFound(
    trx,
    sql`
    insert into import_refusals (organization_id, import_id, line, cells, reasons)
    select ${organizationId}, ${importId}, waiting.line, waiting.cells, found.reasons
    from import_pieces
    cross join lateral jsonb_to_recordset(import_pieces.rows) as waiting (line integer, cells jsonb)
    join (
      select line, jsonb_agg(
        jsonb_build_object('column', "column", 'code', code, 'params', params) order by "column", code
      ) as reasons
      from refused group by line
    ) as found on found.line = waiting.line
    where import_pieces.organization_id = ${organizationId} and import_pieces.import_id = ${importId}
    `,
  );
  const { rows } = await sql<{ refused: number }>`
    select count(*)::integer as refused from import_refusals
    where import_refusals.organization_id = ${organizationId} and import_id = ${importId}
  `.execute(trx);
  return rows[0]?.refused ?? 0;
}

export type ChangeCounts = { readonly changed: number; readonly unchanged: number };

/** How many of the accepted rows differ from what is stored. */
export async function countChanges(trx: Trx): Promise<ChangeCounts> {
  const { rows } = await sql<ChangeCounts>`
    select (count(*) filter (where is_changed))::integer as changed,
      (count(*) filter (where not is_changed))::integer as unchanged
    from given where not exists (select from refused where refused.line = given.line)
  `.execute(trx);
  return rows[0] ?? { changed: 0, unchanged: 0 };
}

/** The last lines of pieces with this many changed rows, in file order. */
export async function listPieces(trx: Trx, rows: number): Promise<readonly number[]> {
  const { rows: pieces } = await sql<{ line: number }>`
    select max(line) as line from (
      select line, (row_number() over (order by line) - 1) / ${rows}::integer as piece from given
      where is_changed
    ) as numbered
    group by piece order by piece
  `.execute(trx);
  return pieces.map(({ line }) => line);
}

/** Everything stored from here on can be undone without ending the transaction. */
export async function markEffect(trx: Trx): Promise<void> {
  await sql`savepoint effect`.execute(trx);
}

export async function undoEffect(trx: Trx): Promise<void> {
  await sql`rollback to savepoint effect`.execute(trx);
}
