// Meter types in SQL.
import type { MeterType } from '@kvartplata/contracts/core/meter-types.ts';
import type { Db } from '../../tables.ts';

/** Ordered by id. */
export async function listMeterTypes(
  db: Db,
  page: { readonly afterId: number; readonly limit: number },
): Promise<MeterType[]> {
  return db
    .selectFrom('meterTypes')
    .select(['id', 'code', 'name', 'isHouseMeter'])
    .where('id', '>', page.afterId)
    .orderBy('id')
    .limit(page.limit)
    .execute();
}
