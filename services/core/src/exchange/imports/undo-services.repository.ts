// Compares an import's services, tariffs and norms with those now stored, to find which can be undone, and undoes them.
import { changeFound, type Author } from '@kvartplata/platform/database/found-rows.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Trx } from '../../tables.ts';

const VALUES = [
  ['tariff', 'serviceTariffs'],
  ['norm', 'serviceNorms'],
] as const;
type Kind = (typeof VALUES)[number][0];
/** A value as audited. */
type RecordOf = (kind: Kind) => (row: RawBuilder<unknown>) => RawBuilder<unknown>;
const TABLES = [['house-service', 'houseServices'], ...VALUES] as const;
/** Records that depend on a house service. */
const DEPENDENTS = ['meters', 'accountServices', 'serviceActs', 'benefitServices'] as const;

/** Lays out what the import has stored, locks it, and copies what is stored now. */
export async function layOutStored(
  trx: Trx,
  organizationId: number,
  importId: number,
): Promise<void> {
  await sql`
    create temp table records on commit drop as
    select kind, house_id, id, line, version, former is null as is_new, (former ->> 'value')::numeric as former_value,
      former -> 'steps' as former_steps, former ->> 'basis' as former_basis, (former ->> 'validTo')::date as former_valid_to,
      (former ->> 'payeeId')::bigint as former_payee_id,
      -- Booked months keep their payees, whoever is named now.
      case when kind <> 'house-service' or former is null then counts_from end as counts_from, counts_to, true as is_changed
    from import_records
    where import_records.organization_id = ${organizationId} and import_records.import_id = ${importId}
  `.execute(trx);
  for (const [kind, name] of TABLES)
    await sql`
      select id from ${sql.table(name)} as stored
      where stored.organization_id = ${organizationId}
        and (house_id, id) in (select records.house_id, records.id from records where records.kind = ${kind})
      order by id for update
    `.execute(trx);
  await copyStored(trx, organizationId);
  // A new record that was deleted since needs no undo.
  await sql`
    update records set is_changed = false
    where is_new and not exists (
      select from known where known.kind = records.kind and known.house_id = records.house_id and known.id = records.id
    )
  `.execute(trx);
  await sql`
    create temp table given on commit drop as
    select line, bool_or(is_changed) as is_changed from records group by line
  `.execute(trx);
}

async function copyStored(trx: Trx, organizationId: number): Promise<void> {
  await sql`
    create temp table known on commit drop as
    select 'house-service'::text as kind, house_id, id, version, id as house_service_id, null::text as component,
      null::text as value_group, valid_from::date as valid_from, valid_to::date as valid_to
    from house_services
    where house_services.organization_id = ${organizationId}
      and house_id in (select records.house_id from records)
  `.execute(trx);
  for (const [kind, name] of VALUES)
    await sql`
      insert into known
      select ${kind}, house_id, id, version, house_service_id, component, value_group, valid_from::date, valid_to::date
      from ${sql.table(name)} as stored
      where stored.organization_id = ${organizationId} and house_id in (select records.house_id from records)
    `.execute(trx);
  await sql`
    create temp table known_houses on commit drop as
    select id, address from houses
    where houses.organization_id = ${organizationId} and id in (select records.house_id from records)
  `.execute(trx);
  await sql`
    create temp table dependents (house_id bigint, house_service_id bigint) on commit drop
  `.execute(trx);
  for (const name of DEPENDENTS)
    await sql`
      insert into dependents
      select house_id, house_service_id from ${sql.table(name)} as stored
      where stored.organization_id = ${organizationId}
        and (house_id, house_service_id) in (
          select records.house_id, records.id from records
          where records.kind = 'house-service' and records.is_new
        )
    `.execute(trx);
  await sql`create index on known (kind, house_id, id)`.execute(trx);
  await sql`create index on known (house_service_id)`.execute(trx);
  for (const table of ['records', 'known', 'dependents'])
    await sql`analyze ${sql.ref(table)}`.execute(trx);
}

/** Rows of records that were changed since the import, with the first house concerned. */
export function changedSince(): RawBuilder<unknown> {
  return sql`
    select records.line, min(known_houses.address) as param from records
    left join known on known.kind = records.kind and known.house_id = records.house_id and known.id = records.id
    left join known_houses on known_houses.id = records.house_id
    where records.is_changed and known.version is distinct from records.version
    group by records.line
  `;
}

/** Rows that have begun a service on which other records now depend. */
export function servicesInUse(): RawBuilder<unknown> {
  return sql`
    select records.line, min(known_houses.address) as param from records
    join known_houses on known_houses.id = records.house_id
    where records.is_changed and records.kind = 'house-service' and records.is_new and (
      exists (
        select from dependents
        where dependents.house_id = records.house_id and dependents.house_service_id = records.id
      ) or exists (
        select from known
        where known.kind <> 'house-service' and known.house_id = records.house_id
          and known.house_service_id = records.id and not exists (
            select from records as own
            where own.kind = known.kind and own.house_id = known.house_id and own.id = known.id
          )
      )
    )
    group by records.line
  `;
}

/** Rows whose former value would overlap one added since. */
export function overlappingOthers(): RawBuilder<unknown> {
  return sql`
    select records.line, min(other.valid_from) as param from records
    join known on known.kind = records.kind and known.house_id = records.house_id and known.id = records.id
    join known as other on other.kind = known.kind and other.house_id = known.house_id
      and other.house_service_id = known.house_service_id
      and other.component is not distinct from known.component
      and other.value_group is not distinct from known.value_group
      and daterange(other.valid_from, other.valid_to, '[]')
        && daterange(known.valid_from, records.former_valid_to, '[]')
    where records.is_changed and not records.is_new and not exists (
      select from records as own
      where own.kind = other.kind and own.house_id = other.house_id and own.id = other.id
    )
    group by records.line
  `;
}

/** Deletes new records, values first; restores those that were changed or ended. */
export async function takeBackServices(trx: Trx, by: Author, recordOf: RecordOf): Promise<void> {
  for (const [kind, name] of VALUES) {
    await deleteNew(trx, by, kind, name);
    await restoreValues(trx, by, { kind, name, recordOf: recordOf(kind) });
  }
  await deleteNew(trx, by, 'house-service', 'houseServices');
}

async function deleteNew(trx: Trx, by: Author, kind: string, name: string): Promise<void> {
  await sql`
    delete from ${sql.table(name)} as stored
    where stored.organization_id = ${by.organizationId} and (house_id, id) in (
      select records.house_id, records.id from records
      where records.kind = ${kind} and records.is_new and records.is_changed
    )
  `.execute(trx);
}

async function restoreValues(
  trx: Trx,
  by: Author,
  {
    kind,
    name,
    recordOf,
  }: { readonly kind: Kind; readonly name: string; readonly recordOf: ReturnType<RecordOf> },
): Promise<void> {
  const stored = sql.table(name);
  await changeFound(trx, kind, by, {
    before: sql`
      select stored.* from ${stored} as stored
      where stored.organization_id = ${by.organizationId} and (house_id, id) in (
        select records.house_id, records.id from records where records.kind = ${kind} and not records.is_new
      )
    `,
    change: sql`
      update ${stored} as stored set value = records.former_value, steps = records.former_steps, basis = records.former_basis,
        valid_to = records.former_valid_to, version = stored.version + 1
      from records
      where stored.organization_id = ${by.organizationId} and stored.house_id = records.house_id
        and stored.id = records.id and records.kind = ${kind} and not records.is_new
      returning stored.*
    `,
    recordOf,
  });
}
