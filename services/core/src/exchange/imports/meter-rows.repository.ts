// Rows of meters: laid out, matched with what is stored, checked and stored, in statements for all rows.
import { changeFound, insertFound, type Author } from '@kvartplata/platform/database/found-rows.ts';
import { NO_SERIAL_NUMBER } from '@kvartplata/domain/meters/serial-number.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Trx } from '../../tables.ts';
import type { Touched } from './import-worker.ts';
import type { ImportRow } from './imports.repository.ts';

/** In a file of one house every row is of that house. */
export async function layOutMeters(
  trx: Trx,
  { id, organizationId, houseId }: ImportRow,
): Promise<void> {
  await sql`
    create temp table given (
      line integer primary key, address_key text, house_id bigint, account_number text, room_number text, service text,
      meter_type text, serial_number text,
      digits smallint, installed_on date, initial_reading numeric(14, 3), verified_until date, known_as text,
      account_id bigint, room_id bigint, utility_service_id bigint, house_service_id bigint, meter_type_id bigint,
      meter_id bigint, new_meter_id bigint, matches integer not null default 0, is_changed boolean not null default true, counts_from date
    ) on commit drop
  `.execute(trx);
  await sql`
    insert into given (line, address_key, house_id, account_number, room_number, service, meter_type, serial_number, digits,
      installed_on, initial_reading, verified_until, known_as)
    select waiting.line, app.address_key(waiting.address), ${houseId}::bigint, waiting."accountNumber", waiting."roomNumber",
      waiting.service, waiting."meterType", waiting."serialNumber",
      waiting.digits, waiting."installedOn", waiting."initialReading", waiting."verifiedUntil",
      case waiting."serialNumber" when ${NO_SERIAL_NUMBER} then concat_ws(E'\\n', waiting."serialNumber", waiting."accountNumber", waiting."roomNumber")
        else waiting."serialNumber" end
    from import_pieces
    cross join lateral jsonb_to_recordset(import_pieces.rows) as waiting (
      line integer, address text, "accountNumber" text, "roomNumber" text, service text, "meterType" text,
      "serialNumber" text, digits smallint,
      "installedOn" date, "initialReading" numeric, "verifiedUntil" date
    )
    where import_pieces.organization_id = ${organizationId} and import_pieces.import_id = ${id}
  `.execute(trx);
  await sql`create index on given (serial_number)`.execute(trx);
  await sql`create index on given (account_number)`.execute(trx);
  await sql`analyze given`.execute(trx);
}

/** Rows of house-wide meters that name no house. */
export function housesMissing(): RawBuilder<unknown> {
  return sql`
    select line, null as param from given
    where house_id is null and address_key is null and account_number is null
  `;
}

/** Finds the accounts and services of the rows' houses, and the existing meters. */
export async function matchMeters(trx: Trx, organizationId: number): Promise<void> {
  await sql`
    update given set account_id = accounts.id from known_accounts as accounts
    where accounts.house_id = given.house_id and accounts.account_number = given.account_number
  `.execute(trx);
  await sql`
    update given set room_id = rooms.id from known_rooms as rooms
    where rooms.house_id = given.house_id and rooms.number = given.room_number
  `.execute(trx);
  // If a service ended and began again, the later one is meant.
  await sql`
    update given set house_service_id = (
      select id from known_services as services
      where services.house_id = given.house_id and services.utility_service_id = given.utility_service_id
      order by valid_from desc
      limit 1
    )
  `.execute(trx);
  await sql`
    update given set matches = found.matches,
      meter_id = case found.matches when 1 then found.meter_id end,
      house_service_id = case found.matches when 1 then found.house_service_id else given.house_service_id end
    from (
      select line, max(meter_id) as meter_id, max(house_service_id) as house_service_id, count(*) as matches
      from (
        select given.line, meters.id as meter_id, meters.house_service_id,
          rank() over (partition by given.line order by meters.installed_on = given.installed_on desc,
            ${IS_OF_OWNER} desc) as place
        from given
        join known_meters as meters on meters.house_id = given.house_id
          and meters.serial_number = given.serial_number and meters.utility_service_id = given.utility_service_id
          and (meters.removed_on is null or meters.installed_on = given.installed_on)
          and (meters.serial_number <> ${NO_SERIAL_NUMBER}
            or ${IS_OF_OWNER})
      ) as alike
      where place = 1
      group by line
    ) as found
    where found.line = given.line
  `.execute(trx);
  await sql`create index on given (meter_id)`.execute(trx);
  await keepVerifications(trx, organizationId);
  await sql`update given set counts_from = installed_on where meter_id is null`.execute(trx);
  await sql`
    update given set is_changed = (meters.meter_type_id, meters.digits, meters.installed_on,
        meters.initial_reading, meters.personal_account_id, meters.room_id, meters.verified_until)
      is distinct from (given.meter_type_id, given.digits, given.installed_on,
        given.initial_reading, given.account_id, given.room_id, coalesce(given.verified_until, meters.verified_until)),
      counts_from = case
        when (meters.personal_account_id, meters.room_id, meters.digits, meters.installed_on, meters.initial_reading)
          is distinct from (given.account_id, given.room_id, given.digits, given.installed_on, given.initial_reading)
          then least(meters.installed_on, given.installed_on)
        when meters.verified_until is distinct from coalesce(given.verified_until, meters.verified_until)
          then nullif(least(meters.verified_until, given.verified_until), date '2999-12-31') + 1
      end
    from known_meters as meters where meters.id = given.meter_id
  `.execute(trx);
  await copyLives(trx, organizationId);
}

const IS_OF_OWNER = sql`((meters.personal_account_id, meters.room_id) is not distinct from (given.account_id, given.room_id))`;

/** A list from before a recorded verification does not take it back: of such a meter only a later day is taken. */
async function keepVerifications(trx: Trx, organizationId: number): Promise<void> {
  await sql`
    create temp table verified_meters on commit drop as
    select distinct meter_id from meter_verifications
    where meter_verifications.organization_id = ${organizationId}
      and meter_verifications.house_id in (select given.house_id from given)
      and meter_id in (select given.meter_id from given)
  `.execute(trx);
  await sql`
    update given set verified_until = meters.verified_until from known_meters as meters
    where meters.id = given.meter_id and meters.verified_until > given.verified_until
      and meters.id in (select verified_meters.meter_id from verified_meters)
  `.execute(trx);
}

/** Copies the first and the greatest reading of each meter that would change. */
async function copyLives(trx: Trx, organizationId: number): Promise<void> {
  await sql`
    create temp table known_lives on commit drop as
    select meter_id, max(value) as greatest, min(period::date) as period,
      (array_agg(value order by period))[1] as value, (array_agg(taken_on::date order by period))[1] as taken_on,
      (array_agg(rollover order by period))[1] as rollover
    from meter_readings
    where meter_readings.organization_id = ${organizationId}
      and meter_readings.house_id in (select given.house_id from given)
      and meter_id in (select given.meter_id from given where given.is_changed and given.meter_id is not null)
    group by meter_id
  `.execute(trx);
}

/** Rows whose account does not exist in the house or, in a file about many, in the organization. */
export function unknownAccounts(): RawBuilder<unknown> {
  return sql`
    select line, null as param from given
    where account_number is not null and account_id is null and (house_id is not null or address_key is null)
  `;
}

/** Likewise for rooms. */
export function unknownRooms(): RawBuilder<unknown> {
  return sql`
    select line, null as param from given
    where room_number is not null and room_id is null and house_id is not null
  `;
}

/** Only rows whose house is known. */
export function unknownServices(): RawBuilder<unknown> {
  return sql`
    select line, null as param from given where house_service_id is null and house_id is not null
  `;
}

export function unknownTypes(): RawBuilder<unknown> {
  return sql`select line, null as param from given where meter_type_id is null`;
}

/** Rows of accounts and rooms with a house-wide meter type. */
export function typesOfHouse(): RawBuilder<unknown> {
  return ofType(sql`meter_types.is_house_meter and ${IS_INDIVIDUAL}`);
}

const IS_INDIVIDUAL = sql`coalesce(given.account_number, given.room_number) is not null`;

/** Rows of the house with a meter type for accounts and rooms. */
export function typesOfAccount(): RawBuilder<unknown> {
  return ofType(sql`not meter_types.is_house_meter and not ${IS_INDIVIDUAL}`);
}

function ofType(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select given.line, null as param from given
    join meter_types on meter_types.id = given.meter_type_id
    where ${condition}
  `;
}

/** Rows that could mean one of several stored meters. */
export function ambiguousMeters(): RawBuilder<unknown> {
  return sql`select line, null as param from given where matches > 1`;
}

/** Rows with the serial number of another meter of the service that is installed at the same time. */
export function takenSerialNumbers(): RawBuilder<unknown> {
  return sql`
    select distinct given.line, null as param from given
    join known_meters as meters on meters.house_service_id = given.house_service_id
      and meters.serial_number = given.serial_number and meters.id is distinct from given.meter_id
      and meters.serial_number <> ${NO_SERIAL_NUMBER}
    left join known_meters as own on own.id = given.meter_id
    where given.matches <= 1 and daterange(meters.installed_on, meters.removed_on, '[)')
      && daterange(given.installed_on,
        case when own.removed_on is not null then greatest(given.installed_on, own.removed_on) end, '[)')
  `;
}

/** Rows that install a meter after its removal. */
export function installedAfterRemoval(): RawBuilder<unknown> {
  return sql`
    select given.line, null as param from given
    join known_meters as meters on meters.id = given.meter_id
    where meters.removed_on < given.installed_on
  `;
}

/** Rows that install a meter before the one that it replaced was removed: both would count. */
export function installedBeforeFormer(): RawBuilder<unknown> {
  return sql`
    select given.line, former.removed_on as param from given
    join known_meters as meters on meters.id = given.meter_id
    join known_meters as former on former.id = meters.replaced_meter_id
    where given.is_changed and given.installed_on < former.removed_on
  `;
}

/** Rows of meters whose readings have more digits than the counter. */
export function tooFewDigits(): RawBuilder<unknown> {
  return contradictedBy(sql`lives.greatest >= 10::numeric ^ given.digits`);
}

/** Rows of meters read before their installation. */
export function readBeforeInstallation(): RawBuilder<unknown> {
  return contradictedBy(
    sql`given.installed_on > lives.taken_on or date_trunc('month', given.installed_on) > lives.period`,
  );
}

/** Rows of meters whose first reading is below the initial one, or above it after a rollover. */
export function readUnlikeBeginning(): RawBuilder<unknown> {
  return contradictedBy(
    sql`case when lives.rollover then given.initial_reading <= lives.value
      else given.initial_reading > lives.value end`,
  );
}

function contradictedBy(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select given.line, null as param from given
    join known_lives as lives on lives.meter_id = given.meter_id
    where given.is_changed and (${condition})
  `;
}

/** The houses in which an accepted row affects charges, with the first affected day. */
export async function listTouched(trx: Trx, limit: number): Promise<readonly Touched[]> {
  const { rows } = await sql<Touched>`
    select house_id, min(counts_from) as "from", null as "to" from given
    where not exists (select from refused where refused.line = given.line)
    group by house_id having min(counts_from) is not null
    order by house_id limit ${limit}
  `.execute(trx);
  return rows;
}

const OWNER_TYPE = sql`case when given.account_id is not null then 'account' when given.room_id is not null then 'room' else 'house' end`;

export async function insertMeters(trx: Trx, { organizationId }: Author): Promise<void> {
  // In file order.
  await sql`
    update given set new_meter_id = numbered.id
    from (
      select line, nextval('meter_ids') as id from (
        select line from given where meter_id is null order by line
      ) as ordered
    ) as numbered
    where given.line = numbered.line
  `.execute(trx);
  await insertFound(
    trx,
    sql`
    insert into meters (organization_id, house_id, id, house_service_id, owner_type, personal_account_id, room_id, meter_type_id,
      serial_number, digits, initial_reading, installed_on, verified_until)
    select ${organizationId}, house_id, new_meter_id, house_service_id,
      ${OWNER_TYPE}, account_id, room_id,
      meter_type_id, serial_number, digits, initial_reading, installed_on, verified_until
    from given where meter_id is null
    order by line
    `,
  );
}

/** With an audit entry for each meter that changes. */
export async function updateMeters(trx: Trx, by: Author): Promise<void> {
  const { organizationId } = by;
  await changeFound(trx, 'meter', by, {
    before: sql`
      select meters.* from given
      join meters on meters.organization_id = ${organizationId} and meters.house_id = given.house_id
        and meters.id = given.meter_id
      where given.is_changed
    `,
    change: sql`
      update meters set owner_type = ${OWNER_TYPE},
        personal_account_id = given.account_id, room_id = given.room_id, meter_type_id = given.meter_type_id, digits = given.digits,
        initial_reading = given.initial_reading, installed_on = given.installed_on,
        verified_until = coalesce(given.verified_until, meters.verified_until), version = meters.version + 1
      from given
      where given.is_changed and meters.organization_id = ${organizationId} and meters.house_id = given.house_id
        and meters.id = given.meter_id
      returning meters.*
    `,
    recordOf: (row) => sql`jsonb_build_object(
      'serialNumber', ${row}.serial_number, 'personalAccountId', ${row}.personal_account_id, 'roomId', ${row}.room_id,
      'meterTypeId', ${row}.meter_type_id, 'digits', ${row}.digits, 'installedOn', ${row}.installed_on,
      'initialReading', ${row}.initial_reading::text, 'verifiedUntil', ${row}.verified_until
    )`,
  });
}
