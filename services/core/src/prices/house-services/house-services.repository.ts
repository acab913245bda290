// A house's services in SQL, with what the catalogue says of them.
import type { HouseServiceMeter } from '@kvartplata/contracts/core/house-services.ts';
import { sql, type Insertable } from 'kysely';
import type { Db, Trx } from '../../tables.ts';
import type { HouseServicesTable } from './house-services.table.ts';

export type HouseServiceRow = Awaited<ReturnType<typeof listHouseServices>>[number];
export type HouseServiceColumns = Omit<Insertable<HouseServicesTable>, 'house_id'>;
/** A service by its key. */
export type HouseServiceKey = { readonly houseId: number; readonly id: number };

/** In the order of ids. */
export async function listHouseServices(
  db: Db,
  houseId: number,
  page: { readonly afterId: number; readonly limit: number },
) {
  return houseServices(db)
    .where('house_services.house_id', '=', houseId)
    .where('house_services.id', '>', page.afterId)
    .orderBy('house_services.id')
    .limit(page.limit)
    .execute();
}

/** By its id alone, as paths name it. */
export async function findHouseService(db: Db, id: number): Promise<HouseServiceRow | undefined> {
  return houseServices(db).where('house_services.id', '=', id).executeTakeFirst();
}

export async function getHouseService(
  db: Db,
  { houseId, id }: HouseServiceKey,
): Promise<HouseServiceRow> {
  return houseServices(db)
    .where('house_services.house_id', '=', houseId)
    .where('house_services.id', '=', id)
    .executeTakeFirstOrThrow();
}

/** Held until the transaction ends: nothing can be joined to the service meanwhile. */
export async function lockHouseService(
  trx: Trx,
  { houseId, id }: HouseServiceKey,
): Promise<HouseServiceRow | undefined> {
  return houseServices(trx)
    .where('house_services.house_id', '=', houseId)
    .where('house_services.id', '=', id)
    .forUpdate('house_services')
    .executeTakeFirst();
}

/**
 * Held until the transaction ends: the services of one house are written one after the other, since two that exclude
 * each other could wait for one another. False when there is no such house any more.
 */
export async function holdHouse(trx: Trx, houseId: number): Promise<boolean> {
  const { rows } = await sql`
    select id from houses where id = ${houseId} for no key update
  `.execute(trx);
  return rows.length === 1;
}

/** The same of one service, for its tariffs and norms. */
export async function holdHouseService(
  trx: Trx,
  { houseId, id }: HouseServiceKey,
): Promise<HouseServiceRow | undefined> {
  return houseServices(trx)
    .where('house_services.house_id', '=', houseId)
    .where('house_services.id', '=', id)
    .forNoKeyUpdate('house_services')
    .executeTakeFirst();
}

/** Returns the new id. */
export async function insertHouseService(
  trx: Trx,
  houseId: number,
  columns: HouseServiceColumns,
): Promise<number> {
  const { id } = await trx
    .insertInto('house_services')
    .values({ house_id: houseId, ...columns })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateHouseService(
  trx: Trx,
  { houseId, id }: HouseServiceKey,
  columns: HouseServiceColumns,
): Promise<void> {
  await trx
    .updateTable('house_services')
    .set((service) => ({ ...columns, version: service('version', '+', 1) }))
    .where('house_id', '=', houseId)
    .where('id', '=', id)
    .execute();
}

export async function deleteHouseService(
  trx: Trx,
  { houseId, id }: HouseServiceKey,
): Promise<void> {
  await trx
    .deleteFrom('house_services')
    .where('house_id', '=', houseId)
    .where('id', '=', id)
    .execute();
}

/** Whether tariffs, norms or meters belong to the service. */
export async function hasChildren(trx: Trx, { houseId, id }: HouseServiceKey): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    select exists (select from service_tariffs where house_id = ${houseId} and house_service_id = ${id})
      or exists (select from service_norms where house_id = ${houseId} and house_service_id = ${id})
      or exists (select from meters where house_id = ${houseId} and house_service_id = ${id}) as exists
  `.execute(trx);
  return rows[0]?.exists ?? false;
}

export type MeterOfService = HouseServiceMeter & { readonly houseServiceId: number };

/** The meters of the services, removed ones too: house-wide ones first, then in the order of ids. */
export async function listMeters(
  db: Db,
  houseId: number,
  houseServiceIds: readonly number[],
  ownerTypes: readonly HouseServiceMeter['ownerType'][],
): Promise<readonly MeterOfService[]> {
  const { rows } = await sql<MeterOfService>`
    select
      house_service_id as "houseServiceId", id, owner_type as "ownerType",
      personal_account_id as "personalAccountId", meter_type_id as "meterTypeId",
      serial_number as "serialNumber", installed_on as "installedOn", removed_on as "removedOn"
    from meters
    where house_id = ${houseId} and house_service_id = any(${houseServiceIds}::bigint[])
      and owner_type = any(${ownerTypes}::text[])
    order by owner_type desc, id
  `.execute(db);
  return rows;
}

/** The individual meters of each service that has any, removed ones too. */
export async function countIndividualMeters(
  db: Db,
  houseId: number,
  houseServiceIds: readonly number[],
): Promise<readonly { readonly houseServiceId: number; readonly count: number }[]> {
  const { rows } = await sql<{ houseServiceId: number; count: number }>`
    select house_service_id as "houseServiceId", count(*) as count
    from meters
    where house_id = ${houseId} and house_service_id = any(${houseServiceIds}::bigint[])
      and owner_type = 'account'
    group by house_service_id
  `.execute(db);
  return rows;
}

function houseServices(db: Db) {
  return db
    .selectFrom('house_services')
    .innerJoin('utility_services', 'utility_services.id', 'house_services.utility_service_id')
    .innerJoin('houses', 'houses.id', 'house_services.house_id')
    .select([
      'house_services.id',
      'house_services.house_id as houseId',
      'houses.organization_id as organizationId',
      'house_services.utility_service_id as utilityServiceId',
      'utility_services.code',
      'utility_services.name',
      'utility_services.unit',
      'utility_services.precision',
      'utility_services.components',
      'house_services.method',
      'house_services.heating_mode as heatingMode',
      'house_services.coefficient_applies as coefficientApplies',
      'house_services.valid_from as validFrom',
      'house_services.valid_to as validTo',
      'house_services.version',
    ]);
}
