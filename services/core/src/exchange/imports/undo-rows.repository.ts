// What an import has stored, as the rows of its undo; and which of them affect applied months.
import { insertFound } from '@kvartplata/platform/database/found-rows.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db, Trx } from '../../tables.ts';
import type { Touched } from './import-worker.ts';
import type { ImportRow } from './imports.repository.ts';
import type { HouseMonths } from './imports.table.ts';

/** How many rows form a piece. */
const PIECE_ROWS = 500;

/** Writes a row for each line of the file that has stored something. @returns the number of rows */
export async function insertUndoRows(
  trx: Trx,
  { organizationId, id, kind }: Pick<ImportRow, 'organizationId' | 'id' | 'kind'>,
  undoId: number,
): Promise<number> {
  const of = { organizationId, id };
  const cells = kind === 'readings' ? cellsOfReadings(of) : cellsOfServices(of);
  await insertFound(
    trx,
    sql`
    insert into import_pieces (organization_id, import_id, number, rows)
    select ${organizationId}, ${undoId}, piece,
      jsonb_agg(jsonb_build_object('line', line, 'cells', cells) order by line)
    from (
      select told.line, told.cells, (row_number() over (order by told.line) - 1) / ${PIECE_ROWS}::integer + 1 as piece
      from (${cells}) as told
    ) as numbered
    group by piece
    `,
  );
  const { rows } = await sql<{ lines: number }>`
    select count(distinct line)::integer as lines from import_records
    where import_records.organization_id = ${organizationId} and import_records.import_id = ${id}
  `.execute(trx);
  return rows[0]?.lines ?? 0;
}

type Undone = Pick<ImportRow, 'organizationId' | 'id'>;

function cellsOfReadings({ organizationId, id }: Undone): RawBuilder<unknown> {
  return sql`
    select import_records.line, jsonb_build_array(coalesce(houses.address, ''), coalesce(meters.serial_number, ''),
      coalesce(personal_accounts.account_number, ''), to_char(import_records.counts_from, 'MM.YYYY'),
      coalesce(meter_readings.value::text, ''), coalesce(import_records.former ->> 'value', '')) as cells
    from import_records
    left join houses on houses.organization_id = ${organizationId} and houses.id = import_records.house_id
    left join meter_readings on meter_readings.organization_id = ${organizationId}
      and meter_readings.house_id = import_records.house_id and meter_readings.id = import_records.id
    left join meters on meters.organization_id = ${organizationId}
      and meters.house_id = import_records.house_id and meters.id = meter_readings.meter_id
    left join personal_accounts on personal_accounts.organization_id = ${organizationId}
      and personal_accounts.house_id = import_records.house_id and personal_accounts.id = meters.personal_account_id
    where import_records.organization_id = ${organizationId} and import_records.import_id = ${id}`;
}

/** A line may concern many houses: the first of them represents all. */
function cellsOfServices({ organizationId, id }: Undone): RawBuilder<unknown> {
  const serviceOf = (table: string, kind: string): RawBuilder<unknown> => sql`
    left join ${sql.table(table)} on ${sql.ref(`${table}.organization_id`)} = ${organizationId}
      and ${sql.ref(`${table}.house_id`)} = import_records.house_id and ${sql.ref(`${table}.id`)} = import_records.id
      and import_records.kind = ${kind}`;
  return sql`
    select import_records.line, jsonb_build_array(coalesce(min(houses.address), ''), coalesce(min(utility_services.name), ''),
      to_char(min(import_records.counts_from), 'DD.MM.YYYY'), count(*)::text) as cells
    from import_records
    left join houses on houses.organization_id = ${organizationId} and houses.id = import_records.house_id
    ${serviceOf('service_tariffs', 'tariff')}
    ${serviceOf('service_norms', 'norm')}
    left join house_services on house_services.organization_id = ${organizationId}
      and house_services.house_id = import_records.house_id
      and house_services.id = coalesce(service_tariffs.house_service_id, service_norms.house_service_id,
        case when import_records.kind = 'house-service' then import_records.id end)
    left join utility_services on utility_services.id = house_services.utility_service_id
    where import_records.organization_id = ${organizationId} and import_records.import_id = ${id}
    group by import_records.line`;
}

/** The houses in which an import has stored something, and the affected days. */
export async function listRecordHouses(
  db: Db,
  organizationId: number,
  importId: number,
): Promise<readonly Touched[]> {
  const { rows } = await sql<Touched>`
    select house_id, min(counts_from) as "from", case when bool_and(counts_to is not null) then max(counts_to) end as "to"
    from import_records
    where import_records.organization_id = ${organizationId} and import_records.import_id = ${importId}
    group by house_id order by house_id
  `.execute(db);
  return rows;
}

/** Lays out the applied months of the houses. */
export async function layOutBooked(trx: Trx, booked: readonly HouseMonths[]): Promise<void> {
  const months = booked.flatMap(({ houseId, months: all }) =>
    all.map((month) => ({ houseId, month: `${month}-01` })),
  );
  await sql`
    create temp table booked_months on commit drop as
    select booked."houseId" as house_id, booked.month
    from jsonb_to_recordset(${JSON.stringify(months)}) as booked ("houseId" bigint, month date)
  `.execute(trx);
}

/**
 * Rows that affect such a month.
 * @param table of `line`, `houseId`, `countsFrom`, `countsTo` and `isChanged`
 */
export function inBookedMonths(table: 'given' | 'records'): RawBuilder<unknown> {
  const records = sql.table(table);
  return sql`
    select ${records}.line, to_char(min(booked_months.month), 'MM.YYYY') as param from ${records}
    join booked_months on booked_months.house_id = ${records}.house_id
      and booked_months.month >= date_trunc('month', ${records}.counts_from)
      and booked_months.month <= coalesce(${records}.counts_to, 'infinity')
    where ${records}.is_changed
    group by ${records}.line`;
}
