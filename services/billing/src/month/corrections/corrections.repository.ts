// Corrections in SQL: which months they recompute, where the differences are charged, and their charges.
import type { ChargeBasis } from '@kvartplata/domain/charging/charge-line.ts';
import { sql } from 'kysely';
import type { OrganizationIds } from '../../access/access.service.ts';
import { accountNumberOf, ofOrganizations } from '../../access/scope.ts';
import type { ChargedService } from '../calculation-jobs/compute-houses.ts';
import type { Db, Trx } from '../../tables.ts';
import { joinBasis, type Filling } from '../basis-template.ts';
import { narrowCharges, type ChargeTemplate, type WideCharge } from '../narrow-charges.ts';

/** A distributed engine runs `insert … select` as COPY, which row-level security refuses, unless it returns something. */
const SO_THAT_IT_IS_NO_COPY = sql`returning organization_id`;

/** A house, and whose it is. */
export type OwnHouse = { readonly organizationId: number; readonly houseId: number };

/**
 * The first days of the organization's months of the range in which a house can only be corrected, in order: its charges are in
 * the ledger, or the month takes no more charges because it or a later one is closed. A month that was passed over may have no
 * cycle.
 */
export async function listMonthsInLedger(
  db: Db,
  { organizationId, houseId }: OwnHouse,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<readonly string[]> {
  const { rows } = await sql<{ period: string }>`
    select closed.period::date as period
    from (
      select min(billing_cycles.period) as first,
        max(billing_cycles.period) filter (where billing_cycles.status = 'CLOSED') as last
      from billing_cycles
      where billing_cycles.organization_id = ${organizationId}
    ) as known
    cross join generate_series(greatest(known.first, ${from}::date), least(known.last, ${to}::date), interval '1 month')
      as closed (period)
    where known.last is not null
    union
    select billing_cycles.period from billing_cycles
    where billing_cycles.organization_id = ${organizationId} and billing_cycles.status = 'APPLIED' and exists (
        select from house_months
        where house_months.organization_id = ${organizationId} and house_months.house_id = ${houseId}
          and house_months.period = billing_cycles.period
          and house_months.applied_at is not null
        union all
        select from charge_templates
        where charge_templates.organization_id = ${organizationId} and charge_templates.house_id = ${houseId}
          and charge_templates.corrected_period = billing_cycles.period
          and charge_templates.period > billing_cycles.period
      )
      and billing_cycles.period between ${from} and ${to}
    order by period
  `.execute(db);
  return rows.map(({ period }) => period);
}

/** The first day of the month after the organization's last one in the ledger, which must exist. */
export async function findNextMonth(db: Db, organizationId: number): Promise<string> {
  const { rows } = await sql<{ period: string | null }>`
    select (max(billing_cycles.period) + interval '1 month')::date as period from billing_cycles
    where billing_cycles.organization_id = ${organizationId} and billing_cycles.status <> 'DRAFT'
  `.execute(db);
  const period = rows[0]?.period ?? null;
  if (period === null) throw new Error(`organization ${organizationId} has nothing in the ledger`);
  return period;
}

/** A text that is another one once the house is corrected or one of its charges reversed. */
export async function findChargesVersion(
  db: Db,
  { organizationId, houseId }: OwnHouse,
): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select format('%s, %s',
      (
        select max(corrections.id) from corrections
        where corrections.organization_id = ${organizationId} and corrections.house_id = ${houseId}
      ),
      (
        select count(*) from stornos
        where stornos.organization_id = ${organizationId} and stornos.house_id = ${houseId}
          and stornos.transaction_type = 'CHARGE'
      )
    ) as version
  `.execute(db);
  return rows[0]?.version ?? '';
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

/** @returns the new correction's id */
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

/** Decimals in the scale of their columns. */
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

/** Lower lines are those of calculations. */
const FIRST_LINE = 100;

/** Gives each charge its own line, after those of the month's earlier corrections. */
export async function insertCorrectionCharges(
  trx: Trx,
  correction: Omit<NewCorrection, 'reason'> & { readonly id: number },
  charges: readonly NewCorrectionCharge[],
): Promise<void> {
  const { houseId, organizationId, period } = correction;
  const { templates, rows } = narrowCharges(charges.map(wideOf));
  const lowest = await findLowestTemplate(trx, correction);
  await insertCorrectionTemplates(
    trx,
    correction,
    templates.map((template, at) => ofCorrection(template, lowest - 1 - at, charges)),
  );
  const taken = await listTakenLines(trx, correction);
  const nextLine = new Map(taken.map(({ place, line }) => [place, line + 1]));
  const added = charges
    .map((charge, at) => ({ charge, row: rows[at] }))
    .toSorted((a, b) => compareCorrected(a.charge, b.charge))
    .map(({ charge, row }) => {
      const place = `${charge.personalAccountId} ${charge.houseServiceId}`;
      const line = nextLine.get(place) ?? FIRST_LINE;
      nextLine.set(place, line + 1);
      return {
        personalAccountId: charge.personalAccountId,
        houseServiceId: charge.houseServiceId,
        line,
        consumption: charge.consumption,
        amount: charge.amount,
        template: lowest - 1 - (row?.template ?? 0),
        own: row?.own ?? '',
      };
    });
  await sql`
    insert into charges (organization_id, house_id, period, personal_account_id, house_service_id, template, consumption,
      amount, own, line)
    select ${organizationId}, ${houseId}, ${period}::date, added."personalAccountId", added."houseServiceId",
      added.template, added.consumption, added.amount, added.own, added.line
    from jsonb_to_recordset(${JSON.stringify(added)}::jsonb) as added (
      "personalAccountId" bigint, "houseServiceId" bigint, consumption numeric, amount numeric, template integer, own text,
      line smallint
    )
    ${SO_THAT_IT_IS_NO_COPY}
  `.execute(trx);
}

/** By account, service, and corrected month and line. */
function compareCorrected(a: NewCorrectionCharge, b: NewCorrectionCharge): number {
  const months = Temporal.PlainDate.compare(a.correctedPeriod, b.correctedPeriod);
  return (
    a.personalAccountId - b.personalAccountId ||
    a.houseServiceId - b.houseServiceId ||
    months ||
    a.correctedLine - b.correctedLine
  );
}

/** The last line of each account and service among the month's corrections. */
async function listTakenLines(
  trx: Trx,
  { organizationId, houseId, period }: CorrectedMonth,
): Promise<readonly { readonly place: string; readonly line: number }[]> {
  const { rows } = await sql<{ place: string; line: number }>`
    select charges.personal_account_id || ' ' || charges.house_service_id as place, max(charges.line) as line
    from charges
    where charges.organization_id = ${organizationId} and charges.house_id = ${houseId}
      and charges.period = ${period}::date and charges.template < 0
    group by charges.personal_account_id, charges.house_service_id
  `.execute(trx);
  return rows;
}

function wideOf(charge: NewCorrectionCharge): WideCharge {
  const { houseServiceId, correctedPeriod, correctedLine } = charge;
  return { ...charge, place: `${houseServiceId} ${correctedPeriod} ${correctedLine}` };
}

type CorrectedMonth = Pick<NewCorrection, 'organizationId' | 'houseId' | 'period'>;

/** 0 in a month without corrections. */
async function findLowestTemplate(
  trx: Trx,
  { organizationId, houseId, period }: CorrectedMonth,
): Promise<number> {
  const { rows } = await sql<{ lowest: number }>`
    select coalesce(min(charge_templates.number), 0) as lowest from charge_templates
    where charge_templates.organization_id = ${organizationId} and charge_templates.house_id = ${houseId}
      and charge_templates.period = ${period}::date and charge_templates.number < 0
  `.execute(trx);
  return rows[0]?.lowest ?? 0;
}

type NewTemplate = Omit<ChargeTemplate, 'first'> & {
  readonly number: number;
  readonly correctedPeriod: string;
  readonly correctedLine: number;
};

function ofCorrection(
  { first, ...template }: ChargeTemplate,
  number: number,
  charges: readonly NewCorrectionCharge[],
): NewTemplate {
  const { correctedPeriod, correctedLine } = charges[first] as NewCorrectionCharge;
  return { ...template, number, correctedPeriod, correctedLine };
}

async function insertCorrectionTemplates(
  trx: Trx,
  { id, organizationId, houseId, period }: CorrectedMonth & { readonly id: number },
  templates: readonly NewTemplate[],
): Promise<void> {
  await sql`
    insert into charge_templates (organization_id, house_id, period, correction_id, number, rate_type, rule, unit, tariff,
      reading_missing, basis, corrected_period, corrected_line)
    select ${organizationId}, ${houseId}, ${period}::date, ${id}, added.number, added."rateType", added.rule, added.unit,
      added.tariff, added."readingMissing", added.basis, added."correctedPeriod", added."correctedLine"
    from jsonb_to_recordset(${JSON.stringify(templates)}::jsonb) as added (
      number integer, "rateType" text, rule text, unit text, tariff numeric, "readingMissing" boolean, basis jsonb,
      "correctedPeriod" date, "correctedLine" smallint
    )
    ${SO_THAT_IT_IS_NO_COPY}
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
  organizationIds: OrganizationIds,
  correctionId: number,
): Promise<CorrectionRow | undefined> {
  const { rows } = await sql<CorrectionRow>`
    ${CORRECTIONS} where ${ofOrganizations('corrections', organizationIds)} and corrections.id = ${correctionId}
  `.execute(db);
  return rows[0];
}

export type CorrectionFilter = {
  readonly organizationId: number;
  readonly houseId: number | undefined;
  readonly beforeId: number | undefined;
  readonly limit: number;
};

/** Newest first. */
export async function listCorrections(
  db: Db,
  { organizationId, houseId, beforeId, limit }: CorrectionFilter,
): Promise<readonly CorrectionRow[]> {
  const { rows } = await sql<CorrectionRow>`
    ${CORRECTIONS}
    where corrections.organization_id = ${organizationId}
      and ${houseId === undefined ? sql`true` : sql`corrections.house_id = ${houseId}`}
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

/** Ordered by account, service and corrected month. */
export async function listCorrectionCharges(
  db: Db,
  { id, organizationId, houseId, period }: OwnHouse & Pick<CorrectionRow, 'id' | 'period'>,
): Promise<readonly CorrectionChargeRow[]> {
  const { rows } = await sql<CorrectionChargeRow & Filling>`
    select charges.id, charges.personal_account_id, charges.house_service_id,
      charged_services.code as service_code, charged_services.name as service_name, charged_services.unit,
      charges.consumption, charges.amount, charges.basis, charges.own,
      ${accountNumberOf('charges', 'period', [organizationId])} as account_number
    from explained_charges as charges
    join charged_services on charged_services.organization_id = charges.organization_id
      and charged_services.house_id = charges.house_id and charged_services.house_service_id = charges.house_service_id
    where charges.organization_id = ${organizationId} and charges.house_id = ${houseId} and charges.period = ${period}
      and charges.template < 0
      and charges.correction_id = ${id}
    order by charges.personal_account_id, charges.house_service_id, charges.corrected_period,
      charges.corrected_line
  `.execute(db);
  return rows.map(correctionChargeOf);
}

function correctionChargeOf({ own, ...row }: CorrectionChargeRow & Filling): CorrectionChargeRow {
  const { consumption, amount } = row;
  return { ...row, basis: joinBasis(row.basis, { own, consumption, amount }) as ChargeBasis };
}

/** All services that the house was ever charged for. */
export async function listChargedServices(
  db: Db,
  { organizationId, houseId }: OwnHouse,
): Promise<readonly ChargedService[]> {
  const { rows } = await sql<ChargedService>`
    select charged_services.house_service_id as "houseServiceId", charged_services.code, charged_services.name,
      charged_services.unit, charged_services.kind,
      case when charged_services.everyday_name_ru is not null then json_build_object(
        'ru', charged_services.everyday_name_ru, 'en', charged_services.everyday_name_en) end as everyday_name
    from charged_services
    where charged_services.organization_id = ${organizationId} and charged_services.house_id = ${houseId}
  `.execute(db);
  return rows;
}
