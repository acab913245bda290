// House services in SQL, with the catalogue's facts about them.
import type { HouseServiceMeter } from '@kvartplata/contracts/core/house-services.ts';
import { sql, type Insertable } from 'kysely';
import { isOfOne, type Organizations } from '@kvartplata/platform/database/of-organizations.ts';
import type { HousePlace } from '../../access/places.ts';
import type { Db, Trx } from '../../tables.ts';
import type { YearVolume, HouseServicesTable } from './house-services.table.ts';

export type HouseServiceRow = Awaited<ReturnType<typeof listHouseServices>>[number];
export type HouseServiceColumns = Omit<
  Insertable<HouseServicesTable>,
  'organizationId' | 'houseId'
>;
/** Identifies a house service. */
export type HouseServiceKey = HousePlace & { readonly id: number };

/** Ordered by id. */
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

/** By id alone, as in paths. */
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

/** Locked until the transaction ends: nothing can be added to the service meanwhile. */
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
 * Serializes changes of a house's services until the transaction ends: two that exclude each other could deadlock. False when the
 * house no longer exists.
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

/** Like `holdHouse`, for one service, whose tariffs and norms it serializes. */
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

/** Whether the service has tariffs, norms, meters, acts, benefits or account services. */
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

/** The meters of the services, removed ones too: house-wide ones first, then ordered by id. */
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

/** The number of account and room meters of each service that has any, removed ones too. */
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

/** As JSON text: the driver would send an array as a PostgreSQL array. */
function stored({ yearVolumes, ...columns }: HouseServiceColumns) {
  return {
    ...columns,
    yearVolumes: sql<readonly YearVolume[]>`${JSON.stringify(yearVolumes ?? [])}::jsonb`,
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
      'houseServices.yearVolumes',
      'houseServices.coefficientApplies',
      'houseServices.sharedMeterBy',
      'houseServices.payeeId',
      'houseServices.validFrom',
      'houseServices.validTo',
      'houseServices.version',
    ]);
}
