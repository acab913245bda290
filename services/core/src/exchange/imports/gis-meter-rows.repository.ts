// Rows of meter GUIDs assigned by ГИС ЖКХ: laid out, matched with the devices in use, and stored. A device that counts day and
// night is two meters with one GUID.
import { changeFound, type Author } from '@kvartplata/platform/database/found-rows.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Trx } from '../../tables.ts';
import type { ImportRow } from './imports.repository.ts';

export async function layOutGuids(trx: Trx, { id, organizationId }: ImportRow): Promise<void> {
  await sql`
    create temp table given (
      line integer primary key, serial_number text, gis_meter_guid uuid, service text, account_number text, room_number text,
      address_key text, house_id bigint, utility_service_id bigint, resource text, devices integer not null default 0,
      is_changed boolean not null default false
    ) on commit drop
  `.execute(trx);
  await sql`
    insert into given (line, serial_number, gis_meter_guid, service, account_number, room_number, address_key)
    select waiting.line, waiting."serialNumber", waiting."gisMeterGuid", waiting.service, waiting."accountNumber",
      waiting."roomNumber", app.address_key(waiting.address)
    from import_pieces
    cross join lateral jsonb_to_recordset(import_pieces.rows) as waiting (
      line integer, "serialNumber" text, "gisMeterGuid" uuid, service text, "accountNumber" text, "roomNumber" text, address text
    )
    where import_pieces.organization_id = ${organizationId} and import_pieces.import_id = ${id}
  `.execute(trx);
  await sql`create index on given (serial_number)`.execute(trx);
  await sql`analyze given`.execute(trx);
}

/** Locks the meters until the transaction ends, because their GUIDs are compared before they are stored. */
export async function lockMeters(trx: Trx, organizationId: number): Promise<void> {
  await sql`
    select id from meters
    where meters.organization_id = ${organizationId} and serial_number in (select given.serial_number from given)
    order by house_id, id for no key update
  `.execute(trx);
}

/** Finds the meters of each row's device, and which rows equal what is stored. */
export async function matchDevices(trx: Trx, organizationId: number): Promise<void> {
  await copyMeters(trx, organizationId);
  await sql`
    create temp table resources on commit drop as
    select id, metered_resource as resource from utility_services
  `.execute(trx);
  await sql`
    update given set resource = resources.resource from resources where resources.id = given.utility_service_id
  `.execute(trx);
  await sql`
    create temp table matched on commit drop as
    select given.line, given.gis_meter_guid as given_guid, meters.* from given
    join known_meters as meters on meters.serial_number = given.serial_number
      and (given.house_id is null or meters.house_id = given.house_id)
      and (given.service is null or meters.resource = given.resource)
      and (given.account_number is null or meters.account_number = given.account_number)
      and (given.room_number is null or meters.room_number = given.room_number)
    where given.house_id is not null or (given.address_key is null and given.account_number is null)
  `.execute(trx);
  await sql`create index on matched (line)`.execute(trx);
  // Two meters of one service are two devices, for example two of one account without a serial number.
  await sql`
    update given set devices = found.devices, is_changed = found.is_changed
    from (
      select line, bool_or(given_guid is not null and gis_meter_guid is distinct from given_guid) as is_changed,
        greatest(count(distinct (house_id, owner, resource)), count(*) - count(distinct house_service_id) + 1) as devices
      from matched group by line
    ) as found
    where found.line = given.line
  `.execute(trx);
}

/** Copies the meters in use with the numbers or GUIDs of the file. */
async function copyMeters(trx: Trx, organizationId: number): Promise<void> {
  await sql`
    create temp table known_meters on commit drop as
    select meters.house_id, meters.id, meters.serial_number, meters.gis_meter_guid, meters.house_service_id,
      concat_ws('/', meters.owner_type, meters.personal_account_id, meters.room_id) as owner,
      utility_services.metered_resource as resource,
      personal_accounts.account_number, rooms.number as room_number
    from meters
    join house_services on house_services.organization_id = ${organizationId}
      and house_services.house_id = meters.house_id and house_services.id = meters.house_service_id
    join utility_services on utility_services.id = house_services.utility_service_id
    left join personal_accounts on personal_accounts.organization_id = ${organizationId}
      and personal_accounts.house_id = meters.house_id and personal_accounts.id = meters.personal_account_id
    -- Not a coalesce: behind row security it would use no index.
    left join rooms on rooms.organization_id = ${organizationId} and rooms.house_id = meters.house_id
      and rooms.id = case when meters.room_id is null then personal_accounts.room_id else meters.room_id end
    where meters.organization_id = ${organizationId} and meters.removed_on is null and (
      meters.serial_number in (select given.serial_number from given)
      or meters.gis_meter_guid in (select given.gis_meter_guid from given)
    )
  `.execute(trx);
  await sql`create index on known_meters (serial_number)`.execute(trx);
  await sql`create index on known_meters (gis_meter_guid)`.execute(trx);
  await sql`analyze known_meters`.execute(trx);
}

/** Rows with an unknown service. */
export function unknownServices(): RawBuilder<unknown> {
  return sql`select line, null as param from given where service is not null and resource is null`;
}

/** Rows of a known house and service without such a device. */
export function unknownDevices(): RawBuilder<unknown> {
  return sql`
    select line, null as param from given
    where devices = 0 and (service is null or resource is not null) and (address_key is null or house_id is not null)
  `;
}

export function ambiguousDevices(): RawBuilder<unknown> {
  return sql`select line, null as param from given where devices > 1`;
}

/** Rows with a GUID that another device has and keeps, because the file does not change it. */
export function guidsOfOthers(): RawBuilder<unknown> {
  return sql`
    select given.line, min(others.serial_number) as param from given
    join known_meters as others on others.gis_meter_guid = given.gis_meter_guid
    where not exists (
        select from matched where matched.line = given.line and matched.house_id = others.house_id and matched.id = others.id
      )
      and not exists (
        select from matched as moved
        where moved.given_guid is not null and moved.house_id = others.house_id and moved.id = others.id
      )
    group by given.line
  `;
}

export async function storeGuids(trx: Trx, by: Author): Promise<void> {
  const isFound = sql`meters.organization_id = ${by.organizationId} and meters.house_id = matched.house_id
    and meters.id = matched.id
    and matched.given_guid is not null and matched.gis_meter_guid is distinct from matched.given_guid`;
  await changeFound(trx, 'meter', by, {
    before: sql`select meters.* from matched join meters on ${isFound}`,
    change: sql`
      update meters set gis_meter_guid = matched.given_guid, version = meters.version + 1
      from matched where ${isFound}
      returning meters.*
    `,
    recordOf: (row) => sql`jsonb_build_object(
      'serialNumber', ${row}.serial_number, 'gisMeterGuid', ${row}.gis_meter_guid
    )`,
  });
}
