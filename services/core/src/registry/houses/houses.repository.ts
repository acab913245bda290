// Houses in SQL.
import type { NewHouse } from '@kvartplata/contracts/core/houses.ts';
import { sql, type Insertable, type Selectable } from 'kysely';
import type { StaticDecode } from 'typebox';
import { isOfOne, type Organizations } from '@kvartplata/platform/database/of-organizations.ts';
import type { HousePlace } from '../../access/places.ts';
import type { Db, Trx } from '../../tables.ts';
import type { HeatingSeason, HousesTable } from './houses.table.ts';

/** The columns of the house itself. */
type OwnRow = Selectable<HousesTable>;
export type HouseRow = OwnRow & {
  /** `YYYY-MM` of its first account's opening. */
  readonly firstMonth: string | null;
};
/** What is stored: `odnCapped` is derived from the method of common-house needs. */
export type HouseBody = Omit<StaticDecode<typeof NewHouse>, 'organizationId' | 'odnCapped'>;
export type HouseColumns = Omit<Insertable<HousesTable>, 'organizationId'>;

export type HouseFilter = {
  readonly organizationIds: readonly number[] | 'all';
  /** `like` patterns over folded texts: each must match the address. */
  readonly patterns: readonly string[];
};

export type HouseAddress = { readonly id: number; readonly address: string };

/** Unordered: the service sorts them. */
export async function listAddresses(
  db: Db,
  { organizationIds, patterns }: HouseFilter,
): Promise<readonly HouseAddress[]> {
  let query = db.selectFrom('houses').select(['id', 'address']);
  if (organizationIds !== 'all')
    query = query.where('organizationId', '=', sql<number>`any(${organizationIds}::bigint[])`);
  for (const pattern of patterns) query = query.where(sql<boolean>`search_text like ${pattern}`);
  return query.execute();
}

export type ListedHouseRow = HouseRow & {
  /** The number of accounts open on the day. */
  readonly accounts: number;
};

/** Some houses with the number of accounts open on the day, unordered. */
export async function listHouses(
  db: Db,
  houseIds: readonly number[],
  organizationIds: Organizations,
  day: string,
): Promise<readonly ListedHouseRow[]> {
  return db
    .selectFrom('houses')
    .select([...COLUMNS, openAccounts(day)])
    .where('id', '=', sql<number>`any(${houseIds}::bigint[])`)
    .where(isOfOne(organizationIds, 'organizationId'))
    .execute();
}

export async function findHouse(
  db: Db,
  houseId: number,
  organizations: Organizations,
): Promise<HouseRow | undefined> {
  return db
    .selectFrom('houses')
    .modifyFront(sql`/* kept: find-house */`)
    .select(COLUMNS)
    .where('id', '=', houseId)
    .where(isOfOne(organizations, 'organizationId'))
    .executeTakeFirst();
}

export async function findHousePlace(
  db: Db,
  houseId: number,
  organizations: Organizations,
): Promise<HousePlace | undefined> {
  return db
    .selectFrom('houses')
    .modifyFront(sql`/* kept: find-house-place */`)
    .select(['id as houseId', 'organizationId'])
    .where('id', '=', houseId)
    .where(isOfOne(organizations, 'organizationId'))
    .executeTakeFirst();
}

/** Locked until the transaction ends: nothing can be added to the house meanwhile. */
export async function lockHouse(
  trx: Trx,
  { organizationId, houseId }: HousePlace,
): Promise<HouseRow | undefined> {
  const row = await trx
    .selectFrom('houses')
    .select(OWN_COLUMNS)
    .where('organizationId', '=', organizationId)
    .where('id', '=', houseId)
    .forUpdate()
    .executeTakeFirst();
  return row && { ...row, firstMonth: await findFirstMonth(trx, row) };
}

async function findFirstMonth(trx: Trx, { organizationId, id }: OwnRow): Promise<string | null> {
  const { rows } = await sql<Pick<HouseRow, 'firstMonth'>>`
    select to_char(min(personal_accounts.opened_on), 'YYYY-MM') as "firstMonth" from personal_accounts
    where personal_accounts.organization_id = ${organizationId} and personal_accounts.house_id = ${id}
  `.execute(trx);
  return rows[0]?.firstMonth ?? null;
}

/** A new house has no account yet. */
export async function insertHouse(
  trx: Trx,
  organizationId: number,
  columns: HouseColumns,
): Promise<HouseRow> {
  const row = await trx
    .insertInto('houses')
    .values({ organizationId: organizationId, ...stored(columns) })
    .returning(OWN_COLUMNS)
    .executeTakeFirstOrThrow();
  return { ...row, firstMonth: null };
}

/** @param row the locked house, to which no account can be added meanwhile */
export async function updateHouse(
  trx: Trx,
  { organizationId, id, firstMonth }: HouseRow,
  columns: HouseColumns,
): Promise<HouseRow> {
  const row = await trx
    .updateTable('houses')
    .set((house) => ({
      ...stored(columns),
      version: house('version', '+', 1),
      updatedAt: sql<Date>`now()`,
    }))
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returning(OWN_COLUMNS)
    .executeTakeFirstOrThrow();
  return { ...row, firstMonth };
}

export async function deleteHouse(
  trx: Trx,
  { organizationId, houseId }: HousePlace,
): Promise<void> {
  await trx
    .deleteFrom('houses')
    .where('organizationId', '=', organizationId)
    .where('id', '=', houseId)
    .execute();
}

/** Whether the house has rooms, account numbers or services; meters belong to services. */
export async function hasChildren(
  trx: Trx,
  { organizationId, houseId }: HousePlace,
): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    select exists (select from rooms where rooms.organization_id = ${organizationId} and house_id = ${houseId})
      or exists (select from account_numbers where account_numbers.organization_id = ${organizationId}
        and house_id = ${houseId})
      or exists (select from house_services where house_services.organization_id = ${organizationId}
        and house_id = ${houseId}) as exists
  `.execute(trx);
  return rows[0]?.exists ?? false;
}

const OWN_COLUMNS = [
  'houses.id',
  'houses.organizationId',
  'houses.address',
  'houses.fiasId',
  'houses.commonArea',
  'houses.heatingMonths',
  'houses.heatingSeasons',
  'houses.commonNeedsMethod',
  'houses.readingFromDay',
  'houses.readingToDay',
  'houses.version',
  'houses.createdAt',
  'houses.updatedAt',
] as const;

const COLUMNS = [
  ...OWN_COLUMNS,
  sql<string | null>`(
    select to_char(min(personal_accounts.opened_on), 'YYYY-MM') from personal_accounts
    where personal_accounts.organization_id = houses.organization_id and personal_accounts.house_id = houses.id
  )`.as('firstMonth'),
] as const;

function openAccounts(day: string) {
  return sql<number>`(
    select count(*)::integer from personal_accounts
    where personal_accounts.organization_id = houses.organization_id and personal_accounts.house_id = houses.id
      and personal_accounts.opened_on <= ${day}::date
      and (personal_accounts.closed_on is null or personal_accounts.closed_on >= ${day}::date)
  )`.as('accounts');
}

/** As JSON text: the driver would send an array as a PostgreSQL array. */
function stored({ heatingSeasons, ...columns }: HouseColumns) {
  return {
    ...columns,
    heatingSeasons: sql<readonly HeatingSeason[]>`${JSON.stringify(heatingSeasons ?? [])}::jsonb`,
  };
}
