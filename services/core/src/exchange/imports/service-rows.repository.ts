// Rows of services: laid out, matched with their houses and the houses' services, and checked, each in one statement for all
// rows. Stored rows are first copied to temporary tables, because a distributed database cannot join stored rows with temporary
// ones.
import { insertFound, type Author } from '@kvartplata/platform/database/found-rows.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Trx } from '../../tables.ts';
import type { Touched } from './import-worker.ts';
import type { ImportRow } from './imports.repository.ts';

/** In the address column, stands for every house of the organization. */
const ALL_HOUSES = ['все', 'все дома', 'all', 'all houses'];

export async function layOutServices(trx: Trx, { id, organizationId }: ImportRow): Promise<void> {
  await sql`
    create temp table given (
      line integer primary key, address_key text, fias_id uuid, service text, method text, heating_mode text, coefficient_applies boolean,
      component text, value_group text, payee text, valid_from date, valid_to date, tariff numeric(12, 4), ranges jsonb, norm numeric(12, 6),
      by_persons jsonb, basis text, utility_service_id bigint, is_changed boolean not null default false
    ) on commit drop
  `.execute(trx);
  await sql`
    insert into given (line, address_key, fias_id, service, method, heating_mode, coefficient_applies, component, value_group, payee,
      valid_from, valid_to, tariff, ranges, norm, by_persons, basis)
    select waiting.line, app.address_key(waiting.address), waiting."fiasId", waiting.service, waiting.method, waiting."heatingMode",
      waiting."coefficientApplies", waiting.component, waiting."group", waiting.payee, waiting."validFrom", waiting."validTo", waiting.tariff,
      waiting.ranges::jsonb, waiting.norm, waiting."byPersons"::jsonb, waiting.basis
    from import_pieces
    cross join lateral jsonb_to_recordset(import_pieces.rows) as waiting (
      line integer, address text, "fiasId" uuid, service text, method text, "heatingMode" text, "coefficientApplies" boolean,
      component text, "group" text, payee text, "validFrom" date, "validTo" date, tariff numeric, ranges text, norm numeric,
      "byPersons" text, basis text
    )
    where import_pieces.organization_id = ${organizationId} and import_pieces.import_id = ${id}
  `.execute(trx);
}

/**
 * Finds the houses that the rows name, and copies their services. Both are locked first, in the order in which single changes of
 * services and of their values lock them: what is copied stays as it is.
 */
export async function matchServices(trx: Trx, organizationId: number): Promise<void> {
  await sql`
    create temp table named_houses on commit drop as
    select id, fias_id, app.address_key(address) as address_key from houses where houses.organization_id = ${organizationId}
  `.execute(trx);
  await sql`
    create temp table targets on commit drop as
    select given.line, meant.house_id, given.utility_service_id, given.method, given.heating_mode, given.coefficient_applies, given.component,
      given.value_group, given.payee, given.valid_from, given.valid_to, given.tariff, given.ranges, given.norm, given.by_persons, given.basis,
      meant.is_named, null::bigint as house_service_id, null::date as service_from
    from given
    join (${meantHouses()}) as meant using (line)
  `.execute(trx);
  await sql`
    select id from houses
    where houses.organization_id = ${organizationId} and id in (select house_id from targets)
    order by id for no key update
  `.execute(trx);
  await sql`
    select id from house_services
    where house_services.organization_id = ${organizationId} and house_id in (select targets.house_id from targets)
    order by id for no key update
  `.execute(trx);
  await sql`
    create temp table known_services on commit drop as
    select house_id, id, utility_service_id, method, heating_mode, coefficient_applies, payee_id, valid_from::date as valid_from,
      valid_to::date as valid_to
    from house_services
    where house_services.organization_id = ${organizationId} and house_id in (select targets.house_id from targets)
  `.execute(trx);
  for (const table of ['targets', 'known_services'])
    await sql`analyze ${sql.ref(table)}`.execute(trx);
  await sql`
    update targets set house_service_id = known_services.id, service_from = known_services.valid_from from known_services
    where known_services.house_id = targets.house_id and known_services.utility_service_id = targets.utility_service_id
      and targets.valid_from between known_services.valid_from and coalesce(known_services.valid_to, 'infinity')
  `.execute(trx);
  await planNewServices(trx);
}

/** By code, otherwise by address unless that house has another code; or all of them. */
function meantHouses(): RawBuilder<unknown> {
  return sql`
    select given.line, named_houses.id as house_id, true as is_named from given
    join named_houses on named_houses.fias_id = given.fias_id
    union all
    select given.line, named_houses.id, true from given
    join named_houses on named_houses.address_key = given.address_key
    where given.fias_id is null or (
      named_houses.fias_id is null
      and not exists (select from named_houses as coded where coded.fias_id = given.fias_id)
    )
    union all
    select given.line, named_houses.id, false from given
    join named_houses on named_houses.address_key <> given.address_key
    where given.fias_id is null and given.address_key = any (${ALL_HOUSES})
  `;
}

/** A service that a house lacks on a row's day begins on the earliest of these days. */
async function planNewServices(trx: Trx): Promise<void> {
  await sql`
    create temp table new_services on commit drop as
    select targets.house_id, targets.utility_service_id, min(targets.line) as line, min(targets.valid_from) as valid_from,
      coalesce(
        (array_agg(targets.method order by targets.line) filter (where targets.method is not null))[1],
        (select methods[1] from utility_services
         where utility_services.id = targets.utility_service_id and cardinality(methods) = 1)
      ) as method,
      (array_agg(targets.heating_mode order by targets.line) filter (where targets.heating_mode is not null))[1] as heating_mode,
      (array_agg(targets.coefficient_applies order by targets.line) filter (where targets.coefficient_applies is not null))[1]
        as coefficient_applies,
      null::bigint as payee_id, null::bigint as id
    from targets
    where targets.house_service_id is null and targets.utility_service_id is not null
    group by targets.house_id, targets.utility_service_id
  `.execute(trx);
  await sql`analyze new_services`.execute(trx);
}

type NamedBy = 'fiasId' | 'address';

const IS_BY: Readonly<Record<NamedBy, RawBuilder<unknown>>> = {
  fiasId: sql`given.fias_id is not null`,
  address: sql`given.fias_id is null`,
};

export function unknownHouses(by: NamedBy): RawBuilder<unknown> {
  return sql`
    select line, null as param from given
    where ${IS_BY[by]} and not exists (select from targets where targets.line = given.line)
  `;
}

/** Rows that match several houses. */
export function ambiguousHouses(by: NamedBy): RawBuilder<unknown> {
  return sql`
    select targets.line, null as param from targets join given using (line)
    where ${IS_BY[by]} and targets.is_named
    group by targets.line having count(*) > 1
  `;
}

/** Rows with the code of one house and the address of another. */
export function addressesOfOthers(): RawBuilder<unknown> {
  return sql`
    select given.line, null as param from given
    join targets using (line)
    join named_houses as meant on meant.id = targets.house_id
    where given.fias_id is not null and meant.address_key <> given.address_key
      and exists (select from named_houses as other where other.address_key = given.address_key)
    group by given.line
  `;
}

/** Rows with the code of one house and the word for all. */
export function codesOfAll(): RawBuilder<unknown> {
  return sql`
    select line, null as param from given where fias_id is not null and address_key = any (${ALL_HOUSES})
  `;
}

export function unknownServices(): RawBuilder<unknown> {
  return sql`select line, null as param from given where utility_service_id is null`;
}

/** Rows with a day before the first day of the house's service. */
export function servicesOfLater(): RawBuilder<unknown> {
  return sql`
    select targets.line, min(known_services.valid_from) as param from targets
    join known_services using (house_id, utility_service_id)
    where targets.house_service_id is null and known_services.valid_from > targets.valid_from
    group by targets.line
  `;
}

/** Rows that contradict how an existing service, or one begun by another row, is charged. */
export function chargedOtherwise(
  what: 'method' | 'heatingMode' | 'coefficientApplies',
): RawBuilder<unknown> {
  const column = sql.ref(what);
  return sql`
    select targets.line, min(coalesce(standing.said::text, '–')) as param from targets
    join (
      select house_id, utility_service_id, id as house_service_id, ${column} as said from known_services
      union all
      select house_id, utility_service_id, null, ${column} from new_services
    ) as standing
      on standing.house_id = targets.house_id and standing.utility_service_id = targets.utility_service_id
      and standing.house_service_id is not distinct from targets.house_service_id
    where ${sql.ref(`targets.${what}`)} is not null and ${sql.ref(`targets.${what}`)} is distinct from standing.said
    group by targets.line
  `;
}

/**
 * The first rows of new services for which no row has a method; where the house has the service from a later day on, its method
 * is known.
 */
export function methodsMissing(): RawBuilder<unknown> {
  return sql`
    select line, null as param from new_services
    where method is null and not exists (
      select from known_services
      where known_services.house_id = new_services.house_id
        and known_services.utility_service_id = new_services.utility_service_id
        and known_services.valid_from > new_services.valid_from
    )
    group by line
  `;
}

/** Rows with a value that does not apply to the service. */
export function notForService(
  what: 'method' | 'heatingMode' | 'coefficientApplies' | 'component' | 'ranges' | 'byPersons',
): RawBuilder<unknown> {
  const known: Readonly<Record<typeof what, RawBuilder<unknown>>> = {
    method: sql`given.method <> all (utility_services.methods)`,
    heatingMode: sql`given.heating_mode is not null and 'heating' <> all (utility_services.methods)`,
    coefficientApplies: sql`given.coefficient_applies and not utility_services.coefficient_allowed`,
    component: sql`given.component is not null and given.component <> all (utility_services.components)`,
    // The same rules as for a single tariff or norm: ranges need the volume of one line, norms by persons a norm per person.
    ranges: sql`given.ranges <> '[]' and (
      cardinality(utility_services.components) > 0 or utility_services.hours_of is not null
      or not utility_services.methods && '{meter,norm}'
    )`,
    byPersons: sql`given.by_persons <> '[]' and (
      given.component is not distinct from 'heat' or not utility_services.methods && '{meter,norm,water-disposal}'
    )`,
  };
  return sql`
    select given.line, null as param from given
    join utility_services on utility_services.id = given.utility_service_id
    where ${known[what]}
  `;
}

/** Rows with a value of a two-component service but no component. */
export function componentsMissing(): RawBuilder<unknown> {
  return sql`
    select given.line, null as param from given
    join utility_services on utility_services.id = given.utility_service_id
    where given.component is null and cardinality(utility_services.components) > 0
      and coalesce(given.tariff, given.norm) is not null
  `;
}

/** The rows that affect charges. */
const CHARGED_LINES = sql`select line from new_services union all select line from given_values where is_changed`;

/** Marks the rows that begin a service, change a value, or change a payee. */
export async function markChanged(trx: Trx): Promise<void> {
  await sql`
    update given set is_changed = true where line in (${CHARGED_LINES} union all select line from payee_changes)
  `.execute(trx);
}

export async function listTouched(trx: Trx, limit: number): Promise<readonly Touched[]> {
  const { rows } = await sql<Touched>`
    select house_id, min(counts_from) as "from", null as "to" from (
      select house_id, line, valid_from as counts_from from new_services
      union all
      select house_id, line, counts_from from given_values where is_changed
    ) as changed
    where not exists (select from refused where refused.line = changed.line)
    group by house_id order by house_id limit ${limit}
  `.execute(trx);
  return rows;
}

/** Inserts the new services and links their values. */
export async function insertServices(trx: Trx, { organizationId }: Author): Promise<void> {
  await sql`
    update new_services set id = numbered.id
    from (
      select house_id, utility_service_id, nextval('house_service_ids') as id from (
        select house_id, utility_service_id from new_services order by line, house_id
      ) as ordered
    ) as numbered
    where new_services.house_id = numbered.house_id and new_services.utility_service_id = numbered.utility_service_id
  `.execute(trx);
  await insertFound(
    trx,
    sql`
    insert into house_services (organization_id, house_id, id, utility_service_id, method, heating_mode, coefficient_applies,
      payee_id, valid_from)
    select ${organizationId}, house_id, id, utility_service_id, method,
      case when method = 'heating' then coalesce(heating_mode, 'season') end, coalesce(coefficient_applies, false), payee_id,
      valid_from
    from new_services order by house_id, id
    `,
  );
  await sql`
    update given_values set house_service_id = new_services.id from new_services
    where new_services.house_id = given_values.house_id
      and new_services.utility_service_id = given_values.utility_service_id and given_values.house_service_id is null
  `.execute(trx);
}
