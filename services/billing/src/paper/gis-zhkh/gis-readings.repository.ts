// The answers of ГИС ЖКХ to a house's readings of a month, in SQL.
import { sql } from 'kysely';
import { inChunks } from '@kvartplata/platform/database/batches.ts';
import type { Db, Trx } from '../../tables.ts';
import type { GisError } from './gis-answer.ts';
import type { HouseMonth } from './gis-zhkh.repository.ts';

const WRITTEN_AT_ONCE = 500;

export type ReadingAnswer = {
  readonly meterId: number;
  readonly serialNumber: string;
  readonly errors: readonly GisError[];
};

/** A later answer replaces an earlier one. */
export async function upsertReadingAnswers(
  trx: Trx,
  { organizationId, houseId, period }: HouseMonth,
  answers: readonly ReadingAnswer[],
  answeredAt: Date,
): Promise<void> {
  for (const some of inChunks(answers, WRITTEN_AT_ONCE))
    await trx
      .insertInto('gisReadings')
      .values(
        some.map(({ meterId, serialNumber, errors }) => ({
          organizationId,
          houseId,
          period,
          meterId,
          serialNumber,
          errors: JSON.stringify(errors),
          answeredAt,
        })),
      )
      .onConflict((conflict) =>
        conflict.constraint('gis_readings_pkey').doUpdateSet((given) => ({
          serialNumber: given.ref('excluded.serialNumber'),
          errors: given.ref('excluded.errors'),
          answeredAt: given.ref('excluded.answeredAt'),
        })),
      )
      .execute();
}

/** In the order of meters. */
export async function listReadingAnswers(
  db: Db,
  { organizationId, houseId, period }: HouseMonth,
): Promise<readonly ReadingAnswer[]> {
  const { rows } = await sql<ReadingAnswer>`
    select meter_id, serial_number, errors from gis_readings
    where gis_readings.organization_id = ${organizationId} and gis_readings.house_id = ${houseId}
      and gis_readings.period = ${period}::date
    order by meter_id
  `.execute(db);
  return rows;
}
