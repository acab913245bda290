// Outages of meters in SQL.
import type { Insertable, Selectable } from 'kysely';
import type { Db, Trx } from '../../tables.ts';
import type { MeterOutagesTable } from './meter-outages.table.ts';

export type OutageRow = Selectable<MeterOutagesTable>;
/** Days are texts. */
export type OutageFields = Omit<
  Insertable<MeterOutagesTable>,
  'house_id' | 'id' | 'meter_id' | 'version'
>;
type MeterKey = { readonly houseId: number; readonly meterId: number };
type OutageKey = { readonly houseId: number; readonly id: number };

/** Of one meter, newest first: no two begin on one day. */
export async function listOutages(
  db: Db,
  { houseId, meterId }: MeterKey,
  { beforeDay, limit }: { readonly beforeDay: string | undefined; readonly limit: number },
): Promise<readonly OutageRow[]> {
  let query = db
    .selectFrom('meter_outages')
    .select(COLUMNS)
    .where('house_id', '=', houseId)
    .where('meter_id', '=', meterId);
  if (beforeDay !== undefined) query = query.where('begins_on', '<', beforeDay);
  return query.orderBy('begins_on', 'desc').limit(limit).execute();
}

export async function findOutage(
  db: Db,
  outageId: number,
): Promise<(OutageRow & { readonly organizationId: number }) | undefined> {
  return db
    .selectFrom('meter_outages')
    .innerJoin('houses', 'houses.id', 'meter_outages.house_id')
    .select([...COLUMNS, 'houses.organization_id as organizationId'])
    .where('meter_outages.id', '=', outageId)
    .executeTakeFirst();
}

export async function lockOutage(
  trx: Trx,
  { houseId, id }: OutageKey,
): Promise<OutageRow | undefined> {
  return trx
    .selectFrom('meter_outages')
    .select(COLUMNS)
    .where('house_id', '=', houseId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** @throws a violation of `meter_outages_no_overlap` */
export async function insertOutage(
  trx: Trx,
  { houseId, meterId }: MeterKey,
  outage: OutageFields,
): Promise<OutageRow> {
  return trx
    .insertInto('meter_outages')
    .values({ house_id: houseId, meter_id: meterId, ...outage })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** @throws a violation of `meter_outages_no_overlap` */
export async function updateOutage(
  trx: Trx,
  { houseId, id }: OutageKey,
  outage: OutageFields,
): Promise<OutageRow> {
  return trx
    .updateTable('meter_outages')
    .set((row) => ({ ...outage, version: row('version', '+', 1) }))
    .where('house_id', '=', houseId)
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

export async function deleteOutage(trx: Trx, { houseId, id }: OutageKey): Promise<void> {
  await trx
    .deleteFrom('meter_outages')
    .where('house_id', '=', houseId)
    .where('id', '=', id)
    .execute();
}

const COLUMNS = [
  'meter_outages.house_id',
  'meter_outages.id',
  'meter_outages.meter_id',
  'meter_outages.begins_on',
  'meter_outages.ends_on',
  'meter_outages.basis',
  'meter_outages.version',
] as const;
