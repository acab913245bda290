// Corrections in SQL: which months they compute again, where the differences go, and their charges.
import type { ChargeBasis } from '@kvartplata/domain/charging/charge-line.ts';
import { sql } from 'kysely';
import type { ChargedService } from '../calculation-jobs/compute-houses.ts';
import type { Db, Trx } from '../../tables.ts';

/**
 * The first days of the organization's months of the range that a house can only be corrected in, in their order: its
 * charges are in the ledger, or the month takes none any more.
 */
export async function listMonthsInLedger(
  db: Db,
  { organizationId, houseId }: { readonly organizationId: number; readonly houseId: number },
  { from, to }: { readonly from: string; readonly to: string },
): Promise<readonly string[]> {
  const { rows } = await sql<{ period: string }>`
    select billing_cycles.period from billing_cycles
    where billing_cycles.organization_id = ${organizationId} and (
        billing_cycles.status = 'CLOSED' or billing_cycles.status = 'APPLIED' and exists (
          select from house_months
          where house_months.house_id = ${houseId} and house_months.period = billing_cycles.period
            and house_months.applied_at is not null
          union all
          select from charges
          where charges.house_id = ${houseId} and charges.corrected_period = billing_cycles.period
            and charges.period > billing_cycles.period
        )
      )
      and billing_cycles.period between ${from} and ${to}
    order by billing_cycles.period
  `.execute(db);
  return rows.map(({ period }) => period);
}

/** The first day of the month after the organization's last one in the ledger; it has one. */
export async function findNextMonth(db: Db, organizationId: number): Promise<string> {
  const { rows } = await sql<{ period: string | null }>`
    select (max(billing_cycles.period) + interval '1 month')::date as period from billing_cycles
    where billing_cycles.organization_id = ${organizationId} and billing_cycles.status <> 'DRAFT'
  `.execute(db);
  const period = rows[0]?.period ?? null;
  if (period === null) throw new Error(`organization ${organizationId} has nothing in the ledger`);
  return period;
}

/** The newest of the house; null when it has none. */
export async function findLastCorrection(db: Db, houseId: number): Promise<number | null> {
  const { rows } = await sql<{ id: number | null }>`
    select max(corrections.id) as id from corrections where corrections.house_id = ${houseId}
  `.execute(db);
  return rows[0]?.id ?? null;
}

export type NewCorrection = {
  readonly houseId: number;
  readonly organizationId: number;
  /** First days of months. */
  readonly periodFrom: string;
  readonly periodTo: string;
  readonly period: string;
  readonly cycleId: number;
  readonly reason: string;
  readonly lineCount: number;
  readonly amount: string;
  readonly requestedBy: number;
};

/** @returns its id */
export async function insertCorrection(trx: Trx, correction: NewCorrection): Promise<number> {
  const { id } = await trx
    .insertInto('corrections')
    .values({
      houseId: correction.houseId,
      organizationId: correction.organizationId,
      periodFrom: correction.periodFrom,
      periodTo: correction.periodTo,
      period: correction.period,
      billingCycleId: correction.cycleId,
      reason: correction.reason,
      lineCount: correction.lineCount,
      amount: correction.amount,
      requestedBy: correction.requestedBy,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Decimals with the places of their columns. */
export type NewCorrectionCharge = {
  readonly personalAccountId: number;
  readonly accountNumber: string;
  readonly houseServiceId: number;
  readonly rateType: string;
  readonly consumption: string;
  readonly tariff: string;
  readonly amount: string;
  readonly basis: ChargeBasis;
  /** The first day of the month. */
  readonly correctedPeriod: string;
  readonly correctedLine: number;
};

/** Below it lines are those of calculations. */
const FIRST_LINE = 100;

/** Gives each charge a line of its own, behind those that earlier corrections have in the month. */
export async function insertCorrectionCharges(
  trx: Trx,
  correction: Omit<NewCorrection, 'reason'> & { readonly id: number },
  charges: readonly NewCorrectionCharge[],
): Promise<void> {
  const { id, houseId, organizationId, period, cycleId } = correction;
  await sql`
    insert into charges (house_id, period, organization_id, billing_cycle_id, correction_id, personal_account_id,
      account_number, house_service_id, rate_type, consumption, tariff, amount, basis, corrected_period,
      corrected_line, line)
    select ${houseId}, ${period}::date, ${organizationId}, ${cycleId}, ${id}, added."personalAccountId",
      added."accountNumber", added."houseServiceId", added."rateType", added.consumption, added.tariff, added.amount,
      added.basis, added."correctedPeriod", added."correctedLine",
      coalesce(taken.line, ${FIRST_LINE - 1}) + row_number() over (
        partition by added."personalAccountId", added."houseServiceId"
        order by added."correctedPeriod", added."correctedLine"
      )
    from jsonb_to_recordset(${JSON.stringify(charges)}::jsonb) as added (
      "personalAccountId" bigint, "accountNumber" text, "houseServiceId" bigint, "rateType" text,
      consumption numeric, tariff numeric, amount numeric, basis jsonb, "correctedPeriod" date, "correctedLine" smallint
    )
    left join (
      select charges.personal_account_id, charges.house_service_id, max(charges.line) as line
      from charges
      where charges.house_id = ${houseId} and charges.period = ${period} and charges.correction_id is not null
      group by charges.personal_account_id, charges.house_service_id
    ) as taken on taken.personal_account_id = added."personalAccountId"
      and taken.house_service_id = added."houseServiceId"
  `.execute(trx);
}

export type CorrectionRow = {
  readonly id: number;
  readonly houseId: number;
  readonly organizationId: number;
  readonly periodFrom: string;
  readonly periodTo: string;
  readonly period: string;
  readonly billingCycleId: number;
  readonly reason: string;
  readonly lineCount: number;
  readonly amount: string;
  readonly createdAt: Date;
};

export async function findCorrection(
  db: Db,
  correctionId: number,
): Promise<CorrectionRow | undefined> {
  const { rows } = await sql<CorrectionRow>`
    ${CORRECTIONS} where corrections.id = ${correctionId}
  `.execute(db);
  return rows[0];
}

export type CorrectionFilter = {
  readonly houseId: number;
  readonly beforeId: number | undefined;
  readonly limit: number;
};

/** Newest first. */
export async function listCorrections(
  db: Db,
  { houseId, beforeId, limit }: CorrectionFilter,
): Promise<readonly CorrectionRow[]> {
  const { rows } = await sql<CorrectionRow>`
    ${CORRECTIONS}
    where corrections.house_id = ${houseId}
      and ${beforeId === undefined ? sql`true` : sql`corrections.id < ${beforeId}`}
    order by corrections.id desc
    limit ${limit}
  `.execute(db);
  return rows;
}

const CORRECTIONS = sql`
  select corrections.id, corrections.house_id, corrections.organization_id, corrections.period_from,
    corrections.period_to, corrections.period, corrections.billing_cycle_id, corrections.reason,
    corrections.line_count, corrections.amount, corrections.created_at
  from corrections`;

export type CorrectionChargeRow = {
  readonly id: number;
  readonly personalAccountId: number;
  readonly accountNumber: string;
  readonly houseServiceId: number;
  readonly serviceCode: string;
  readonly serviceName: string;
  readonly unit: string;
  readonly consumption: string;
  readonly amount: string;
  readonly basis: ChargeBasis;
};

/** In the order of accounts, services and corrected months. */
export async function listCorrectionCharges(
  db: Db,
  { id, houseId, period }: Pick<CorrectionRow, 'id' | 'houseId' | 'period'>,
): Promise<readonly CorrectionChargeRow[]> {
  const { rows } = await sql<CorrectionChargeRow>`
    select charges.id, charges.personal_account_id, charges.account_number, charges.house_service_id,
      charged_services.code as service_code, charged_services.name as service_name, charged_services.unit,
      charges.consumption, charges.amount, charges.basis
    from charges
    join charged_services on charged_services.house_id = charges.house_id
      and charged_services.house_service_id = charges.house_service_id
    where charges.house_id = ${houseId} and charges.period = ${period} and charges.correction_id = ${id}
    order by charges.personal_account_id, charges.house_service_id, charges.corrected_period, charges.corrected_line
  `.execute(db);
  return rows;
}

/** The services that the house was ever charged for. */
export async function listChargedServices(
  db: Db,
  houseId: number,
): Promise<readonly ChargedService[]> {
  const { rows } = await sql<ChargedService>`
    select charged_services.house_service_id as "houseServiceId", charged_services.code, charged_services.name,
      charged_services.unit, charged_services.kind,
      case when charged_services.everyday_name_ru is not null then json_build_object(
        'ru', charged_services.everyday_name_ru, 'en', charged_services.everyday_name_en) end as everyday_name
    from charged_services where charged_services.house_id = ${houseId}
  `.execute(db);
  return rows;
}
