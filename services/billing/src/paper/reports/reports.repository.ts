// The data of reports, in SQL; each statement sees one snapshot.
import type { HousesOf } from '@kvartplata/platform/database/of-organizations.ts';
import { sql } from 'kysely';
import type { Db } from '../../tables.ts';

export type AccountOf = {
  readonly organizationId: number;
  readonly houseId: number;
  readonly personalAccountId: number;
};

export type CollectionSums = {
  readonly houseId: number;
  /** Any account of the house, by which core can find it. */
  readonly anyAccount: number;
  /** `YYYY-MM` */
  readonly period: string;
  readonly charged: string;
  readonly paid: string;
  readonly debtOfMonth: string;
  readonly paidOfMonth: string;
};

/** By house and month, where there is an entry, or a debt of the month that was booked in a later one. */
export async function listCollection(
  db: Db,
  { organizationId, houseIds }: HousesOf,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<readonly CollectionSums[]> {
  const { rows } = await sql<CollectionSums>`
    with places as (
      select houses.house_id, account.personal_account_id
      from unnest(${houseIds}::bigint[]) as houses (house_id)
      cross join lateral (
        select account_balances.personal_account_id
        from account_balances
        where account_balances.organization_id = ${organizationId} and account_balances.house_id = houses.house_id
        order by account_balances.personal_account_id
        limit 1
      ) as account
    )
    select sums.house_id, places.personal_account_id as any_account, to_char(sums.period, 'YYYY-MM') as period,
      sums.charged - sums.charged_back as charged, sums.paid - sums.paid_back as paid,
      sums.charged - sums.reversed as debt_of_month, sums.settled as paid_of_month
    from house_month_sums as sums
    join places on places.house_id = sums.house_id
    where sums.organization_id = ${organizationId} and sums.house_id = any(${houseIds}::bigint[])
      and sums.period between ${from}::date and ${to}::date
      and (sums.entries > 0 or sums.reversed <> 0 or sums.settled <> 0)
    order by sums.house_id, sums.period
  `.execute(db);
  return rows;
}

export type StatementRow = {
  readonly id: number;
  readonly period: string;
  readonly effectiveOn: string;
  readonly transactionType: 'CHARGE' | 'PAYMENT' | 'PENALTY' | 'STORNO' | 'OPENING' | 'ADJUSTMENT';
  readonly debtKind: 'principal' | 'penalty';
  readonly debit: string;
  readonly credit: string;
  readonly documentId: number;
  /** The service of a charge or an opening balance, the source of a payment, the reason of a storno or of an adjustment. */
  readonly description: string | null;
  /** The next three only for a charge: one of LINE, for a correction the line of the corrected charge. */
  readonly line: number | null;
  readonly rateType: string | null;
  /** If it concerns an earlier month: the first day of that month. */
  readonly concernedPeriod: string | null;
  /** For a storno: the type of the reversed entry. */
  readonly reversedType: 'CHARGE' | 'PAYMENT' | 'PENALTY' | 'ADJUSTMENT' | null;
};

/** All entries of the account up to the last month, by month, day and id; without opening balances that were undone. */
export async function listStatement(
  db: Db,
  { organizationId, houseId, personalAccountId }: AccountOf,
  to: string | null,
): Promise<readonly StatementRow[]> {
  const { rows } = await sql<StatementRow>`
    select entries.id, entries.period, entries.effective_on, entries.transaction_type, entries.debt_kind,
      entries.debit, entries.credit, entries.document_id,
      coalesce(charged_services.name, payments.source, stornos.reason, opening_balances.service_name, adjustments.reason)
        as description,
      coalesce(charge_templates.corrected_line, charges.line) as line, charge_templates.rate_type,
      coalesce(charge_templates.corrected_period, nullif(opening_balances.period, entries.period),
        nullif(adjustments.period, entries.period)) as concerned_period,
      stornos.transaction_type as reversed_type
    from ledger_entries as entries
    left join charges on entries.transaction_type = 'CHARGE'
      and charges.organization_id = entries.organization_id and charges.house_id = entries.house_id
      and charges.period = entries.period and charges.personal_account_id = entries.personal_account_id
      and charges.id = entries.document_id
    left join charge_templates on charge_templates.organization_id = charges.organization_id
      and charge_templates.house_id = charges.house_id and charge_templates.period = charges.period
      and charge_templates.number = charges.template
    left join charged_services on charged_services.organization_id = charges.organization_id
      and charged_services.house_id = charges.house_id
      and charged_services.house_service_id = charges.house_service_id
    left join payments on entries.transaction_type = 'PAYMENT'
      and payments.organization_id = entries.organization_id and payments.house_id = entries.house_id
      and payments.personal_account_id = entries.personal_account_id and payments.id = entries.document_id
    left join adjustments on entries.transaction_type = 'ADJUSTMENT'
      and adjustments.organization_id = entries.organization_id and adjustments.house_id = entries.house_id
      and adjustments.personal_account_id = entries.personal_account_id and adjustments.id = entries.document_id
    left join stornos on entries.transaction_type = 'STORNO'
      and stornos.organization_id = entries.organization_id and stornos.house_id = entries.house_id
      and stornos.entry_id = entries.document_id
    left join opening_balances on entries.transaction_type = 'OPENING'
      and opening_balances.organization_id = entries.organization_id and opening_balances.house_id = entries.house_id
      and opening_balances.personal_account_id = entries.personal_account_id and opening_balances.id = entries.document_id
    left join opening_imports on opening_imports.organization_id = entries.organization_id
      and opening_imports.id = opening_balances.import_id
    where entries.organization_id = ${organizationId} and entries.house_id = ${houseId}
      and entries.personal_account_id = ${personalAccountId}
      and (${to}::date is null or entries.period <= ${to}::date)
      and opening_imports.undone_at is null
    order by entries.period, entries.effective_on, entries.id
  `.execute(db);
  return rows;
}

export type PenaltySums = {
  readonly booked: string;
  /** As opening balances. */
  readonly brought: string;
  readonly paid: string;
  /** By adjustments. */
  readonly writtenOff: string;
  readonly owed: string;
};

/** The ledger's sums of an account's penalties. */
export async function sumPenalties(
  db: Db,
  { organizationId, houseId, personalAccountId }: AccountOf,
): Promise<PenaltySums> {
  const { rows } = await sql<PenaltySums>`
    select coalesce(sum(debit - credit) filter (where ledger_entries.transaction_type = 'PENALTY'), 0.00) as booked,
      coalesce(sum(debit - credit) filter (where ledger_entries.transaction_type = 'OPENING'), 0.00) as brought,
      coalesce(sum(credit - debit) filter (where ledger_entries.transaction_type in ('PAYMENT', 'STORNO')
        and undone.transaction_type is distinct from 'ADJUSTMENT'), 0.00) as paid,
      coalesce(sum(credit - debit) filter (where 'ADJUSTMENT' in (ledger_entries.transaction_type, undone.transaction_type)),
        0.00) as written_off,
      coalesce(sum(debit - credit), 0.00) as owed
    from ledger_entries
    left join stornos as undone on undone.organization_id = ${organizationId} and undone.house_id = ${houseId}
      and undone.entry_id = ledger_entries.document_id and undone.storno_id = ledger_entries.id
      and ledger_entries.transaction_type = 'STORNO'
    where ledger_entries.organization_id = ${organizationId} and ledger_entries.house_id = ${houseId}
      and ledger_entries.personal_account_id = ${personalAccountId}
      and ledger_entries.debt_kind = 'penalty'
  `.execute(db);
  const [sums] = rows;
  if (sums === undefined) throw new Error('an aggregate has a row');
  return sums;
}
