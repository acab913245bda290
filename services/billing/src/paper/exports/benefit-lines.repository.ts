// The benefit lines that a house's month has booked or reversed, in SQL.
import { BENEFIT_LINES, LINE, type ChargeBasis } from '@kvartplata/domain/charging/charge-line.ts';
import { sql } from 'kysely';
import { joinBasis, type Template } from '../../month/basis-template.ts';
import type { Db } from '../../tables.ts';

export type BenefitMonth = {
  readonly organizationId: number;
  readonly houseId: number;
  /** The first day of the month in which they are booked. */
  readonly period: string;
};

export type BenefitLine = {
  readonly personalAccountId: number;
  readonly serviceName: string;
  readonly unit: string;
  /** The month that it belongs to, `YYYY-MM`: for a correction the corrected month, for a year's recalculation its last month. */
  readonly month: string;
  /** The volume of the service's own line beside it; null for a correction and for a reversed line. */
  readonly volume: string | null;
  /** A line of an earlier month, which this month takes back. */
  readonly isReversed: boolean;
  readonly basis: ChargeBasis;
};

type Stored = Omit<BenefitLine, 'basis' | 'isReversed'> & {
  readonly basis: Template;
  readonly own: string;
  readonly consumption: string;
  readonly amount: string;
};

/**
 * Lines of the month itself and those that corrections have booked in it, except what the same month has reversed: a storno of a
 * later month leaves the file of this one as it was sent.
 */
export async function listBenefitLines(
  db: Db,
  { organizationId, houseId, period }: BenefitMonth,
): Promise<readonly BenefitLine[]> {
  const { rows } = await sql<Stored>`
    select ${LINE_COLUMNS},
      (
        select service.consumption::text from charges as service
        where charges.template > 0 and service.organization_id = ${organizationId} and service.house_id = ${houseId}
          and service.period = ${period}::date and service.personal_account_id = charges.personal_account_id
          and service.house_service_id = charges.house_service_id
          and service.line = case charges.line when ${LINE.benefit}::smallint then ${LINE.service}::smallint
            else ${LINE.heat}::smallint end
      ) as volume
    from explained_charges as charges
    join house_months on house_months.organization_id = ${organizationId} and house_months.house_id = ${houseId}
      and house_months.period = charges.period and house_months.applied_at is not null
    join charged_services on charged_services.organization_id = ${organizationId}
      and charged_services.house_id = ${houseId} and charged_services.house_service_id = charges.house_service_id
    where charges.organization_id = ${organizationId} and charges.house_id = ${houseId}
      and charges.period = ${period}::date and ${IS_BENEFIT}
      and not exists (
        select from stornos
        where stornos.organization_id = ${organizationId} and stornos.house_id = ${houseId}
          and stornos.entry_id = charges.id and stornos.period = ${period}::date
      )
    order by charges.personal_account_id, charges.house_service_id, charges.line
  `.execute(db);
  return rows.map((row) => toLine(row, false));
}

/** Lines of earlier months that were reversed in this one. */
export async function listReversedLines(
  db: Db,
  { organizationId, houseId, period }: BenefitMonth,
): Promise<readonly BenefitLine[]> {
  const { rows } = await sql<Stored>`
    select ${LINE_COLUMNS}, null as volume
    from stornos
    join explained_charges as charges on charges.organization_id = ${organizationId} and charges.house_id = ${houseId}
      and charges.period = stornos.entry_period and charges.personal_account_id = stornos.personal_account_id
      and charges.id = stornos.document_id
    join charged_services on charged_services.organization_id = ${organizationId}
      and charged_services.house_id = ${houseId} and charged_services.house_service_id = charges.house_service_id
    where stornos.organization_id = ${organizationId} and stornos.house_id = ${houseId}
      and stornos.transaction_type = 'CHARGE' and stornos.period = ${period}::date
      and stornos.entry_period < ${period}::date and ${IS_BENEFIT}
    order by charges.personal_account_id, charges.house_service_id, charges.period, charges.line
  `.execute(db);
  return rows.map((row) => toLine(row, true));
}

const LINE_COLUMNS = sql`charges.personal_account_id, charged_services.name as service_name,
  coalesce(charges.unit, charged_services.unit) as unit,
  to_char(coalesce(charges.corrected_period, charges.period), 'YYYY-MM') as month,
  charges.basis, charges.own, charges.consumption, charges.amount`;

const IS_BENEFIT = sql`coalesce(charges.corrected_line, charges.line) = any(${[...BENEFIT_LINES]}::smallint[])`;

function toLine(
  { own, consumption, amount, basis, ...row }: Stored,
  isReversed: boolean,
): BenefitLine {
  const whole = joinBasis(basis, { own, consumption, amount }) as ChargeBasis;
  return { ...row, isReversed, basis: whole };
}

/** The bases of charges by charge id, where the database still has them. */
export async function findBases(
  db: Db,
  { organizationId, houseId }: BenefitMonth,
  chargeIds: readonly number[],
): Promise<ReadonlyMap<number, ChargeBasis>> {
  if (chargeIds.length === 0) return new Map();
  const { rows } = await sql<
    Pick<Stored, 'basis' | 'own' | 'consumption' | 'amount'> & { id: number }
  >`
    select charges.id, charges.basis, charges.own, charges.consumption, charges.amount
    from explained_charges as charges
    where charges.organization_id = ${organizationId} and charges.house_id = ${houseId}
      and charges.id = any(${chargeIds}::bigint[])
  `.execute(db);
  return new Map(
    rows.map(({ id, basis, ...filling }) => [id, joinBasis(basis, filling) as ChargeBasis]),
  );
}
