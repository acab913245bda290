// Checks that every entry of the ledger has its document and every document its entries, in SQL.
import type { HousesOf } from '@kvartplata/platform/database/of-organizations.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../tables.ts';
import type { MonthOfHouse } from '../ledger-entries/ledger-chain.repository.ts';

export type StrayDocument = {
  readonly houseId: number;
  readonly personalAccountId: number;
  readonly documentId: number;
  readonly type: 'CHARGE' | 'PAYMENT' | 'PENALTY' | 'ADJUSTMENT' | 'STORNO' | 'OPENING';
  /** `entry`: the document has no entry, or wrong ones; `document`: there is no such document. */
  readonly lacks: 'entry' | 'document';
};

/** The charges of archived months are no longer in the database. */
const IS_KEPT = sql`charges.period > coalesce((select max(archived_months.month) from archived_months), '-infinity')`;

/**
 * Payments, accruals, adjustments and opening balances: their accounts, months, days and sums, in both directions. Any row is a
 * fault.
 * @param openings the months with entries of opening balances
 */
export async function listStrayDocuments(
  db: Db,
  { organizationId, houseIds }: HousesOf,
  openings: readonly MonthOfHouse[],
): Promise<readonly StrayDocument[]> {
  const { rows } = await sql<StrayDocument>`
    with openings as (
      select * from ${unnested(openings)}
    ),
    entries as (
      -- Written like the index \`ledger_entries_document_once\`, so that charges are not read.
      select * from ledger_entries
      where ledger_entries.organization_id = ${organizationId} and ledger_entries.house_id = any(${houseIds}::bigint[])
        and ledger_entries.transaction_type <> 'CHARGE'
        and (ledger_entries.transaction_type <> 'OPENING' or ledger_entries.id <> ledger_entries.document_id)
        and ledger_entries.transaction_type not in ('OPENING', 'STORNO')
      union all
      select ledger_entries.*
      from openings
      join ledger_entries on ledger_entries.organization_id = ${organizationId}
        and ledger_entries.house_id = openings.house_id and ledger_entries.period = openings.period
        and ledger_entries.transaction_type = 'OPENING'
    ),
    documents as (
      select payments.house_id, payments.personal_account_id, payments.id as document_id, 'PAYMENT' as type,
        payments.booked_in as period, payments.paid_on as effective_on, -payments.principal_amount as principal,
        -payments.penalty_amount as penalty
      from payments
      where payments.organization_id = ${organizationId} and payments.house_id = any(${houseIds}::bigint[])
      union all
      select accruals.house_id, accruals.personal_account_id, accruals.id, 'PENALTY', accruals.period,
        accruals.target_on, 0, accruals.amount
      from penalty_accruals as accruals
      where accruals.organization_id = ${organizationId} and accruals.house_id = any(${houseIds}::bigint[])
        and accruals.amount <> 0
      union all
      select openings.house_id, openings.personal_account_id, openings.id, 'OPENING', openings.booked_in,
        app.opening_effective_on(openings.period, openings.booked_in),
        case when stands.is_undone then 0 else openings.amount
          * ((openings.kind = 'principal')::integer - (openings.kind = 'advance')::integer) end,
        case when openings.kind = 'penalty' and not stands.is_undone then openings.amount else 0 end
      from opening_balances as openings
      join opening_imports on opening_imports.organization_id = openings.organization_id
        and opening_imports.id = openings.import_id
      cross join lateral (values (opening_imports.undone_at is not null)) as stands (is_undone)
      where openings.organization_id = ${organizationId} and openings.house_id = any(${houseIds}::bigint[])
      union all
      select adjustments.house_id, adjustments.personal_account_id, adjustments.id, 'ADJUSTMENT', adjustments.booked_in,
        adjustments.effective_on, case when adjustments.debt_kind = 'principal' then adjustments.amount else 0 end,
        case when adjustments.debt_kind = 'penalty' then adjustments.amount else 0 end
      from adjustments
      where adjustments.organization_id = ${organizationId} and adjustments.house_id = any(${houseIds}::bigint[])
    )
    ${STRAYS}
  `.execute(db);
  return rows;
}

/** The same for the charges of some months. */
export async function listStrayCharges(
  db: Db,
  organizationId: number,
  months: readonly MonthOfHouse[],
): Promise<readonly StrayDocument[]> {
  if (months.length === 0) return [];
  const { rows } = await sql<StrayDocument>`
    with months as (
      select * from ${unnested(months)}
    ),
    entries as (
      select ledger_entries.*
      from months
      join ledger_entries on ledger_entries.organization_id = ${organizationId}
        and ledger_entries.house_id = months.house_id and ledger_entries.period = months.period
        and ledger_entries.transaction_type = 'CHARGE'
    ),
    documents as (
      select charges.house_id, charges.personal_account_id, charges.id as document_id, 'CHARGE' as type, charges.period,
        (charges.period + interval '1 month' - interval '1 day')::date as effective_on, charges.amount as principal,
        0 as penalty
      from months
      join charges on charges.organization_id = ${organizationId} and charges.house_id = months.house_id
        and charges.period = months.period
      join house_months on house_months.organization_id = ${organizationId}
        and house_months.house_id = charges.house_id and house_months.period = charges.period
      where charges.amount <> 0 and house_months.applied_at is not null and ${IS_KEPT}
    )
    ${STRAYS}
  `.execute(db);
  return rows;
}

/** What is only in `entries` or only in `documents`. */
const STRAYS = sql`
    , booked as (
      select entries.house_id, entries.personal_account_id, entries.document_id, entries.transaction_type as type,
        entries.period, entries.effective_on,
        coalesce(sum(entries.debit - entries.credit) filter (where entries.debt_kind = 'principal'), 0) as principal,
        coalesce(sum(entries.debit - entries.credit) filter (where entries.debt_kind = 'penalty'), 0) as penalty
      from entries
      group by entries.house_id, entries.personal_account_id, entries.document_id, entries.transaction_type,
        entries.period, entries.effective_on
    )
    select house_id, personal_account_id, document_id, type,
      case when documents.period is null then 'document' else 'entry' end as lacks
    from booked
    full join documents using (house_id, personal_account_id, document_id, type)
    where (booked.period, booked.effective_on, booked.principal, booked.penalty)
      is distinct from (documents.period, documents.effective_on, documents.principal, documents.penalty)
    order by house_id, personal_account_id, document_id`;

/** Checks that each storno has its entry, which mirrors the one that it reverses. Any row is a fault. */
export async function listStrayStornos(
  db: Db,
  { organizationId, houseIds }: HousesOf,
): Promise<readonly StrayDocument[]> {
  const { rows } = await sql<StrayDocument>`
    with mirrors as (
      select * from ledger_entries
      where ledger_entries.organization_id = ${organizationId} and ledger_entries.house_id = any(${houseIds}::bigint[])
        and ledger_entries.transaction_type = 'STORNO'
    ),
    kept as (
      select * from stornos
      where stornos.organization_id = ${organizationId} and stornos.house_id = any(${houseIds}::bigint[])
    )
    select coalesce(kept.house_id, mirrors.house_id) as house_id,
      coalesce(kept.personal_account_id, mirrors.personal_account_id) as personal_account_id,
      coalesce(kept.storno_id, mirrors.id) as document_id, 'STORNO' as type,
      case when kept.storno_id is null then 'document' else 'entry' end as lacks
    from kept
    full join mirrors on mirrors.house_id = kept.house_id and mirrors.id = kept.storno_id
    left join ledger_entries as taken on taken.organization_id = ${organizationId}
      and taken.house_id = mirrors.house_id and taken.personal_account_id = kept.personal_account_id
      and taken.id = mirrors.document_id and taken.debt_kind = mirrors.debt_kind and taken.period = kept.entry_period
    where (kept.entry_id, kept.period, kept.personal_account_id, kept.transaction_type, kept.document_id)
        is distinct from (mirrors.document_id, mirrors.period, taken.personal_account_id, taken.transaction_type,
          taken.document_id)
      or (mirrors.debit, mirrors.credit, mirrors.effective_on, mirrors.personal_account_id)
        is distinct from (taken.credit, taken.debit, taken.effective_on, taken.personal_account_id)
    order by house_id, personal_account_id, document_id
  `.execute(db);
  return rows;
}

/** A month of a house whose charges are not those that were computed and applied. */
export type WrongMonth = {
  readonly houseId: number;
  /** `YYYY-MM` */
  readonly period: string;
};

/** Compares the number of charges, their sum, and each row that calculations made. Any row is a fault. */
export async function listWrongMonths(
  db: Db,
  organizationId: number,
  months: readonly MonthOfHouse[],
): Promise<readonly WrongMonth[]> {
  if (months.length === 0) return [];
  const { rows } = await sql<WrongMonth>`
    with months as (
      select * from ${unnested(months)}
    ),
    computed as (
      select charges.house_id, charges.period, charges.charges, charges.amount, charges.charges_hash
      from computed_charges as charges
      where charges.organization_id = ${organizationId}
        and (charges.house_id, charges.period) in (select months.house_id, months.period from months) and ${IS_KEPT}
    ),
    -- While the months of another system are imported, their charges come first.
    drafts as (
      select billing_cycles.period from billing_cycles
      where billing_cycles.organization_id = ${organizationId} and billing_cycles.status = 'DRAFT'
    ),
    kept as (
      select house_months.house_id, house_months.period, house_months.charges, house_months.amount,
        house_months.charges_hash
      from house_months
      join months on months.house_id = house_months.house_id and months.period = house_months.period
      where house_months.organization_id = ${organizationId} and house_months.charges > 0
        and house_months.period > coalesce((select max(archived_months.month) from archived_months), '-infinity')
    )
    select house_id, to_char(period, 'YYYY-MM') as period
    from computed
    full join kept using (house_id, period)
    where (computed.charges, computed.amount, computed.charges_hash)
        is distinct from (kept.charges::bigint, kept.amount, kept.charges_hash)
      and (kept.charges is not null or period not in (select drafts.period from drafts))
    order by house_id, period
  `.execute(db);
  return rows;
}

function unnested(months: readonly MonthOfHouse[]): RawBuilder<unknown> {
  return sql`unnest(${months.map(({ houseId }) => houseId)}::bigint[],
    ${months.map(({ period }) => period)}::date[]) as month (house_id, period)`;
}
