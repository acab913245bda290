// The readings of a house and a month with the GUIDs of their devices in ГИС ЖКХ, in SQL.
import type { GisReading } from '@kvartplata/contracts/core/gis-readings.ts';
import { sql } from 'kysely';
import type { HousePlace } from '../../access/places.ts';
import type { Db } from '../../tables.ts';

/** Undefined for an unknown house. */
export async function findHouse(
  db: Db,
  houseId: number,
): Promise<{ readonly organizationId: number; readonly fiasId: string | null } | undefined> {
  return db
    .selectFrom('houses')
    .select(['organizationId', 'fiasId'])
    .where('id', '=', houseId)
    .executeTakeFirst();
}

/** Ordered by meter. */
export async function listReadings(
  db: Db,
  { organizationId, houseId }: HousePlace,
  {
    period,
    after,
    limit,
  }: { readonly period: string; readonly after: number; readonly limit: number },
): Promise<readonly GisReading[]> {
  const { rows } = await sql<GisReading>`
    select meters.id as meter_id, utility_services.code as service_code, utility_services.name as service_name,
      utility_services.unit, meters.serial_number, personal_accounts.account_number, rooms.number as room_number,
      meters.gis_meter_guid, utility_services.meter_scale as scale, meter_readings.value, meter_readings.taken_on
    from meter_readings
    join meters on meters.organization_id = ${organizationId} and meters.house_id = ${houseId}
      and meters.id = meter_readings.meter_id
    join house_services on house_services.organization_id = ${organizationId}
      and house_services.house_id = ${houseId} and house_services.id = meters.house_service_id
    join utility_services on utility_services.id = house_services.utility_service_id
    left join personal_accounts on personal_accounts.organization_id = ${organizationId}
      and personal_accounts.house_id = ${houseId} and personal_accounts.id = meters.personal_account_id
    -- Not a coalesce: behind row security it would use no index.
    left join rooms on rooms.organization_id = ${organizationId} and rooms.house_id = ${houseId}
      and rooms.id = case when meters.room_id is null then personal_accounts.room_id else meters.room_id end
    where meter_readings.organization_id = ${organizationId} and meter_readings.house_id = ${houseId}
      and meter_readings.period = ${period} and meter_readings.meter_id > ${after}
    order by meter_readings.meter_id
    limit ${limit}
  `.execute(db);
  return rows;
}
