// House months in SQL: their charges, skipped accounts and sums, in set-based statements.
import type { CopyIn } from '@kvartplata/platform/database/copying.ts';
import { formatKopecks } from '@kvartplata/domain/money/kopecks.ts';
import { sql } from 'kysely';
import type { Db, Trx } from '../../tables.ts';
import type { ChargedService, ComputedHouse } from './compute-houses.ts';

/** The months of some houses, as the job that computes them sees them. */
export type HouseMonths = {
  readonly houseIds: readonly number[];
  /** The first day of the month. */
  readonly period: string;
  readonly organizationId: number;
  readonly cycleId: number;
  readonly jobId: number;
};

/** A month of some houses of an organization, by its first day. */
export type MonthOfHouses = Pick<HouseMonths, 'organizationId' | 'houseIds' | 'period'>;

/** What is stored for a house's month; nulls when it was never computed. */
export type StoredMonth = {
  readonly houseId: number;
  readonly coreVersion: number | null;
  /** In hexadecimal. */
  readonly contentHash: string | null;
};

/** A house's earlier months that are computed and not applied: when each was computed. */
export type DraftsBefore = { readonly houseId: number; readonly computed: string };

export async function listDraftsBefore(
  db: Db,
  { organizationId, houseIds, period }: MonthOfHouses,
): Promise<readonly DraftsBefore[]> {
  const { rows } = await sql<DraftsBefore>`
    select house_months.house_id, json_agg(house_months.computed_at order by house_months.period)::text as computed
    from house_months
    where house_months.organization_id = ${organizationId} and house_months.house_id = any(${houseIds}::bigint[])
      and house_months.period < ${period}::date and house_months.applied_at is null
    group by house_months.house_id
  `.execute(db);
  return rows;
}

/** Marks the houses' later months that are computed. */
export async function markLaterOutdated(
  trx: Trx,
  { organizationId, houseIds, period }: MonthOfHouses,
): Promise<void> {
  await sql`
    update house_months set is_outdated = true
    where house_months.organization_id = ${organizationId} and house_months.house_id = any(${houseIds}::bigint[])
      and house_months.period > ${period}::date and house_months.computed_at is not null
      and not house_months.is_outdated
  `.execute(trx);
}

/** Locks the months, ordered by house: another job on one of them waits until the transaction ends. */
export async function lockHouseMonths(
  trx: Trx,
  months: HouseMonths,
): Promise<readonly StoredMonth[]> {
  const { rows } = await sql<StoredMonth>`
    insert into house_months (organization_id, house_id, period, billing_cycle_id, calculation_job_id)
    select ${months.organizationId}, house_id, ${months.period}::date, ${months.cycleId}, ${months.jobId}
    from unnest(${months.houseIds}::bigint[]) as house_id
    order by house_id
    on conflict on constraint house_months_pkey do update set billing_cycle_id = excluded.billing_cycle_id
    returning house_id, core_version, encode(content_hash, 'hex') as content_hash
  `.execute(trx);
  return rows;
}

export type HouseMonth = {
  readonly houseId: number;
  /** The first day of the month. */
  readonly period: string;
  readonly organizationId: number;
  readonly cycleId: number;
};

/** Locks the month as a job would, to add to it; it may never have been computed. */
export async function lockHouseMonth(trx: Trx, month: HouseMonth): Promise<void> {
  await sql`
    insert into house_months (organization_id, house_id, period, billing_cycle_id)
    values (${month.organizationId}, ${month.houseId}, ${month.period}, ${month.cycleId})
    on conflict on constraint house_months_pkey do update set billing_cycle_id = excluded.billing_cycle_id
  `.execute(trx);
}

/** Links the months to the job that computed them. */
export async function updateHouseMonths(
  trx: Trx,
  { period, organizationId, cycleId, jobId }: Omit<HouseMonths, 'houseIds'>,
  houses: readonly ComputedHouse[],
): Promise<void> {
  await sql`
    update house_months
    set billing_cycle_id = ${cycleId}, calculation_job_id = ${jobId},
      accounts = computed.accounts, charges = computed.charges, amount = computed.amount,
      core_version = computed.core_version, corrected_version = null, is_outdated = false,
      content_hash = decode(computed.content_hash, 'hex'), charges_hash = decode(computed.charges_hash, 'hex'),
      idle_services = string_to_array(computed.idle_services, ',')::bigint[], computed_at = now()
    from unnest(
      ${houses.map((house) => house.houseId)}::bigint[],
      ${houses.map((house) => house.chargedAccounts.length)}::integer[],
      ${houses.map((house) => house.charges)}::integer[],
      ${houses.map((house) => formatKopecks(house.amountKopecks))}::numeric[],
      ${houses.map((house) => house.version)}::bigint[],
      ${houses.map((house) => house.contentHash)}::text[],
      ${houses.map((house) => house.chargesHash)}::text[],
      ${houses.map((house) => house.idle.join())}::text[]
    ) as computed (house_id, accounts, charges, amount, core_version, content_hash, charges_hash, idle_services)
    where house_months.organization_id = ${organizationId} and house_months.house_id = computed.house_id
      and house_months.period = ${period}
  `.execute(trx);
}

/** The houses whose month is applied. */
export async function listAppliedHouses(
  trx: Trx,
  { organizationId, houseIds, period }: MonthOfHouses,
): Promise<readonly number[]> {
  const { rows } = await sql<{ houseId: number }>`
    select house_months.house_id from house_months
    where house_months.organization_id = ${organizationId} and house_months.house_id = any(${houseIds}::bigint[])
      and house_months.period = ${period}::date and house_months.applied_at is not null
  `.execute(trx);
  return rows.map((row) => row.houseId);
}

/** The houses for which a later month has a correction of this one, which is possible only if the month was closed meanwhile. */
export async function listCorrectedHouses(
  trx: Trx,
  { organizationId, houseIds, period }: MonthOfHouses,
): Promise<readonly number[]> {
  const { rows } = await sql<{ houseId: number }>`
    select houses.id as house_id from unnest(${houseIds}::bigint[]) as houses (id)
    where exists (
      select from charge_templates
      where charge_templates.organization_id = ${organizationId} and charge_templates.house_id = houses.id
        and charge_templates.period > ${period}::date
        and charge_templates.corrected_period = ${period}::date
    )
  `.execute(trx);
  return rows.map((row) => row.houseId);
}

export type IdleMonth = {
  readonly organizationId: number;
  readonly houseId: number;
  readonly period: string;
  readonly idle: readonly number[];
};

/** For an applied month that a correction has recomputed: the services that are idle by the present data. */
export async function updateIdleServices(
  trx: Trx,
  { organizationId, houseId, period, idle }: IdleMonth,
): Promise<void> {
  await sql`
    update house_months set idle_services = ${idle}::bigint[]
    where house_months.organization_id = ${organizationId} and house_months.house_id = ${houseId}
      and house_months.period = ${period} and house_months.idle_services <> ${idle}::bigint[]
      and exists (
        select from billing_cycles
        where billing_cycles.organization_id = ${organizationId}
          and billing_cycles.id = house_months.billing_cycle_id and billing_cycles.status = 'APPLIED'
      )
  `.execute(trx);
}

/** For months with corrections: their sums cover all their charges, whether calculated or corrections. */
export async function sumCorrectedMonths(
  trx: Trx,
  { organizationId, houseIds, period }: MonthOfHouses,
): Promise<void> {
  await sql`
    update house_months
    set accounts = sums.accounts, charges = sums.charges, amount = sums.amount
    from (
      select charges.house_id, count(distinct charges.personal_account_id) as accounts, count(*) as charges,
        sum(charges.amount) as amount
      from charges
      where charges.organization_id = ${organizationId} and charges.period = ${period} and charges.house_id in (
        select corrected.house_id from charges as corrected
        where corrected.organization_id = ${organizationId} and corrected.house_id = any(${houseIds}::bigint[])
          and corrected.period = ${period} and corrected.template < 0
      )
      group by charges.house_id
    ) as sums
    where house_months.organization_id = ${organizationId} and house_months.house_id = sums.house_id
      and house_months.period = ${period}
  `.execute(trx);
}

/** Deletes the charges made by calculations. */
export async function deleteCharges(
  trx: Trx,
  { organizationId, houseIds, period }: MonthOfHouses,
): Promise<void> {
  await sql`
    delete from charges
    where charges.organization_id = ${organizationId} and charges.house_id = any(${houseIds}::bigint[])
      and charges.period = ${period} and charges.template > 0
  `.execute(trx);
}

/** Deletes the templates of those charges. */
export async function deleteTemplates(
  trx: Trx,
  { organizationId, houseIds, period }: MonthOfHouses,
): Promise<void> {
  await sql`
    delete from charge_templates
    where charge_templates.organization_id = ${organizationId}
      and charge_templates.house_id = any(${houseIds}::bigint[]) and charge_templates.period = ${period}
      and charge_templates.number > 0
  `.execute(trx);
}

/** @param rows in the order of `columns` */
export async function insertTemplateRows(
  copyIn: CopyIn,
  columns: readonly string[],
  rows: Iterable<Uint8Array>,
): Promise<void> {
  await copyIn(`charge_templates (${columns.join(', ')})`, rows);
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

/** Keeps the names of the houses' services, for showing their charges. */
export async function upsertChargedServices(
  trx: Trx,
  organizationId: number,
  services: readonly ChargedHouseService[],
): Promise<void> {
  await sql`
    insert into charged_services (organization_id, house_id, house_service_id, code, name, unit, kind,
      everyday_name_ru, everyday_name_en)
    select ${organizationId}, services.house_id, services.house_service_id, services.code, services.name, services.unit,
      services.kind, services.everyday_name_ru, services.everyday_name_en
    from unnest(
      ${services.map((service) => service.houseId)}::bigint[],
      ${services.map((service) => service.houseServiceId)}::bigint[],
      ${services.map((service) => service.code)}::text[],
      ${services.map((service) => service.name)}::text[],
      ${services.map((service) => service.unit)}::text[],
      ${services.map((service) => service.kind)}::text[],
      ${services.map((service) => service.everydayName?.ru ?? null)}::text[],
      ${services.map((service) => service.everydayName?.en ?? null)}::text[]
    ) as services (house_id, house_service_id, code, name, unit, kind, everyday_name_ru, everyday_name_en)
    order by services.house_id, services.house_service_id
    on conflict on constraint charged_services_pkey do update
      set code = excluded.code, name = excluded.name, unit = excluded.unit,
        kind = excluded.kind, everyday_name_ru = excluded.everyday_name_ru, everyday_name_en = excluded.everyday_name_en
      where (charged_services.code, charged_services.name, charged_services.unit,
          charged_services.kind, charged_services.everyday_name_ru, charged_services.everyday_name_en)
        is distinct from (excluded.code, excluded.name, excluded.unit, excluded.kind,
          excluded.everyday_name_ru, excluded.everyday_name_en)
  `.execute(trx);
}
