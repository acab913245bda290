// What stands for the months of houses, in SQL: the charges of a month, and what corrections have added to them since.
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../tables.ts';

/** Each charge under the month and line that it is for; one that a storno has taken back stands for nothing. */
function standingCharges(
  houseIds: readonly number[],
  months: readonly string[],
): RawBuilder<unknown> {
  return sql`(
    select charges.house_id, charges.period as month, charges.line, charges.id, charges.period,
      charges.personal_account_id, charges.account_number, charges.house_service_id, charges.rate_type,
      charges.consumption, charges.tariff, charges.amount, charges.basis ->> 'rule' as rule,
      charges.basis ->> 'unit' as unit
    from charges
    where charges.house_id = any(${houseIds}::bigint[]) and charges.period = any(${months}::date[])
      and charges.correction_id is null and ${NOT_REVERSED}
    union all
    select charges.house_id, charges.corrected_period, charges.corrected_line, charges.id, charges.period,
      charges.personal_account_id, charges.account_number, charges.house_service_id, charges.rate_type,
      charges.consumption, charges.tariff, charges.amount, charges.basis ->> 'rule', charges.basis ->> 'unit'
    from charges
    where charges.house_id = any(${houseIds}::bigint[]) and charges.corrected_period = any(${months}::date[])
      and ${NOT_REVERSED}
  )`;
}

const NOT_REVERSED = sql`not exists (
  select from stornos where stornos.house_id = charges.house_id and stornos.entry_id = charges.id
)`;

export type StandingChargeRow = {
  readonly id: number;
  readonly personal_account_id: number;
  readonly account_number: string;
  readonly house_service_id: number;
  readonly line: number;
  /** The month that it is charged in, not the one that it stands for. */
  readonly period: string;
  readonly consumption: string;
  readonly tariff: string;
  readonly amount: string;
  readonly rule: string;
  readonly unit: string | null;
};

/** In the order of ids. */
export async function listStandingCharges(
  db: Db,
  houseId: number,
  month: string,
): Promise<readonly StandingChargeRow[]> {
  const { rows } = await sql<StandingChargeRow>`
    select standing.id, standing.personal_account_id, standing.account_number, standing.house_service_id,
      standing.line, standing.period, standing.consumption, standing.tariff, standing.amount, standing.rule,
      standing.unit
    from ${standingCharges([houseId], [month])} as standing
    order by standing.id
  `.execute(db);
  return rows;
}

export type AccountTotalRow = {
  readonly house_id: number;
  readonly personal_account_id: number;
  readonly account_number: string;
  readonly amount: string;
};

/** What stands for each account of the houses in the month. */
export async function sumStandingCharges(
  db: Db,
  houseIds: readonly number[],
  month: string,
): Promise<readonly AccountTotalRow[]> {
  const { rows } = await sql<AccountTotalRow>`
    select standing.house_id, standing.personal_account_id, max(standing.account_number) as account_number,
      sum(standing.amount) as amount
    from ${standingCharges(houseIds, [month])} as standing
    group by standing.house_id, standing.personal_account_id
  `.execute(db);
  return rows;
}

/** What a charge may differ from last month's by before somebody should look at it. */
export type Thresholds = {
  readonly times: number;
  /** Less than this is not worth a look, whatever the ratio. */
  readonly roubles: string;
};

export type OutlierFilter = Thresholds & {
  readonly houseId: number;
  /** The first days of the month and of the one before. */
  readonly month: string;
  readonly monthBefore: string;
  /** Account and service of the last row seen. */
  readonly after: readonly [number, number] | undefined;
  readonly limit: number;
};

export type OutlierRow = {
  readonly personal_account_id: number;
  readonly account_number: string;
  readonly house_service_id: number;
  readonly service_code: string;
  readonly service_name: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly difference: string;
  readonly ratio: string | null;
  readonly why: 'new' | 'gone' | 'jump' | 'drop';
  readonly charge_before: number | null;
  readonly charge_after: number | null;
  readonly rule_before: string | null;
  readonly rule_after: string | null;
};

/** Lines 0 to 2 are the service itself, its excess and its heat; the others take something back. */
const OWN_LINES = 2;

/**
 * The services of accounts whose charges of a month are oddly far from last month's, in the order of accounts. What began
 * or ended for the whole house, or with the account, is not odd.
 */
export async function listOutliers(db: Db, filter: OutlierFilter): Promise<readonly OutlierRow[]> {
  const { houseId, month, monthBefore, times, roubles, after, limit } = filter;
  const { rows } = await sql<OutlierRow>`
    with of_two_months as (
      select standing.personal_account_id, standing.house_service_id, max(standing.account_number) as account_number,
        sum(standing.amount) filter (where standing.month = ${monthBefore}) as before,
        sum(standing.amount) filter (where standing.month = ${month}) as after,
        min(standing.id) filter (where standing.month = ${monthBefore}) as charge_before,
        min(standing.id) filter (where standing.month = ${month}) as charge_after,
        (array_agg(standing.rule order by standing.id) filter (where standing.month = ${monthBefore}))[1] as rule_before,
        (array_agg(standing.rule order by standing.id) filter (where standing.month = ${month}))[1] as rule_after
      from ${standingCharges([houseId], [monthBefore, month])} as standing
      where standing.line <= ${OWN_LINES}
      group by standing.personal_account_id, standing.house_service_id
    ),
    compared as (
      select of_two_months.*, coalesce(after, 0) - coalesce(before, 0) as difference,
        case when before is null then 'new' when after is null then 'gone' when after > before then 'jump' else 'drop' end
          as why,
        count(before) over of_account > 0 and count(after) over of_account > 0
          and count(before) over of_service > 0 and count(after) over of_service > 0 as went_on
      from of_two_months
      window of_account as (partition by personal_account_id), of_service as (partition by house_service_id)
    )
    select compared.personal_account_id, compared.account_number, compared.house_service_id,
      charged_services.code as service_code, charged_services.name as service_name, compared.before, compared.after,
      compared.difference, round(compared.after / nullif(compared.before, 0), 2) as ratio, compared.why,
      compared.charge_before, compared.charge_after, compared.rule_before, compared.rule_after
    from compared
    join charged_services on charged_services.house_id = ${houseId}
      and charged_services.house_service_id = compared.house_service_id
    where abs(compared.difference) >= ${roubles}::numeric
      and case when compared.why in ('new', 'gone') then compared.went_on
        else greatest(compared.before, compared.after) >= ${times} * least(compared.before, compared.after) end
      and ${
        after === undefined
          ? sql`true`
          : sql`(compared.personal_account_id, compared.house_service_id) > (${after[0]}, ${after[1]})`
      }
    order by compared.personal_account_id, compared.house_service_id
    limit ${limit}
  `.execute(db);
  return rows;
}
