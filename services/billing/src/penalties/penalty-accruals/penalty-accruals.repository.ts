// Accruals in SQL: written for many accounts at once, never changed, and read page by page.
import type { PenaltyKind, PenaltyMethod } from '@kvartplata/contracts/billing/penalties.ts';
import type { CopyIn } from '@kvartplata/platform/database/copying.ts';
import { sql } from 'kysely';
import type { OrganizationIds } from '../../access/access.service.ts';
import type { Scope } from '../../access/places.ts';
import type { AccountPlace } from '../../books/account-balances/account-balances.repository.ts';
import { allOf, ofOrganizations, withinScope } from '../../access/scope.ts';
import type { Db, Trx } from '../../tables.ts';
import type { OwnAccrualJob } from './accrual-jobs.repository.ts';
import type { OwnHouses } from './principal-books.repository.ts';

/** Consecutive days as a breakdown stores them; roubles and per cent as text. */
export type StoredLine = {
  readonly from: string;
  readonly to: string;
  readonly debt: string;
  readonly rate: string;
  readonly fraction: string;
  /** Set for days on which a plan covered the debt. */
  readonly isPaused?: true;
  /** Set for days whose rate an own rule has lowered. */
  readonly isCapped?: true;
};

export type DebtRow = {
  /** The first day of the debt's month. */
  readonly period: string;
  readonly kind: PenaltyKind;
  readonly method: PenaltyMethod;
  readonly dueOn: string;
  readonly debt: string;
  readonly penalty: string;
  readonly amount: string;
  readonly lines: readonly StoredLine[];
};

export type NewAccrual = {
  readonly id: number;
  readonly houseId: number;
  readonly personalAccountId: number;
  readonly targetOn: string;
  /** The first day of the month in which its entry is booked. */
  readonly bookedIn: string;
  readonly amount: string;
};

/**
 * Locks the houses against other accruals until the transaction ends. Payments continue: what is paid meanwhile counts in the
 * next accrual.
 */
export async function lockHouses(trx: Trx, houseIds: readonly number[]): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtextextended('accruals:' || houses.id, 0))
    from (select unnest(${houseIds}::bigint[]) as id order by id) as houses
  `.execute(trx);
}

export async function drawIds(trx: Trx, count: number): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select nextval('document_ids') as id from generate_series(1, ${count}::integer)
  `.execute(trx);
  return rows.map(({ id }) => id);
}

export async function insertAccruals(
  trx: Trx,
  { organizationId, jobId }: OwnAccrualJob,
  accruals: readonly NewAccrual[],
): Promise<void> {
  await sql`
    insert into penalty_accruals (organization_id, house_id, personal_account_id, id, job_id, period, target_on, amount)
    select ${organizationId}, accruals.house_id, accruals.personal_account_id, accruals.id, ${jobId},
      accruals.booked_in, accruals.target_on, accruals.amount
    from unnest(
      ${accruals.map(({ houseId }) => houseId)}::bigint[],
      ${accruals.map(({ personalAccountId }) => personalAccountId)}::bigint[],
      ${accruals.map(({ id }) => id)}::bigint[],
      ${accruals.map(({ bookedIn }) => bookedIn)}::date[],
      ${accruals.map(({ targetOn }) => targetOn)}::date[],
      ${accruals.map(({ amount }) => amount)}::numeric[]
    ) as accruals (house_id, personal_account_id, id, booked_in, target_on, amount)
  `.execute(trx);
}

/** @param rows chunks of PostgreSQL's text format, with the columns in order */
export async function insertAccrualDebts(
  copyIn: CopyIn,
  columns: readonly string[],
  rows: Iterable<Uint8Array>,
): Promise<void> {
  await copyIn(`penalty_accrual_debts (${columns.join(', ')})`, rows);
}

/** Those of the accounts that have paid for penalties. */
export async function listPenaltyPayers(
  trx: Trx,
  { organizationId, houseIds }: OwnHouses,
  accrualIds: readonly number[],
): Promise<readonly AccountPlace[]> {
  const { rows } = await sql<AccountPlace>`
    select penalty_accruals.organization_id, penalty_accruals.house_id, penalty_accruals.personal_account_id
    from penalty_accruals
    where penalty_accruals.organization_id = ${organizationId}
      and penalty_accruals.house_id = any(${houseIds}::bigint[]) and penalty_accruals.id = any(${accrualIds}::bigint[])
      and exists (
        select from payments
        where payments.organization_id = ${organizationId} and payments.house_id = penalty_accruals.house_id
          and payments.personal_account_id = penalty_accruals.personal_account_id and payments.penalty_amount > 0
      )
    order by penalty_accruals.house_id, penalty_accruals.personal_account_id
  `.execute(trx);
  return rows;
}

export type AccrualRow = {
  readonly id: number;
  readonly houseId: number;
  readonly personalAccountId: number;
  readonly organizationId: number;
  readonly jobId: number;
  readonly period: string;
  readonly targetOn: string;
  readonly amount: string;
  readonly createdAt: Date;
  /** In order of months. */
  readonly debts: readonly DebtRow[];
};

const accrualsOf = (organizationIds: OrganizationIds) => sql`
  select penalty_accruals.id, penalty_accruals.house_id, penalty_accruals.personal_account_id,
    penalty_accruals.organization_id, penalty_accruals.job_id, penalty_accruals.period, penalty_accruals.target_on,
    penalty_accruals.amount, penalty_accruals.created_at,
    array(
      select json_build_object('period', debts.period, 'kind', debts.kind, 'method', debts.method, 'dueOn', debts.due_on,
        'debt', debts.debt::text, 'penalty', debts.penalty::text, 'amount', debts.amount::text, 'lines', debts.lines)
      from penalty_accrual_debts as debts
      where ${ofOrganizations('debts', organizationIds)}
        and debts.organization_id = penalty_accruals.organization_id and debts.house_id = penalty_accruals.house_id
        and debts.personal_account_id = penalty_accruals.personal_account_id
        and debts.accrual_id = penalty_accruals.id
      order by debts.period, debts.kind desc
    ) as debts
  from penalty_accruals
`;

export async function findAccrual(
  db: Db,
  organizationIds: OrganizationIds,
  id: number,
): Promise<AccrualRow | undefined> {
  const { rows } = await sql<AccrualRow>`
    ${accrualsOf(organizationIds)}
    where ${ofOrganizations('penaltyAccruals', organizationIds)} and penalty_accruals.id = ${id}
  `.execute(db);
  return rows[0];
}

export type AccrualFilter = {
  readonly scope: Scope;
  readonly houseId: number | undefined;
  readonly personalAccountId: number | undefined;
  /** The first day of the month. */
  readonly period: string | undefined;
  /** House, account and id of the last row of the page before. */
  readonly after: readonly [number, number, number] | undefined;
  readonly limit: number;
};

/** By house and account, in the order of booking. */
export async function listAccruals(db: Db, filter: AccrualFilter): Promise<readonly AccrualRow[]> {
  const { scope, houseId, personalAccountId, period, after, limit } = filter;
  const conditions = allOf([
    withinScope('penalty_accruals', scope),
    houseId === undefined ? undefined : sql`penalty_accruals.house_id = ${houseId}`,
    personalAccountId === undefined
      ? undefined
      : sql`penalty_accruals.personal_account_id = ${personalAccountId}`,
    period === undefined ? undefined : sql`penalty_accruals.period = ${period}::date`,
    after === undefined
      ? undefined
      : sql`(penalty_accruals.house_id, penalty_accruals.personal_account_id, penalty_accruals.id)
          > (${after[0]}, ${after[1]}, ${after[2]})`,
  ]);
  const { rows } = await sql<AccrualRow>`
    ${accrualsOf(scope === 'all' ? 'all' : scope.organizationIds)}
    where ${conditions}
    order by penalty_accruals.house_id, penalty_accruals.personal_account_id, penalty_accruals.id
    limit ${limit}
  `.execute(db);
  return rows;
}

/** The latest accrual of each of the account's debts, which includes the whole penalty, and the day up to which it is counted. */
export async function listLatestDebts(
  db: Db,
  { organizationId, houseId, personalAccountId }: AccountPlace,
): Promise<readonly (DebtRow & { readonly targetOn: string })[]> {
  const { rows } = await sql<DebtRow & { targetOn: string }>`
    select distinct on (debts.period, debts.kind) debts.period, debts.kind, debts.method, debts.due_on,
      debts.debt, debts.penalty, debts.amount, debts.lines, penalty_accruals.target_on
    from penalty_accrual_debts as debts
    join penalty_accruals on penalty_accruals.organization_id = debts.organization_id
      and penalty_accruals.house_id = debts.house_id
      and penalty_accruals.personal_account_id = debts.personal_account_id
      and penalty_accruals.id = debts.accrual_id
    where debts.organization_id = ${organizationId} and debts.house_id = ${houseId}
      and debts.personal_account_id = ${personalAccountId}
    order by debts.period, debts.kind desc, debts.accrual_id desc
  `.execute(db);
  return rows;
}

/** The kinds of debt for which accounts of a house have penalties booked and not fully reversed. */
export async function listBookedKinds(
  db: Db,
  { organizationId, houseId }: Omit<AccountPlace, 'personalAccountId'>,
  personalAccountIds: readonly number[],
): Promise<readonly { readonly personalAccountId: number; readonly kind: PenaltyKind }[]> {
  const { rows } = await sql<{ personalAccountId: number; kind: PenaltyKind }>`
    select debts.personal_account_id, debts.kind
    from penalty_accrual_debts as debts
    where debts.organization_id = ${organizationId} and debts.house_id = ${houseId}
      and debts.personal_account_id = any(${personalAccountIds}::bigint[])
    group by debts.personal_account_id, debts.kind
    having sum(debts.amount) > 0
  `.execute(db);
  return rows;
}
