// The data for a claim, in SQL: what the account's months were charged, line by line, and what has been paid since.
import { sql } from 'kysely';
import { notReversed } from '../../access/scope.ts';
import type { AccountPlace } from '../../books/account-balances/account-balances.repository.ts';
import type { Trx } from '../../tables.ts';

export type MonthLine = {
  readonly personalAccountId: number;
  /** The first day of the month. */
  readonly period: string;
  readonly houseServiceId: number | null;
  readonly name: string;
  readonly amount: string;
};

/**
 * By account, month and service: charges, opening balances and adjustments of principal, without court fees, interest of plans
 * and what was reversed. An adjustment below zero counts for the month that it lowers, if it names a service. A month whose charges
 * are in the archive has no lines.
 * @param months their first days
 */
export async function listMonthLines(
  trx: Trx,
  { organizationId, houseId }: Omit<AccountPlace, 'personalAccountId'>,
  personalAccountIds: readonly number[],
  months: readonly string[],
): Promise<readonly MonthLine[]> {
  const { rows } = await sql<MonthLine>`
    select lines.personal_account_id, lines.period, lines.house_service_id, lines.name, sum(lines.amount) as amount
    from (
      select charges.personal_account_id, charges.period, charges.house_service_id, charged_services.name, charges.amount
      from charges
      join charged_services on charged_services.organization_id = ${organizationId}
        and charged_services.house_id = ${houseId} and charged_services.house_service_id = charges.house_service_id
      join house_months on house_months.organization_id = ${organizationId} and house_months.house_id = ${houseId}
        and house_months.period = charges.period and house_months.applied_at is not null
      where charges.organization_id = ${organizationId} and charges.house_id = ${houseId}
        and charges.personal_account_id = any(${personalAccountIds}::bigint[]) and charges.period = any(${months}::date[])
        and ${notReversed(organizationId, 'charges')}
      union all
      select opened_debts.personal_account_id, opened_debts.period, opened_debts.house_service_id,
        coalesce(opened_debts.service_name, 'Начальный остаток'), opened_debts.amount
      from opened_debts
      where opened_debts.organization_id = ${organizationId} and opened_debts.house_id = ${houseId}
        and opened_debts.personal_account_id = any(${personalAccountIds}::bigint[]) and opened_debts.period = any(${months}::date[])
      union all
      select adjustments.personal_account_id,
        case when adjustments.amount > 0 then adjustments.booked_in else adjustments.period end,
        adjustments.house_service_id, coalesce(adjustments.service_name, adjustments.reason), adjustments.amount
      from adjustments
      where adjustments.organization_id = ${organizationId} and adjustments.house_id = ${houseId}
        and adjustments.personal_account_id = any(${personalAccountIds}::bigint[])
        and case when adjustments.amount > 0 then adjustments.booked_in else adjustments.period end = any(${months}::date[])
        and (adjustments.amount > 0 or adjustments.house_service_id is not null)
        and adjustments.debt_kind = 'principal' and adjustments.kind not in ('court-fee', 'instalment-interest')
        and ${notReversed(organizationId, 'adjustments')}
    ) as lines
    where lines.period not in (select archived_months.month from archived_months)
    group by lines.personal_account_id, lines.period, lines.house_service_id, lines.name
    having sum(lines.amount) <> 0
    order by lines.personal_account_id, lines.period, lines.house_service_id nulls last, lines.name
  `.execute(trx);
  return rows;
}

export type PaymentRow = {
  readonly paidOn: string;
  readonly amount: string;
  readonly principal: string;
  readonly penalty: string;
  readonly source: string;
};

/** The account's payments since the day that were not reversed, in order. */
export async function listPaymentsSince(
  trx: Trx,
  { organizationId, houseId, personalAccountId }: AccountPlace,
  since: string,
): Promise<readonly PaymentRow[]> {
  const { rows } = await sql<PaymentRow>`
    select payments.paid_on, payments.amount, payments.principal_amount as principal, payments.penalty_amount as penalty,
      payments.source
    from payments
    where payments.organization_id = ${organizationId} and payments.house_id = ${houseId}
      and payments.personal_account_id = ${personalAccountId} and payments.paid_on >= ${since}::date
      and ${notReversed(organizationId, 'payments')}
    order by payments.paid_on, payments.id
  `.execute(trx);
  return rows;
}
