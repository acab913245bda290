// The data of receipts for a month, in statements that read some accounts of a house.
import type { AdjustmentKind } from '@kvartplata/contracts/billing/adjustments.ts';
import type { RegistryProfile } from '@kvartplata/contracts/billing/registry-profiles.ts';
import {
  LINE,
  type ChargeBasis,
  type HouseBasis,
  type MeterBasis,
} from '@kvartplata/domain/charging/charge-line.ts';
import { sql } from 'kysely';
import { joinBasis, type Template } from '../../month/basis-template.ts';
import type { Db } from '../../tables.ts';

/** A house and its organization. */
export type ReceiptsOf = {
  readonly organizationId: number;
  readonly houseId: number;
};

/** Whether the house's month is a draft; undefined when it has no charges. */
export async function isDraftMonth(
  db: Db,
  { organizationId, houseId }: ReceiptsOf,
  period: string,
): Promise<boolean | undefined> {
  const { rows } = await sql<{ readonly isDraft: boolean }>`
    select house_months.applied_at is null as is_draft
    from charges
    join house_months on house_months.organization_id = charges.organization_id
      and house_months.house_id = charges.house_id and house_months.period = charges.period
    where charges.organization_id = ${organizationId} and charges.house_id = ${houseId} and charges.period = ${period}::date
    limit 1
  `.execute(db);
  return rows[0]?.isDraft;
}

/** Those of the houses that have charges in the month. */
export async function listChargedHouses(
  db: Db,
  organizationId: number,
  houseIds: readonly number[],
  period: string,
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ readonly houseId: number }>`
    select house_months.house_id
    from house_months
    where house_months.organization_id = ${organizationId} and house_months.house_id = any(${houseIds}::bigint[])
      and house_months.period = ${period}::date
      and exists (
        select from charges
        where charges.organization_id = ${organizationId} and charges.house_id = house_months.house_id
          and charges.period = ${period}::date
      )
  `.execute(db);
  return new Set(rows.map(({ houseId }) => houseId));
}

export type ReceiptChargeRow = {
  readonly personalAccountId: number;
  readonly houseServiceId: number;
  readonly line: number;
  /** The first day of the month that it concerns: for a correction, the corrected month. */
  readonly concerns: string;
  readonly serviceName: string;
  readonly unit: string;
  readonly rateType: string;
  readonly consumption: string;
  readonly tariff: string;
  readonly amount: string;
  /** For common-house needs shared out by Rules 491, which are a part of upkeep. */
  readonly isOfUpkeep: boolean;
  /** For a share of common-house needs, except the heat in it: how it was computed, and the house-wide meters. */
  readonly house: HouseBasis | null;
  readonly houseMeters: readonly MeterBasis[] | null;
  /** Everything that it follows from. */
  readonly basis: ChargeBasis;
};

/** In the order of accounts, services and lines. */
async function listReceiptCharges(
  db: Db,
  { organizationId, houseId }: ReceiptsOf,
  period: string,
  personalAccountIds: readonly number[],
): Promise<readonly ReceiptChargeRow[]> {
  const { rows } = await sql<StoredRow>`
    select charges.personal_account_id, charges.house_service_id,
      coalesce(charges.corrected_line, charges.line) as line,
      coalesce(charges.corrected_period, charges.period) as concerns, charged_services.name as service_name,
      coalesce(charges.unit, charged_services.unit) as unit, charges.rate_type, charges.consumption,
      charges.tariff, charges.amount, shared.house, shared.house_meters, charges.basis, charges.own,
      exists (
        select from common_needs_months
        where common_needs_months.organization_id = ${organizationId} and common_needs_months.house_id = ${houseId}
          and common_needs_months.period = ${period}::date
          and common_needs_months.house_service_id = charges.house_service_id
          and common_needs_months.method <> 'capped'
      ) as is_of_upkeep
    from explained_charges as charges
    join charged_services on charged_services.organization_id = charges.organization_id
      and charged_services.house_id = charges.house_id
      and charged_services.house_service_id = charges.house_service_id
    left join lateral (
      select charges.basis -> 'house' as house, charges.basis -> 'meters' as house_meters
    ) as shared on charges.line = ${LINE.service} and charges.template > 0
    where charges.organization_id = ${organizationId} and charges.house_id = ${houseId} and charges.period = ${period}::date
      and charges.personal_account_id = any(${personalAccountIds}::bigint[])
    order by charges.personal_account_id, charges.house_service_id, charges.line
  `.execute(db);
  return rows.map(receiptChargeOf);
}

function receiptChargeOf({ own, ...row }: StoredRow): ReceiptChargeRow {
  const { consumption, amount } = row;
  const filling = { own, consumption, amount };
  return {
    ...row,
    house: joinBasis(row.house, filling) as HouseBasis | null,
    houseMeters: joinBasis(row.houseMeters, filling) as readonly MeterBasis[] | null,
    basis: joinBasis(row.basis, filling) as ChargeBasis,
  };
}

type StoredRow = Omit<ReceiptChargeRow, 'house' | 'houseMeters' | 'basis'> & {
  readonly basis: Template;
  readonly house: Template;
  readonly houseMeters: Template;
  readonly own: string;
};

export type ReceiptBooksRow = {
  readonly personalAccountId: number;
  readonly openingPrincipal: string;
  readonly openingPenalty: string;
  readonly paid: string;
  readonly subsidies: string;
  readonly lastPaidOn: string | null;
  readonly reversed: string;
  readonly penalty: string;
};

/** The source of payments that are subsidies, which a receipt tells apart. */
const SUBSIDY = 'subsidy' satisfies RegistryProfile;

/**
 * The opening balance is today's less what was booked since, so that years of entries need not be summed. A reversal counts in
 * the month in which it was made.
 */
async function listReceiptBooks(
  db: Db,
  { organizationId, houseId }: ReceiptsOf,
  period: string,
  personalAccountIds: readonly number[],
): Promise<readonly ReceiptBooksRow[]> {
  const { rows } = await sql<ReceiptBooksRow>`
    with entries as (
      select ledger_entries.personal_account_id, ledger_entries.debt_kind, ledger_entries.effective_on,
        ledger_entries.period = ${period}::date as is_of_month, ledger_entries.debit - ledger_entries.credit as amount,
        coalesce(undone.transaction_type, ledger_entries.transaction_type) as kind,
        ledger_entries.transaction_type = 'STORNO' as is_storno, taken_back.entry_id is not null as is_taken_back,
        case
          when ledger_entries.period = ${period}::date
            and coalesce(undone.transaction_type, ledger_entries.transaction_type) = 'PAYMENT'
          then exists (
            select from payments
            where payments.organization_id = ${organizationId} and payments.house_id = ${houseId}
              and payments.personal_account_id = ledger_entries.personal_account_id
              and payments.id = coalesce(undone.document_id, ledger_entries.document_id)
              and payments.source = ${SUBSIDY}
          )
        end as is_subsidy
      from ledger_entries
      left join stornos as undone on undone.organization_id = ${organizationId} and undone.house_id = ${houseId}
        and undone.entry_id = ledger_entries.document_id
        and undone.storno_id = ledger_entries.id and ledger_entries.transaction_type = 'STORNO'
      left join stornos as taken_back on taken_back.organization_id = ${organizationId}
        and taken_back.house_id = ${houseId} and taken_back.entry_id = ledger_entries.id
        and ledger_entries.transaction_type = 'PAYMENT'
      where ledger_entries.organization_id = ${organizationId} and ledger_entries.house_id = ${houseId}
        and ledger_entries.personal_account_id = any(${personalAccountIds}::bigint[])
        and ledger_entries.period >= ${period}::date
        -- An opening balance is not turnover of its month.
        and (ledger_entries.transaction_type <> 'OPENING' or ledger_entries.period > ${period}::date)
    ),
    turnovers as (
      select entries.personal_account_id,
        sum(entries.amount) filter (where entries.debt_kind = 'principal') as principal_since,
        sum(entries.amount) filter (where entries.debt_kind = 'penalty') as penalty_since,
        -sum(entries.amount) filter (where entries.is_of_month and entries.kind = 'PAYMENT') as paid,
        -sum(entries.amount) filter (where entries.is_subsidy) as subsidies,
        max(entries.effective_on) filter (
          where entries.is_of_month and entries.kind = 'PAYMENT' and not entries.is_storno and not entries.is_taken_back
        ) as last_paid_on,
        sum(entries.amount) filter (
          where entries.is_of_month and entries.kind = 'PENALTY' and not entries.is_storno
        ) as penalty,
        -sum(entries.amount) filter (
          where entries.is_of_month and entries.kind <> 'PAYMENT' and entries.is_storno
        ) as reversed
      from entries
      group by entries.personal_account_id
    )
    select account_balances.personal_account_id,
      account_balances.principal_debt - coalesce(turnovers.principal_since, 0) as opening_principal,
      account_balances.penalty_debt - coalesce(turnovers.penalty_since, 0) as opening_penalty,
      coalesce(turnovers.paid, 0)::numeric(14, 2) as paid, turnovers.last_paid_on,
      coalesce(turnovers.subsidies, 0)::numeric(14, 2) as subsidies,
      coalesce(turnovers.reversed, 0)::numeric(14, 2) as reversed,
      coalesce(turnovers.penalty, 0)::numeric(14, 2) as penalty
    from account_balances
    left join turnovers on turnovers.personal_account_id = account_balances.personal_account_id
    where account_balances.organization_id = ${organizationId} and account_balances.house_id = ${houseId}
      and account_balances.personal_account_id = any(${personalAccountIds}::bigint[])
  `.execute(db);
  return rows;
}

export type ReceiptAdjustmentRow = {
  readonly id: number;
  readonly personalAccountId: number;
  readonly kind: AdjustmentKind;
  readonly debtKind: 'principal' | 'penalty';
  /** Null when it concerns no service. */
  readonly houseServiceId: number | null;
  readonly serviceName: string | null;
  /** `YYYY-MM` */
  readonly period: string;
  readonly reason: string;
  readonly basis: string;
  readonly amount: string;
};

/** Booked in the month, in order. */
export async function listReceiptAdjustments(
  db: Db,
  { organizationId, houseId }: ReceiptsOf,
  period: string,
  personalAccountIds: readonly number[],
): Promise<readonly ReceiptAdjustmentRow[]> {
  const { rows } = await sql<ReceiptAdjustmentRow>`
    select adjustments.id, adjustments.personal_account_id, adjustments.kind, adjustments.debt_kind,
      adjustments.house_service_id, adjustments.service_name, to_char(adjustments.period, 'YYYY-MM') as period, adjustments.reason, adjustments.basis,
      adjustments.amount
    from adjustments
    where adjustments.organization_id = ${organizationId} and adjustments.house_id = ${houseId}
      and adjustments.personal_account_id = any(${personalAccountIds}::bigint[])
      and adjustments.booked_in = ${period}::date
    order by adjustments.personal_account_id, adjustments.created_at, adjustments.id
  `.execute(db);
  return rows;
}

/** Consistent when the transaction is a snapshot. */
export async function readMonth(
  db: Db,
  house: ReceiptsOf,
  period: string,
  personalAccountIds: readonly number[],
): Promise<{
  readonly charges: readonly ReceiptChargeRow[];
  readonly adjustments: readonly ReceiptAdjustmentRow[];
  readonly books: readonly ReceiptBooksRow[];
}> {
  return {
    charges: await listReceiptCharges(db, house, period, personalAccountIds),
    adjustments: await listReceiptAdjustments(db, house, period, personalAccountIds),
    books: await listReceiptBooks(db, house, period, personalAccountIds),
  };
}
