// Seals in SQL: what the books of a closed month come to, hashed by rules that another program can follow.
import type { CheckOutcome } from '@kvartplata/contracts/billing/closing-checks.ts';
import { sql } from 'kysely';
import type { OwnCycle } from '../../books/cycles/cycles.repository.ts';
import type { Db, Trx } from '../../tables.ts';

export type SealHashes = {
  /** With a turnover or a balance in the month. */
  readonly houses: number;
  readonly accounts: number;
  readonly turnoverHash: Buffer;
  readonly chainHash: Buffer;
};

export type SealRow = Pick<SealHashes, 'turnoverHash' | 'chainHash'> & {
  readonly checks: readonly CheckOutcome[] | null;
  readonly createdAt: Date;
};

/**
 * The hashes of a cycle's books, now. Of a closed month they stay what they were: it takes no entry. What came after
 * it is taken off today's balances, so that a seal reads the month and the ones that followed, never the years before.
 * The turnover is hashed in two steps: each house's lines, then a line for each house.
 */
export async function hashBooks(
  db: Db,
  { organizationId, cycleId }: OwnCycle,
): Promise<SealHashes> {
  const { rows } = await sql<SealHashes>`
    with month as materialized (
      select billing_cycles.period from billing_cycles
      where billing_cycles.organization_id = ${organizationId} and billing_cycles.id = ${cycleId}
    ),
    booked as (
      select entries.house_id, entries.personal_account_id,
        ${sumOf(sql`debt_kind = 'principal' and entries.period > month.period`)} as principal_since,
        ${sumOf(sql`debt_kind = 'penalty' and entries.period > month.period`)} as penalty_since,
        ${sumInMonth('CHARGE', 'principal')} as charged,
        ${sumInMonth('PENALTY', 'penalty')} as accrued,
        ${sumInMonth('PAYMENT', 'principal')} as principal_paid,
        ${sumInMonth('PAYMENT', 'penalty')} as penalty_paid,
        ${sumInMonth('STORNO', 'principal')} as principal_storno,
        ${sumInMonth('STORNO', 'penalty')} as penalty_storno
      from month
      join ledger_entries as entries on entries.organization_id = ${organizationId}
        and entries.period >= month.period
      group by entries.house_id, entries.personal_account_id
    ),
    turnover as (
      select balances.house_id, balances.personal_account_id,
        coalesce(booked.charged, 0.00) as charged, coalesce(booked.accrued, 0.00) as accrued,
        coalesce(booked.principal_paid, 0.00) as principal_paid, coalesce(booked.penalty_paid, 0.00) as penalty_paid,
        coalesce(booked.principal_storno, 0.00) as principal_storno,
        coalesce(booked.penalty_storno, 0.00) as penalty_storno,
        balances.principal_debt - coalesce(booked.principal_since, 0.00) as principal_closing,
        balances.penalty_debt - coalesce(booked.penalty_since, 0.00) as penalty_closing
      from month
      join account_balances as balances on balances.organization_id = ${organizationId}
      left join booked on booked.house_id = balances.house_id
        and booked.personal_account_id = balances.personal_account_id
    ),
    houses as (
      select turnover.house_id, count(*) as accounts,
        sha256(convert_to(string_agg(
          concat_ws('|', personal_account_id, charged, accrued, principal_paid, penalty_paid, principal_storno,
            penalty_storno, principal_closing, penalty_closing),
          E'\n' order by turnover.personal_account_id), 'UTF8')) as digest
      from turnover
      where (charged, accrued, principal_paid, penalty_paid, principal_storno, penalty_storno, principal_closing,
        penalty_closing) <> (0, 0, 0, 0, 0, 0, 0, 0)
      group by turnover.house_id
    ),
    ends as (
      select distinct on (links.house_id) links.house_id, links.number, links.hash
      from month
      join ledger_links as links on links.organization_id = ${organizationId} and links.period <= month.period
      order by links.house_id, links.number desc
    )
    select count(*)::integer as houses, coalesce(sum(houses.accounts), 0)::integer as accounts,
      sha256(convert_to(coalesce(string_agg(concat_ws('|', houses.house_id, encode(houses.digest, 'hex')),
        E'\n' order by houses.house_id), ''), 'UTF8')) as turnover_hash,
      (
        select sha256(convert_to(coalesce(string_agg(concat_ws('|', ends.house_id, ends.number, encode(ends.hash, 'hex')),
          E'\n' order by ends.house_id), ''), 'UTF8'))
        from ends
      ) as chain_hash
    from houses
  `.execute(db);
  const [hashes] = rows;
  if (hashes === undefined) throw new Error('an aggregate has a row');
  return hashes;
}

function sumInMonth(transactionType: string, debtKind: string) {
  return sumOf(sql`entries.transaction_type = ${sql.lit(transactionType)}
    and entries.debt_kind = ${sql.lit(debtKind)} and entries.period = month.period`);
}

function sumOf(condition: ReturnType<typeof sql>) {
  return sql`sum(entries.debit - entries.credit) filter (where ${condition})`;
}

export async function insertSeal(
  trx: Trx,
  cycle: OwnCycle,
  { turnoverHash, chainHash }: SealHashes,
  checks: readonly CheckOutcome[],
): Promise<void> {
  await trx
    .insertInto('monthSeals')
    .values({
      billingCycleId: cycle.cycleId,
      organizationId: cycle.organizationId,
      turnoverHash,
      chainHash,
      checks: JSON.stringify(checks),
    })
    .execute();
}

/** The seal of the closing that holds. */
export async function findSeal(
  db: Db,
  { organizationId, cycleId }: OwnCycle,
): Promise<SealRow | undefined> {
  const { rows } = await sql<SealRow>`
    select month_seals.turnover_hash, month_seals.chain_hash, month_seals.checks, month_seals.created_at
    from month_seals
    where month_seals.organization_id = ${organizationId} and month_seals.billing_cycle_id = ${cycleId}
      and not exists (
        select from month_reopenings
        where month_reopenings.organization_id = ${organizationId} and month_reopenings.billing_cycle_id = ${cycleId}
          and month_reopenings.closed_at = month_seals.created_at
      )
  `.execute(db);
  return rows[0];
}

/** The houses that have entries in the month or before it. */
export async function listBookedHouses(
  db: Db,
  { organizationId, cycleId }: OwnCycle,
): Promise<readonly number[]> {
  const { rows } = await sql<{ houseId: number }>`
    select distinct links.house_id
    from billing_cycles
    join ledger_links as links on links.organization_id = billing_cycles.organization_id
      and links.period <= billing_cycles.period
    where billing_cycles.organization_id = ${organizationId} and billing_cycles.id = ${cycleId}
    order by links.house_id
  `.execute(db);
  return rows.map((row) => row.houseId);
}
