// What a verification of the ledger asks beside the balances, and what earlier ones have found, in SQL.
import { sql } from 'kysely';
import type { Db } from '../../tables.ts';
import type { HousesOf } from '../ledger-entries/ledger-chain.repository.ts';

export type StrayPayment = {
  readonly houseId: number;
  readonly personalAccountId: number;
  readonly paymentId: number;
  /** Which part of it should lie on debts and advances: all, or nothing once it is reversed. */
  readonly expected: string;
  readonly allocated: string;
};

/** The payments of an organization whose parts do not sum to them. Any row is a fault of ours. */
export async function listStrayPayments(
  db: Db,
  organizationId: number,
): Promise<readonly StrayPayment[]> {
  const { rows } = await sql<StrayPayment>`
    with parts as (
      select payment_allocations.house_id, payment_allocations.personal_account_id, payment_allocations.payment_id,
        sum(payment_allocations.amount) as allocated
      from payment_allocations
      where payment_allocations.organization_id = ${organizationId}
      group by payment_allocations.house_id, payment_allocations.personal_account_id, payment_allocations.payment_id
    ),
    wanted as (
      select payments.house_id, payments.personal_account_id, payments.id as payment_id,
        case when stornos.entry_id is null then payments.amount else 0 end as expected
      from payments
      left join stornos on stornos.organization_id = payments.organization_id
        and stornos.house_id = payments.house_id and stornos.entry_id = payments.id
      where payments.organization_id = ${organizationId}
    )
    select house_id, personal_account_id, payment_id, coalesce(wanted.expected, 0) as expected,
      coalesce(parts.allocated, 0) as allocated
    from wanted
    full join parts using (house_id, personal_account_id, payment_id)
    where coalesce(wanted.expected, 0) <> coalesce(parts.allocated, 0)
    order by house_id, personal_account_id, payment_id
  `.execute(db);
  return rows;
}

/** A month of a house whose sums are not what its entries come to. */
export type WrongSums = {
  readonly houseId: number;
  /** `YYYY-MM` */
  readonly period: string;
};

/** The months of an organization's houses. Any row is a fault of ours. */
export async function listWrongSums(db: Db, organizationId: number): Promise<readonly WrongSums[]> {
  const { rows } = await sql<WrongSums>`
    with kept as (
      select house_month_sums.house_id, house_month_sums.period, entries, charged, penalty, paid, charged_back,
        penalty_back, paid_back, reversed, settled
      from house_month_sums
      where house_month_sums.organization_id = ${organizationId}
    ),
    summed as (
      select summed_books.house_id, summed_books.period, entries, charged, penalty, paid, charged_back, penalty_back,
        paid_back, reversed, settled
      from summed_books
      where summed_books.organization_id = ${organizationId}
    )
    select house_id, to_char(period, 'YYYY-MM') as period
    from kept
    full join summed using (house_id, period)
    where (kept.entries, kept.charged, kept.penalty, kept.paid, kept.charged_back, kept.penalty_back, kept.paid_back,
        kept.reversed, kept.settled)
      is distinct from (summed.entries, summed.charged, summed.penalty, summed.paid, summed.charged_back,
        summed.penalty_back, summed.paid_back, summed.reversed, summed.settled)
    order by house_id, period
  `.execute(db);
  return rows;
}

/** The houses that anything was booked in, or that have a chain, by organization. */
export async function listBookedHouses(db: Db): Promise<readonly HousesOf[]> {
  const { rows } = await sql<HousesOf>`
    with houses as (
      select ledger_heads.organization_id, ledger_heads.house_id from ledger_heads
      union
      select ledger_entries.organization_id, ledger_entries.house_id from ledger_entries
      union
      select account_balances.organization_id, account_balances.house_id from account_balances
      union
      select payments.organization_id, payments.house_id from payments
      union
      select payment_allocations.organization_id, payment_allocations.house_id from payment_allocations
      union
      select house_month_sums.organization_id, house_month_sums.house_id from house_month_sums
    )
    select houses.organization_id, array_agg(houses.house_id order by houses.house_id) as house_ids
    from houses
    group by houses.organization_id
    order by houses.organization_id
  `.execute(db);
  return rows;
}

export type Verification = {
  readonly driftingAccounts: number;
  readonly strayPayments: number;
  readonly wrongSums: number;
  readonly chainFaults: number;
};

export async function insertVerification(
  db: Db,
  { driftingAccounts, strayPayments, wrongSums, chainFaults }: Verification,
): Promise<void> {
  await sql`
    insert into ledger_verifications (drifting_accounts, stray_payments, wrong_sums, chain_faults)
    values (${driftingAccounts}, ${strayPayments}, ${wrongSums}, ${chainFaults})
  `.execute(db);
}

/** The latest verification by anybody; undefined before the first. */
export async function findLastVerification(
  db: Db,
): Promise<(Verification & { readonly ageSeconds: number }) | undefined> {
  const { rows } = await sql<Verification & { ageSeconds: number }>`
    select ledger_verifications.drifting_accounts, ledger_verifications.stray_payments,
      ledger_verifications.wrong_sums, ledger_verifications.chain_faults,
      extract(epoch from now() - ledger_verifications.finished_at)::float8 as age_seconds
    from ledger_verifications
    order by ledger_verifications.id desc
    limit 1
  `.execute(db);
  return rows[0];
}
