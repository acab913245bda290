// Account services in SQL, with the catalogue's facts about their services.
import type { Insertable } from 'kysely';
import { isOfOne, type Organizations } from '@kvartplata/platform/database/of-organizations.ts';
import type { HousePlace } from '../../access/places.ts';
import type { Db, Trx } from '../../tables.ts';
import type { AccountServicesTable } from './account-services.table.ts';

export type AccountServiceRow = Awaited<ReturnType<typeof listAccountServices>>[number];
export type AccountServiceFields = Omit<
  Insertable<AccountServicesTable>,
  'organizationId' | 'houseId' | 'id' | 'personalAccountId' | 'version'
>;
type AccountKey = HousePlace & { readonly personalAccountId: number };
export type AccountServiceKey = HousePlace & { readonly id: number };

/** The services of one account, ordered by id. */
export async function listAccountServices(
  db: Db,
  { organizationId, houseId, personalAccountId }: AccountKey,
  page: { readonly afterId: number; readonly limit: number },
) {
  return accountServices(db)
    .where('accountServices.organizationId', '=', organizationId)
    .where('accountServices.houseId', '=', houseId)
    .where('accountServices.personalAccountId', '=', personalAccountId)
    .where('accountServices.id', '>', page.afterId)
    .orderBy('accountServices.id')
    .limit(page.limit)
    .execute();
}

/** By id alone, as in paths. */
export async function findAccountService(
  db: Db,
  id: number,
  organizations: Organizations,
): Promise<AccountServiceRow | undefined> {
  return accountServices(db)
    .where('accountServices.id', '=', id)
    .where(isOfOne(organizations, 'accountServices.organizationId'))
    .executeTakeFirst();
}

export async function getAccountService(
  db: Db,
  { organizationId, houseId, id }: AccountServiceKey,
): Promise<AccountServiceRow> {
  return accountServices(db)
    .where('accountServices.organizationId', '=', organizationId)
    .where('accountServices.houseId', '=', houseId)
    .where('accountServices.id', '=', id)
    .executeTakeFirstOrThrow();
}

/** Locked until the transaction ends. */
export async function lockAccountService(
  trx: Trx,
  { organizationId, houseId, id }: AccountServiceKey,
): Promise<AccountServiceRow | undefined> {
  return accountServices(trx)
    .where('accountServices.organizationId', '=', organizationId)
    .where('accountServices.houseId', '=', houseId)
    .where('accountServices.id', '=', id)
    .forUpdate('accountServices')
    .executeTakeFirst();
}

/** Returns the new id. */
export async function insertAccountService(
  trx: Trx,
  { organizationId, houseId, personalAccountId }: AccountKey,
  fields: AccountServiceFields,
): Promise<number> {
  const { id } = await trx
    .insertInto('accountServices')
    .values({ organizationId, houseId, personalAccountId, ...fields })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateAccountService(
  trx: Trx,
  { organizationId, houseId, id }: AccountServiceKey,
  fields: AccountServiceFields,
): Promise<void> {
  await trx
    .updateTable('accountServices')
    .set((row) => ({ ...fields, version: row('version', '+', 1) }))
    .where('organizationId', '=', organizationId)
    .where('houseId', '=', houseId)
    .where('id', '=', id)
    .execute();
}

export async function deleteAccountService(
  trx: Trx,
  { organizationId, houseId, id }: AccountServiceKey,
): Promise<void> {
  await trx
    .deleteFrom('accountServices')
    .where('organizationId', '=', organizationId)
    .where('houseId', '=', houseId)
    .where('id', '=', id)
    .execute();
}

function accountServices(db: Db) {
  return db
    .selectFrom('accountServices')
    .innerJoin('houseServices', (join) =>
      join
        .onRef('houseServices.organizationId', '=', 'accountServices.organizationId')
        .onRef('houseServices.houseId', '=', 'accountServices.houseId')
        .onRef('houseServices.id', '=', 'accountServices.houseServiceId'),
    )
    .innerJoin('utilityServices', 'utilityServices.id', 'houseServices.utilityServiceId')
    .select([
      'accountServices.organizationId',
      'accountServices.houseId',
      'accountServices.id',
      'accountServices.personalAccountId',
      'accountServices.houseServiceId',
      'utilityServices.code',
      'utilityServices.name',
      'utilityServices.unit',
      'accountServices.charged',
      'accountServices.reason',
      'accountServices.coefficientApplies',
      'accountServices.tariffGroup',
      'accountServices.normGroup',
      'accountServices.contractVolume',
      'accountServices.allocatorUnits',
      'accountServices.basis',
      'accountServices.validFrom',
      'accountServices.validTo',
      'accountServices.version',
    ]);
}
