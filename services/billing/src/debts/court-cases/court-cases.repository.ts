// Court cases in SQL.
import type { CaseState, Claim, Proceeding } from '@kvartplata/contracts/billing/court-cases.ts';
import { sql } from 'kysely';
import type { OrganizationIds } from '../../access/access.service.ts';
import type { Scope } from '../../access/places.ts';
import { allOf, ofOrganizations, withinScope } from '../../access/scope.ts';
import type { AccountPlace } from '../../books/account-balances/account-balances.repository.ts';
import type { Db, Trx } from '../../tables.ts';
import type { StoredStep } from './court-cases.table.ts';

export type CaseRow = AccountPlace & {
  readonly id: number;
  readonly accountNumber: string;
  readonly payer: string;
  readonly address: string;
  readonly proceeding: Proceeding;
  readonly court: string | null;
  readonly state: CaseState;
  readonly stateSince: string;
  readonly steps: readonly StoredStep[];
  readonly asOf: string;
  readonly principal: string;
  readonly penalty: string;
  readonly stateDuty: string;
  readonly balance: string;
  /** What the account owes now. */
  readonly principalNow: string;
  readonly penaltyNow: string;
  readonly createdBy: number;
  readonly createdAt: Date;
};

/** Those whose court fee is booked or waits for a second person; one that was rejected or reversed may be booked again. */
export async function listCasesWithFee(
  db: Db,
  cases: readonly Pick<CaseRow, 'organizationId' | 'id' | 'steps'>[],
): Promise<ReadonlySet<number>> {
  const caseOf = new Map(
    cases.flatMap(({ id, steps }) =>
      steps.flatMap(({ courtFeeAdjustmentId: fee }) => (fee === null ? [] : [[fee, id] as const])),
    ),
  );
  if (caseOf.size === 0) return new Set();
  const organizationIds = [...new Set(cases.map(({ organizationId }) => organizationId))];
  const fees = [...caseOf.keys()];
  const { rows: booked } = await sql<{ readonly id: number }>`
    select adjustments.id
    from adjustments
    where ${ofOrganizations('adjustments', organizationIds)} and adjustments.id = any(${fees}::bigint[]) and not exists (
      select from stornos
      where stornos.organization_id = adjustments.organization_id and stornos.house_id = adjustments.house_id
        and stornos.personal_account_id = adjustments.personal_account_id
        and stornos.transaction_type = 'ADJUSTMENT' and stornos.document_id = adjustments.id
    )
  `.execute(db);
  const { rows: waiting } = await sql<{ readonly id: number }>`
    select waiting_adjustments.id
    from waiting_adjustments
    where ${ofOrganizations('waitingAdjustments', organizationIds)} and waiting_adjustments.id = any(${fees}::bigint[])
      and waiting_adjustments.status = 'WAITING'
  `.execute(db);
  return new Set([...booked, ...waiting].flatMap(({ id }) => caseOf.get(id) ?? []));
}

export type CaseRowWithClaim = CaseRow & { readonly claim: Claim };

export type OwnCase = Pick<CaseRow, 'organizationId' | 'houseId' | 'id'>;

const COLUMNS = sql`
  court_cases.organization_id, court_cases.house_id, court_cases.id, court_cases.personal_account_id,
  court_cases.account_number, court_cases.payer, court_cases.address, court_cases.proceeding, court_cases.court,
  court_cases.state, court_cases.state_since, court_cases.steps, court_cases.as_of, court_cases.principal,
  court_cases.penalty, court_cases.state_duty, court_cases.balance, court_cases.created_by, court_cases.created_at,
  coalesce(account_balances.principal_debt, 0.00) as principal_now,
  coalesce(account_balances.penalty_debt, 0.00) as penalty_now
`;

const WITH_BALANCE = sql`
  court_cases
  left join account_balances on account_balances.organization_id = court_cases.organization_id
    and account_balances.house_id = court_cases.house_id
    and account_balances.personal_account_id = court_cases.personal_account_id
`;

export async function findOpenCase(
  trx: Trx,
  { organizationId, houseId, personalAccountId }: AccountPlace,
): Promise<number | undefined> {
  const row = await trx
    .selectFrom('courtCases')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('houseId', '=', houseId)
    .where('personalAccountId', '=', personalAccountId)
    .where('state', '<>', 'ended')
    .executeTakeFirst();
  return row?.id;
}

export type NewCase = AccountPlace &
  Pick<
    CaseRowWithClaim,
    | 'accountNumber'
    | 'payer'
    | 'address'
    | 'proceeding'
    | 'court'
    | 'stateSince'
    | 'asOf'
    | 'principal'
    | 'penalty'
    | 'stateDuty'
    | 'balance'
    | 'claim'
    | 'createdBy'
  >;

/** Returns its id. */
export async function insertCase(trx: Trx, { claim, ...row }: NewCase): Promise<number> {
  const { id } = await trx
    .insertInto('courtCases')
    .values({ ...row, claim: JSON.stringify(claim) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function findCase(
  db: Db,
  organizationIds: OrganizationIds,
  id: number,
): Promise<CaseRowWithClaim | undefined> {
  const { rows } = await sql<CaseRowWithClaim>`
    select ${COLUMNS}, court_cases.claim
    from ${WITH_BALANCE}
    where ${ofOrganizations('courtCases', organizationIds)} and court_cases.id = ${id}
  `.execute(db);
  return rows[0];
}

export type LockedCase = Pick<CaseRow, 'state' | 'stateSince' | 'steps'>;

/** Locked until the transaction ends, so that steps are taken one after the other. */
export async function lockCase(
  trx: Trx,
  { organizationId, houseId, id }: OwnCase,
): Promise<LockedCase | undefined> {
  return trx
    .selectFrom('courtCases')
    .select(['state', 'stateSince', 'steps'])
    .where('organizationId', '=', organizationId)
    .where('houseId', '=', houseId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export async function updateSteps(
  trx: Trx,
  { organizationId, houseId, id }: OwnCase,
  { state, stateSince, steps }: LockedCase,
): Promise<void> {
  await trx
    .updateTable('courtCases')
    .set({ state, stateSince, steps: JSON.stringify(steps) })
    .where('organizationId', '=', organizationId)
    .where('houseId', '=', houseId)
    .where('id', '=', id)
    .execute();
}

export type CaseFilter = {
  readonly scope: Scope;
  readonly houseId: number | undefined;
  readonly personalAccountId: number | undefined;
  readonly state: CaseState | undefined;
  readonly isOpen: boolean | undefined;
  readonly beforeId: number | undefined;
  readonly limit: number;
};

/** Newest first. */
export async function listCases(
  db: Db,
  { scope, houseId, personalAccountId, state, isOpen, beforeId, limit }: CaseFilter,
): Promise<readonly CaseRow[]> {
  const conditions = allOf([
    withinScope('court_cases', scope),
    houseId === undefined ? undefined : sql`court_cases.house_id = ${houseId}`,
    personalAccountId === undefined
      ? undefined
      : sql`court_cases.personal_account_id = ${personalAccountId}`,
    state === undefined ? undefined : sql`court_cases.state = ${state}`,
    isOpen === undefined ? undefined : sql`(court_cases.state <> 'ended') = ${isOpen}`,
    beforeId === undefined ? undefined : sql`court_cases.id < ${beforeId}`,
  ]);
  const { rows } = await sql<CaseRow>`
    select ${COLUMNS}
    from ${WITH_BALANCE}
    where ${conditions}
    order by court_cases.id desc
    limit ${limit}
  `.execute(db);
  return rows;
}
