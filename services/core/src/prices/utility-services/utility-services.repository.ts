// The catalogue of utility services in SQL.
import type { UtilityService } from '@kvartplata/contracts/core/utility-services.ts';
import { sql } from 'kysely';
import type { Db } from '../../tables.ts';

/** In the order of ids. */
export async function listUtilityServices(
  db: Db,
  page: { readonly afterId: number; readonly limit: number },
): Promise<readonly UtilityService[]> {
  const { rows } = await sql<UtilityService>`
    ${SERVICES}
    where utility_services.id > ${page.afterId}
    order by utility_services.id
    limit ${page.limit}
  `.execute(db);
  return rows;
}

export async function findUtilityService(
  db: Db,
  utilityServiceId: number,
): Promise<UtilityService | undefined> {
  const { rows } = await sql<UtilityService>`
    ${SERVICES}
    where utility_services.id = ${utilityServiceId}
  `.execute(db);
  return rows[0];
}

const SERVICES = sql`
  select id, code, name, unit, precision, kind,
    case when everyday_name_ru is not null
      then json_build_object('ru', everyday_name_ru, 'en', everyday_name_en) end as everyday_name,
    drains_into, common_needs_of, hours_of,
    follows_absence, counts_unverified,
    methods, components, coefficient_allowed,
    (
      select coalesce(json_agg(json_build_object(
        'value', coefficients.value::text, 'validFrom', coefficients.valid_from, 'validTo', coefficients.valid_to,
        'basis', coefficients.basis) order by coefficients.valid_from), '[]')
      from utility_service_coefficients as coefficients
      where coefficients.utility_service_id = utility_services.id
    ) as coefficients
  from utility_services`;
