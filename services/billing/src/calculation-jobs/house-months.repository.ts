// What the months of houses hold: their charges, what was skipped, and their sums, in statements over sets of houses.
import type { CopyIn } from '@kvartplata/platform/database/copying.ts';
import { formatKopecks } from '@kvartplata/domain/money/kopecks.ts';
import { sql } from 'kysely';
import type { Db, Trx } from '../tables.ts';
import type { ChargedService } from './compute-houses.ts';

/** The months of some houses, as the job that computes them sees them. */
export type HouseMonths = {
  readonly houseIds: readonly number[];
  /** The first day of the month. */
  readonly period: string;
  readonly organizationId: number;
  readonly cycleId: number;
  readonly jobId: number;
};

/** When each house's month was computed last, as text; null when never. */
export type ComputedAt = ReadonlyMap<number, string | null>;
type ComputedAtRow = { readonly house_id: number; readonly computed_at: string | null };

export async function listComputedAt(
  db: Db,
  houseIds: readonly number[],
  period: string,
): Promise<ComputedAt> {
  const { rows } = await sql<ComputedAtRow>`
    select house_months.house_id, house_months.computed_at::text as computed_at
    from house_months
    where house_months.house_id = any(${houseIds}::bigint[]) and house_months.period = ${period}
  `.execute(db);
  return new Map(rows.map((row) => [row.house_id, row.computed_at]));
}

/** Takes the months for the job, in the order of houses: another job on one of them waits until the transaction ends. */
export async function lockHouseMonths(trx: Trx, months: HouseMonths): Promise<ComputedAt> {
  const { rows } = await sql<ComputedAtRow>`
    insert into house_months (house_id, period, organization_id, billing_cycle_id, calculation_job_id)
    select house_id, ${months.period}::date, ${months.organizationId}, ${months.cycleId}, ${months.jobId}
    from unnest(${months.houseIds}::bigint[]) as house_id
    order by house_id
    on conflict on constraint house_months_pkey do update
      set organization_id = excluded.organization_id, billing_cycle_id = excluded.billing_cycle_id,
        calculation_job_id = excluded.calculation_job_id
    returning house_id, computed_at::text as computed_at
  `.execute(trx);
  return new Map(rows.map((row) => [row.house_id, row.computed_at]));
}

export type HouseMonth = {
  readonly houseId: number;
  /** The first day of the month. */
  readonly period: string;
  readonly organizationId: number;
  readonly cycleId: number;
};

/** Takes the month as a job would, for whoever adds to it; it may never have been computed. */
export async function lockHouseMonth(trx: Trx, month: HouseMonth): Promise<void> {
  await sql`
    insert into house_months (house_id, period, organization_id, billing_cycle_id)
    values (${month.houseId}, ${month.period}, ${month.organizationId}, ${month.cycleId})
    on conflict on constraint house_months_pkey do update
      set organization_id = excluded.organization_id, billing_cycle_id = excluded.billing_cycle_id
  `.execute(trx);
}

export type HouseMonthSums = {
  readonly houseId: number;
  /** Of core's data. */
  readonly version: number;
  readonly chargedAccounts: number;
  readonly charges: number;
  readonly amountKopecks: bigint;
};

export async function updateSums(
  trx: Trx,
  period: string,
  sums: readonly HouseMonthSums[],
): Promise<void> {
  await sql`
    update house_months
    set accounts = sums.accounts, charges = sums.charges, amount = sums.amount, core_version = sums.core_version,
      computed_at = now()
    from unnest(
      ${sums.map((house) => house.houseId)}::bigint[],
      ${sums.map((house) => house.chargedAccounts)}::integer[],
      ${sums.map((house) => house.charges)}::integer[],
      ${sums.map((house) => formatKopecks(house.amountKopecks))}::numeric[],
      ${sums.map((house) => house.version)}::bigint[]
    ) as sums (house_id, accounts, charges, amount, core_version)
    where house_months.house_id = sums.house_id and house_months.period = ${period}
  `.execute(trx);
}

/** Of months that hold corrections: their sums are those of all their charges, whoever made them. */
export async function sumCorrectedMonths(
  trx: Trx,
  houseIds: readonly number[],
  period: string,
): Promise<void> {
  await sql`
    update house_months
    set accounts = sums.accounts, charges = sums.charges, amount = sums.amount
    from (
      select charges.house_id, count(distinct charges.personal_account_id) as accounts, count(*) as charges,
        sum(charges.amount) as amount
      from charges
      where charges.period = ${period} and charges.house_id in (
        select corrected.house_id from charges as corrected
        where corrected.house_id = any(${houseIds}::bigint[]) and corrected.period = ${period}
          and corrected.corrected_period is not null
      )
      group by charges.house_id
    ) as sums
    where house_months.house_id = sums.house_id and house_months.period = ${period}
  `.execute(trx);
}

/**
 * The charges that calculations have made of each house's month: a line each, of id, account, service, line and hash with tabs between. Whatever
 * cycle they stand in: a house that has changed its organization is charged once a month all the same.
 */
export async function listStoredCharges(
  db: Db,
  houseIds: readonly number[],
  period: string,
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ house_id: number; charges: string }>`
    select charges.house_id,
      string_agg(concat_ws(E'\t', charges.id, charges.personal_account_id, charges.house_service_id, charges.line,
        coalesce(charges.content_hash::text, '')), E'\n') as charges
    from charges
    where charges.house_id = any(${houseIds}::bigint[]) and charges.period = ${period}
      and charges.correction_id is null
    group by charges.house_id
  `.execute(db);
  return new Map(rows.map((row) => [row.house_id, row.charges]));
}

export async function deleteCharges(
  trx: Trx,
  { houseIds, period }: HouseMonths,
  ids: readonly number[],
): Promise<void> {
  await sql`
    delete from charges
    where charges.house_id = any(${houseIds}::bigint[]) and charges.period = ${period}
      and charges.id = any(${ids}::bigint[])
  `.execute(trx);
}

/** @param rows in the order of `columns` */
export async function insertChargeRows(
  copyIn: CopyIn,
  columns: readonly string[],
  rows: Iterable<Uint8Array>,
): Promise<void> {
  await copyIn(`charges (${columns.join(', ')})`, rows);
}

export type ChargedHouseService = ChargedService & { readonly houseId: number };

/** Remembers what the houses' services are called, for showing their charges. */
export async function upsertChargedServices(
  trx: Trx,
  organizationId: number,
  services: readonly ChargedHouseService[],
): Promise<void> {
  await sql`
    insert into charged_services (house_id, organization_id, house_service_id, code, name, unit)
    select services.house_id, ${organizationId}, services.house_service_id, services.code, services.name, services.unit
    from unnest(
      ${services.map((service) => service.houseId)}::bigint[],
      ${services.map((service) => service.houseServiceId)}::bigint[],
      ${services.map((service) => service.code)}::text[],
      ${services.map((service) => service.name)}::text[],
      ${services.map((service) => service.unit)}::text[]
    ) as services (house_id, house_service_id, code, name, unit)
    order by services.house_id, services.house_service_id
    on conflict on constraint charged_services_pkey do update
      set organization_id = excluded.organization_id, code = excluded.code, name = excluded.name, unit = excluded.unit
      where (charged_services.organization_id, charged_services.code, charged_services.name, charged_services.unit)
        is distinct from (excluded.organization_id, excluded.code, excluded.name, excluded.unit)
  `.execute(trx);
}
