// Core's closing checks of an organization's month, in SQL. Each statement counts all findings and returns a page of them.
import type { TariffGap, UnverifiedMeter } from '@kvartplata/contracts/core/closing-facts.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../tables.ts';

/** Days are `YYYY-MM-DD`. */
export type MonthOf = {
  readonly organizationId: number;
  readonly first: string;
  readonly last: string;
};

/** House and id of the last row of the previous page. */
export type FactsPage = {
  readonly after: readonly [number, number] | undefined;
  readonly limit: number;
};

export type Found<Row> = { readonly count: number; readonly rows: readonly Row[] };

/** Those with an account that was open on any day of the month. */
export async function listOpenHouses(
  db: Db,
  { organizationId, first, last }: MonthOf,
): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select houses.id
    from houses
    where houses.organization_id = ${organizationId} and exists (
      select from personal_accounts
      where personal_accounts.organization_id = ${organizationId} and personal_accounts.house_id = houses.id
        and personal_accounts.opened_on <= ${last}
        and (personal_accounts.closed_on is null or personal_accounts.closed_on >= ${first})
    )
    order by houses.id
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** Meters of the month whose verification ended before the month did, and before they were removed. */
export async function findUnverifiedMeters(
  db: Db,
  { organizationId, first, last }: MonthOf,
  page: FactsPage,
): Promise<Found<UnverifiedMeter>> {
  return findPage(
    db,
    sql`
      select meters.house_id as "houseId", meters.id, meters.id as "meterId",
        meters.house_service_id as "houseServiceId", utility_services.code as "serviceCode",
        utility_services.name as "serviceName", meters.personal_account_id as "personalAccountId",
        personal_accounts.account_number as "accountNumber", rooms.number as "roomNumber", meters.serial_number as "serialNumber",
        meters.verified_until as "verifiedUntil"
      from houses
      join meters on meters.organization_id = ${organizationId} and meters.house_id = houses.id
      join house_services on house_services.organization_id = ${organizationId}
        and house_services.house_id = houses.id and house_services.id = meters.house_service_id
      join utility_services on utility_services.id = house_services.utility_service_id
      left join personal_accounts on personal_accounts.organization_id = ${organizationId}
        and personal_accounts.house_id = houses.id
        and personal_accounts.id = meters.personal_account_id
      left join rooms on rooms.organization_id = ${organizationId} and rooms.house_id = houses.id
        and rooms.id = meters.room_id
      where houses.organization_id = ${organizationId} and meters.verified_until < ${last}
        and meters.installed_on <= ${last}
        and (meters.removed_on is null or meters.removed_on > greatest(meters.verified_until, ${first}::date - 1))
        and (personal_accounts.closed_on is null or personal_accounts.closed_on >= ${first})`,
    page,
  );
}

/**
 * Services with days in the month that no tariff covers, for each component where they have components. Heating that is charged
 * in the season needs a tariff only in its months, and a fixed sum that has had a tariff may be a one-time charge.
 */
export async function findTariffGaps(
  db: Db,
  month: MonthOf,
  page: FactsPage,
): Promise<Found<TariffGap>> {
  return findPage(
    db,
    sql`
      select services.house_id as "houseId", services.id, services.id as "houseServiceId",
        services.code as "serviceCode", services.name as "serviceName",
        (select sum(upper(gap) - lower(gap)) from unnest(gaps.days) as gap)::integer as days,
        lower(gaps.days) as "from", upper(gaps.days) - 1 as "to"
      from (${chargedServices(month)}) as services
      cross join lateral (
        select range_agg(datemultirange(services.days) - coalesce(covered.days, '{}')) as days
        from unnest(services.components) as needed (component)
        cross join lateral (
          select range_agg(daterange(service_tariffs.valid_from, service_tariffs.valid_to, '[]')) as days
          from service_tariffs
          where service_tariffs.organization_id = ${month.organizationId}
            and service_tariffs.house_id = services.house_id and service_tariffs.house_service_id = services.id
            and coalesce(service_tariffs.component, '') = needed.component and service_tariffs.value_group is null
        ) as covered
      ) as gaps
      where not isempty(gaps.days)`,
    page,
  );
}

/** With their days, and the components that need a tariff: a single row without a component where there are none. */
function chargedServices({ organizationId, first, last }: MonthOf): RawBuilder<unknown> {
  const hasComponents = (table: string) => sql`exists (
    select from ${sql.table(table)} as dated
    where dated.organization_id = ${organizationId} and dated.house_id = house_services.house_id
      and dated.house_service_id = house_services.id
      and dated.component is not null and daterange(dated.valid_from, dated.valid_to, '[]') && month.days
  )`;
  const hasTariffs = sql`exists (
    select from service_tariffs
    where service_tariffs.organization_id = ${organizationId} and service_tariffs.house_id = house_services.house_id
      and service_tariffs.house_service_id = house_services.id
  )`;
  return sql`
    select house_services.house_id, house_services.id,
      utility_services.code, utility_services.name,
      daterange(house_services.valid_from, house_services.valid_to, '[]') * month.days as days,
      case when ${hasComponents('serviceTariffs')} or ${hasComponents('serviceNorms')}
        then array['cold', 'heat'] else array[''] end as components
    from (select daterange(${first}, ${last}, '[]') as days) as month
    cross join houses
    join house_services on house_services.organization_id = ${organizationId} and house_services.house_id = houses.id
    join utility_services on utility_services.id = house_services.utility_service_id
    where houses.organization_id = ${organizationId}
      and daterange(house_services.valid_from, house_services.valid_to, '[]') && month.days
      and (coalesce(house_services.heating_mode, 'whole-year') in ('whole-year', 'even-by-meter')
        or app.is_heated(houses.heating_months, houses.heating_seasons, ${first}::date))
      and not (house_services.method = 'fixed' and ${hasTariffs})`;
}

/** @param facts with `houseId` and `id`, by which the rows are ordered and which are left out of the result */
async function findPage<Row>(
  db: Db,
  facts: RawBuilder<unknown>,
  { after, limit }: FactsPage,
): Promise<Found<Row>> {
  const [houseId, id] = after ?? [0, 0];
  const { rows } = await sql<Found<Row>>`
    with facts as materialized (${facts})
    select (select count(*)::integer from facts) as count, coalesce(
      json_agg(to_jsonb(page) - 'id' order by page."houseId", page.id), '[]') as rows
    from (
      select facts.* from facts
      where (facts."houseId", facts.id) > (${houseId}::bigint, ${id}::bigint)
      order by facts."houseId", facts.id
      limit ${limit}
    ) as page
  `.execute(db);
  return rows[0] ?? { count: 0, rows: [] };
}
