// The services and values of many houses in SQL: read with one statement per table, and written with ids drawn beforehand.
import { insertFound } from '@kvartplata/platform/database/found-rows.ts';
import { sql } from 'kysely';
import type { Db, Trx } from '../../tables.ts';
import type { SetupService, SetupValue } from './setup-plan.ts';

/** Houses of one organization. */
export type HousesPlace = {
  readonly organizationId: number;
  readonly houseIds: readonly number[];
};

export type NamedHouse = { readonly houseId: number; readonly address: string };

export type ListedHouse = NamedHouse & { readonly fiasId: string | null };

export type ServiceInHouse = SetupService & { readonly houseId: number };
export type ValueInHouse = SetupValue & { readonly houseId: number };

/** Ordered by id. */
export async function listHouses(
  db: Db,
  organizationId: number,
  page: { readonly afterId: number; readonly limit: number },
): Promise<readonly ListedHouse[]> {
  const { rows } = await sql<ListedHouse>`
    select id as house_id, address, fias_id from houses
    where houses.organization_id = ${organizationId} and id > ${page.afterId}
    order by id limit ${page.limit}
  `.execute(db);
  return rows;
}

/** The existing ones, locked until the transaction ends, which serializes changes of their services. */
export async function holdHouses(
  trx: Trx,
  { organizationId, houseIds }: HousesPlace,
): Promise<readonly NamedHouse[]> {
  const { rows } = await sql<NamedHouse>`
    select id as house_id, address from houses
    where houses.organization_id = ${organizationId} and id = any (${houseIds}::bigint[])
    order by id for no key update
  `.execute(trx);
  return rows;
}

/** Like `holdHouses`, for their services, whose tariffs and norms it serializes. */
export async function holdServices(
  trx: Trx,
  { organizationId, houseIds }: HousesPlace,
): Promise<void> {
  await sql`
    select id from house_services
    where house_services.organization_id = ${organizationId} and house_id = any (${houseIds}::bigint[])
    order by id for no key update
  `.execute(trx);
}

/** Those that have not ended before the day, in catalogue order, then by first day. */
export async function listServices(
  db: Db,
  { organizationId, houseIds }: HousesPlace,
  from: string,
): Promise<readonly ServiceInHouse[]> {
  const { rows } = await sql<ServiceInHouse>`
    select house_services.house_id, house_services.id, house_services.utility_service_id, utility_services.code, utility_services.name,
      utility_services.unit, utility_services.precision, utility_services.components, house_services.method,
      house_services.heating_mode, house_services.coefficient_applies, house_services.shared_meter_by, house_services.valid_from,
      house_services.valid_to
    from house_services
    join utility_services on utility_services.id = house_services.utility_service_id
    where house_services.organization_id = ${organizationId} and house_services.house_id = any (${houseIds}::bigint[])
      and (house_services.valid_to is null or house_services.valid_to >= ${from}::date)
    order by house_services.house_id, house_services.utility_service_id, house_services.valid_from
  `.execute(db);
  return rows;
}

const TABLES = { tariff: sql`service_tariffs`, norm: sql`service_norms` } as const;
type Kind = keyof typeof TABLES;

/** Those that have not ended before the day, by component, group and first day. */
export async function listValues(
  db: Db,
  kind: Kind,
  { organizationId, houseIds }: HousesPlace,
  from: string,
): Promise<readonly ValueInHouse[]> {
  const { rows } = await sql<ValueInHouse>`
    select ${kind} as kind, stored.house_id, stored.id, stored.house_service_id, stored.component,
      stored.value_group as "group", stored.value, stored.steps, stored.basis, stored.valid_from, stored.valid_to
    from ${TABLES[kind]} as stored
    where stored.organization_id = ${organizationId} and stored.house_id = any (${houseIds}::bigint[])
      and (stored.valid_to is null or stored.valid_to >= ${from}::date)
    order by stored.house_id, stored.house_service_id, stored.component nulls first, stored.value_group nulls first, stored.valid_from
  `.execute(db);
  return rows;
}

const SEQUENCES = {
  service: 'house_service_ids',
  tariff: 'service_tariff_ids',
  norm: 'service_norm_ids',
} as const;

export async function drawIds(
  trx: Trx,
  of: keyof typeof SEQUENCES,
  count: number,
): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select nextval(${SEQUENCES[of]}) as id from generate_series(1, ${count}::integer)
  `.execute(trx);
  return rows.map(({ id }) => id);
}

export async function insertServices(
  trx: Trx,
  organizationId: number,
  services: readonly ServiceInHouse[],
): Promise<void> {
  await insertFound(
    trx,
    sql`
    insert into house_services (organization_id, house_id, id, utility_service_id, method, heating_mode, coefficient_applies,
      shared_meter_by, valid_from, valid_to)
    select ${organizationId}::bigint, given."houseId", given.id, given."utilityServiceId", given.method, given."heatingMode",
      given."coefficientApplies", given."sharedMeterBy", given."validFrom", given."validTo"
    from jsonb_to_recordset(${JSON.stringify(services)}::jsonb) as given ("houseId" bigint, id bigint, "utilityServiceId" bigint,
      method text, "heatingMode" text, "coefficientApplies" boolean, "sharedMeterBy" text, "validFrom" date, "validTo" date)
    `,
  );
}

export async function insertValues(
  trx: Trx,
  kind: Kind,
  organizationId: number,
  values: readonly ValueInHouse[],
): Promise<void> {
  await insertFound(
    trx,
    sql`
    insert into ${TABLES[kind]} (organization_id, house_id, id, house_service_id, component, value_group, value, steps, basis,
      valid_from, valid_to)
    select ${organizationId}::bigint, given."houseId", given.id, given."houseServiceId", given.component, given."group", given.value,
      given.steps, given.basis, given."validFrom", given."validTo"
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as given ("houseId" bigint, id bigint, "houseServiceId" bigint,
      component text, "group" text, value numeric, steps jsonb, basis text, "validFrom" date, "validTo" date)
    `,
  );
}

export async function updateValue(
  trx: Trx,
  organizationId: number,
  { kind, houseId, id, value, steps, basis, validTo }: ValueInHouse,
): Promise<void> {
  await sql`
    update ${TABLES[kind]} as stored
    set value = ${value}, steps = ${JSON.stringify(steps)}::jsonb, basis = ${basis}, valid_to = ${validTo}, version = version + 1
    where stored.organization_id = ${organizationId} and stored.house_id = ${houseId} and stored.id = ${id}
  `.execute(trx);
}
