// Outages of meters in SQL.
import type { Insertable, Selectable } from 'kysely';
import type { Db, Trx } from '../../tables.ts';
import type { MeterOutagesTable } from './meter-outages.table.ts';

export type OutageRow = Selectable<MeterOutagesTable>;
/** Days are texts. */
export type OutageFields = Omit<
  Insertable<MeterOutagesTable>,
  'houseId' | 'id' | 'meterId' | 'version'
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
    .selectFrom('meterOutages')
    .select(COLUMNS)
    .where('houseId', '=', houseId)
    .where('meterId', '=', meterId);
  if (beforeDay !== undefined) query = query.where('beginsOn', '<', beforeDay);
  return query.orderBy('beginsOn', 'desc').limit(limit).execute();
}

export async function findOutage(
  db: Db,
  outageId: number,
): Promise<(OutageRow & { readonly organizationId: number }) | undefined> {
  return db
    .selectFrom('meterOutages')
    .innerJoin('houses', 'houses.id', 'meterOutages.houseId')
    .select([...COLUMNS, 'houses.organizationId'])
    .where('meterOutages.id', '=', outageId)
    .executeTakeFirst();
}

export async function lockOutage(
  trx: Trx,
  { houseId, id }: OutageKey,
): Promise<OutageRow | undefined> {
  return trx
    .selectFrom('meterOutages')
    .select(COLUMNS)
    .where('houseId', '=', houseId)
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
    .insertInto('meterOutages')
    .values({ houseId: houseId, meterId: meterId, ...outage })
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
    .updateTable('meterOutages')
    .set((row) => ({ ...outage, version: row('version', '+', 1) }))
    .where('houseId', '=', houseId)
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

export async function deleteOutage(trx: Trx, { houseId, id }: OutageKey): Promise<void> {
  await trx
    .deleteFrom('meterOutages')
    .where('houseId', '=', houseId)
    .where('id', '=', id)
    .execute();
}

const COLUMNS = [
  'meterOutages.houseId',
  'meterOutages.id',
  'meterOutages.meterId',
  'meterOutages.beginsOn',
  'meterOutages.endsOn',
  'meterOutages.basis',
  'meterOutages.version',
] as const;
