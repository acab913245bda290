// Lookups in the room and the house for a transfer, in SQL.
import { sql } from 'kysely';
import type { AccountPlace } from '../../registry/personal-accounts/personal-accounts.service.ts';
import type { Trx } from '../../tables.ts';

/** Whether any other account of the room is open on or after the day. */
export async function hasRoommates(
  trx: Trx,
  { organizationId, houseId, id }: AccountPlace,
  successorId: number,
  since: string,
): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    select exists (
      select from personal_accounts as own
      join personal_accounts as other on other.organization_id = own.organization_id
        and other.house_id = own.house_id and other.room_id = own.room_id and other.id <> own.id
      where own.organization_id = ${organizationId} and own.house_id = ${houseId} and own.id = ${id}
        and other.id <> ${successorId} and (other.closed_on is null or other.closed_on >= ${since})
    ) as exists
  `.execute(trx);
  return rows[0]?.exists ?? false;
}

/** Whether the house is charged for major repairs on the day. */
export async function hasMajorRepairs(
  trx: Trx,
  { organizationId, houseId }: AccountPlace,
  on: string,
): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    select exists (
      select from house_services
      join utility_services on utility_services.id = house_services.utility_service_id
      where house_services.organization_id = ${organizationId} and house_services.house_id = ${houseId}
        and utility_services.kind = 'major-repairs' and house_services.valid_from <= ${on}
        and (house_services.valid_to is null or house_services.valid_to >= ${on})
    ) as exists
  `.execute(trx);
  return rows[0]?.exists ?? false;
}
