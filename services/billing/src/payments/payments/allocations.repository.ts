// What the allocation of payments follows from, in SQL.
import { isIn, type HousesOf } from '@kvartplata/platform/database/of-organizations.ts';
import { sql } from 'kysely';
import { DEBT_MONTH, joinBrought, notReversed } from '../../access/scope.ts';
import type { AccountPlace } from '../../books/account-balances/account-balances.repository.ts';
import type { OwnCycle } from '../../books/cycles/cycles.repository.ts';
import type { Db } from '../../tables.ts';

type Kind = 'principal' | 'penalty';

/** Identifies a house and its organization. */
export type HousePlace = Omit<AccountPlace, 'personalAccountId'>;

/** What the allocation of an account follows from, and how it is stored now. Months are first days. */
export type BooksRow = {
  readonly personalAccountId: number;
  /** What was charged, without what was reversed. */
  readonly debts: readonly {
    readonly kind: Kind;
    readonly period: string;
    readonly amount: string;
  }[];
  /** The part of the principal that is court fees, by the month of booking. */
  readonly courtFees: readonly { readonly period: string; readonly amount: string }[];
  /** Without reversed ones. */
  readonly payments: readonly {
    readonly id: number;
    readonly paidOn: string;
    readonly named: string | null;
    readonly principal: string;
    readonly penalty: string;
  }[];
  /** Adjustments below zero, without reversed ones. */
  readonly reductions: readonly {
    readonly kind: Kind;
    readonly lowersOn: string;
    readonly named: string;
    readonly amount: string;
  }[];
  /** The stored allocation of each payment. */
  readonly stored: readonly {
    readonly paymentId: number;
    readonly kind: Kind;
    readonly period: string | null;
    readonly amount: string;
  }[];
};

export async function listBooks(
  db: Db,
  { organizationId, houseId }: HousePlace,
  personalAccountIds: readonly number[],
): Promise<readonly BooksRow[]> {
  const { rows } = await sql<BooksRow>`/* kept: list-books */
    select accounts.personal_account_id,
      array(
        select json_build_object('kind', ledger_entries.debt_kind, 'period', ${DEBT_MONTH},
          'amount', sum(ledger_entries.debit - ledger_entries.credit)::text)
        from ledger_entries
        ${joinBrought(organizationId)}
        where ledger_entries.organization_id = ${organizationId} and ledger_entries.house_id = ${houseId}
          and ledger_entries.personal_account_id = accounts.personal_account_id
          and (ledger_entries.transaction_type in ('CHARGE', 'PENALTY', 'OPENING')
            or ledger_entries.transaction_type = 'ADJUSTMENT' and ledger_entries.debit > 0)
          and ${notReversed(organizationId, 'ledger_entries')}
        group by ledger_entries.debt_kind, ${DEBT_MONTH}
      ) as debts,
      array(
        select json_build_object('period', adjustments.booked_in, 'amount', sum(adjustments.amount)::text)
        from adjustments
        where adjustments.organization_id = ${organizationId} and adjustments.house_id = ${houseId}
          and adjustments.personal_account_id = accounts.personal_account_id and adjustments.kind in ('court-fee', 'instalment-interest')
          and ${notReversed(organizationId, 'adjustments')}
        group by adjustments.booked_in
      ) as court_fees,
      array(
        select json_build_object('id', payments.id, 'paidOn', payments.paid_on, 'named', payments.named_period,
          'principal', payments.principal_amount::text, 'penalty', payments.penalty_amount::text)
        from payments
        where payments.organization_id = ${organizationId} and payments.house_id = ${houseId}
          and payments.personal_account_id = accounts.personal_account_id
          and ${notReversed(organizationId, 'payments')}
      ) as payments,
      array(
        select json_build_object('kind', adjustments.debt_kind, 'lowersOn', adjustments.effective_on,
          'named', adjustments.period, 'amount', (-adjustments.amount)::text)
        from adjustments
        where adjustments.organization_id = ${organizationId} and adjustments.house_id = ${houseId}
          and adjustments.personal_account_id = accounts.personal_account_id and adjustments.amount < 0
          and ${notReversed(organizationId, 'adjustments')}
      ) as reductions,
      array(
        select json_build_object('paymentId', payment_allocations.payment_id, 'kind', payment_allocations.debt_kind,
          'period', payment_allocations.period, 'amount', sum(payment_allocations.amount)::text)
        from payment_allocations
        where payment_allocations.organization_id = ${organizationId} and payment_allocations.house_id = ${houseId}
          and payment_allocations.personal_account_id = accounts.personal_account_id
        group by payment_allocations.payment_id, payment_allocations.debt_kind, payment_allocations.period
        having sum(payment_allocations.amount) <> 0
      ) as stored
    from unnest(${personalAccountIds}::bigint[]) as accounts (personal_account_id)
  `.execute(db);
  return rows;
}

/** The first day of the cycle's month and its applied houses, ascending; none where there is no such cycle. */
export async function findCycleHouses(
  db: Db,
  { organizationId, cycleId }: OwnCycle,
): Promise<{ readonly period: string; readonly houses: readonly AppliedHouse[] }> {
  const { rows } = await sql<AppliedHouse & { readonly period: string }>`
    select billing_cycles.period, house_months.house_id, house_months.charges
    from billing_cycles
    join house_months on house_months.organization_id = billing_cycles.organization_id
      and house_months.billing_cycle_id = billing_cycles.id
    where billing_cycles.organization_id = ${organizationId} and billing_cycles.id = ${cycleId}
      and house_months.organization_id = ${organizationId} and house_months.applied_at is not null
    order by house_months.house_id
  `.execute(db);
  return { period: rows[0]?.period ?? '', houses: rows };
}

type AppliedHouse = { readonly houseId: number; readonly charges: number };

/**
 * The accounts of houses whose allocation the charges of a month may change: those with an advance, those whose money other than
 * payments was more than was owed (an opening advance, a negative month, an adjustment), those with a payment that names the
 * month, those with a negative charge in the month, those with an adjustment that is booked in the month or names it, and all
 * that have money when the month is not the last one. In the order of house and account.
 */
export async function listMovedAccounts(
  db: Db,
  houses: HousesOf,
  period: string,
): Promise<readonly Omit<AccountPlace, 'organizationId'>[]> {
  const { rows } = await sql<Omit<AccountPlace, 'organizationId'>>`
    select account_balances.house_id, account_balances.personal_account_id
    from account_balances
    where ${isIn('accountBalances', houses)} and account_balances.open_debts <> '{}'
      and (account_balances.advance > 0 or account_balances.money_until is not null
        and account_balances.principal_debt <> (
          select coalesce(sum(open.amount::numeric), 0)
          from jsonb_each_text(account_balances.open_debts) as open (month, amount)
        ))
    union
    select payments.house_id, payments.personal_account_id
    from payments
    where ${isIn('payments', houses)} and payments.named_period = ${period}::date
    union
    select ledger_entries.house_id, ledger_entries.personal_account_id
    from ledger_entries
    where ${isIn('ledgerEntries', houses)} and ledger_entries.period = ${period}::date
      and ledger_entries.transaction_type = 'CHARGE'
    group by ledger_entries.house_id, ledger_entries.personal_account_id
    having sum(ledger_entries.debit - ledger_entries.credit) < 0
    union
    select account_balances.house_id, account_balances.personal_account_id
    from account_balances
    where ${isIn('accountBalances', houses)} and account_balances.money_until is not null
      and exists (
        select from house_months
        where house_months.organization_id = ${houses.organizationId} and house_months.house_id = account_balances.house_id
          and house_months.period > ${period}::date and house_months.applied_at is not null
      )
    union
    select adjustments.house_id, adjustments.personal_account_id
    from adjustments
    where ${isIn('adjustments', houses)} and adjustments.debt_kind = 'principal'
      and (adjustments.booked_in = ${period}::date or adjustments.period = ${period}::date)
    order by 1, 2
  `.execute(db);
  return rows;
}

/** The accounts of an organization that received money when one of their debts was three years old, ascending. */
export async function listOldAccounts(
  db: Db,
  organizationId: number,
): Promise<readonly Omit<AccountPlace, 'organizationId'>[]> {
  const { rows } = await sql<Omit<AccountPlace, 'organizationId'>>`
    select account_balances.house_id, account_balances.personal_account_id
    from account_balances
    where account_balances.organization_id = ${organizationId} and account_balances.money_until is not null
      and exists (
        select from ledger_entries
        ${joinBrought(organizationId)}
        where ledger_entries.organization_id = ${organizationId}
          and ledger_entries.house_id = account_balances.house_id
          and ledger_entries.personal_account_id = account_balances.personal_account_id
          and ledger_entries.debt_kind = 'principal'
          and ${DEBT_MONTH} < account_balances.money_until - interval '3 years'
      )
    order by account_balances.house_id, account_balances.personal_account_id
  `.execute(db);
  return rows;
}
