// The state of months in SQL. Queries over many houses read the stored sums of their months.
import type { HousesOf } from '@kvartplata/platform/database/of-organizations.ts';
import { sql } from 'kysely';
import type { Db } from '../../tables.ts';

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

/** For houses with anything booked or charged, in a consistent view. @param period the month's first day */
export async function listHouseMonthSums(
  db: Db,
  { organizationId, houseIds }: HousesOf,
  period: string,
): Promise<readonly HouseMonthSums[]> {
  const { rows } = await sql<HouseMonthSums>`
    with summed as (
      select house_month_sums.house_id,
        sum(charged + penalty + paid_back - charged_back - penalty_back - paid) as closing,
        sum(charged - charged_back) filter (where period = ${period}::date) as charged,
        sum(penalty - penalty_back) filter (where period = ${period}::date) as penalty,
        sum(paid - paid_back) filter (where period = ${period}::date) as paid,
        sum(charged - reversed) filter (where period = ${period}::date) as debt_of_month,
        sum(settled) filter (where period = ${period}::date) as paid_of_month
      from house_month_sums
      where house_month_sums.organization_id = ${organizationId}
        and house_month_sums.house_id = any(${houseIds}::bigint[]) and house_month_sums.period <= ${period}::date
      group by house_month_sums.house_id
    ),
    drafted as (
      select house_months.house_id, house_months.amount
      from house_months
      where house_months.organization_id = ${organizationId}
        and house_months.house_id = any(${houseIds}::bigint[]) and house_months.period = ${period}::date
        and house_months.applied_at is null
    )
    select houses.house_id, coalesce(summed.charged, 0.00) as charged, coalesce(summed.penalty, 0.00) as penalty,
      coalesce(summed.paid, 0.00) as paid, coalesce(summed.closing, 0.00) as closing,
      coalesce(drafted.amount, 0.00) as drafted, coalesce(summed.debt_of_month, 0.00) as debt_of_month,
      coalesce(summed.paid_of_month, 0.00) as paid_of_month
    from unnest(${houseIds}::bigint[]) as houses (house_id)
    left join summed on summed.house_id = houses.house_id
    left join drafted on drafted.house_id = houses.house_id
    left join lateral (
      select account_balances.personal_account_id
      from account_balances
      where account_balances.organization_id = ${organizationId} and account_balances.house_id = houses.house_id
      limit 1
    ) as account on true
    where account.personal_account_id is not null or drafted.house_id is not null
    order by houses.house_id
  `.execute(db);
  return rows;
}

export type CollectedMonthSums = {
  /** `YYYY-MM` */
  readonly period: string;
  readonly debtOfMonth: string;
  readonly paidOfMonth: string;
};

/**
 * The charges of the houses together for each month, and how much of them has been paid by now: from the sums of months, not from
 * entries.
 */
export async function listCollectedMonths(
  db: Db,
  { organizationId, houseIds }: HousesOf,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<readonly CollectedMonthSums[]> {
  const { rows } = await sql<CollectedMonthSums>`
    with applied as (
      select distinct house_months.period
      from house_months
      where house_months.organization_id = ${organizationId}
        and house_months.house_id = any(${houseIds}::bigint[]) and house_months.applied_at is not null
        and house_months.period between ${from}::date and ${to}::date
    ),
    summed as (
      select house_month_sums.period, sum(house_month_sums.charged - house_month_sums.reversed) as owed,
        sum(house_month_sums.settled) as settled
      from house_month_sums
      where house_month_sums.organization_id = ${organizationId}
        and house_month_sums.house_id = any(${houseIds}::bigint[])
        and house_month_sums.period between ${from}::date and ${to}::date
      group by house_month_sums.period
    )
    select to_char(period, 'YYYY-MM') as period,
      coalesce(summed.owed, 0.00) as debt_of_month,
      coalesce(summed.settled, 0.00) as paid_of_month
    from applied
    left join summed using (period)
    order by period
  `.execute(db);
  return rows;
}
