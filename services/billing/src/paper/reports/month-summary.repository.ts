// The state of months in SQL. What is asked of many houses at once touches few rows of each: a house's month has a row of
// its own, and what was owed follows from what is owed now.
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../tables.ts';
import type { HousesOf } from './reports.repository.ts';

/** What each storno has booked. */
const STORNO_ENTRIES = sql`
  join ledger_entries on ledger_entries.organization_id = stornos.organization_id
    and ledger_entries.house_id = stornos.house_id
    and ledger_entries.personal_account_id = stornos.personal_account_id
    and ledger_entries.id = stornos.storno_id and ledger_entries.period = stornos.period
`;

/** Roubles. */
export type HouseMonthSums = {
  readonly houseId: number;
  readonly charged: string;
  readonly penalty: string;
  readonly paid: string;
  readonly closing: string;
  readonly drafted: string;
  readonly debtOfMonth: string;
  readonly paidOfMonth: string;
};

/** Of the houses that anything was booked or charged for; of one moment. @param period the month's first day */
export async function listHouseMonthSums(
  db: Db,
  houses: HousesOf,
  period: string,
): Promise<readonly HouseMonthSums[]> {
  const { organizationId, houseIds } = houses;
  const { rows } = await sql<HouseMonthSums>`
    with booked as (${bookedIn(houses, period)}),
    taken_back as (${takenBackIn(houses, period)}),
    later as (
      select ledger_entries.house_id, sum(debit - credit) as amount
      from ledger_entries
      where ledger_entries.organization_id = ${organizationId}
        and ledger_entries.house_id = any(${houseIds}::bigint[]) and ledger_entries.period > ${period}::date
      group by ledger_entries.house_id
    ),
    owed as (
      select account_balances.house_id, sum(principal_debt + penalty_debt) as amount
      from account_balances
      where account_balances.organization_id = ${organizationId} and account_balances.house_id = any(${houseIds}::bigint[])
      group by account_balances.house_id
    ),
    drafted as (
      select house_months.house_id, house_months.amount
      from house_months
      where house_months.organization_id = ${organizationId}
        and house_months.house_id = any(${houseIds}::bigint[]) and house_months.period = ${period}::date
        and house_months.applied_at is null
    ),
    reversed as (
      select stornos.house_id, sum(credit - debit) as amount
      from stornos
      ${STORNO_ENTRIES}
      where stornos.organization_id = ${organizationId} and stornos.house_id = any(${houseIds}::bigint[])
        and stornos.entry_period = ${period}::date
        and stornos.transaction_type = 'CHARGE'
      group by stornos.house_id
    ),
    settled as (
      select payment_allocations.house_id, sum(payment_allocations.amount) as amount
      from payment_allocations
      where payment_allocations.organization_id = ${organizationId}
        and payment_allocations.house_id = any(${houseIds}::bigint[]) and payment_allocations.debt_kind = 'principal'
        and payment_allocations.period = ${period}::date
      group by payment_allocations.house_id
    )
    select house_id,
      coalesce(booked.charged, 0.00) - coalesce(taken_back.charged, 0.00) as charged,
      coalesce(booked.penalty, 0.00) - coalesce(taken_back.penalty, 0.00) as penalty,
      coalesce(booked.paid, 0.00) - coalesce(taken_back.paid, 0.00) as paid,
      coalesce(owed.amount, 0.00) - coalesce(later.amount, 0.00) as closing,
      coalesce(drafted.amount, 0.00) as drafted,
      coalesce(booked.charged, 0.00) - coalesce(reversed.amount, 0.00) as debt_of_month,
      coalesce(settled.amount, 0.00) as paid_of_month
    from unnest(${houseIds}::bigint[]) as houses (house_id)
    left join booked using (house_id)
    left join taken_back using (house_id)
    left join later using (house_id)
    left join owed using (house_id)
    left join drafted using (house_id)
    left join reversed using (house_id)
    left join settled using (house_id)
    where booked.house_id is not null or owed.house_id is not null or drafted.house_id is not null
    order by house_id
  `.execute(db);
  return rows;
}

function bookedIn({ organizationId, houseIds }: HousesOf, period: string): RawBuilder<unknown> {
  return sql`
    select ledger_entries.house_id,
      sum(debit - credit) filter (where transaction_type = 'CHARGE') as charged,
      sum(debit - credit) filter (where transaction_type = 'PENALTY') as penalty,
      sum(credit - debit) filter (where transaction_type = 'PAYMENT') as paid
    from ledger_entries
    where ledger_entries.organization_id = ${organizationId}
      and ledger_entries.house_id = any(${houseIds}::bigint[]) and ledger_entries.period = ${period}::date
    group by ledger_entries.house_id
  `;
}

/** The stornos of a month, which are booked in it as entries too. */
function takenBackIn({ organizationId, houseIds }: HousesOf, period: string): RawBuilder<unknown> {
  return sql`
    select stornos.house_id,
      sum(credit - debit) filter (where stornos.transaction_type = 'CHARGE') as charged,
      sum(credit - debit) filter (where stornos.transaction_type = 'PENALTY') as penalty,
      sum(debit - credit) filter (where stornos.transaction_type = 'PAYMENT') as paid
    from stornos
    ${STORNO_ENTRIES}
    where stornos.organization_id = ${organizationId} and stornos.house_id = any(${houseIds}::bigint[])
      and stornos.period = ${period}::date
    group by stornos.house_id
  `;
}

export type CollectedMonthSums = {
  /** `YYYY-MM` */
  readonly period: string;
  readonly debtOfMonth: string;
  readonly paidOfMonth: string;
};

/**
 * What the houses together were charged for each month, and how much of it has been paid by now: by their months' sums, and not
 * entry by entry.
 */
export async function listCollectedMonths(
  db: Db,
  { organizationId, houseIds }: HousesOf,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<readonly CollectedMonthSums[]> {
  const { rows } = await sql<CollectedMonthSums>`
    with charged as (
      select house_months.period, sum(house_months.amount) as amount
      from house_months
      where house_months.organization_id = ${organizationId}
        and house_months.house_id = any(${houseIds}::bigint[]) and house_months.applied_at is not null
        and house_months.period between ${from}::date and ${to}::date
      group by house_months.period
    ),
    reversed as (
      select stornos.entry_period as period, sum(credit - debit) as amount
      from stornos
      ${STORNO_ENTRIES}
      where stornos.organization_id = ${organizationId} and stornos.house_id = any(${houseIds}::bigint[])
        and stornos.transaction_type = 'CHARGE'
        and stornos.entry_period between ${from}::date and ${to}::date
      group by stornos.entry_period
    ),
    settled as (
      select payment_allocations.period, sum(payment_allocations.amount) as amount
      from payment_allocations
      where payment_allocations.organization_id = ${organizationId}
        and payment_allocations.house_id = any(${houseIds}::bigint[]) and payment_allocations.debt_kind = 'principal'
        and payment_allocations.period between ${from}::date and ${to}::date
      group by payment_allocations.period
    )
    select to_char(period, 'YYYY-MM') as period,
      charged.amount - coalesce(reversed.amount, 0.00) as debt_of_month,
      coalesce(settled.amount, 0.00) as paid_of_month
    from charged
    left join reversed using (period)
    left join settled using (period)
    order by period
  `.execute(db);
  return rows;
}
