// Disputes in SQL.
import type { DisputeStatus } from '@kvartplata/contracts/billing/disputes.ts';
import { sql, type Insertable, type Selectable } from 'kysely';
import type { OrganizationIds } from '../../access/access.service.ts';
import { allOf, ofOrganizations } from '../../access/scope.ts';
import type { Db, Trx } from '../../tables.ts';
import type { DisputesTable } from './disputes.table.ts';

export type DisputeRow = Selectable<DisputesTable>;

export type ReceiptPlace = {
  readonly organizationId: number;
  readonly houseId: number;
  readonly personalAccountId: number;
  /** The first day of the month. */
  readonly period: string;
};

/** Serializes disputes of a receipt until the transaction ends. */
export async function lockReceipt(
  trx: Trx,
  { organizationId, houseId, personalAccountId, period }: ReceiptPlace,
): Promise<void> {
  const key = `disputes of ${organizationId}:${houseId}:${personalAccountId}:${period}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx);
}

/** For one receipt, in the order of arrival. */
export async function listDisputesOf(
  db: Db,
  { organizationId, houseId, personalAccountId, period }: ReceiptPlace,
): Promise<readonly DisputeRow[]> {
  return db
    .selectFrom('disputes')
    .select(COLUMNS)
    .where('organizationId', '=', organizationId)
    .where('houseId', '=', houseId)
    .where('personalAccountId', '=', personalAccountId)
    .where('period', '=', period)
    .orderBy('id')
    .execute();
}

export async function insertDispute(
  trx: Trx,
  dispute: Insertable<DisputesTable>,
): Promise<DisputeRow> {
  return trx.insertInto('disputes').values(dispute).returning(COLUMNS).executeTakeFirstOrThrow();
}

export async function findDispute(
  db: Db,
  organizationIds: OrganizationIds,
  id: number,
): Promise<DisputeRow | undefined> {
  return db
    .selectFrom('disputes')
    .select(COLUMNS)
    .where(sql<boolean>`${ofOrganizations('disputes', organizationIds)}`)
    .where('id', '=', id)
    .executeTakeFirst();
}

export type DisputeFilter = {
  readonly organizationIds: OrganizationIds;
  readonly houseId: number | undefined;
  /** Only these accounts. */
  readonly accountIds: readonly number[] | undefined;
  readonly status: DisputeStatus;
  readonly afterId: number | undefined;
  readonly limit: number;
};

/** Longest waiting first. */
export async function listDisputes(
  db: Db,
  { organizationIds, houseId, accountIds, status, afterId, limit }: DisputeFilter,
): Promise<readonly DisputeRow[]> {
  const conditions = allOf([
    ofOrganizations('disputes', organizationIds),
    status === 'WAITING' ? sql`disputes.settled_at is null` : sql`disputes.settled_at is not null`,
    houseId === undefined ? undefined : sql`disputes.house_id = ${houseId}`,
    accountIds === undefined
      ? undefined
      : sql`disputes.personal_account_id = any(${accountIds}::bigint[])`,
    afterId === undefined ? undefined : sql`disputes.id > ${afterId}`,
  ]);
  return db
    .selectFrom('disputes')
    .select(COLUMNS)
    .where(sql<boolean>`${conditions}`)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Undefined when it is already settled. */
export async function settleDispute(
  trx: Trx,
  { organizationId, houseId, id }: DisputeRow,
  { answer, userId }: { readonly answer: string; readonly userId: number },
): Promise<DisputeRow | undefined> {
  return trx
    .updateTable('disputes')
    .set({ answer, settledBy: userId, settledAt: sql`now()` })
    .where('organizationId', '=', organizationId)
    .where('houseId', '=', houseId)
    .where('id', '=', id)
    .where('settledAt', 'is', null)
    .returning(COLUMNS)
    .executeTakeFirst();
}

const COLUMNS = [
  'organizationId',
  'houseId',
  'id',
  'personalAccountId',
  'accountNumber',
  'period',
  'lineCode',
  'serviceName',
  'amount',
  'reason',
  'answer',
  'settledBy',
  'settledAt',
  'createdAt',
] as const;
