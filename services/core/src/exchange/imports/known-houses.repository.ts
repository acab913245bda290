// Copies the stored rows of the houses in a file of meters or readings to temporary tables, because a distributed database cannot
// join stored rows with temporary ones.
import { sql } from 'kysely';
import type { Trx } from '../../tables.ts';

/** Copies their rooms, accounts, services and meters. */
export async function copyHouses(
  trx: Trx,
  organizationId: number,
  houseIds: readonly number[],
): Promise<void> {
  await sql`
    create temp table known_rooms on commit drop as
    select house_id, id, number from rooms
    where rooms.organization_id = ${organizationId} and rooms.house_id = any (${houseIds}::bigint[])
  `.execute(trx);
  await sql`
    create temp table known_accounts on commit drop as
    select house_id, id, account_number, room_id from personal_accounts
    where personal_accounts.organization_id = ${organizationId} and personal_accounts.house_id = any (${houseIds}::bigint[])
  `.execute(trx);
  await sql`
    create temp table known_services on commit drop as
    select house_id, id, utility_service_id, valid_from::date as valid_from from house_services
    where house_services.organization_id = ${organizationId} and house_services.house_id = any (${houseIds}::bigint[])
  `.execute(trx);
  await sql`
    create temp table known_meters on commit drop as
    select meters.house_id, meters.id, meters.house_service_id, house_services.utility_service_id, meters.personal_account_id,
      meters.room_id, meters.meter_type_id, meters.serial_number, meters.digits, meters.initial_reading,
      meters.installed_on::date as installed_on, meters.removed_on::date as removed_on,
      meters.verified_until::date as verified_until, meters.replaced_meter_id
    from meters
    join house_services on house_services.organization_id = meters.organization_id
      and house_services.house_id = meters.house_id and house_services.id = meters.house_service_id
    where meters.organization_id = ${organizationId} and meters.house_id = any (${houseIds}::bigint[])
  `.execute(trx);
  await sql`create index on known_accounts (account_number)`.execute(trx);
  await sql`create index on known_rooms (number)`.execute(trx);
  await sql`create index on known_meters (serial_number)`.execute(trx);
  await sql`create index on known_meters (room_id)`.execute(trx);
  await sql`create index on known_meters (personal_account_id)`.execute(trx);
  for (const table of ['known_rooms', 'known_accounts', 'known_services', 'known_meters'])
    await sql`analyze ${sql.ref(table)}`.execute(trx);
}
