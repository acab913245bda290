// Charges in SQL: a house's month is written as a whole and read by pages.
import type { ChargeBasis, ChargeLine } from '@kvartplata/domain/charging/charge-line.ts';
import type { ServiceFacts } from '@kvartplata/domain/charging/house-facts.ts';
import { formatKopecks } from '@kvartplata/domain/money/kopecks.ts';
import { formatScaled } from '@kvartplata/domain/money/scaled.ts';
import { sql } from 'kysely';
import type { Scope } from '../access/access.service.ts';
import { allOf, withinScope } from '../scope.ts';
import type { Db, Trx } from '../tables.ts';

/** The month of one house, as its job sees it. */
export type HouseMonth = {
  readonly houseId: number;
  /** The first day of the month. */
  readonly period: string;
  readonly organizationId: number;
  readonly cycleId: number;
  readonly jobId: number;
};

/** Whatever cycle they stand in: a house that has changed its organization is charged once a month all the same. */
export async function deleteHouseCharges(trx: Trx, { houseId, period }: HouseMonth): Promise<void> {
  await sql`
    delete from charges where charges.house_id = ${houseId} and charges.period = ${period}
  `.execute(trx);
}

/** Inserts the lines in their order, so that an account's charges lie together and their ids grow. */
export async function insertCharges(
  trx: Trx,
  month: HouseMonth,
  lines: readonly ChargeLine[],
): Promise<void> {
  await sql`
    insert into charges (house_id, period, personal_account_id, house_service_id, line, id, organization_id,
      billing_cycle_id, calculation_job_id, account_number, rate_type, consumption, tariff, amount, basis)
    select ${month.houseId}, ${month.period}::date, lines.personal_account_id, lines.house_service_id, lines.line,
      nextval('document_ids'), ${month.organizationId}, ${month.cycleId}, ${month.jobId}, lines.account_number,
      lines.rate_type, lines.consumption, lines.tariff, lines.amount, lines.basis
    from unnest(
      ${lines.map((line) => line.personalAccountId)}::bigint[],
      ${lines.map((line) => line.houseServiceId)}::bigint[],
      ${lines.map((line) => line.line)}::smallint[],
      ${lines.map((line) => line.accountNumber)}::text[],
      ${lines.map((line) => line.rateType)}::text[],
      ${lines.map((line) => formatScaled(line.consumptionE6, 6))}::numeric[],
      ${lines.map((line) => formatScaled(line.tariffE4, 4))}::numeric[],
      ${lines.map((line) => formatKopecks(line.amountKopecks))}::numeric[],
      ${lines.map((line) => JSON.stringify(line.basis))}::jsonb[]
    ) as lines (personal_account_id, house_service_id, line, account_number, rate_type, consumption, tariff, amount, basis)
  `.execute(trx);
}

/** Remembers what the house's services are called, for showing their charges. */
export async function upsertChargedServices(
  trx: Trx,
  { houseId, organizationId }: HouseMonth,
  services: readonly ServiceFacts[],
): Promise<void> {
  await sql`
    insert into charged_services (house_id, organization_id, house_service_id, code, name, unit)
    select ${houseId}, ${organizationId}, services.house_service_id, services.code, services.name, services.unit
    from unnest(
      ${services.map((service) => service.houseServiceId)}::bigint[],
      ${services.map((service) => service.code)}::text[],
      ${services.map((service) => service.name)}::text[],
      ${services.map((service) => service.unit)}::text[]
    ) as services (house_service_id, code, name, unit)
    on conflict on constraint charged_services_pkey do update
      set organization_id = excluded.organization_id, code = excluded.code, name = excluded.name, unit = excluded.unit
  `.execute(trx);
}

/** Whose job it is and which houses it computes. */
export async function findJobPlace(
  db: Db,
  jobId: number,
): Promise<{ organization_id: number; house_ids: number[] } | undefined> {
  return db
    .selectFrom('calculation_jobs')
    .select(['organization_id', 'house_ids'])
    .where('id', '=', jobId)
    .executeTakeFirst();
}

export type ChargeRow = {
  readonly id: number;
  readonly billing_cycle_id: number;
  readonly calculation_job_id: number;
  readonly house_id: number;
  readonly personal_account_id: number;
  readonly account_number: string;
  readonly house_service_id: number;
  readonly service_code: string;
  readonly service_name: string;
  readonly unit: string;
  readonly line: number;
  readonly period: string;
  readonly rate_type: string;
  readonly consumption: string;
  readonly tariff: string;
  readonly amount: string;
  readonly basis: ChargeBasis;
  readonly cycle_status: 'DRAFT' | 'APPLIED' | 'CLOSED';
  readonly is_reversed: boolean;
};

export type ChargeFilter = {
  readonly scope: Scope;
  readonly houseId: number | undefined;
  /** The first day of the month. */
  readonly period: string | undefined;
  readonly personalAccountId: number | undefined;
  readonly jobId: number | undefined;
  readonly status: 'DRAFT' | 'APPLIED' | 'REVERSED' | undefined;
  /** House, month, account, service and line of the last row seen. */
  readonly after: readonly [number, string, number, number, number] | undefined;
  readonly limit: number;
};

/** In the order of house, month, account and service. */
export async function listCharges(db: Db, filter: ChargeFilter): Promise<readonly ChargeRow[]> {
  const { houseId, period, personalAccountId, jobId, after } = filter;
  const conditions = allOf([
    withinScope('charges', filter.scope),
    houseId === undefined ? undefined : sql`charges.house_id = ${houseId}`,
    period === undefined ? undefined : sql`charges.period = ${period}`,
    personalAccountId === undefined
      ? undefined
      : sql`charges.personal_account_id = ${personalAccountId}`,
    jobId === undefined ? undefined : sql`charges.calculation_job_id = ${jobId}`,
    statusIs(filter.status),
    after === undefined
      ? undefined
      : sql`(charges.house_id, charges.period, charges.personal_account_id, charges.house_service_id, charges.line)
          > (${after[0]}, ${after[1]}::date, ${after[2]}, ${after[3]}, ${after[4]})`,
  ]);
  const { rows } = await sql<ChargeRow>`
    select charges.id, charges.billing_cycle_id, charges.calculation_job_id, charges.house_id,
      charges.personal_account_id, charges.account_number, charges.house_service_id, charges.line, charges.period,
      charges.rate_type, charges.consumption, charges.tariff, charges.amount, charges.basis,
      charged_services.code as service_code, charged_services.name as service_name, charged_services.unit,
      billing_cycles.status as cycle_status, stornos.entry_id is not null as is_reversed
    from charges
    join charged_services on charged_services.house_id = charges.house_id
      and charged_services.house_service_id = charges.house_service_id
    join billing_cycles on billing_cycles.id = charges.billing_cycle_id
    left join stornos on stornos.house_id = charges.house_id and stornos.entry_id = charges.id
    where ${conditions}
    order by charges.house_id, charges.period, charges.personal_account_id, charges.house_service_id, charges.line
    limit ${filter.limit}
  `.execute(db);
  return rows;
}

/** A charge has no status of its own: it follows from its cycle, and from a storno of its entry. */
function statusIs(status: ChargeFilter['status']) {
  switch (status) {
    case undefined:
      return undefined;
    case 'DRAFT':
      return sql`billing_cycles.status = 'DRAFT'`;
    case 'APPLIED':
      return sql`(billing_cycles.status <> 'DRAFT' and stornos.entry_id is null)`;
    case 'REVERSED':
      return sql`stornos.entry_id is not null`;
  }
}
