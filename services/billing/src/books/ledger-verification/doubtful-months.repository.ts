// The months of houses that need a closer look, in SQL: the entries and the charges are read once each, and their digests
// compared with those written when they were booked and computed. Equal digests are proof of order; a difference may only mean
// that the rows are stored in another order than they were booked in.
import type { HousesOf } from '@kvartplata/platform/database/of-organizations.ts';
import { raiseWorkMemory } from '@kvartplata/platform/database/work-memory.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db, Trx } from '../../tables.ts';

export type DoubtfulMonth = {
  readonly houseId: number;
  /** Its first day; null for a link without a month. */
  readonly period: string | null;
  /**
   * `entries`: they differ from those of their links. `charges`: they differ from those of the entries. `computed`: they differ
   * from those of the calculation. `sums`: the month's sums differ from those of the entries. `openings`: there are entries of
   * opening balances, which the key lookups among the entries of charges do not find.
   */
  readonly doubt: 'entries' | 'charges' | 'computed' | 'sums' | 'openings';
};

/** Planner settings that would return rows in another order than they are stored in. */
const ORDERING = [
  'enable_indexscan',
  'enable_sort',
  'synchronize_seqscans',
  'max_parallel_workers_per_gather',
];

/** Until the transaction ends, rows are read in storage order, in which nearly all of them were booked and computed. */
export async function readAsTheyLie(trx: Trx): Promise<void> {
  await raiseWorkMemory(trx);
  await sql`
    select set_config(setting, case when setting like 'max%' then '0' else 'off' end, true)
    from unnest(${ORDERING}::text[]) as setting
  `.execute(trx);
}

/**
 * Includes every month in which any of these differs.
 * @param db prepared by `readAsTheyLie`, otherwise more months than necessary are returned
 * @param seed of the fingerprints of charges and entries; different each time, so that nobody can craft matching rows
 */
export async function listDoubtfulMonths(
  db: Db,
  houses: HousesOf,
  seed: number,
): Promise<readonly DoubtfulMonth[]> {
  const { rows } = await sql<DoubtfulMonth>`
    with archived as (
      select coalesce(max(archived_months.month), '-infinity') as month from archived_months
    ),
    ${bookedOf(houses, seed)},
    ${computedOf(houses, seed)},
    ${keptOf(houses)}
    select distinct house_id, period, 'entries' as doubt
    from booked
    full join links using (house_id, period, created_at)
    where (booked.digest, booked.ids) is distinct from (links.digest, links.entry_ids)
    union all
    select house_id, period, 'charges'
    from charged
    full join to_charge using (house_id, period)
    where (charged.charges, charged.fingerprint, charged.first_day, charged.last_day, charged.is_principal)
      is distinct from (to_charge.charges, to_charge.fingerprint, to_charge.last_day, to_charge.last_day, true)
    union all
    select house_id, period, 'computed'
    from computed
    full join kept using (house_id, period)
    where (computed.charges, computed.amount, computed.charges_hash)
      is distinct from (kept.charges, kept.amount, kept.charges_hash)
    union all
    select house_id, period, 'sums'
    from summed
    full join sums using (house_id, period)
    where (summed.entries, summed.charged, summed.penalty, summed.paid)
      is distinct from (sums.entries, sums.charged, sums.penalty, sums.paid)
    union all
    select distinct booked.house_id, booked.period, 'openings'
    from booked
    where booked.kind like 'OPENING %'
    order by house_id, period, doubt
  `.execute(db);
  return rows;
}

/** Entries that were booked together, with the same house, month, time and kind, and their totals. */
function bookedOf({ organizationId, houseIds }: HousesOf, seed: number): RawBuilder<unknown> {
  return sql`
    booked as materialized (
      select ledger_entries.house_id, ledger_entries.period, ledger_entries.created_at,
        case when ledger_entries.transaction_type in ('OPENING', 'ADJUSTMENT')
          then ledger_entries.transaction_type || ' ' || app.counts_as(ledger_entries.transaction_type,
            ledger_entries.debt_kind, ledger_entries.id, ledger_entries.document_id, ledger_entries.debit)
          else ledger_entries.transaction_type end as kind,
        count(*) as entries, sum(ledger_entries.debit - ledger_entries.credit) as amount,
        array_agg(ledger_entries.id) as ids,
        sha256(convert_to(string_agg(
          app.ledger_line(ledger_entries.personal_account_id, ledger_entries.id, ledger_entries.period,
            ledger_entries.transaction_type, ledger_entries.debt_kind, ledger_entries.debit, ledger_entries.credit,
            ledger_entries.document_id, ledger_entries.effective_on),
          E'\n'), 'UTF8')) as digest,
        bit_xor(hashint8extended(ledger_entries.personal_account_id, hashint8extended(ledger_entries.document_id,
          hash_numeric_extended(ledger_entries.debit - ledger_entries.credit, ${seed}::bigint)))) as fingerprint,
        min(ledger_entries.effective_on) as first_day, max(ledger_entries.effective_on) as last_day,
        bool_and(ledger_entries.debt_kind = 'principal') as is_principal
      from ledger_entries
      where ledger_entries.organization_id = ${organizationId} and ledger_entries.house_id = any(${houseIds}::bigint[])
      group by ledger_entries.house_id, ledger_entries.period, ledger_entries.created_at, kind
    ),
    charged as (
      select booked.house_id, booked.period, sum(booked.entries) as charges, bit_xor(booked.fingerprint) as fingerprint,
        min(booked.first_day) as first_day, max(booked.last_day) as last_day, bool_and(booked.is_principal) as is_principal
      from booked
      where booked.kind = 'CHARGE' and booked.period > (select archived.month from archived)
      group by booked.house_id, booked.period
    ),
    summed as (
      select booked.house_id, booked.period, sum(booked.entries) as entries,
        coalesce(sum(booked.amount) filter (where booked.kind in ('CHARGE', 'OPENING CHARGE', 'ADJUSTMENT CHARGE')), 0) as charged,
        coalesce(sum(booked.amount) filter (where booked.kind in ('PENALTY', 'OPENING PENALTY', 'ADJUSTMENT PENALTY')), 0) as penalty,
        coalesce(-sum(booked.amount) filter (where booked.kind in ('PAYMENT', 'OPENING PAYMENT')), 0) as paid
      from booked
      group by booked.house_id, booked.period
    )`;
}

/**
 * The charges of houses' months, hashed as in the view `computed_charges`; the prefix common to all rows is added to the text
 * once it is complete.
 */
function computedOf({ organizationId, houseIds }: HousesOf, seed: number): RawBuilder<unknown> {
  return sql`
    found as materialized (
      select charges.house_id, charges.period, count(*) as charges, sum(charges.amount) as amount,
        count(*) filter (where charges.amount <> 0) as to_book,
        bit_xor(hashint8extended(charges.personal_account_id, hashint8extended(charges.id,
          hash_numeric_extended(charges.amount, ${seed}::bigint)))) filter (where charges.amount <> 0) as fingerprint,
        concat_ws(E'\t', ${organizationId}::bigint, charges.house_id, charges.period, '') as place,
        string_agg(concat_ws(E'\t', charges.personal_account_id, charges.house_service_id, charges.line, charges.template,
          charges.consumption, charges.amount, app.copied_text(charges.own)), E'\n')
          filter (where charges.template > 0) as rows
      from charges
      where charges.organization_id = ${organizationId} and charges.house_id = any(${houseIds}::bigint[])
        and charges.period > (select archived.month from archived)
      group by charges.house_id, charges.period
    ),
    computed as (
      select found.house_id, found.period, found.charges, found.amount,
        sha256(convert_to(found.place || replace(found.rows, E'\n', E'\n' || found.place) || E'\n', 'UTF8')) as charges_hash
      from found
    ),
    to_charge as (
      select found.house_id, found.period, found.to_book as charges, found.fingerprint,
        (found.period + interval '1 month' - interval '1 day')::date as last_day
      from found
      join house_months on house_months.organization_id = ${organizationId} and house_months.house_id = found.house_id
        and house_months.period = found.period
      where found.to_book > 0 and house_months.applied_at is not null
    )`;
}

/** The digests and sums stored by bookings and calculations. */
function keptOf({ organizationId, houseIds }: HousesOf): RawBuilder<unknown> {
  return sql`
    links as (
      select ledger_links.house_id, ledger_links.period, ledger_links.created_at, ledger_links.entry_ids, ledger_links.digest
      from ledger_links
      where ledger_links.organization_id = ${organizationId} and ledger_links.house_id = any(${houseIds}::bigint[])
        and cardinality(ledger_links.entry_ids) > 0
    ),
    kept as (
      select house_months.house_id, house_months.period, house_months.charges::bigint as charges, house_months.amount,
        house_months.charges_hash
      from house_months
      where house_months.organization_id = ${organizationId} and house_months.house_id = any(${houseIds}::bigint[])
        and house_months.charges > 0 and house_months.period > (select archived.month from archived)
    ),
    sums as (
      select house_month_sums.house_id, house_month_sums.period, house_month_sums.entries, house_month_sums.charged,
        house_month_sums.penalty, house_month_sums.paid
      from house_month_sums
      where house_month_sums.organization_id = ${organizationId} and house_month_sums.house_id = any(${houseIds}::bigint[])
        and house_month_sums.entries > 0
    )`;
}
