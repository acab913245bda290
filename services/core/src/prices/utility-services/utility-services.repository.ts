// The catalogue of utility services in SQL.
import type { UtilityService } from '@kvartplata/contracts/core/utility-services.ts';
import type { Db } from '../../tables.ts';

/** In the order of ids. */
export async function listUtilityServices(
  db: Db,
  page: { readonly afterId: number; readonly limit: number },
): Promise<UtilityService[]> {
  return db
    .selectFrom('utility_services')
    .select(COLUMNS)
    .where('id', '>', page.afterId)
    .orderBy('id')
    .limit(page.limit)
    .execute();
}

export async function findUtilityService(
  db: Db,
  utilityServiceId: number,
): Promise<UtilityService | undefined> {
  return db
    .selectFrom('utility_services')
    .select(COLUMNS)
    .where('id', '=', utilityServiceId)
    .executeTakeFirst();
}

const COLUMNS = [
  'id',
  'code',
  'name',
  'unit',
  'precision',
  'methods',
  'components',
  'coefficient_allowed as coefficientAllowed',
] as const;
