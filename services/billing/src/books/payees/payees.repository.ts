// The payees of organizations, in SQL.
import { sql } from 'kysely';
import type { OrganizationIds } from '../../access/access.service.ts';
import { ofOrganizations } from '../../access/scope.ts';
import type { Db, Trx } from '../../tables.ts';

export type PayeeRow = {
  readonly organizationId: number;
  readonly id: number;
  readonly name: string;
  readonly inn: string;
  readonly kpp: string | null;
  readonly bankName: string | null;
  readonly bic: string | null;
  readonly settlementAccount: string | null;
  readonly correspondentAccount: string | null;
  readonly agencyReward: string | null;
  readonly version: number;
};

const COLUMNS = [
  'organizationId',
  'id',
  'name',
  'inn',
  'kpp',
  'bankName',
  'bic',
  'settlementAccount',
  'correspondentAccount',
  'agencyReward',
  'version',
] as const;

/** In the order of ids. */
export async function listPayees(
  db: Db,
  organizationIds: OrganizationIds,
  page?: { readonly afterId: number; readonly limit: number },
): Promise<readonly PayeeRow[]> {
  const all = db
    .selectFrom('payees')
    .select(COLUMNS)
    .where(sql<boolean>`${ofOrganizations('payees', organizationIds)}`)
    .orderBy('id');
  if (page === undefined) return all.execute();
  return all.where('id', '>', page.afterId).limit(page.limit).execute();
}

export async function findPayee(
  db: Db,
  organizationIds: OrganizationIds,
  id: number,
): Promise<PayeeRow | undefined> {
  return db
    .selectFrom('payees')
    .select(COLUMNS)
    .where(sql<boolean>`${ofOrganizations('payees', organizationIds)}`)
    .where('id', '=', id)
    .executeTakeFirst();
}

export type OwnPayee = Pick<PayeeRow, 'organizationId' | 'id'>;

/** Locked until the transaction ends. */
export async function lockPayee(
  trx: Trx,
  { organizationId, id }: OwnPayee,
): Promise<PayeeRow | undefined> {
  return trx
    .selectFrom('payees')
    .select(COLUMNS)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export type PayeeFields = Omit<PayeeRow, 'organizationId' | 'id' | 'version'>;

export async function insertPayee(
  trx: Trx,
  organizationId: number,
  fields: PayeeFields,
): Promise<PayeeRow> {
  return trx
    .insertInto('payees')
    .values({ organizationId, ...fields })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

export async function updatePayee(
  trx: Trx,
  { organizationId, id }: OwnPayee,
  fields: PayeeFields,
): Promise<PayeeRow> {
  return trx
    .updateTable('payees')
    .set((payee) => ({ ...fields, version: payee('version', '+', 1) }))
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

export async function deletePayee(trx: Trx, { organizationId, id }: OwnPayee): Promise<void> {
  await trx
    .deleteFrom('payees')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute();
}

/** Whether any charge was ever made for it. */
export async function isCharged(trx: Trx, { organizationId, id }: OwnPayee): Promise<boolean> {
  const row = await trx
    .selectFrom('chargedPayees')
    .select('since')
    .where('organizationId', '=', organizationId)
    .where('payeeId', '=', id)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
