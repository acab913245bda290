// Tariffs and norms in SQL: two tables with the same columns.
import type { Component } from '@kvartplata/domain/charging/house-facts.ts';
import type { UtilityService } from '@kvartplata/contracts/core/utility-services.ts';
import { sql } from 'kysely';
import { isOfOne, type Organizations } from '@kvartplata/platform/database/of-organizations.ts';
import type { HousePlace } from '../../access/places.ts';
import type { Db, Trx } from '../../tables.ts';
import type { Steps } from './house-services.table.ts';

export type DatedValuesTableName = 'serviceTariffs' | 'serviceNorms';

export type DatedValueRow = {
  readonly id: number;
  readonly houseServiceId: number;
  readonly component: Component | null;
  readonly group: string | null;
  readonly value: string;
  readonly steps: Steps;
  readonly basis: string;
  readonly validFrom: string;
  readonly validTo: string | null;
  readonly version: number;
};
export type DatedValueFields = Omit<DatedValueRow, 'id' | 'houseServiceId' | 'version'>;

/** Identifies a value. */
export type DatedValueKey = HousePlace & { readonly id: number };
/** Identifies the house service that values belong to. */
export type ServiceKey = HousePlace & { readonly houseServiceId: number };
/** What a value belongs to, found by its id alone. */
export type DatedValuePlace = ServiceKey & ServiceOfValues;
/** The catalogue's facts that decide which values the service may have. */
export type ServiceOfValues = Pick<UtilityService, 'components' | 'methods' | 'hoursOf'>;

/** The position of a value in the list of its service; values of several groups may begin on one day. */
export type ListPosition = {
  readonly componentRank: number;
  readonly validFrom: string;
  readonly id: number;
};

/** For all services of a house, ordered by id. */
export async function listDatedValuesOfHouse(
  db: Db,
  table: DatedValuesTableName,
  { organizationId, houseId }: HousePlace,
  page: { readonly afterId: number; readonly limit: number },
): Promise<DatedValueRow[]> {
  const { rows } = await sql<DatedValueRow>`
    select ${COLUMNS}
    from ${sql.table(table)}
    where organization_id = ${organizationId} and house_id = ${houseId} and id > ${page.afterId}
    order by id
    limit ${page.limit}
  `.execute(db);
  return rows;
}

/** Ordered by component, then by day. */
export async function listDatedValues(
  db: Db,
  table: DatedValuesTableName,
  { organizationId, houseId, houseServiceId }: ServiceKey,
  page: { readonly after: ListPosition; readonly limit: number },
): Promise<(DatedValueRow & ListPosition)[]> {
  const { after, limit } = page;
  const { rows } = await sql<DatedValueRow & ListPosition>`
    select ${COLUMNS}, ${COMPONENT_RANK} as component_rank
    from ${sql.table(table)}
    where organization_id = ${organizationId} and house_id = ${houseId} and house_service_id = ${houseServiceId}
      and (${COMPONENT_RANK}, valid_from, id)
        > (${after.componentRank}::bigint, ${after.validFrom}::date, ${after.id}::bigint)
    order by ${COMPONENT_RANK}, valid_from, id
    limit ${limit}
  `.execute(db);
  return rows;
}

export async function findDatedValuePlace(
  db: Db,
  table: DatedValuesTableName,
  id: number,
  organizations: Organizations,
): Promise<DatedValuePlace | undefined> {
  const { rows } = await sql<DatedValuePlace>`
    select
      dated_value.organization_id, dated_value.house_id, dated_value.house_service_id,
      utility_services.components, utility_services.methods, utility_services.hours_of
    from ${sql.table(table)} as dated_value
    join house_services on house_services.organization_id = dated_value.organization_id
      and house_services.house_id = dated_value.house_id
      and house_services.id = dated_value.house_service_id
    join utility_services on utility_services.id = house_services.utility_service_id
    where dated_value.id = ${id} and ${isOfOne(organizations, 'dated_value.organization_id')}
  `.execute(db);
  return rows[0];
}

export async function findDatedValue(
  db: Db,
  table: DatedValuesTableName,
  { organizationId, houseId, id }: DatedValueKey,
): Promise<DatedValueRow | undefined> {
  const { rows } = await sql<DatedValueRow>`
    select ${COLUMNS} from ${sql.table(table)} where organization_id = ${organizationId} and house_id = ${houseId}
      and id = ${id}
  `.execute(db);
  return rows[0];
}

/** Locked until the transaction ends. */
export async function lockDatedValue(
  trx: Trx,
  table: DatedValuesTableName,
  { organizationId, houseId, id }: DatedValueKey,
): Promise<DatedValueRow | undefined> {
  const { rows } = await sql<DatedValueRow>`
    select ${COLUMNS} from ${sql.table(table)} where organization_id = ${organizationId} and house_id = ${houseId}
      and id = ${id} for update
  `.execute(trx);
  return rows[0];
}

/** The value of the component and group that began before the day and has no last day, locked until the transaction ends. */
export async function lockOpenDatedValue(
  trx: Trx,
  table: DatedValuesTableName,
  { organizationId, houseId, houseServiceId }: ServiceKey,
  { component, group, validFrom }: Pick<DatedValueFields, 'component' | 'group' | 'validFrom'>,
): Promise<DatedValueRow | undefined> {
  const { rows } = await sql<DatedValueRow>`
    select ${COLUMNS}
    from ${sql.table(table)}
    where organization_id = ${organizationId} and house_id = ${houseId} and house_service_id = ${houseServiceId}
      and component is not distinct from ${component} and value_group is not distinct from ${group}
      and valid_from < ${validFrom} and valid_to is null
    for update
  `.execute(trx);
  return rows[0];
}

export async function insertDatedValue(
  trx: Trx,
  table: DatedValuesTableName,
  { organizationId, houseId, houseServiceId }: ServiceKey,
  { component, group, value, steps, basis, validFrom, validTo }: DatedValueFields,
): Promise<DatedValueRow> {
  const { rows } = await sql<DatedValueRow>`
    insert into ${sql.table(table)} (organization_id, house_id, house_service_id, component, value_group, value, steps,
      basis, valid_from, valid_to)
    values (${organizationId}, ${houseId}, ${houseServiceId}, ${component}, ${group}, ${value},
      ${JSON.stringify(steps)}::jsonb, ${basis}, ${validFrom}, ${validTo})
    returning ${COLUMNS}
  `.execute(trx);
  return single(rows);
}

export async function updateDatedValue(
  trx: Trx,
  table: DatedValuesTableName,
  { organizationId, houseId, id }: DatedValueKey,
  { component, group, value, steps, basis, validFrom, validTo }: DatedValueFields,
): Promise<DatedValueRow> {
  const { rows } = await sql<DatedValueRow>`
    update ${sql.table(table)}
    set component = ${component}, value_group = ${group}, value = ${value}, steps = ${JSON.stringify(steps)}::jsonb,
      basis = ${basis}, valid_from = ${validFrom}, valid_to = ${validTo}, version = version + 1
    where organization_id = ${organizationId} and house_id = ${houseId} and id = ${id}
    returning ${COLUMNS}
  `.execute(trx);
  return single(rows);
}

export async function deleteDatedValue(
  trx: Trx,
  table: DatedValuesTableName,
  { organizationId, houseId, id }: DatedValueKey,
): Promise<void> {
  await sql`
    delete from ${sql.table(table)}
    where organization_id = ${organizationId} and house_id = ${houseId} and id = ${id}
  `.execute(trx);
}

const COLUMNS = sql`id, house_service_id, component, value_group as "group", value, steps, basis,
  valid_from, valid_to, version`;

const COMPONENT_RANK = sql`case component when 'cold' then 1 when 'heat' then 2 else 0 end`;

function single<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('a statement that writes a row returned none');
  return row;
}
