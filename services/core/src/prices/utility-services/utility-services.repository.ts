// Utility services in SQL: the catalogue, and organizations' own services.
import type { UtilityService } from '@kvartplata/contracts/core/utility-services.ts';
import type { ChargingMethod } from '@kvartplata/domain/charging/charging-methods.ts';
import { isOfOne, type Organizations } from '@kvartplata/platform/database/of-organizations.ts';
import { sql } from 'kysely';
import type { Db, Trx } from '../../tables.ts';

export type UtilityServiceRow = UtilityService & { readonly version: number };
/** A service of an organization's own. */
export type OwnServiceRow = UtilityServiceRow & { readonly organizationId: number };
/** Identifies an own service. */
export type OwnServiceKey = { readonly organizationId: number; readonly id: number };

/** The editable columns of an own service. */
export type OwnServiceColumns = Pick<
  UtilityService,
  'name' | 'unit' | 'precision' | 'methods' | 'kind'
>;

/** The catalogue and the organization's own services, if one is named, ordered by id. */
export async function listUtilityServices(
  db: Db,
  organizationId: number | undefined,
  page: { readonly afterId: number; readonly limit: number },
): Promise<readonly UtilityServiceRow[]> {
  const { rows } = await sql<UtilityServiceRow>`
    ${SERVICES}
    where utility_services.id > ${page.afterId}
      and (organization_id is null or organization_id = ${organizationId ?? null}::bigint)
    order by utility_services.id
    limit ${page.limit}
  `.execute(db);
  return rows;
}

/** A service of the catalogue, or an own service of one of the organizations. */
export async function findUtilityService(
  db: Db,
  utilityServiceId: number,
  organizations: Organizations,
): Promise<UtilityServiceRow | undefined> {
  const { rows } = await sql<UtilityServiceRow>`
    ${SERVICES}
    where utility_services.id = ${utilityServiceId}
      and (organization_id is null or ${isOfOne(organizations, 'organization_id')})
  `.execute(db);
  return rows[0];
}

/** An organization's own. */
export async function findOwnService(
  db: Db,
  utilityServiceId: number,
  organizations: Organizations,
): Promise<OwnServiceRow | undefined> {
  const found = await findUtilityService(db, utilityServiceId, organizations);
  return found && isOwn(found) ? found : undefined;
}

/** Locked until the transaction ends: no house can choose the service meanwhile. */
export async function lockOwnService(
  trx: Trx,
  { organizationId, id }: OwnServiceKey,
): Promise<OwnServiceRow | undefined> {
  const { rows } = await sql<OwnServiceRow>`
    ${SERVICES}
    where utility_services.id = ${id} and organization_id = ${organizationId}
    for update of utility_services
  `.execute(trx);
  return rows[0];
}

export async function drawServiceId(trx: Trx): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select nextval('utility_service_ids') as id
  `.execute(trx);
  return rows[0]?.id ?? 0;
}

/** @throws a violation of `utility_services_own_name_unique` */
export async function insertOwnService(
  trx: Trx,
  { organizationId, id }: OwnServiceKey,
  columns: OwnServiceColumns,
): Promise<void> {
  await trx
    .insertInto('utilityServices')
    .values({ id, organizationId, code: `own-${id}`, ...columns })
    .execute();
}

/** @throws a violation of `utility_services_own_name_unique` */
export async function updateOwnService(
  trx: Trx,
  { organizationId, id }: OwnServiceKey,
  columns: OwnServiceColumns,
): Promise<void> {
  await trx
    .updateTable('utilityServices')
    .set({ ...columns, version: sql`version + 1` })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute();
}

/** Bumps the version of every house that has the service: snapshots that were read before are outdated. */
export async function countChange(trx: Trx, { organizationId, id }: OwnServiceKey): Promise<void> {
  await sql`select app.count_own_service(${organizationId}, ${id})`.execute(trx);
}

export async function deleteOwnService(
  trx: Trx,
  { organizationId, id }: OwnServiceKey,
): Promise<void> {
  await trx
    .deleteFrom('utilityServices')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute();
}

/** Whether, ignoring case, the catalogue has a service with this name, or any service of the organization has it as its code. */
export async function isTakenName(
  trx: Trx,
  organizationId: number,
  name: string,
): Promise<boolean> {
  const { rows } = await sql`
    select id from utility_services
    where (organization_id is null or organization_id = ${organizationId})
      and lower(${name} collate "und-x-icu")
        in (code, case when organization_id is null then lower(name collate "und-x-icu") end)
  `.execute(trx);
  return rows.length > 0;
}

/** The methods by which houses of the organization are charged for the service. */
export async function listMethodsInUse(
  trx: Trx,
  { organizationId, id }: OwnServiceKey,
): Promise<readonly ChargingMethod[]> {
  const rows = await trx
    .selectFrom('houseServices')
    .select('method')
    .distinct()
    .where('organizationId', '=', organizationId)
    .where('utilityServiceId', '=', id)
    .execute();
  return rows.map(({ method }) => method);
}

function isOwn(row: UtilityServiceRow): row is OwnServiceRow {
  return row.organizationId !== null;
}

const SERVICES = sql`
  select id, organization_id, code, name, unit, precision, kind,
    case when everyday_name_ru is not null
      then json_build_object('ru', everyday_name_ru, 'en', everyday_name_en) end as everyday_name,
    drains_into, common_needs_of, hours_of,
    follows_absence, counts_unverified, quality_standard,
    methods, components, coefficient_allowed, version,
    (
      select coalesce(json_agg(json_build_object(
        'value', coefficients.value::text, 'validFrom', coefficients.valid_from, 'validTo', coefficients.valid_to,
        'basis', coefficients.basis) order by coefficients.valid_from), '[]')
      from utility_service_coefficients as coefficients
      where coefficients.utility_service_id = utility_services.id
    ) as coefficients
  from utility_services`;
