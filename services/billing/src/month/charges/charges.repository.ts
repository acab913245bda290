// Charges in SQL, read page by page. A charge's job is that of its house's month, which is computed as a whole.
import type { ChargeBasis } from '@kvartplata/domain/charging/charge-line.ts';
import type { Words } from '@kvartplata/domain/text/words.ts';
import { sql } from 'kysely';
import type { Scope } from '../../access/places.ts';
import type { OrganizationIds } from '../../access/access.service.ts';
import { accountNumberOf, allOf, ofOrganizations, withinScope } from '../../access/scope.ts';
import type { Db } from '../../tables.ts';
import { joinBasis, type Filling, type Template } from '../basis-template.ts';

/** The job's organization, and the month and houses it computes. */
export async function findJobPlace(
  db: Db,
  organizationIds: OrganizationIds,
  jobId: number,
): Promise<{ organizationId: number; houseIds: number[]; period: string } | undefined> {
  const { rows } = await sql<{ organizationId: number; houseIds: number[]; period: string }>`
    select calculation_jobs.organization_id, calculation_jobs.house_ids, calculation_jobs.period
    from calculation_jobs
    where ${ofOrganizations('calculationJobs', organizationIds)} and calculation_jobs.id = ${jobId}
  `.execute(db);
  return rows[0];
}

export type ChargeRow = {
  readonly id: number;
  readonly billingCycleId: number;
  readonly calculationJobId: number | null;
  readonly correctionId: number | null;
  readonly organizationId: number;
  readonly houseId: number;
  readonly personalAccountId: number;
  readonly accountNumber: string;
  readonly houseServiceId: number;
  readonly serviceCode: string;
  readonly serviceName: string;
  readonly unit: string;
  readonly line: number;
  /** For a correction, the line that it corrects. */
  readonly serviceLine: number;
  readonly period: string;
  readonly rateType: string;
  readonly consumption: string;
  readonly tariff: string;
  readonly amount: string;
  readonly basis: ChargeBasis;
  readonly isDraft: boolean;
  readonly isReversed: boolean;
};

export type ChargeFilter = {
  readonly scope: Scope;
  readonly houseId: number | undefined;
  /** The first day of the month. */
  readonly period: string | undefined;
  readonly personalAccountId: number | undefined;
  readonly jobId: number | undefined;
  readonly status: 'DRAFT' | 'APPLIED' | 'REVERSED' | undefined;
  /** House, month, account, service and line of the last row of the previous page. */
  readonly after: readonly [number, string, number, number, number] | undefined;
  readonly limit: number;
};

/** Ordered by house, month, account and service. */
export async function listCharges(db: Db, filter: ChargeFilter): Promise<readonly ChargeRow[]> {
  const { houseId, period, personalAccountId, jobId, after } = filter;
  const conditions = allOf([
    withinScope('charges', filter.scope),
    // Only some charges of an archived month are still in the table.
    sql`charges.period > coalesce((select max(archived_months.month) from archived_months), '-infinity')`,
    houseId === undefined ? undefined : sql`charges.house_id = ${houseId}`,
    period === undefined ? undefined : sql`charges.period = ${period}`,
    personalAccountId === undefined
      ? undefined
      : sql`charges.personal_account_id = ${personalAccountId}`,
    jobId === undefined
      ? undefined
      : sql`house_months.calculation_job_id = ${jobId} and charges.template > 0`,
    statusIs(filter.status),
    after === undefined
      ? undefined
      : sql`(charges.house_id, charges.period, charges.personal_account_id, charges.house_service_id, charges.line)
          > (${after[0]}::bigint, ${after[1]}::date, ${after[2]}::bigint, ${after[3]}::bigint, ${after[4]}::bigint)`,
  ]);
  const { rows } = await sql<StoredRow>`
    ${chargesOf(filter.scope === 'all' ? 'all' : filter.scope.organizationIds)}
    where ${conditions}
    order by charges.house_id, charges.period, charges.personal_account_id, charges.house_service_id, charges.line
    limit ${filter.limit}
  `.execute(db);
  return rows.map(chargeOf);
}

export async function findCharge(
  db: Db,
  organizationIds: OrganizationIds,
  chargeId: number,
): Promise<ChargeRow | undefined> {
  const { rows } = await sql<StoredRow>`
    ${chargesOf(organizationIds)}
    where ${ofOrganizations('charges', organizationIds)} and charges.id = ${chargeId}
  `.execute(db);
  return rows.map(chargeOf)[0];
}

type StoredRow = Omit<ChargeRow, 'basis'> & Filling & { readonly basis: Template };

function chargeOf(row: StoredRow): ChargeRow {
  return { ...row, basis: joinBasis(row.basis, row) as ChargeBasis };
}

/** The everyday names of the house's services, by code. */
export async function listEverydayNames(
  db: Db,
  { organizationId, houseId }: Pick<ChargeRow, 'organizationId' | 'houseId'>,
): Promise<ReadonlyMap<string, Words>> {
  const { rows } = await sql<Words & { readonly code: string }>`
    select charged_services.code, coalesce(charged_services.everyday_name_ru, charged_services.name) as ru,
      coalesce(charged_services.everyday_name_en, charged_services.name) as en
    from charged_services
    where charged_services.organization_id = ${organizationId} and charged_services.house_id = ${houseId}
  `.execute(db);
  return new Map(rows.map(({ code, ...words }) => [code, words]));
}

/** The charges of corrections belong to no job. */
const chargesOf = (organizationIds: OrganizationIds) => sql`
  select charges.id, house_months.billing_cycle_id, charges.correction_id, charges.organization_id, charges.house_id,
    case when charges.template > 0 then house_months.calculation_job_id end as calculation_job_id,
    charges.personal_account_id, ${accountNumberOf('charges', 'period', organizationIds)} as account_number,
    charges.house_service_id, charges.line,
    charges.period, coalesce(charges.corrected_line, charges.line) as service_line, charges.rate_type,
    charges.consumption, charges.tariff, charges.amount, charges.basis, charges.own,
    charged_services.code as service_code, charged_services.name as service_name, charged_services.unit,
    house_months.applied_at is null as is_draft, stornos.entry_id is not null as is_reversed
  from explained_charges as charges
  join house_months on house_months.organization_id = charges.organization_id
    and house_months.house_id = charges.house_id and house_months.period = charges.period
  join charged_services on charged_services.organization_id = charges.organization_id
    and charged_services.house_id = charges.house_id
    and charged_services.house_service_id = charges.house_service_id
  left join stornos on stornos.organization_id = charges.organization_id and stornos.house_id = charges.house_id
    and stornos.entry_id = charges.id`;

/** A charge has no status column: the status follows from its house's month, and from a storno of its entry. */
function statusIs(status: ChargeFilter['status']) {
  switch (status) {
    case undefined:
      return undefined;
    case 'DRAFT':
      return sql`house_months.applied_at is null`;
    case 'APPLIED':
      return sql`(house_months.applied_at is not null and stornos.entry_id is null)`;
    case 'REVERSED':
      return sql`stornos.entry_id is not null`;
  }
}
