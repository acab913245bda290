// The booked benefit lines of a house's month, in SQL.
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
  /** The volume of the service's own line beside it; null for a correction. */
  readonly volume: string | null;
  readonly basis: ChargeBasis;
};

type Stored = Omit<BenefitLine, 'basis'> & {
  readonly basis: Template;
  readonly own: string;
  readonly consumption: string;
  readonly amount: string;
};

/** Lines of the month itself and those that corrections have booked in it, except what was reversed since. */
export async function listBenefitLines(
  db: Db,
  { organizationId, houseId, period }: BenefitMonth,
): Promise<readonly BenefitLine[]> {
  const { rows } = await sql<Stored>`
    select charges.personal_account_id, charged_services.name as service_name,
      coalesce(charges.unit, charged_services.unit) as unit,
      to_char(coalesce(charges.corrected_period, charges.period), 'YYYY-MM') as month,
      (
        select service.consumption::text from charges as service
        where charges.template > 0 and service.organization_id = ${organizationId} and service.house_id = ${houseId}
          and service.period = ${period}::date and service.personal_account_id = charges.personal_account_id
          and service.house_service_id = charges.house_service_id
          and service.line = case charges.line when ${LINE.benefit}::smallint then ${LINE.service}::smallint
            else ${LINE.heat}::smallint end
      ) as volume,
      charges.basis, charges.own, charges.consumption, charges.amount
    from explained_charges as charges
    join house_months on house_months.organization_id = ${organizationId} and house_months.house_id = ${houseId}
      and house_months.period = charges.period and house_months.applied_at is not null
    join charged_services on charged_services.organization_id = ${organizationId}
      and charged_services.house_id = ${houseId} and charged_services.house_service_id = charges.house_service_id
    where charges.organization_id = ${organizationId} and charges.house_id = ${houseId}
      and charges.period = ${period}::date
      and coalesce(charges.corrected_line, charges.line) = any(${[...BENEFIT_LINES]}::smallint[])
      and not exists (
        select from stornos
        where stornos.organization_id = ${organizationId} and stornos.house_id = ${houseId}
          and stornos.entry_id = charges.id
      )
    order by charges.personal_account_id, charges.house_service_id, charges.line
  `.execute(db);
  return rows.map(toLine);
}

function toLine({ own, consumption, amount, basis, ...row }: Stored): BenefitLine {
  return { ...row, basis: joinBasis(basis, { own, consumption, amount }) as ChargeBasis };
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
