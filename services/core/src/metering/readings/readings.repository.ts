// Readings in SQL. A reading's consumption follows from those before it, so it is always read together with them: each neighbour
// is one lookup in the index by house, meter and period.
import type { ReadingSource } from '@kvartplata/contracts/core/readings.ts';
import { sql, type RawBuilder } from 'kysely';
import { isOfOne, type Organizations } from '@kvartplata/platform/database/of-organizations.ts';
import type { HousePlace } from '../../access/places.ts';
import type { Db, Trx } from '../../tables.ts';

/** A meter, its reading of a month if there is one, and the readings before the month. Decimals are strings. */
export type ReadingRow = {
  readonly houseId: number;
  readonly meterId: number;
  readonly digits: number;
  readonly installedOn: string;
  readonly removedOn: string | null;
  readonly initialReading: string;
  readonly present: PresentReading | null;
  /** The last reading of an earlier month. */
  readonly previousPeriod: string | null;
  readonly previousValue: string | null;
  readonly previousOn: string | null;
  /** For the 12 months before: the base reading, the number of readings, the number of rollovers. */
  readonly basePeriod: string | null;
  readonly baseValue: string | null;
  readonly yearReadings: number;
  readonly yearRollovers: number;
};

/** The columns of a reading. */
export type PresentReading = {
  readonly id: number;
  readonly period: string;
  readonly value: string;
  readonly takenOn: string;
  readonly source: ReadingSource;
  readonly rollover: boolean;
  readonly version: number;
};

/** The reading of the next month that has one. */
export type NextReading = {
  readonly nextPeriod: string | null;
  readonly nextValue: string | null;
  readonly nextOn: string | null;
  readonly nextRollover: boolean | null;
};

/** What a reading of the month is checked against, for those of the named meters that are of the house. */
export async function listJudged(
  trx: Trx,
  { organizationId, houseId }: HousePlace,
  period: string,
  meterIds: readonly number[],
): Promise<readonly (ReadingRow & NextReading)[]> {
  const { rows } = await sql<FlatRow & NextReading>`
    select ${COLUMNS}, ${NEXT_COLUMNS}
    from meters
    ${presentIn(organizationId, period)}
    ${historyBefore(organizationId, sql`${period}::date`)}
    ${nextAfter(organizationId, sql`${period}::date`)}
    where meters.organization_id = ${organizationId} and meters.house_id = ${houseId}
      and meters.id = any(${meterIds}::bigint[])
  `.execute(trx);
  return rows.map(nest);
}

export type SheetRow = ReadingRow & {
  readonly serialNumber: string;
  readonly personalAccountId: number | null;
  readonly accountNumber: string | null;
  readonly payer: string | null;
  readonly roomNumber: string | null;
  readonly houseServiceId: number;
  readonly serviceCode: string;
  readonly serviceName: string;
  readonly unit: string;
};

export type SheetFilter = {
  /** The first and the last day of the month. */
  readonly period: string;
  readonly lastDay: string;
  /** The end of the previous page of one house; account 0 for house-wide meters. */
  readonly after: { readonly personalAccountId: number; readonly meterId: number };
  readonly limit: number | undefined;
  /** Only these. */
  readonly meterIds?: readonly number[] | undefined;
};

export type HousesOf = { readonly organizationId: number; readonly houseIds: readonly number[] };

/** The meters in use in the month that `isExpected`, house by house: house-wide ones first, then by account. */
export async function listSheet(
  db: Db | Trx,
  { organizationId, houseIds }: HousesOf,
  { period, lastDay, after, limit, meterIds }: SheetFilter,
): Promise<readonly SheetRow[]> {
  const { rows } = await sql<FlatRow & Omit<SheetRow, keyof ReadingRow>>`
    select ${COLUMNS}, meters.serial_number,
      meters.personal_account_id, personal_accounts.account_number,
      personal_accounts.payer, rooms.number as room_number, meters.house_service_id,
      utility_services.code as service_code, utility_services.name as service_name, utility_services.unit
    from (
      select meters.* from meters
      ${ownerAndReading(organizationId, period)}
      where meters.organization_id = ${organizationId} and meters.house_id = any(${houseIds}::bigint[])
        and meters.installed_on <= ${lastDay} and (meters.removed_on is null or meters.removed_on >= ${period})
        and ${isExpected(period)}
        and (coalesce(meters.personal_account_id, 0), meters.id) > (${after.personalAccountId}, ${after.meterId})
        and ${meterIds === undefined ? sql`true` : sql`meters.id = any(${meterIds}::bigint[])`}
      order by meters.house_id, coalesce(meters.personal_account_id, 0), meters.id
      limit ${limit ?? null}
    ) as meters
    join house_services
      on house_services.organization_id = ${organizationId} and house_services.house_id = meters.house_id
      and house_services.id = meters.house_service_id
    join utility_services on utility_services.id = house_services.utility_service_id
    left join personal_accounts
      on personal_accounts.organization_id = ${organizationId} and personal_accounts.house_id = meters.house_id
      and personal_accounts.id = meters.personal_account_id
    -- Not a coalesce: behind row security it would use no index.
    left join rooms on rooms.organization_id = ${organizationId}
      and rooms.house_id = meters.house_id
      and rooms.id = case when meters.room_id is null then personal_accounts.room_id else meters.room_id end
    ${presentIn(organizationId, period)}
    ${historyBefore(organizationId, sql`${period}::date`)}
    order by meters.house_id, coalesce(meters.personal_account_id, 0), meters.id
  `.execute(db);
  return rows.map(nest);
}

/** Joins to `meters` the account of each and its reading of the month. */
function ownerAndReading(organizationId: number, period: string) {
  return sql`
    left join personal_accounts as owners on owners.organization_id = ${organizationId}
      and owners.house_id = meters.house_id and owners.id = meters.personal_account_id
    left join meter_readings as taken on taken.organization_id = ${organizationId} and taken.house_id = meters.house_id
      and taken.meter_id = meters.id and taken.period = ${period}`;
}

/** Nobody reads the meter of an account that was closed before the month; if it was read, the reading is shown. */
function isExpected(period: string) {
  return sql`(owners.closed_on is null or owners.closed_on >= ${period} or taken.id is not null)`;
}

/** All houses of the organization, or those that are named and exist. */
export async function listHouses(
  db: Db,
  organizationId: number,
  houseIds: readonly number[] | undefined,
): Promise<readonly { readonly houseId: number; readonly address: string }[]> {
  let query = db
    .selectFrom('houses')
    .select(['id as houseId', 'address'])
    .where('organizationId', '=', organizationId);
  if (houseIds !== undefined) query = query.where('id', 'in', [...houseIds]);
  return query.execute();
}

export type ReadingCount = {
  readonly houseId: number;
  readonly address: string;
  readonly meters: number;
  readonly read: number;
};

/** For each house of the organization: how many meters in use in the month `isExpected`, and how many of them have a reading. */
export async function countReadings(
  db: Db,
  organizationId: number,
  { period, lastDay }: { readonly period: string; readonly lastDay: string },
): Promise<readonly ReadingCount[]> {
  const { rows } = await sql<ReadingCount>`
    select houses.id as house_id, houses.address, counted.meters, counted.read
    from houses
    cross join lateral (
      select (count(*) filter (where ${isExpected(period)}))::int as meters, count(taken.id)::int as read
      from meters
      ${ownerAndReading(organizationId, period)}
      where meters.organization_id = ${organizationId} and meters.house_id = houses.id
        and meters.installed_on <= ${lastDay} and (meters.removed_on is null or meters.removed_on >= ${period})
    ) as counted
    where houses.organization_id = ${organizationId}
    order by houses.id
  `.execute(db);
  return rows;
}

/** The readings of one meter, newest first. */
export async function listReadings(
  db: Db,
  { organizationId, houseId }: HousePlace,
  meterId: number,
  { beforePeriod, limit }: { readonly beforePeriod: string | undefined; readonly limit: number },
): Promise<readonly StoredRow[]> {
  const page =
    beforePeriod === undefined ? sql`true` : sql`meter_readings.period < ${beforePeriod}`;
  const { rows } = await sql<FlatRow>`
    select ${COLUMNS}
    from (
      select meter_readings.* from meter_readings
      where meter_readings.organization_id = ${organizationId} and meter_readings.house_id = ${houseId}
        and meter_readings.meter_id = ${meterId} and ${page}
      order by meter_readings.period desc
      limit ${limit}
    ) as present
    join meters on meters.organization_id = ${organizationId} and meters.house_id = present.house_id
      and meters.id = present.meter_id
    ${historyBefore(organizationId, sql`present.period`)}
    order by present.period desc
  `.execute(db);
  return rows.map(nestStored);
}

export type StoredRow = ReadingRow & { readonly present: PresentReading };

/** The house and the organization of a reading. */
export async function findReadingPlace(
  db: Db,
  readingId: number,
  organizations: Organizations,
): Promise<HousePlace | undefined> {
  return db
    .selectFrom('meterReadings')
    .select(['houseId', 'organizationId'])
    .where('id', '=', readingId)
    .where(isOfOne(organizations, 'organizationId'))
    .executeTakeFirst();
}

export async function findReading(
  db: Db,
  readingId: number,
  { organizationId, houseId }: HousePlace,
): Promise<(StoredRow & NextReading & { readonly organizationId: number }) | undefined> {
  const { rows } = await sql<FlatRow & NextReading & { readonly organizationId: number }>`
    select ${COLUMNS}, ${NEXT_COLUMNS}, present.organization_id
    from meter_readings as present
    join meters on meters.organization_id = ${organizationId} and meters.house_id = present.house_id
      and meters.id = present.meter_id
    ${historyBefore(organizationId, sql`present.period`)}
    ${nextAfter(organizationId, sql`present.period`)}
    where present.organization_id = ${organizationId} and present.house_id = ${houseId} and present.id = ${readingId}
  `.execute(db);
  return rows[0] && nestStored(rows[0]);
}

export async function lockReading(
  trx: Trx,
  { organizationId, houseId }: HousePlace,
  readingId: number,
): Promise<{ readonly version: number } | undefined> {
  return trx
    .selectFrom('meterReadings')
    .select('version')
    .where('organizationId', '=', organizationId)
    .where('houseId', '=', houseId)
    .where('id', '=', readingId)
    .forUpdate()
    .executeTakeFirst();
}

export type GivenColumns = {
  readonly meterId: number;
  readonly value: string;
  readonly takenOn: string;
  readonly rollover: boolean;
  readonly source: ReadingSource;
};

/** Inserts or replaces the month's readings of the meters, and returns them as stored. */
export async function putReadings(
  trx: Trx,
  { organizationId, houseId }: HousePlace,
  period: string,
  given: readonly GivenColumns[],
): Promise<readonly (PresentReading & { readonly meterId: number })[]> {
  const { rows } = await sql<PresentReading & { readonly meterId: number }>`
    insert into meter_readings (organization_id, house_id, period, meter_id, value, taken_on, rollover, source)
    select ${organizationId}, ${houseId}, ${period}, given."meterId", given.value, given."takenOn", given.rollover, given.source
    from jsonb_to_recordset(${JSON.stringify(given)})
      as given ("meterId" bigint, value numeric, "takenOn" date, rollover boolean, source text)
    order by given."meterId"
    on conflict on constraint meter_readings_pkey do update set
      value = excluded.value, taken_on = excluded.taken_on, rollover = excluded.rollover,
      source = excluded.source, version = meter_readings.version + 1
    returning id, meter_id as "meterId", period, value, taken_on as "takenOn", source, rollover, version
  `.execute(trx);
  return rows;
}

export async function deleteReading(
  trx: Trx,
  { organizationId, houseId }: HousePlace,
  readingId: number,
): Promise<void> {
  await trx
    .deleteFrom('meterReadings')
    .where('organizationId', '=', organizationId)
    .where('houseId', '=', houseId)
    .where('id', '=', readingId)
    .execute();
}

/** Of a month. */
export async function deleteReadings(
  trx: Trx,
  { organizationId, houseId }: HousePlace,
  period: string,
  meterIds: readonly number[],
): Promise<void> {
  await sql`
    delete from meter_readings
    where meter_readings.organization_id = ${organizationId} and meter_readings.house_id = ${houseId}
      and meter_readings.period = ${period} and meter_readings.meter_id = any(${meterIds}::bigint[])
  `.execute(trx);
}

type FlatRow = Omit<ReadingRow, 'present'> & {
  readonly [Column in keyof PresentReading]: PresentReading[Column] | null;
};

const COLUMNS = sql`
  meters.house_id, meters.id as "meterId", meters.digits, meters.installed_on,
  meters.removed_on, meters.initial_reading,
  present.id, present.period, present.value, present.taken_on as "takenOn", present.source, present.rollover,
  present.version,
  previous.period as previous_period, previous.value as previous_value, previous.taken_on as previous_on,
  base.period as base_period, base.value as base_value,
  year.readings as year_readings, year.rollovers as year_rollovers`;

/** Joins to `meters` its reading of the month. The limit forces an index lookup, even if the planner expects few rows. */
function presentIn(organizationId: number, period: string) {
  return sql`
    left join lateral (
      select stored.* from meter_readings as stored
      where stored.organization_id = ${organizationId} and stored.house_id = meters.house_id
        and stored.meter_id = meters.id and stored.period = ${period}
      limit 1
    ) as present on true`;
}

/** Joins to `meters` its last reading before the month, and a summary of the 12 months before it. */
function historyBefore(organizationId: number, period: RawBuilder<unknown>) {
  const firstOfYear = sql`(${period} - interval '12 months')::date`;
  return sql`
    left join lateral (
      select earlier.period, earlier.value, earlier.taken_on from meter_readings as earlier
      where earlier.organization_id = ${organizationId} and earlier.house_id = meters.house_id
        and earlier.meter_id = meters.id and earlier.period < ${period}
      order by earlier.period desc limit 1
    ) as previous on true
    left join lateral (
      select earlier.period, earlier.value from meter_readings as earlier
      where earlier.organization_id = ${organizationId} and earlier.house_id = meters.house_id
        and earlier.meter_id = meters.id and earlier.period < ${firstOfYear}
      order by earlier.period desc limit 1
    ) as base on true
    cross join lateral (
      select count(*) as readings, count(*) filter (where earlier.rollover) as rollovers
      from meter_readings as earlier
      where earlier.organization_id = ${organizationId} and earlier.house_id = meters.house_id
        and earlier.meter_id = meters.id
        and earlier.period >= ${firstOfYear} and earlier.period < ${period}
    ) as year`;
}

const NEXT_COLUMNS = sql`next.period as next_period, next.value as next_value, next.taken_on as next_on,
  next.rollover as next_rollover`;

function nextAfter(organizationId: number, period: RawBuilder<unknown>) {
  return sql`
    left join lateral (
      select later.period, later.value, later.taken_on, later.rollover from meter_readings as later
      where later.organization_id = ${organizationId} and later.house_id = meters.house_id
        and later.meter_id = meters.id and later.period > ${period}
      order by later.period limit 1
    ) as next on true`;
}

function nest<Row extends FlatRow>(
  row: Row,
): Omit<Row, keyof PresentReading> & Pick<ReadingRow, 'present'> {
  const { id, period, value, takenOn, source, rollover, version, ...rest } = row;
  const present = { id, period, value, takenOn, source, rollover, version } as PresentReading;
  return { ...rest, present: id === null ? null : present };
}

function nestStored<Row extends FlatRow>(row: Row) {
  const { present, ...rest } = nest(row);
  if (present === null) throw new Error('a reading without its columns');
  return { ...rest, present };
}
