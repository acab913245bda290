// Rows of readings: laid out, and matched with the house's meters and their stored readings.
import { insertFound } from '@kvartplata/platform/database/found-rows.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Trx } from '../../tables.ts';
import type { Touched } from './import-worker.ts';
import type { ImportRow } from './imports.repository.ts';

/** In a file of one house every row is of that house. */
export async function layOutReadings(
  trx: Trx,
  { id, organizationId, houseId }: ImportRow,
): Promise<void> {
  await sql`
    create temp table given (
      line integer primary key, address_key text, house_id bigint, serial_number text, account_number text, service text, value numeric(14, 3),
      taken_on date, period date, rollover boolean not null,
      utility_service_id bigint, meter_id bigint, lacking text, is_of_several boolean not null default false,
      is_changed boolean not null default true
    ) on commit drop
  `.execute(trx);
  await sql`
    insert into given (line, address_key, house_id, serial_number, account_number, service, value, taken_on, period, rollover)
    select waiting.line, app.address_key(waiting.address), ${houseId}::bigint, waiting."serialNumber", waiting."accountNumber", waiting.service,
      waiting.value, waiting."takenOn", waiting.period, coalesce(waiting.rollover, false)
    from import_pieces
    cross join lateral jsonb_to_recordset(import_pieces.rows) as waiting (
      line integer, address text, "serialNumber" text, "accountNumber" text, service text, value numeric, "takenOn" date,
      period date, rollover boolean
    )
    where import_pieces.organization_id = ${organizationId} and import_pieces.import_id = ${id}
  `.execute(trx);
  // A row without a value is ignored.
  await sql`update given set is_changed = false where value is null`.execute(trx);
  await sql`create index on given (serial_number)`.execute(trx);
  await sql`create index on given (account_number)`.execute(trx);
  await sql`analyze given`.execute(trx);
}

/** Finds the house of rows with only a serial number, if it occurs in only one house of the organization. */
export async function nameHousesOfMeters(trx: Trx, organizationId: number): Promise<void> {
  await sql`
    create temp table named_meters on commit drop as
    select serial_number, min(house_id) as house_id, count(distinct house_id) as houses from meters
    where meters.organization_id = ${organizationId} and serial_number in (
      select given.serial_number from given
      where given.house_id is null and given.address_key is null and given.account_number is null
    )
    group by serial_number
  `.execute(trx);
  await sql`
    update given set house_id = case when named_meters.houses = 1 then named_meters.house_id end,
      is_of_several = named_meters.houses > 1
    from named_meters
    where given.house_id is null and given.address_key is null and given.account_number is null
      and named_meters.serial_number = given.serial_number
  `.execute(trx);
}

/** Rows with only a serial number that meters of several houses have. */
export function metersOfSeveral(): RawBuilder<unknown> {
  return sql`select line, null as param from given where is_of_several`;
}

/** Among several matching meters, picks those in use on the day; and finds which rows equal what is stored. */
export async function matchReadings(trx: Trx, organizationId: number): Promise<void> {
  await matchMeters(
    trx,
    sql`
      join known_meters as meters on meters.house_id = given.house_id and meters.serial_number = given.serial_number
      left join known_accounts as accounts
        on accounts.house_id = meters.house_id and accounts.id = meters.personal_account_id
    `,
    sql`given.account_number is null or given.account_number = accounts.account_number or exists (
      select from known_accounts as roommate
      where roommate.house_id = meters.house_id and roommate.account_number = given.account_number
        and roommate.room_id = meters.room_id
    )`,
  );
  await matchMeters(
    trx,
    sql`
      join known_accounts as accounts
        on accounts.house_id = given.house_id and accounts.account_number = given.account_number
      join known_meters as meters on meters.house_id = accounts.house_id
        and (meters.personal_account_id = accounts.id or meters.room_id = accounts.room_id)
    `,
    sql`given.serial_number is null`,
  );
  await sql`create index on given (period, meter_id)`.execute(trx);
  await copyReadings(trx, organizationId);
  await sql`
    update given set is_changed = (readings.value, readings.taken_on, readings.rollover)
      <> (given.value, given.taken_on, given.rollover)
    from known_readings as readings
    where readings.period = given.period and readings.meter_id = given.meter_id and given.value is not null
  `.execute(trx);
}

/** Copies the readings of the houses, starting with the first month in the file. */
async function copyReadings(trx: Trx, organizationId: number): Promise<void> {
  await sql`
    create temp table known_readings on commit drop as
    select meter_id, period::date as period, value, taken_on::date as taken_on, rollover, source from meter_readings
    where meter_readings.organization_id = ${organizationId}
      and meter_readings.house_id in (select given.house_id from given)
      and period >= (select min(given.period) from given)
  `.execute(trx);
  await sql`create index on known_readings (meter_id, period)`.execute(trx);
  await sql`analyze known_readings`.execute(trx);
}

/** Rows with a serial number that no meter of the house or, in a file about many, of the organization has. */
export function unknownSerialNumbers(): RawBuilder<unknown> {
  return unknownMeters(sql`serial_number is not null`);
}

/** Rows with an account that has no matching meter. */
export function unknownMetersOfAccounts(): RawBuilder<unknown> {
  return unknownMeters(sql`serial_number is null`);
}

function unknownMeters(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select line, null as param from given where meter_id is null and lacking is null
    and (house_id is not null or address_key is null and not is_of_several) and ${condition}`;
}

/** The cells that distinguish the meters of a house, in the order in which missing ones are requested. */
export const NAMING_COLUMNS = ['service', 'accountNumber', 'serialNumber'] as const;

/** Rows that match several meters because that cell is blank. */
export function ambiguousMeters(lacking: (typeof NAMING_COLUMNS)[number]): RawBuilder<unknown> {
  return sql`select line, null as param from given where lacking = ${lacking}`;
}

/** A row without a value changes nothing: it need not name a meter. */
export async function passBlankRows(trx: Trx): Promise<void> {
  await sql`
    delete from refused where line in (select given.line from given where given.value is null)
  `.execute(trx);
}

export type GivenMonth = { readonly houseId: number; readonly period: string };

/** The months of houses in the rows, in chronological order. */
export async function listMonths(trx: Trx): Promise<readonly GivenMonth[]> {
  const { rows } = await sql<GivenMonth>`
    select distinct house_id, period from given where is_changed and house_id is not null order by house_id, period
  `.execute(trx);
  return rows;
}

/**
 * The houses in which accepted rows change readings, from their first month to that of the next reading, whose consumption they
 * change.
 */
export async function listTouched(trx: Trx, limit: number): Promise<readonly Touched[]> {
  const { rows } = await sql<Touched>`
    select given.house_id, min(given.period) as "from", max(coalesce(next.period, given.period)) as "to"
    from given
    left join lateral (
      select min(period) as period from known_readings as readings
      where readings.meter_id = given.meter_id and readings.period > given.period
    ) as next on true
    where given.is_changed and not exists (select from refused where refused.line = given.line)
    group by given.house_id order by given.house_id limit ${limit}
  `.execute(trx);
  return rows;
}

export type ReadingPiece = GivenMonth & {
  readonly afterLine: number;
  readonly limit: number;
};

export type MatchedReading = {
  readonly line: number;
  readonly meterId: number;
  readonly value: string;
  readonly takenOn: string;
  readonly rollover: boolean;
};

/** Accepted rows of one month that differ from what is stored. */
export async function listChangedReadings(
  trx: Trx,
  { houseId, period, afterLine, limit }: ReadingPiece,
): Promise<readonly MatchedReading[]> {
  const { rows } = await sql<MatchedReading>`
    select line, meter_id, value, taken_on as "takenOn", rollover
    from given
    where house_id = ${houseId} and period = ${period} and line > ${afterLine} and is_changed
      and not exists (select from refused where refused.line = given.line)
    order by line limit ${limit}
  `.execute(trx);
  return rows;
}

/**
 * Days on which none of the meters was in use are left to the rules of readings.
 * @param joined `meters` and their `accounts`, joined to `given`
 */
async function matchMeters(
  trx: Trx,
  joined: RawBuilder<unknown>,
  condition: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    update given set lacking = found.lacking, meter_id = case when found.lacking is null then found.meter_id end
    from (
      select line, max(meter_id) as meter_id,
        case
          when not bool_or(in_use) or count(*) = 1 then null
          when count(distinct service_id) > 1 then 'service'
          when count(distinct owner_id) > 1 and bool_and(account_number is null) then 'accountNumber'
          else 'serialNumber'
        end as lacking
      from (
        select line, account_number, meter_id, service_id, owner_id, in_use,
          rank() over (partition by line order by in_use desc) as place
        from (
          select given.line, given.account_number, meters.id as meter_id, meters.utility_service_id as service_id,
            coalesce(meters.personal_account_id, -meters.room_id, 0) as owner_id, meters.installed_on <= given.taken_on
              and (meters.removed_on is null or meters.removed_on >= given.taken_on) as in_use
          from given
          ${joined}
          where (${condition})
            and (given.service is null or given.utility_service_id = meters.utility_service_id)
        ) as meant
      ) as ranked
      where place = 1
      group by line
    ) as found
    where found.line = given.line
  `.execute(trx);
}

/** Records each reading as stored by the import, what it replaced, and the meter's next reading. */
export async function rememberReadings(trx: Trx, { id, organizationId }: ImportRow): Promise<void> {
  await sql`
    create temp table stored_readings on commit drop as
    select meter_id, period::date as period, id, version from meter_readings
    where meter_readings.organization_id = ${organizationId}
      and meter_readings.house_id in (select given.house_id from given where given.is_changed)
      and period >= (select min(given.period) from given)
  `.execute(trx);
  await sql`create index on stored_readings (meter_id, period)`.execute(trx);
  await sql`analyze stored_readings`.execute(trx);
  await insertFound(
    trx,
    sql`
    insert into import_records (organization_id, import_id, kind, house_id, id, line, version, former, counts_from, counts_to,
      next_id, next_version)
    select ${organizationId}, ${id}, 'reading', given.house_id, stored.id, given.line, stored.version,
      case when known.meter_id is not null then jsonb_build_object('value', known.value::text, 'takenOn', known.taken_on,
        'rollover', known.rollover, 'source', known.source) end,
      given.period, coalesce(later.period, given.period), later.id, later.version
    from given
    join stored_readings as stored on stored.meter_id = given.meter_id and stored.period = given.period
    left join known_readings as known on known.meter_id = given.meter_id and known.period = given.period
    left join lateral (
      select period, id, version from stored_readings
      where stored_readings.meter_id = given.meter_id and stored_readings.period > given.period
      order by period limit 1
    ) as later on true
    where given.is_changed
    `,
  );
}
