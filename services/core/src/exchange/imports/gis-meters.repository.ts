// Devices without a GUID from ГИС ЖКХ.
import { sql } from 'kysely';
import type { Db } from '../../tables.ts';

export type GisMeterRow = {
  readonly serialNumber: string;
  readonly gisMeterGuid: string | null;
  readonly service: string;
  readonly accountNumber: string | null;
  readonly roomNumber: string | null;
  readonly address: string;
};

/** Devices in use that lack a GUID, or all of the organization; one that counts day and night is a single row. Unordered. */
export async function listGisMeters(
  db: Db,
  organizationId: number,
  isAll: boolean,
): Promise<readonly GisMeterRow[]> {
  const { rows } = await sql<GisMeterRow>`
    select meters.serial_number, min(meters.gis_meter_guid::text) as gis_meter_guid, min(utility_services.name) as service,
      personal_accounts.account_number, rooms.number as room_number, houses.address
    from meters
    join houses on houses.organization_id = ${organizationId} and houses.id = meters.house_id
    join house_services on house_services.organization_id = ${organizationId}
      and house_services.house_id = meters.house_id and house_services.id = meters.house_service_id
    join utility_services on utility_services.id = house_services.utility_service_id
    left join personal_accounts on personal_accounts.organization_id = ${organizationId}
      and personal_accounts.house_id = meters.house_id and personal_accounts.id = meters.personal_account_id
    -- Not a coalesce: behind row security it would use no index.
    left join rooms on rooms.organization_id = ${organizationId} and rooms.house_id = meters.house_id
      and rooms.id = case when meters.room_id is null then personal_accounts.room_id else meters.room_id end
    where meters.organization_id = ${organizationId} and meters.removed_on is null
      and (${isAll} or meters.gis_meter_guid is null)
    group by meters.house_id, houses.address, meters.serial_number, meters.owner_type, meters.personal_account_id,
      personal_accounts.account_number, rooms.number, utility_services.metered_resource
  `.execute(db);
  return rows;
}
