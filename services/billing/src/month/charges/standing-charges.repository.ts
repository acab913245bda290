// The standing charges of house months in SQL: the charges of a month with later corrections of it, and those of them that are
// oddly far from the month before.
import { YEAR_LINES } from '@kvartplata/domain/charging/charge-line.ts';
import { rowsOfJson } from '@kvartplata/platform/database/names.ts';
import type { HousesOf } from '@kvartplata/platform/database/of-organizations.ts';
import { sql, type RawBuilder } from 'kysely';
import { accountNumberOf, notReversed } from '../../access/scope.ts';
import type { Db } from '../../tables.ts';

/**
 * Each charge by the month and line that it is for, without charges reversed by a storno. Charges from the recalculation of a
 * year belong to none of its months.
 */
function standingCharges(
  { organizationId, houseIds }: HousesOf,
  months: readonly string[],
): RawBuilder<unknown> {
  return sql`(
    select charges.organization_id, charges.house_id, charges.period as month, charges.line, charges.id, charges.period,
      charges.personal_account_id, charges.house_service_id, charges.consumption, charges.amount,
      charges.tariff, charges.rule, charges.unit
    from explained_charges as charges
    where charges.organization_id = ${organizationId} and charges.house_id = any(${houseIds}::bigint[])
      and charges.period = any(${months}::date[]) and charges.template > 0 and ${notReversed(organizationId, 'charges')}
    union all
    select charges.organization_id, charges.house_id, charges.corrected_period, charges.corrected_line,
      charges.id, charges.period, charges.personal_account_id, charges.house_service_id,
      charges.consumption,
      charges.amount, charges.tariff, charges.rule, charges.unit
    from explained_charges as charges
    where charges.organization_id = ${organizationId} and charges.house_id = any(${houseIds}::bigint[])
      and charges.corrected_period = any(${months}::date[]) and charges.template < 0 and ${notReversed(organizationId, 'charges')}
      and charges.corrected_line <> all(${[...YEAR_LINES]}::smallint[])
  )`;
}

export type StandingChargeRow = {
  readonly id: number;
  readonly personalAccountId: number;
  readonly accountNumber: string;
  readonly houseServiceId: number;
  readonly line: number;
  /** The month in which it is charged, not the month that it is for. */
  readonly period: string;
  readonly consumption: string;
  readonly tariff: string;
  readonly amount: string;
  readonly rule: string;
  readonly unit: string | null;
};

/** Ordered by id. */
export async function listStandingCharges(
  db: Db,
  houses: HousesOf,
  month: string,
): Promise<readonly StandingChargeRow[]> {
  const { rows } = await sql<StandingChargeRow>`
    select standing.id, standing.personal_account_id,
      ${accountNumberOf('standing', 'period', [houses.organizationId])} as account_number,
      standing.house_service_id,
      standing.line, standing.period, standing.consumption, standing.tariff, standing.amount, standing.rule,
      standing.unit
    from ${standingCharges(houses, [month])} as standing
    order by standing.id
  `.execute(db);
  return rows;
}

export type AccountTotalRow = {
  readonly houseId: number;
  readonly personalAccountId: number;
  readonly accountNumber: string;
  readonly amount: string;
};

/** The standing sums of each account of the houses in the month. */
export async function sumStandingCharges(
  db: Db,
  houses: HousesOf,
  month: string,
): Promise<readonly AccountTotalRow[]> {
  const { rows } = await sql<AccountTotalRow>`
    select sums.house_id, sums.personal_account_id, ${accountNumberOf('sums', 'month', [houses.organizationId])} as account_number, sums.amount
    from (
      select standing.organization_id, standing.house_id, standing.personal_account_id, standing.month,
        sum(standing.amount) as amount
      from ${standingCharges(houses, [month])} as standing
      group by standing.organization_id, standing.house_id, standing.personal_account_id, standing.month
    ) as sums
  `.execute(db);
  return rows;
}

/** How far a charge may differ from last month's before somebody should look at it. */
export type Thresholds = {
  readonly times: number;
  /** A smaller difference is not worth a look, whatever the ratio. */
  readonly roubles: string;
};

/** The first days of a month and of the one before. */
export type TwoMonths = { readonly month: string; readonly monthBefore: string };

export type OddCharges = Thresholds & HousesOf & TwoMonths;

/** A service of an account. */
export type OutlierKey = {
  readonly houseId: number;
  readonly personalAccountId: number;
  readonly houseServiceId: number;
};

export type OutlierRow = OutlierKey & {
  readonly accountNumber: string;
  readonly serviceCode: string;
  readonly serviceName: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly difference: string;
  readonly ratio: string | null;
  readonly why: 'new' | 'gone' | 'jump' | 'drop';
  readonly chargeBefore: number | null;
  readonly chargeAfter: number | null;
  readonly ruleBefore: string | null;
  readonly ruleAfter: string | null;
};

/** Lines 0 to 2 are the service itself, its excess and its heat; the others take something back. */
const OWN_LINES = 2;

/**
 * The services of accounts whose charges of a month are oddly far from last month's, ordered by house, account and service.
 * Services that began or ended for the whole house, or with the account, are not odd.
 */
export async function findOutliers(db: Db, odd: OddCharges): Promise<readonly OutlierKey[]> {
  const { rows } = await sql<OutlierKey>`
    with of_two_months as materialized (
      select standing.house_id, standing.personal_account_id, standing.house_service_id,
        sum(standing.amount) filter (where standing.month = ${odd.monthBefore}) as before,
        sum(standing.amount) filter (where standing.month = ${odd.month}) as after
      from ${amountsOf(odd)} as standing
      group by standing.house_id, standing.personal_account_id, standing.house_service_id
    ),
    went_on_accounts as (
      select house_id, personal_account_id from of_two_months
      group by house_id, personal_account_id having count(before) > 0 and count(after) > 0
    ),
    went_on_services as (
      select house_id, house_service_id from of_two_months
      group by house_id, house_service_id having count(before) > 0 and count(after) > 0
    )
    select house_id, personal_account_id, house_service_id
    from of_two_months
    where abs(coalesce(after, 0) - coalesce(before, 0)) >= ${odd.roubles}::numeric
      and case when before is null or after is null
        then (house_id, personal_account_id) in (select house_id, personal_account_id from went_on_accounts)
          and (house_id, house_service_id) in (select house_id, house_service_id from went_on_services)
        else greatest(before, after) >= ${odd.times} * least(before, after) end
    order by house_id, personal_account_id, house_service_id
  `.execute(db);
  return rows;
}

/** What was charged in either month for the services of the named accounts, ordered by house, account and service. */
export async function listOutlierRows(
  db: Db,
  { organizationId, month, monthBefore }: TwoMonths & Pick<HousesOf, 'organizationId'>,
  keys: readonly OutlierKey[],
): Promise<readonly OutlierRow[]> {
  if (keys.length === 0) return [];
  const houseIds = [...new Set(keys.map(({ houseId }) => houseId))];
  const standing = standingCharges({ organizationId, houseIds }, [monthBefore, month]);
  const chargedIn = (ofMonth: string) => sql`lateral (
    select sum(standing.amount) as amount, (array_agg(standing.id order by standing.id))[1] as id,
      (array_agg(standing.rule order by standing.id))[1] as rule
    from ${standing} as standing
    where standing.house_id = named.house_id and standing.personal_account_id = named.personal_account_id
      and standing.house_service_id = named.house_service_id and standing.month = ${ofMonth}
      and standing.line <= ${OWN_LINES}
  )`;
  const { rows } = await sql<{ readonly rows: readonly OutlierRow[] }>`
    with page as materialized (
      select named.*, earlier.amount as before, later.amount as after, earlier.id as charge_before,
        later.id as charge_after, earlier.rule as rule_before, later.rule as rule_after,
        coalesce(later.amount, 0) - coalesce(earlier.amount, 0) as difference,
        ${organizationId}::bigint as organization_id,
        case when later.amount is null then ${monthBefore}::date else ${month}::date end as month
      from unnest(
        ${keys.map(({ houseId }) => houseId)}::bigint[],
        ${keys.map(({ personalAccountId }) => personalAccountId)}::bigint[],
        ${keys.map(({ houseServiceId }) => houseServiceId)}::bigint[]
      ) as named (house_id, personal_account_id, house_service_id)
      cross join ${chargedIn(monthBefore)} as earlier
      cross join ${chargedIn(month)} as later
    ),
    told as (
      select page.house_id, page.personal_account_id, ${accountNumberOf('page', 'month', [organizationId])} as account_number,
        page.house_service_id,
        charged_services.code as service_code, charged_services.name as service_name, page.before::text,
        page.after::text, page.difference::text, round(page.after / nullif(page.before, 0), 2)::text as ratio,
        case when before is null then 'new' when after is null then 'gone' when after > before then 'jump' else 'drop' end
          as why,
        page.charge_before, page.charge_after, page.rule_before, page.rule_after
      from page
      join charged_services on charged_services.organization_id = ${organizationId}
        and charged_services.house_id = page.house_id
        and charged_services.house_service_id = page.house_service_id
    )
    select coalesce(json_agg(told order by told.house_id, told.personal_account_id, told.house_service_id), '[]') as rows
    from told
  `.execute(db);
  return rowsOfJson(rows[0]?.rows ?? []);
}

/** The sums of the own lines, as in `standingCharges`, without what describes a charge. */
function amountsOf({
  organizationId,
  houseIds,
  month,
  monthBefore,
}: OddCharges): RawBuilder<unknown> {
  const months = [monthBefore, month];
  return sql`(
    select charges.house_id, charges.period as month, charges.personal_account_id, charges.house_service_id,
      charges.amount
    from charges
    where charges.organization_id = ${organizationId} and charges.house_id = any(${houseIds}::bigint[])
      and charges.period = any(${months}::date[]) and charges.template > 0 and charges.line <= ${OWN_LINES}
      and ${notReversed(organizationId, 'charges')}
    union all
    select charges.house_id, charge_templates.corrected_period, charges.personal_account_id,
      charges.house_service_id, charges.amount
    from charge_templates
    join charges on charges.organization_id = charge_templates.organization_id
      and charges.house_id = charge_templates.house_id and charges.period = charge_templates.period
      and charges.template = charge_templates.number
    where charge_templates.organization_id = ${organizationId}
      and charge_templates.house_id = any(${houseIds}::bigint[])
      and charge_templates.corrected_period = any(${months}::date[]) and charge_templates.corrected_line <= ${OWN_LINES}
      and ${notReversed(organizationId, 'charges')}
  )`;
}
