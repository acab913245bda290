// A house's services in SQL, with what the catalogue says of them.
import type { HouseServiceMeter } from '@kvartplata/contracts/core/house-services.ts';
import { sql, type Insertable } from 'kysely';
import { isOfOne, type Organizations } from '@kvartplata/platform/database/of-organizations.ts';
import type { HousePlace } from '../../access/places.ts';
import type { Db, Trx } from '../../tables.ts';
import type { HeatVolume, HouseServicesTable } from './house-services.table.ts';

export type HouseServiceRow = Awaited<ReturnType<typeof listHouseServices>>[number];
export type HouseServiceColumns = Omit<
  Insertable<HouseServicesTable>,
  'organizationId' | 'houseId'
>;
/** A service by its key. */
export type HouseServiceKey = HousePlace & { readonly id: number };

/** In the order of ids. */
export async function listHouseServices(
  db: Db,
  { organizationId, houseId }: HousePlace,
  page: { readonly afterId: number; readonly limit: number },
) {
  return houseServices(db)
    .where('houseServices.organizationId', '=', organizationId)
    .where('houseServices.houseId', '=', houseId)
    .where('houseServices.id', '>', page.afterId)
    .orderBy('houseServices.id')
    .limit(page.limit)
    .execute();
}

/** By its id alone, as paths name it. */
export async function findHouseService(
  db: Db,
  id: number,
  organizations: Organizations,
): Promise<HouseServiceRow | undefined> {
  return houseServices(db)
    .where('houseServices.id', '=', id)
    .where(isOfOne(organizations, 'houseServices.organizationId'))
    .executeTakeFirst();
}

export async function getHouseService(
  db: Db,
  { organizationId, houseId, id }: HouseServiceKey,
): Promise<HouseServiceRow> {
  return houseServices(db)
    .where('houseServices.organizationId', '=', organizationId)
    .where('houseServices.houseId', '=', houseId)
    .where('houseServices.id', '=', id)
    .executeTakeFirstOrThrow();
}

/** Held until the transaction ends: nothing can be joined to the service meanwhile. */
export async function lockHouseService(
  trx: Trx,
  { organizationId, houseId, id }: HouseServiceKey,
): Promise<HouseServiceRow | undefined> {
  return houseServices(trx)
    .where('houseServices.organizationId', '=', organizationId)
    .where('houseServices.houseId', '=', houseId)
    .where('houseServices.id', '=', id)
    .forUpdate('houseServices')
    .executeTakeFirst();
}

/**
 * Held until the transaction ends: the services of one house are written one after the other, since two that exclude
 * each other could wait for one another. False when there is no such house any more.
 */
export async function holdHouse(
  trx: Trx,
  { organizationId, houseId }: HousePlace,
): Promise<boolean> {
  const { rows } = await sql`
    select id from houses where houses.organization_id = ${organizationId} and id = ${houseId} for no key update
  `.execute(trx);
  return rows.length === 1;
}

/** The same of one service, for its tariffs and norms. */
export async function holdHouseService(
  trx: Trx,
  { organizationId, houseId, id }: HouseServiceKey,
): Promise<HouseServiceRow | undefined> {
  return houseServices(trx)
    .where('houseServices.organizationId', '=', organizationId)
    .where('houseServices.houseId', '=', houseId)
    .where('houseServices.id', '=', id)
    .forNoKeyUpdate('houseServices')
    .executeTakeFirst();
}

/** Returns the new id. */
export async function insertHouseService(
  trx: Trx,
  { organizationId, houseId }: HousePlace,
  columns: HouseServiceColumns,
): Promise<number> {
  const { id } = await trx
    .insertInto('houseServices')
    .values({ organizationId, houseId, ...stored(columns) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateHouseService(
  trx: Trx,
  { organizationId, houseId, id }: HouseServiceKey,
  columns: HouseServiceColumns,
): Promise<void> {
  await trx
    .updateTable('houseServices')
    .set((service) => ({ ...stored(columns), version: service('version', '+', 1) }))
    .where('organizationId', '=', organizationId)
    .where('houseId', '=', houseId)
    .where('id', '=', id)
    .execute();
}

export async function deleteHouseService(
  trx: Trx,
  { organizationId, houseId, id }: HouseServiceKey,
): Promise<void> {
  await trx
    .deleteFrom('houseServices')
    .where('organizationId', '=', organizationId)
    .where('houseId', '=', houseId)
    .where('id', '=', id)
    .execute();
}

/** Whether tariffs, norms, meters, acts, benefits or what differs for accounts belong to the service. */
export async function hasChildren(
  trx: Trx,
  { organizationId, houseId, id }: HouseServiceKey,
): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    select exists (select from service_tariffs where service_tariffs.organization_id = ${organizationId}
      and house_id = ${houseId}
      and house_service_id = ${id})
      or exists (select from service_norms where service_norms.organization_id = ${organizationId}
        and house_id = ${houseId}
        and house_service_id = ${id})
      or exists (select from account_services where account_services.organization_id = ${organizationId}
        and house_id = ${houseId}
        and house_service_id = ${id})
      or exists (select from service_acts where service_acts.organization_id = ${organizationId}
        and house_id = ${houseId}
        and house_service_id = ${id})
      or exists (select from benefit_services where benefit_services.organization_id = ${organizationId}
        and house_id = ${houseId}
        and house_service_id = ${id})
      or exists (select from meters where meters.organization_id = ${organizationId} and house_id = ${houseId}
        and house_service_id = ${id}) as exists
  `.execute(trx);
  return rows[0]?.exists ?? false;
}

export type MeterOfService = HouseServiceMeter & { readonly houseServiceId: number };

/** The meters of the services, removed ones too: house-wide ones first, then in the order of ids. */
export async function listMeters(
  db: Db,
  { organizationId, houseId }: HousePlace,
  houseServiceIds: readonly number[],
  ownerTypes: readonly HouseServiceMeter['ownerType'][],
): Promise<readonly MeterOfService[]> {
  const { rows } = await sql<MeterOfService>`
    select
      house_service_id, id, owner_type,
      personal_account_id, room_id, meter_type_id,
      serial_number, installed_on, removed_on
    from meters
    where meters.organization_id = ${organizationId} and house_id = ${houseId}
      and house_service_id = any(${houseServiceIds}::bigint[])
      and owner_type = any(${ownerTypes}::text[])
    order by owner_type = 'house' desc, id
  `.execute(db);
  return rows;
}

/** The meters of accounts and rooms of each service that has any, removed ones too. */
export async function countIndividualMeters(
  db: Db,
  { organizationId, houseId }: HousePlace,
  houseServiceIds: readonly number[],
): Promise<readonly { readonly houseServiceId: number; readonly count: number }[]> {
  const { rows } = await sql<{ houseServiceId: number; count: number }>`
    select house_service_id, count(*) as count
    from meters
    where meters.organization_id = ${organizationId} and house_id = ${houseId}
      and house_service_id = any(${houseServiceIds}::bigint[])
      and owner_type <> 'house'
    group by house_service_id
  `.execute(db);
  return rows;
}

/** A list of rows goes as one text: the driver would send it as an array of the database. */
function stored({ heatVolumes, ...columns }: HouseServiceColumns) {
  return {
    ...columns,
    heatVolumes: sql<readonly HeatVolume[]>`${JSON.stringify(heatVolumes ?? [])}::jsonb`,
  };
}

function houseServices(db: Db) {
  return db
    .selectFrom('houseServices')
    .innerJoin('utilityServices', 'utilityServices.id', 'houseServices.utilityServiceId')
    .select([
      'houseServices.id',
      'houseServices.houseId',
      'houseServices.organizationId',
      'houseServices.utilityServiceId',
      'utilityServices.code',
      'utilityServices.name',
      'utilityServices.unit',
      'utilityServices.precision',
      'utilityServices.components',
      'utilityServices.methods',
      'utilityServices.hoursOf',
      'houseServices.method',
      'houseServices.heatingMode',
      'houseServices.heatVolumes',
      'houseServices.coefficientApplies',
      'houseServices.sharedMeterBy',
      'houseServices.payeeId',
      'houseServices.validFrom',
      'houseServices.validTo',
      'houseServices.version',
    ]);
}
