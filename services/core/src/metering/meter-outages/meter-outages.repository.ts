// Outages of meters in SQL.
import type { Insertable, Selectable } from 'kysely';
import { isOfOne, type Organizations } from '@kvartplata/platform/database/of-organizations.ts';
import type { HousePlace } from '../../access/places.ts';
import type { Db, Trx } from '../../tables.ts';
import type { MeterOutagesTable } from './meter-outages.table.ts';

export type OutageRow = Selectable<MeterOutagesTable>;
/** Days are texts. */
export type OutageFields = Omit<
  Insertable<MeterOutagesTable>,
  'organizationId' | 'houseId' | 'id' | 'meterId' | 'version'
>;
type MeterKey = HousePlace & { readonly meterId: number };
type OutageKey = { readonly organizationId: number; readonly houseId: number; readonly id: number };

/** Of one meter, newest first: no two begin on one day. */
export async function listOutages(
  db: Db,
  { organizationId, houseId, meterId }: MeterKey,
  { beforeDay, limit }: { readonly beforeDay: string | undefined; readonly limit: number },
): Promise<readonly OutageRow[]> {
  let query = db
    .selectFrom('meterOutages')
    .select(COLUMNS)
    .where('organizationId', '=', organizationId)
    .where('houseId', '=', houseId)
    .where('meterId', '=', meterId);
  if (beforeDay !== undefined) query = query.where('beginsOn', '<', beforeDay);
  return query.orderBy('beginsOn', 'desc').limit(limit).execute();
}

export async function findOutage(
  db: Db,
  outageId: number,
  organizations: Organizations,
): Promise<OutageRow | undefined> {
  return db
    .selectFrom('meterOutages')
    .select(COLUMNS)
    .where('id', '=', outageId)
    .where(isOfOne(organizations, 'organizationId'))
    .executeTakeFirst();
}

export async function lockOutage(
  trx: Trx,
  { organizationId, houseId, id }: OutageKey,
): Promise<OutageRow | undefined> {
  return trx
    .selectFrom('meterOutages')
    .select(COLUMNS)
    .where('organizationId', '=', organizationId)
    .where('houseId', '=', houseId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** @throws a violation of `meter_outages_no_overlap` */
export async function insertOutage(
  trx: Trx,
  { organizationId, houseId, meterId }: MeterKey,
  outage: OutageFields,
): Promise<OutageRow> {
  return trx
    .insertInto('meterOutages')
    .values({ organizationId, houseId, meterId: meterId, ...outage })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** @throws a violation of `meter_outages_no_overlap` */
export async function updateOutage(
  trx: Trx,
  { organizationId, houseId, id }: OutageKey,
  outage: OutageFields,
): Promise<OutageRow> {
  return trx
    .updateTable('meterOutages')
    .set((row) => ({ ...outage, version: row('version', '+', 1) }))
    .where('organizationId', '=', organizationId)
    .where('houseId', '=', houseId)
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

export async function deleteOutage(
  trx: Trx,
  { organizationId, houseId, id }: OutageKey,
): Promise<void> {
  await trx
    .deleteFrom('meterOutages')
    .where('organizationId', '=', organizationId)
    .where('houseId', '=', houseId)
    .where('id', '=', id)
    .execute();
}

const COLUMNS = [
  'meterOutages.organizationId',
  'meterOutages.houseId',
  'meterOutages.id',
  'meterOutages.meterId',
  'meterOutages.beginsOn',
  'meterOutages.endsOn',
  'meterOutages.basis',
  'meterOutages.version',
] as const;
