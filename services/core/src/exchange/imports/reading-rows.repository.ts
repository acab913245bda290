// Rows of readings: laid out, and matched with the meters of the house and with what those have shown already.
import { sql, type RawBuilder } from 'kysely';
import type { HousePlace } from '../../access/places.ts';
import type { Trx } from '../../tables.ts';
import type { Touched } from './import-worker.ts';
import type { ImportRow } from './imports.repository.ts';

export async function layOutReadings(trx: Trx, { id, organizationId }: ImportRow): Promise<void> {
  await sql`
    create temp table given (
      line integer primary key, serial_number text, account_number text, service text, value numeric(14, 3),
      taken_on date, period date, rollover boolean not null,
      utility_service_id bigint, meter_id bigint, lacking text, is_changed boolean not null default true
    ) on commit drop
  `.execute(trx);
  await sql`
    insert into given (line, serial_number, account_number, service, value, taken_on, period, rollover)
    select waiting.line, waiting."serialNumber", waiting."accountNumber", waiting.service,
      waiting.value, waiting."takenOn", waiting.period, coalesce(waiting.rollover, false)
    from import_pieces
    cross join lateral jsonb_to_recordset(import_pieces.rows) as waiting (
      line integer, "serialNumber" text, "accountNumber" text, service text, value numeric, "takenOn" date,
      period date, rollover boolean
    )
    where import_pieces.organization_id = ${organizationId} and import_pieces.import_id = ${id}
  `.execute(trx);
  await sql`create index on given (serial_number)`.execute(trx);
  await sql`create index on given (account_number)`.execute(trx);
  await sql`analyze given`.execute(trx);
}

/** Of several meters that are meant, those in use on the day; and which rows say what stands there already. */
export async function matchReadings(trx: Trx, house: HousePlace): Promise<void> {
  await matchMeters(
    trx,
    sql`
      join known_meters as meters on meters.serial_number = given.serial_number
      left join known_accounts as accounts on accounts.id = meters.personal_account_id
    `,
    sql`given.account_number is null or given.account_number = accounts.account_number or exists (
      select from known_accounts as roommate
      where roommate.account_number = given.account_number and roommate.room_id = meters.room_id
    )`,
  );
  await matchMeters(
    trx,
    sql`
      join known_accounts as accounts on accounts.account_number = given.account_number
      join known_meters as meters on meters.personal_account_id = accounts.id or meters.room_id = accounts.room_id
    `,
    sql`given.serial_number is null`,
  );
  await sql`create index on given (period, meter_id)`.execute(trx);
  await copyReadings(trx, house);
  await sql`
    update given set is_changed = (readings.value, readings.taken_on, readings.rollover)
      <> (given.value, given.taken_on, given.rollover)
    from known_readings as readings
    where readings.period = given.period and readings.meter_id = given.meter_id
  `.execute(trx);
}

/** Copies the readings of the house from the first month that is given on. */
async function copyReadings(trx: Trx, { organizationId, houseId }: HousePlace): Promise<void> {
  await sql`
    create temp table known_readings on commit drop as
    select meter_id, period::date as period, value, taken_on::date as taken_on, rollover from meter_readings
    where meter_readings.organization_id = ${organizationId} and meter_readings.house_id = ${houseId}
      and period >= (select min(given.period) from given)
  `.execute(trx);
  await sql`create index on known_readings (meter_id, period)`.execute(trx);
  await sql`analyze known_readings`.execute(trx);
}

/** Rows whose meter the house does not have, named by their serial number. */
export function unknownSerialNumbers(): RawBuilder<unknown> {
  return unknownMeters(sql`serial_number is not null`);
}

/** The same, named by their account. */
export function unknownMetersOfAccounts(): RawBuilder<unknown> {
  return unknownMeters(sql`serial_number is null`);
}

function unknownMeters(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select line, null as param from given where meter_id is null and lacking is null and ${condition}`;
}

/** The cells that tell meters of a house apart, in the order in which a row is asked for them. */
export const NAMING_COLUMNS = ['service', 'accountNumber', 'serialNumber'] as const;

/** Rows that could mean several meters until that cell says which one. */
export function ambiguousMeters(lacking: (typeof NAMING_COLUMNS)[number]): RawBuilder<unknown> {
  return sql`select line, null as param from given where lacking = ${lacking}`;
}

export async function listPeriods(trx: Trx): Promise<readonly string[]> {
  const { rows } = await sql<{ period: string }>`
    select distinct period from given order by period
  `.execute(trx);
  return rows.map(({ period }) => period);
}

/** The house, when a good row changes a reading: from its month to that of the meter's next one, which counts from it. */
export async function listTouched(trx: Trx, houseId: number): Promise<readonly Touched[]> {
  const { rows } = await sql<Touched>`
    select ${houseId}::bigint as house_id, min(given.period) as "from", max(coalesce(next.period, given.period)) as "to"
    from given
    left join lateral (
      select min(period) as period from known_readings as readings
      where readings.meter_id = given.meter_id and readings.period > given.period
    ) as next on true
    where given.is_changed and not exists (select from refused where refused.line = given.line)
    having count(*) > 0
  `.execute(trx);
  return rows;
}

export type ReadingPiece = {
  readonly period: string;
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

/** Rows of one month that nothing was found against yet and that differ from what is stored. */
export async function listChangedReadings(
  trx: Trx,
  { period, afterLine, limit }: ReadingPiece,
): Promise<readonly MatchedReading[]> {
  const { rows } = await sql<MatchedReading>`
    select line, meter_id, value, taken_on as "takenOn", rollover
    from given
    where period = ${period} and line > ${afterLine} and is_changed
      and not exists (select from refused where refused.line = given.line)
    order by line limit ${limit}
  `.execute(trx);
  return rows;
}

/**
 * A day on which none of the meters was in use is left to the rules of readings.
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
          when count(distinct owner_id) > 1 then 'accountNumber'
          else 'serialNumber'
        end as lacking
      from (
        select line, meter_id, service_id, owner_id, in_use,
          rank() over (partition by line order by in_use desc) as place
        from (
          select given.line, meters.id as meter_id, meters.utility_service_id as service_id,
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
