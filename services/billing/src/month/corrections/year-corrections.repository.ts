// Recalculated years in SQL: which years of a house are settled, and by which method their months were charged.
import type { YearKind } from '@kvartplata/contracts/billing/year-corrections.ts';
import type { CommonNeedsMethod } from '@kvartplata/domain/charging/house-facts.ts';
import { sql, type Insertable, type Selectable } from 'kysely';
import type { OrganizationIds } from '../../access/access.service.ts';
import { ofOrganizations } from '../../access/scope.ts';
import type { Db, Trx } from '../../tables.ts';
import type { OwnHouse } from './corrections.repository.ts';
import type { YearCorrectionsTable } from './year-corrections.table.ts';

export type YearCorrectionRow = Selectable<YearCorrectionsTable>;
export type NewYearCorrection = Omit<Insertable<YearCorrectionsTable>, 'id' | 'createdAt'>;

export type YearOfHouse = OwnHouse & { readonly kind: YearKind; readonly year: number };

/** Whether the year has been recalculated. */
export async function isYearCorrected(db: Db, asked: YearOfHouse): Promise<boolean> {
  const { rows } = await sql`
    select from year_corrections
    where year_corrections.organization_id = ${asked.organizationId} and year_corrections.house_id = ${asked.houseId}
      and year_corrections.kind = ${asked.kind} and year_corrections.year = ${asked.year}
  `.execute(db);
  return rows.length > 0;
}

/** The services of the house whose years are settled, as `service/year`. */
export async function listSettledYears(
  db: Db,
  { organizationId, houseId }: OwnHouse,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ settled: string }>`
    select unnest(year_corrections.house_service_ids) || '/' || year_corrections.year as settled from year_corrections
    where year_corrections.organization_id = ${organizationId} and year_corrections.house_id = ${houseId}
  `.execute(db);
  return new Set(rows.map(({ settled }) => settled));
}

/** Undefined when the year has been recalculated concurrently. */
export async function insertYearCorrection(
  trx: Trx,
  correction: NewYearCorrection,
): Promise<YearCorrectionRow | undefined> {
  return trx
    .insertInto('yearCorrections')
    .values({ ...correction, houseServiceIds: [...correction.houseServiceIds] })
    .onConflict((conflict) => conflict.constraint('year_corrections_pkey').doNothing())
    .returningAll()
    .executeTakeFirst();
}

export async function findYearCorrection(
  db: Db,
  organizationIds: OrganizationIds,
  yearCorrectionId: number,
): Promise<YearCorrectionRow | undefined> {
  const { rows } = await sql<YearCorrectionRow>`
    select year_corrections.* from year_corrections
    where ${ofOrganizations('yearCorrections', organizationIds)} and year_corrections.id = ${yearCorrectionId}
  `.execute(db);
  return rows[0];
}

/** Newest first. */
export async function listYearCorrections(
  db: Db,
  {
    organizationId,
    houseId,
  }: { readonly organizationId: number; readonly houseId: number | undefined },
  { beforeId, limit }: { readonly beforeId: number | undefined; readonly limit: number },
): Promise<readonly YearCorrectionRow[]> {
  const { rows } = await sql<YearCorrectionRow>`
    select year_corrections.* from year_corrections
    where year_corrections.organization_id = ${organizationId}
      and ${houseId === undefined ? sql`true` : sql`year_corrections.house_id = ${houseId}`}
      and ${beforeId === undefined ? sql`true` : sql`year_corrections.id < ${beforeId}`}
    order by year_corrections.id desc
    limit ${limit}
  `.execute(db);
  return rows;
}

/** The methods of the house's standing common-needs charges in the year. */
export async function listMethodsOfYear(
  db: Db,
  { organizationId, houseId }: OwnHouse,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<readonly CommonNeedsMethod[]> {
  const { rows } = await sql<{ method: CommonNeedsMethod }>`
    select distinct common_needs_months.method from common_needs_months
    where common_needs_months.organization_id = ${organizationId} and common_needs_months.house_id = ${houseId}
      and common_needs_months.period between ${from}::date and ${to}::date
    order by common_needs_months.method
  `.execute(db);
  return rows.map(({ method }) => method);
}

/** The rules of the standing heating charges in the year. */
export async function listHeatingRules(
  db: Db,
  { organizationId, houseId }: OwnHouse,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<readonly string[]> {
  const { rows } = await sql<{ rule: string }>`
    select distinct charge_templates.rule from charge_templates
    where charge_templates.organization_id = ${organizationId} and charge_templates.house_id = ${houseId}
      and charge_templates.period between ${from}::date and ${to}::date and charge_templates.number > 0
      and charge_templates.rule like 'heating-%'
    order by charge_templates.rule
  `.execute(db);
  return rows.map(({ rule }) => rule);
}
