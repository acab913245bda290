// Acts on meters in SQL.
import { sql, type Insertable, type Selectable } from 'kysely';
import { isOfOne, type Organizations } from '@kvartplata/platform/database/of-organizations.ts';
import type { HousePlace } from '../../access/places.ts';
import type { Db, Trx } from '../../tables.ts';
import type { MeterActsTable } from './meter-acts.table.ts';

export type ActRow = Omit<Selectable<MeterActsTable>, 'countsUntil'>;
/** Days and decimals are strings. */
export type ActFields = Omit<
  Insertable<MeterActsTable>,
  'organizationId' | 'houseId' | 'id' | 'meterId' | 'countsUntil' | 'version'
>;
type MeterKey = HousePlace & { readonly meterId: number };
type ActKey = { readonly organizationId: number; readonly houseId: number; readonly id: number };
export type ActPlace = { readonly day: string; readonly id: number };

/** The acts of one meter, newest first. */
export async function listActs(
  db: Db,
  { organizationId, houseId, meterId }: MeterKey,
  { before, limit }: { readonly before: ActPlace | undefined; readonly limit: number },
): Promise<readonly ActRow[]> {
  let query = db
    .selectFrom('meterActs')
    .select(COLUMNS)
    .where('organizationId', '=', organizationId)
    .where('houseId', '=', houseId)
    .where('meterId', '=', meterId);
  if (before !== undefined)
    query = query.where(sql<boolean>`(acted_on, id) < (${before.day}::date, ${before.id}::bigint)`);
  return query.orderBy('actedOn', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

export async function findAct(
  db: Db,
  actId: number,
  organizations: Organizations,
): Promise<ActRow | undefined> {
  return db
    .selectFrom('meterActs')
    .select(COLUMNS)
    .where('id', '=', actId)
    .where(isOfOne(organizations, 'organizationId'))
    .executeTakeFirst();
}

export async function lockAct(
  trx: Trx,
  { organizationId, houseId, id }: ActKey,
): Promise<ActRow | undefined> {
  return trx
    .selectFrom('meterActs')
    .select(COLUMNS)
    .where('organizationId', '=', organizationId)
    .where('houseId', '=', houseId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Whether accounts are charged individually by the meter, rather than by a volume shared in the house. */
export async function isOfMeteredService(
  trx: Trx,
  { organizationId, houseId }: HousePlace,
  houseServiceId: number,
): Promise<boolean> {
  const row = await trx
    .selectFrom('houseServices')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('houseId', '=', houseId)
    .where('id', '=', houseServiceId)
    .where('method', '=', 'meter')
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether the meter has any act besides seals, which a seal can end. */
export async function hasOtherThanSeals(
  trx: Trx,
  { organizationId, houseId, meterId }: MeterKey,
): Promise<boolean> {
  const row = await trx
    .selectFrom('meterActs')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('houseId', '=', houseId)
    .where('meterId', '=', meterId)
    .where('kind', '<>', 'seal')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** @throws a violation of `meter_acts_day_unique` */
export async function insertAct(
  trx: Trx,
  { organizationId, houseId, meterId }: MeterKey,
  act: ActFields,
): Promise<ActRow> {
  return trx
    .insertInto('meterActs')
    .values({ organizationId, houseId, meterId: meterId, ...act })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** @throws a violation of `meter_acts_day_unique` */
export async function updateAct(
  trx: Trx,
  { organizationId, houseId, id }: ActKey,
  act: ActFields,
): Promise<ActRow> {
  return trx
    .updateTable('meterActs')
    .set((row) => ({ ...act, version: row('version', '+', 1) }))
    .where('organizationId', '=', organizationId)
    .where('houseId', '=', houseId)
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** An act is in force until its stated last day or until the meter is sealed, whichever comes first. */
export async function endActsBySeals(
  trx: Trx,
  { organizationId, houseId, meterId }: MeterKey,
): Promise<void> {
  await sql`
    update meter_acts set counts_until = ended.counts_until
    from (
      select acts.id, least(acts.ends_on, min(seals.acted_on) - 1) as counts_until
      from meter_acts as acts
      left join meter_acts as seals on seals.organization_id = ${organizationId} and seals.house_id = ${houseId}
        and seals.meter_id = ${meterId} and seals.kind = 'seal' and seals.acted_on >= acts.acted_on
      where acts.organization_id = ${organizationId} and acts.house_id = ${houseId} and acts.meter_id = ${meterId}
        and acts.kind <> 'seal'
      group by acts.id, acts.ends_on
    ) as ended
    where meter_acts.organization_id = ${organizationId} and meter_acts.house_id = ${houseId}
      and meter_acts.id = ended.id and meter_acts.counts_until is distinct from ended.counts_until
  `.execute(trx);
}

export async function deleteAct(trx: Trx, { organizationId, houseId, id }: ActKey): Promise<void> {
  await trx
    .deleteFrom('meterActs')
    .where('organizationId', '=', organizationId)
    .where('houseId', '=', houseId)
    .where('id', '=', id)
    .execute();
}

const COLUMNS = [
  'meterActs.organizationId',
  'meterActs.houseId',
  'meterActs.id',
  'meterActs.meterId',
  'meterActs.kind',
  'meterActs.actedOn',
  'meterActs.endsOn',
  'meterActs.capacityPerDay',
  'meterActs.basis',
  'meterActs.version',
] as const;
