// Restriction notices in SQL.
import type { NoticeState } from '@kvartplata/contracts/billing/restriction-notices.ts';
import { sql, type Insertable, type Selectable } from 'kysely';
import type { OrganizationIds } from '../../access/access.service.ts';
import type { Scope } from '../../access/places.ts';
import { allOf, ofOrganizations, withinScope } from '../../access/scope.ts';
import type { AccountPlace } from '../../books/account-balances/account-balances.repository.ts';
import type { Db, Trx } from '../../tables.ts';
import type { RestrictionNoticesTable, StoredNoticeStep } from './restriction-notices.table.ts';

export type NoticeRow = Omit<Selectable<RestrictionNoticesTable>, 'debtLettersId'>;

export type OwnNotice = Pick<NoticeRow, 'organizationId' | 'houseId' | 'id'>;

const COLUMNS = [
  'organizationId',
  'houseId',
  'id',
  'personalAccountId',
  'accountNumber',
  'payer',
  'address',
  'payerAddress',
  'houseServiceId',
  'serviceName',
  'debt',
  'normCharge',
  'madeOn',
  'state',
  'termEndsOn',
  'steps',
  'createdBy',
  'createdAt',
] as const;

/** The services of a house's accounts with an open notice. */
export async function listOpenServices(
  trx: Trx,
  { organizationId, houseId }: Omit<AccountPlace, 'personalAccountId'>,
  personalAccountIds: readonly number[],
): Promise<readonly Pick<NoticeRow, 'personalAccountId' | 'houseServiceId'>[]> {
  return trx
    .selectFrom('restrictionNotices')
    .select(['personalAccountId', 'houseServiceId'])
    .where('organizationId', '=', organizationId)
    .where('houseId', '=', houseId)
    .where(sql<boolean>`personal_account_id = any(${personalAccountIds}::bigint[])`)
    .where('state', '<>', 'ended')
    .execute();
}

export type NewNotice = Omit<Insertable<RestrictionNoticesTable>, 'termEndsOn' | 'payerAddress'> &
  Pick<NoticeRow, 'payerAddress'>;

export async function insertNotices(
  trx: Trx,
  notices: readonly NewNotice[],
): Promise<readonly NoticeRow[]> {
  if (notices.length === 0) return [];
  return trx
    .insertInto('restrictionNotices')
    .values(notices.map((notice) => ({ ...notice, termEndsOn: null })))
    .returning(COLUMNS)
    .execute();
}

export async function findNotice(
  db: Db,
  organizationIds: OrganizationIds,
  id: number,
): Promise<NoticeRow | undefined> {
  return db
    .selectFrom('restrictionNotices')
    .select(COLUMNS)
    .where(sql<boolean>`${ofOrganizations('restrictionNotices', organizationIds)}`)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Locked until the transaction ends, so that steps are taken one after the other. */
export async function lockNotice(
  trx: Trx,
  { organizationId, houseId, id }: OwnNotice,
): Promise<NoticeRow | undefined> {
  return trx
    .selectFrom('restrictionNotices')
    .select(COLUMNS)
    .where('organizationId', '=', organizationId)
    .where('houseId', '=', houseId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export type NoticeProgress = {
  readonly state: NoticeState;
  readonly termEndsOn: string | null;
  readonly steps: readonly StoredNoticeStep[];
};

export async function updateNotice(
  trx: Trx,
  { organizationId, houseId, id }: OwnNotice,
  { state, termEndsOn, steps }: NoticeProgress,
): Promise<NoticeRow> {
  return trx
    .updateTable('restrictionNotices')
    .set({ state, termEndsOn, steps: JSON.stringify(steps) })
    .where('organizationId', '=', organizationId)
    .where('houseId', '=', houseId)
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

export type NoticeFilter = {
  readonly scope: Scope;
  readonly houseId: number | undefined;
  readonly personalAccountId: number | undefined;
  readonly state: NoticeState | undefined;
  readonly isOpen: boolean | undefined;
  readonly beforeId: number | undefined;
  readonly limit: number;
};

/** Newest first. */
export async function listNotices(
  db: Db,
  { scope, houseId, personalAccountId, state, isOpen, beforeId, limit }: NoticeFilter,
): Promise<readonly NoticeRow[]> {
  const conditions = allOf([
    withinScope('restriction_notices', scope),
    houseId === undefined ? undefined : sql`restriction_notices.house_id = ${houseId}`,
    personalAccountId === undefined
      ? undefined
      : sql`restriction_notices.personal_account_id = ${personalAccountId}`,
    state === undefined ? undefined : sql`restriction_notices.state = ${state}`,
    isOpen === undefined ? undefined : sql`(restriction_notices.state <> 'ended') = ${isOpen}`,
    beforeId === undefined ? undefined : sql`restriction_notices.id < ${beforeId}`,
  ]);
  return db
    .selectFrom('restrictionNotices')
    .select(COLUMNS)
    .where(sql<boolean>`${conditions}`)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}
