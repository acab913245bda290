// The payees in rows of services: compared with what is stored, checked, and stored.
import { changeFound, type Author } from '@kvartplata/platform/database/found-rows.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db, Trx } from '../../tables.ts';
import type { MeantPayees } from './meant-payees.ts';

/** The payees of the organization's house services. */
export async function listNamedPayees(
  db: Db,
  organizationId: number,
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ id: number; payeeId: number }>`
    select id, payee_id from house_services
    where house_services.organization_id = ${organizationId} and payee_id is not null
  `.execute(db);
  return new Map(rows.map(({ id, payeeId }) => [id, payeeId]));
}

type ImportKey = { readonly organizationId: number; readonly id: number };

/** Whether any waiting row names a payee. */
export async function rowsNamePayees(db: Db, { organizationId, id }: ImportKey): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    select exists (
      select from import_pieces
      cross join lateral jsonb_to_recordset(import_pieces.rows) as waiting (payee text)
      where import_pieces.organization_id = ${organizationId} and import_pieces.import_id = ${id} and waiting.payee is not null
    ) as exists
  `.execute(db);
  return rows[0]?.exists ?? false;
}

export async function listWordings(trx: Trx): Promise<readonly string[]> {
  const { rows } = await sql<{ payee: string }>`
    select distinct payee from given where payee is not null
  `.execute(trx);
  return rows.map(({ payee }) => payee);
}

/**
 * Lays out the payee that each row names for its service, and where that changes an existing service. Ambiguous text means the
 * service's present payee, if that is among the matches.
 */
export async function layOutPayees(trx: Trx, meant: readonly MeantPayees[]): Promise<void> {
  await sql`
    create temp table said_payees on commit drop as
    select targets.line, targets.house_id, targets.utility_service_id, targets.house_service_id,
      known_services.payee_id as former_id, known_services.valid_from as service_from,
      case when coalesce(known_services.payee_id, 0) = any (meant."payeeIds") then known_services.payee_id
        else nullif(meant."payeeIds"[1], 0) end as payee_id,
      cardinality(meant."payeeIds") = 0 as is_unknown,
      cardinality(meant."payeeIds") > 1 and coalesce(known_services.payee_id, 0) <> all (meant."payeeIds") as is_ambiguous
    from targets
    join jsonb_to_recordset(${JSON.stringify(meant)}) as meant (wording text, "payeeIds" bigint[])
      on meant.wording = targets.payee
    left join known_services on known_services.id = targets.house_service_id
  `.execute(trx);
  await sql`
    update new_services set payee_id = said.payee_id
    from (
      select house_id, utility_service_id, min(payee_id) as payee_id from said_payees
      where house_service_id is null group by house_id, utility_service_id
    ) as said
    where said.house_id = new_services.house_id and said.utility_service_id = new_services.utility_service_id
  `.execute(trx);
  await sql`
    create temp table payee_changes on commit drop as
    select house_id, house_service_id as id, min(line) as line, min(former_id) as former_id, min(payee_id) as payee_id,
      min(service_from) as service_from
    from said_payees
    where house_service_id is not null and payee_id is distinct from former_id
    group by house_id, house_service_id
  `.execute(trx);
}

export function unknownPayees(): RawBuilder<unknown> {
  return sql`select distinct line, null as param from said_payees where is_unknown`;
}

export function ambiguousPayees(): RawBuilder<unknown> {
  return sql`select distinct line, null as param from said_payees where is_ambiguous`;
}

/** Rows with another payee for the service than an earlier row. */
export function payeesOtherwise(): RawBuilder<unknown> {
  return sql`
    select line, min(first_line) as param from (
      select line, payee_id, first_value(line) over rows_alike as first_line, first_value(payee_id) over rows_alike as first_id
      from said_payees
      window rows_alike as (partition by house_id, utility_service_id, house_service_id order by line)
    ) as compared
    where payee_id is distinct from first_id
    group by line
  `;
}

/** Rows that would change the payee of a service or, for a new one, name another payee than the organization. */
export function changedPayees(): RawBuilder<unknown> {
  return sql`
    select distinct line, null as param from said_payees
    where not is_unknown and payee_id is distinct from former_id
  `;
}

export async function storePayees(trx: Trx, by: Author): Promise<void> {
  await changeFound(trx, 'house-service', by, {
    before: sql`
      select stored.* from house_services as stored
      where stored.organization_id = ${by.organizationId}
        and (house_id, id) in (select payee_changes.house_id, payee_changes.id from payee_changes)
    `,
    change: sql`
      update house_services as stored set payee_id = payee_changes.payee_id, version = stored.version + 1
      from payee_changes
      where stored.organization_id = ${by.organizationId} and stored.house_id = payee_changes.house_id
        and stored.id = payee_changes.id
      returning stored.*
    `,
    recordOf,
  });
}

/** With the API's field names. */
function recordOf(row: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`jsonb_build_object(
    'houseId', ${row}.house_id, 'utilityServiceId', ${row}.utility_service_id, 'method', ${row}.method,
    'payeeId', ${row}.payee_id, 'validFrom', ${row}.valid_from, 'validTo', ${row}.valid_to
  )`;
}

/** Whether an import has changed payees. */
export async function recordsNamePayees(
  db: Db,
  organizationId: number,
  importId: number,
): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    select exists (
      select from import_records
      where import_records.organization_id = ${organizationId} and import_records.import_id = ${importId}
        and import_records.kind = 'house-service' and former ->> 'payeeId' is not null
    ) as exists
  `.execute(db);
  return rows[0]?.exists ?? false;
}

/** For an undo: rows of services whose former payees are restored. */
export function formerPayees(): RawBuilder<unknown> {
  return sql`
    select distinct line, null as param from records
    where kind = 'house-service' and not is_new and is_changed
  `;
}

/** Rows whose former payee no longer exists, with the first house concerned. */
export function gonePayees(payeeIds: readonly number[]): RawBuilder<unknown> {
  return sql`
    select records.line, min(known_houses.address) as param from records
    join known_houses on known_houses.id = records.house_id
    where records.kind = 'house-service' and not records.is_new and records.is_changed
      and records.former_payee_id <> all (${payeeIds}::bigint[])
    group by records.line
  `;
}

export async function restorePayees(trx: Trx, by: Author): Promise<void> {
  await changeFound(trx, 'house-service', by, {
    before: sql`
      select stored.* from house_services as stored
      where stored.organization_id = ${by.organizationId} and (house_id, id) in (
        select records.house_id, records.id from records where records.kind = 'house-service' and not records.is_new
      )
    `,
    change: sql`
      update house_services as stored set payee_id = records.former_payee_id, version = stored.version + 1
      from records
      where stored.organization_id = ${by.organizationId} and stored.house_id = records.house_id
        and stored.id = records.id and records.kind = 'house-service' and not records.is_new
      returning stored.*
    `,
    recordOf,
  });
}
