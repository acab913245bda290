// The exported data in SQL: read in pieces within the caller's snapshot.
import { sql } from 'kysely';
import { accountNumberOf } from '../../access/scope.ts';
import type { Db } from '../../tables.ts';

export type ChargesOf = {
  readonly organizationId: number;
  readonly houseId: number;
  /** The first day of the month. */
  readonly period: string;
  readonly jobId: number | undefined;
};

export async function listChargedAccounts(db: Db, of: ChargesOf): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct charges.personal_account_id as id
    from charges
    join house_months on house_months.organization_id = charges.organization_id
      and house_months.house_id = charges.house_id and house_months.period = charges.period
    where ${ofCharges(of)}
  `.execute(db);
  return rows.map(({ id }) => id);
}

export type ExportedCharge = {
  readonly personalAccountId: number;
  readonly accountNumber: string;
  readonly serviceCode: string;
  readonly serviceName: string;
  readonly rateType: string;
  readonly consumption: string;
  readonly unit: string;
  readonly tariff: string;
  readonly amount: string;
  readonly status: 'DRAFT' | 'APPLIED' | 'REVERSED';
};

/** The charges of some accounts, by account, service and line. */
export async function listExportedCharges(
  db: Db,
  of: ChargesOf,
  personalAccountIds: readonly number[],
): Promise<readonly ExportedCharge[]> {
  const { rows } = await sql<ExportedCharge>`
    select charges.personal_account_id, ${accountNumberOf('charges', 'period', [of.organizationId])} as account_number,
      charged_services.code as service_code, charged_services.name as service_name, charges.rate_type,
      charges.consumption, coalesce(charges.unit, charged_services.unit) as unit, charges.tariff,
      charges.amount,
      case when house_months.applied_at is null then 'DRAFT' when stornos.entry_id is null then 'APPLIED'
        else 'REVERSED' end as status
    from explained_charges as charges
    join house_months on house_months.organization_id = charges.organization_id
      and house_months.house_id = charges.house_id and house_months.period = charges.period
    join charged_services on charged_services.organization_id = charges.organization_id
      and charged_services.house_id = charges.house_id
      and charged_services.house_service_id = charges.house_service_id
    left join stornos on stornos.organization_id = charges.organization_id
      and stornos.house_id = charges.house_id and stornos.entry_id = charges.id
    where ${ofCharges(of)} and charges.personal_account_id = any(${personalAccountIds}::bigint[])
    order by charges.personal_account_id, charges.house_service_id, charges.line
  `.execute(db);
  return rows;
}

/** A correction's charges belong to no job. */
function ofCharges({ organizationId, houseId, period, jobId }: ChargesOf) {
  const ofJob =
    jobId === undefined
      ? sql`true`
      : sql`house_months.calculation_job_id = ${jobId} and charges.template > 0`;
  return sql`charges.organization_id = ${organizationId} and charges.house_id = ${houseId}
      and charges.period = ${period}::date and ${ofJob}`;
}

/** A house and its organization. */
export type HouseOf = {
  readonly organizationId: number;
  readonly houseId: number;
};

export type ServiceSum = {
  /** `YYYY-MM` */
  readonly period: string;
  readonly accountNumber: string;
  readonly service: string;
  readonly amount: string;
};

/**
 * The amounts booked in each month for each service of a house: its charges, less those of any month that were reversed in it.
 * First days of months, both inclusive.
 */
export async function listServiceSums(
  db: Db,
  { organizationId, houseId }: HouseOf,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<readonly ServiceSum[]> {
  const { rows } = await sql<ServiceSum>`
    with booked as (
      select ledger_entries.period, ledger_entries.personal_account_id, ledger_entries.document_id as charge_id,
        ledger_entries.period as charged_in, ledger_entries.debit - ledger_entries.credit as amount
      from ledger_entries
      where ledger_entries.organization_id = ${organizationId} and ledger_entries.house_id = ${houseId}
        and ledger_entries.transaction_type = 'CHARGE'
        and ledger_entries.period between ${from}::date and ${to}::date
      union all
      select stornos.period, stornos.personal_account_id, stornos.document_id, stornos.entry_period,
        ledger_entries.debit - ledger_entries.credit
      from stornos
      join ledger_entries on ledger_entries.organization_id = stornos.organization_id
        and ledger_entries.house_id = stornos.house_id
        and ledger_entries.personal_account_id = stornos.personal_account_id
        and ledger_entries.id = stornos.storno_id and ledger_entries.period = stornos.period
      where stornos.organization_id = ${organizationId} and stornos.house_id = ${houseId}
        and stornos.transaction_type = 'CHARGE'
        and stornos.period between ${from}::date and ${to}::date
    ),
    charged as materialized (
      select booked.period as booked_in, charges.organization_id, charges.house_id, charges.period,
        charges.personal_account_id, charges.house_service_id, sum(booked.amount) as amount
      from booked
      join charges on charges.organization_id = ${organizationId} and charges.house_id = ${houseId}
        and charges.period = booked.charged_in
        and charges.personal_account_id = booked.personal_account_id and charges.id = booked.charge_id
      group by booked.period, charges.organization_id, charges.house_id, charges.period, charges.personal_account_id,
        charges.house_service_id
    ),
    numbered as (
      select charged.*, ${accountNumberOf('charged', 'period', [organizationId])} as account_number from charged
    )
    select to_char(numbered.booked_in, 'YYYY-MM') as period, numbered.account_number, charged_services.name as service,
      sum(numbered.amount) as amount
    from numbered
    join charged_services on charged_services.organization_id = ${organizationId}
      and charged_services.house_id = numbered.house_id
      and charged_services.house_service_id = numbered.house_service_id
    group by numbered.booked_in, numbered.personal_account_id, numbered.account_number, numbered.house_service_id,
      charged_services.name
    having sum(numbered.amount) <> 0
    order by numbered.booked_in, numbered.personal_account_id, numbered.house_service_id
  `.execute(db);
  return rows;
}

export type SumByHand = Omit<ServiceSum, 'service' | 'accountNumber'> & {
  readonly personalAccountId: number;
  /** Null while it has never been charged. */
  readonly accountNumber: string | null;
  readonly source: 'adjustment' | 'opening';
  /** Null when it concerns no service. */
  readonly service: string | null;
};

/** The same for adjustments of the principal, and for debts from opening balances. */
export async function listSumsByHand(
  db: Db,
  { organizationId, houseId }: HouseOf,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<readonly SumByHand[]> {
  const { rows } = await sql<SumByHand>`
    with booked as (
      select adjustments.organization_id, adjustments.house_id, adjustments.personal_account_id,
        adjustments.booked_in as period, adjustments.service_name, adjustments.amount, 'adjustment' as source
      from adjustments
      where adjustments.organization_id = ${organizationId} and adjustments.house_id = ${houseId}
        and adjustments.debt_kind = 'principal'
        and adjustments.booked_in between ${from}::date and ${to}::date
      union all
      select adjustments.organization_id, adjustments.house_id, adjustments.personal_account_id, stornos.period,
        adjustments.service_name, -adjustments.amount, 'adjustment'
      from stornos
      join adjustments on adjustments.organization_id = stornos.organization_id
        and adjustments.house_id = stornos.house_id
        and adjustments.personal_account_id = stornos.personal_account_id and adjustments.id = stornos.document_id
      where stornos.organization_id = ${organizationId} and stornos.house_id = ${houseId}
        and stornos.transaction_type = 'ADJUSTMENT' and adjustments.debt_kind = 'principal'
        and stornos.period between ${from}::date and ${to}::date
      union all
      select opened_debts.organization_id, opened_debts.house_id, opened_debts.personal_account_id, opened_debts.booked_in,
        opened_debts.service_name, opened_debts.amount, 'opening'
      from opened_debts
      where opened_debts.organization_id = ${organizationId} and opened_debts.house_id = ${houseId}
        and opened_debts.booked_in between ${from}::date and ${to}::date
    ),
    numbered as (
      select booked.*, ${accountNumberOf('booked', 'period', [organizationId])} as account_number from booked
    )
    select to_char(numbered.period, 'YYYY-MM') as period, numbered.personal_account_id, numbered.account_number,
      numbered.source, numbered.service_name as service, sum(numbered.amount) as amount
    from numbered
    group by numbered.period, numbered.personal_account_id, numbered.account_number, numbered.source,
      numbered.service_name
    having sum(numbered.amount) <> 0
    order by numbered.period, numbered.personal_account_id, numbered.source, numbered.service_name nulls last
  `.execute(db);
  return rows;
}

export type OwedSum = {
  readonly personalAccountId: number;
  readonly principalDebt: string;
  readonly penaltyDebt: string;
  readonly total: string;
};

/** Accounts of a house that owe anything after an advance is set off against penalties. */
export async function listOwed(
  db: Db,
  { organizationId, houseId }: HouseOf,
): Promise<readonly OwedSum[]> {
  const { rows } = await sql<OwedSum>`
    select account_balances.personal_account_id, account_balances.principal_debt, account_balances.penalty_debt,
      account_balances.principal_debt + account_balances.penalty_debt as total
    from account_balances
    where account_balances.organization_id = ${organizationId} and account_balances.house_id = ${houseId}
      and account_balances.principal_debt + account_balances.penalty_debt > 0
    order by account_balances.personal_account_id
  `.execute(db);
  return rows;
}
