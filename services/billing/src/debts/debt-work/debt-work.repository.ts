// What is due in debt work, in SQL.
import type { CaseState } from '@kvartplata/contracts/billing/court-cases.ts';
import { sql } from 'kysely';
import type { Trx } from '../../tables.ts';

type Named = {
  readonly houseId: number;
  readonly personalAccountId: number;
  readonly accountNumber: string;
  readonly payer: string;
  readonly address: string;
};

export type DueNotice = Named & {
  readonly id: number;
  readonly state: string;
  readonly dueOn: string;
  readonly amount: string;
};

/** Notices whose term ends by the day. */
export async function listEndingNotices(
  trx: Trx,
  organizationId: number,
  by: string,
): Promise<readonly DueNotice[]> {
  const { rows } = await sql<DueNotice>`
    select notices.house_id, notices.personal_account_id, notices.account_number, notices.payer, notices.address,
      notices.id, notices.state, notices.term_ends_on as due_on, notices.debt as amount
    from restriction_notices as notices
    where notices.organization_id = ${organizationId} and notices.term_ends_on <= ${by}::date
    order by notices.term_ends_on, notices.id
  `.execute(trx);
  return rows;
}

export type OpenCase = Named & {
  readonly id: number;
  readonly state: CaseState;
  readonly stateSince: string;
  readonly amount: string;
  /** The months of the claim, `YYYY-MM`. */
  readonly months: readonly string[];
};

/** Cases that have not ended. */
export async function listOpenCases(
  trx: Trx,
  organizationId: number,
): Promise<readonly OpenCase[]> {
  const { rows } = await sql<OpenCase>`
    select cases.house_id, cases.personal_account_id, cases.account_number, cases.payer, cases.address, cases.id,
      cases.state, cases.state_since, cases.principal + cases.penalty as amount,
      jsonb_path_query_array(cases.claim, '$.months[*].period') as months
    from court_cases as cases
    where cases.organization_id = ${organizationId} and cases.state <> 'ended'
    order by cases.id
  `.execute(trx);
  return rows;
}

export type OwedMonth = {
  readonly houseId: number;
  readonly personalAccountId: number;
  /** `YYYY-MM` */
  readonly period: string;
  readonly amount: string;
  /** Whether the account owes court fees or interest of plans, which its months include. */
  readonly hasFees: boolean;
};

/** What accounts of the houses owe for these months, `YYYY-MM`, by their stored balances. */
export async function listOwedMonths(
  trx: Trx,
  organizationId: number,
  {
    houseIds,
    months,
  }: { readonly houseIds: readonly number[]; readonly months: readonly string[] },
): Promise<readonly OwedMonth[]> {
  const { rows } = await sql<OwedMonth>`
    select account_balances.house_id, account_balances.personal_account_id, open.month as period,
      open.amount::numeric(14, 2) as amount, account_balances.open_court_fees > 0 as has_fees
    from account_balances
    cross join lateral jsonb_each_text(account_balances.open_debts) as open (month, amount)
    where account_balances.organization_id = ${organizationId}
      and account_balances.house_id = any(${houseIds}::bigint[])
      and open.month = any(${months}::text[]) and open.amount::numeric > 0
    order by account_balances.house_id, account_balances.personal_account_id, open.month
  `.execute(trx);
  return rows;
}
