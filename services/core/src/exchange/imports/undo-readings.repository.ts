// Compares an import's readings with those now stored, to find which can be undone.
import { sql, type RawBuilder } from 'kysely';
import type { Trx } from '../../tables.ts';
import type { ReadingToTakeBack } from '../../metering/readings/take-back-readings.service.ts';
import type { GivenMonth } from './reading-rows.repository.ts';

/** The houses whose readings an import has stored, ordered by id. */
export async function listHouses(
  trx: Trx,
  organizationId: number,
  importId: number,
): Promise<readonly number[]> {
  const { rows } = await sql<{ houseId: number }>`
    select distinct house_id from import_records
    where import_records.organization_id = ${organizationId} and import_records.import_id = ${importId}
    order by house_id
  `.execute(trx);
  return rows.map(({ houseId }) => houseId);
}

/** Lays out the readings as `given`; a new reading that was deleted since needs no undo. */
export async function layOutStored(
  trx: Trx,
  organizationId: number,
  importId: number,
): Promise<void> {
  await sql`
    create temp table given on commit drop as
    select line, house_id, id as reading_id, version, former, counts_from, counts_from as period, counts_to, next_id, next_version,
      null::bigint as meter_id, null::text as serial_number, true as is_changed
    from import_records
    where import_records.organization_id = ${organizationId} and import_records.import_id = ${importId}
  `.execute(trx);
  await sql`
    create temp table known_readings on commit drop as
    select house_id, meter_id, period::date as period, id, version, value, taken_on::date as taken_on, rollover, source
    from meter_readings
    where meter_readings.organization_id = ${organizationId}
      and meter_readings.house_id in (select given.house_id from given)
      and period >= (select min(given.period) from given)
  `.execute(trx);
  await sql`
    create temp table known_meters on commit drop as
    select house_id, id, serial_number from meters
    where meters.organization_id = ${organizationId} and meters.house_id in (select given.house_id from given)
  `.execute(trx);
  await sql`create index on known_readings (id)`.execute(trx);
  await sql`create index on known_readings (meter_id, period)`.execute(trx);
  for (const table of ['given', 'known_readings', 'known_meters'])
    await sql`analyze ${sql.ref(table)}`.execute(trx);
  await sql`
    update given set meter_id = known.meter_id, serial_number = known_meters.serial_number
    from known_readings as known
    join known_meters on known_meters.house_id = known.house_id and known_meters.id = known.meter_id
    where known.house_id = given.house_id and known.id = given.reading_id
  `.execute(trx);
  await sql`
    update given set is_changed = false where meter_id is null and former is null
  `.execute(trx);
}

/** Readings that were changed since the import. */
export function changedSince(): RawBuilder<unknown> {
  return sql`
    select given.line, given.serial_number as param from given
    left join known_readings as known on known.house_id = given.house_id and known.id = given.reading_id
    where given.is_changed and known.version is distinct from given.version
  `;
}

/** Readings of meters whose next reading is not the one at the time of the import. */
export function laterReadings(): RawBuilder<unknown> {
  return sql`
    select given.line, to_char(later.period, 'MM.YYYY') as param from given
    cross join lateral (
      select id, version, period from known_readings
      where known_readings.meter_id = given.meter_id and known_readings.period > given.period
      order by period limit 1
    ) as later
    where given.is_changed
      and (later.id, later.version) is distinct from (given.next_id, given.next_version)
  `;
}

/** The house months in which readings are undone. */
export async function listMonths(trx: Trx): Promise<readonly GivenMonth[]> {
  const { rows } = await sql<GivenMonth>`
    select distinct house_id, period from given where is_changed order by house_id, period
  `.execute(trx);
  return rows;
}

export type ReadingOfLine = ReadingToTakeBack & { readonly line: number };

/** The accepted ones of one month, with the reading now stored and the former one. */
export async function listReadings(
  trx: Trx,
  { houseId, period }: GivenMonth,
  { afterLine, limit }: { readonly afterLine: number; readonly limit: number },
): Promise<readonly ReadingOfLine[]> {
  const { rows } = await sql<ReadingOfLine>`
    select given.line, given.reading_id as "readingId", given.meter_id as "meterId", given.former,
      jsonb_build_object('value', known.value::text, 'takenOn', known.taken_on, 'rollover', known.rollover,
        'source', known.source) as present
    from given
    join known_readings as known on known.house_id = given.house_id and known.id = given.reading_id
    where given.house_id = ${houseId} and given.period = ${period} and given.is_changed and given.line > ${afterLine}
      and not exists (select from refused where refused.line = given.line)
    order by given.line limit ${limit}
  `.execute(trx);
  return rows;
}
