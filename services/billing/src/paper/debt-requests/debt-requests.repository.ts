// Debt requests in SQL.
import type { CaseStep } from '@kvartplata/contracts/billing/court-cases.ts';
import type { DebtRequestStatus } from '@kvartplata/contracts/billing/debt-requests.ts';
import { sql, type Insertable, type Selectable } from 'kysely';
import type { OrganizationIds } from '../../access/access.service.ts';
import { allOf, ofOrganizations } from '../../access/scope.ts';
import type { Db, Trx } from '../../tables.ts';
import type { DebtRequestsTable } from './debt-requests.table.ts';

export type DebtRequestRow = Selectable<DebtRequestsTable>;

export async function insertRequest(
  trx: Trx,
  request: Insertable<DebtRequestsTable>,
): Promise<DebtRequestRow> {
  return trx
    .insertInto('debtRequests')
    .values(request)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

export async function findRequest(
  db: Db,
  organizationIds: OrganizationIds,
  id: number,
): Promise<DebtRequestRow | undefined> {
  return db
    .selectFrom('debtRequests')
    .select(COLUMNS)
    .where(sql<boolean>`${ofOrganizations('debtRequests', organizationIds)}`)
    .where('id', '=', id)
    .executeTakeFirst();
}

export type RequestFilter = {
  readonly organizationIds: OrganizationIds;
  readonly houseId: number | undefined;
  /** Only these accounts. */
  readonly accountIds: readonly number[] | undefined;
  readonly status: DebtRequestStatus;
  readonly afterId: number | undefined;
  readonly limit: number;
};

/** Longest waiting first. */
export async function listRequests(
  db: Db,
  { organizationIds, houseId, accountIds, status, afterId, limit }: RequestFilter,
): Promise<readonly DebtRequestRow[]> {
  const conditions = allOf([
    ofOrganizations('debtRequests', organizationIds),
    status === 'WAITING'
      ? sql`debt_requests.answered_at is null`
      : sql`debt_requests.answered_at is not null`,
    houseId === undefined ? undefined : sql`debt_requests.house_id = ${houseId}`,
    accountIds === undefined
      ? undefined
      : sql`debt_requests.personal_account_id = any(${accountIds}::bigint[])`,
    afterId === undefined ? undefined : sql`debt_requests.id > ${afterId}`,
  ]);
  return db
    .selectFrom('debtRequests')
    .select(COLUMNS)
    .where(sql<boolean>`${conditions}`)
    .orderBy('id')
    .limit(limit)
    .execute();
}

export type StandingCaseRow = {
  readonly id: number;
  readonly personalAccountId: number;
  readonly principal: string;
  readonly penalty: string;
  /** The document of each step. */
  readonly steps: readonly {
    readonly step: CaseStep;
    readonly on: string;
    readonly reference: string | null;
  }[];
  /** What the account owes now, principal and penalties. */
  readonly owed: string;
};

/** The accounts' court cases with a court decision in force; newest last. */
export async function listStandingCases(
  db: Db,
  organizationIds: OrganizationIds,
  accountIds: readonly number[],
): Promise<readonly StandingCaseRow[]> {
  const { rows } = await sql<StandingCaseRow>`
    select court_cases.id, court_cases.personal_account_id, court_cases.principal, court_cases.penalty, court_cases.steps,
      coalesce(account_balances.principal_debt + account_balances.penalty_debt, 0.00) as owed
    from court_cases
    left join account_balances on account_balances.organization_id = court_cases.organization_id
      and account_balances.house_id = court_cases.house_id
      and account_balances.personal_account_id = court_cases.personal_account_id
    where ${ofOrganizations('courtCases', organizationIds)}
      and court_cases.personal_account_id = any(${accountIds}::bigint[]) and court_cases.state in ('ordered', 'bailiff')
    order by court_cases.id
  `.execute(db);
  return rows;
}

export type GivenAnswer = {
  readonly answer: 'no-debt' | 'debt';
  readonly courtAct: string | null;
  readonly confirmedAmount: string | null;
  readonly userId: number;
};

/** Undefined when it is already answered. */
export async function answerRequest(
  trx: Trx,
  { organizationId, houseId, id }: DebtRequestRow,
  { answer, courtAct, confirmedAmount, userId }: GivenAnswer,
): Promise<DebtRequestRow | undefined> {
  return trx
    .updateTable('debtRequests')
    .set({ answer, courtAct, confirmedAmount, answeredBy: userId, answeredAt: sql`now()` })
    .where('organizationId', '=', organizationId)
    .where('houseId', '=', houseId)
    .where('id', '=', id)
    .where('answeredAt', 'is', null)
    .returning(COLUMNS)
    .executeTakeFirst();
}

const COLUMNS = [
  'organizationId',
  'houseId',
  'id',
  'personalAccountId',
  'accountNumber',
  'number',
  'requestedBy',
  'receivedOn',
  'answer',
  'courtAct',
  'confirmedAmount',
  'answeredBy',
  'answeredAt',
  'createdBy',
  'createdAt',
] as const;
