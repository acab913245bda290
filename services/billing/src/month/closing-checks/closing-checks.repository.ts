// The remarks about a month before it is closed, in SQL. Each statement reads the month's rows once, counts the remarks, and
// returns a page of them with what a person needs to look further.
import type { SkipCode } from '@kvartplata/contracts/billing/skipped-accounts.ts';
import type { HouseBasis } from '@kvartplata/domain/charging/charge-line.ts';
import type { ReasonFacts } from '@kvartplata/domain/charging/uncomputable.ts';
import { COMMON_NEEDS, methodsWith } from '@kvartplata/domain/charging/methods/methods.ts';
import { formatScaled, parseScaled } from '@kvartplata/domain/money/scaled.ts';
import { rowsOfJson } from '@kvartplata/platform/database/names.ts';
import { sql, type RawBuilder } from 'kysely';
import { accountNumberOf } from '../../access/scope.ts';
import type { OwnCycle } from '../../books/cycles/cycles.repository.ts';
import type { Db } from '../../tables.ts';
import { joinBasis, type Filling, type Template } from '../basis-template.ts';
import { unreadNowOf, type UnreadNow } from './unread-now.ts';

const METERED = methodsWith(({ meters }) => meters !== undefined);
const INDIVIDUALLY_METERED = methodsWith(({ meters }) => meters === 'individual');

export type CheckedMonth = {
  readonly cycleId: number;
  readonly organizationId: number;
  /** Its first day. */
  readonly month: string;
  /** The calendar day. */
  readonly today: Temporal.PlainDate;
  /** Whether the month is being closed: then everything is read in full rather than from stored sums. */
  readonly isClosing?: boolean;
};

export type RemarksPage = {
  /** The key of the last row of the previous page. */
  readonly after: readonly number[] | undefined;
  readonly limit: number;
};

export type Found<Row> = { readonly count: number; readonly rows: readonly Row[] };

export type MissingReadingRow = UnreadNow & {
  readonly houseId: number;
  /** 0: the meter is the house's, not the account's or, for heating, its room's. */
  readonly accountId: number;
  /** Below zero where nothing was charged. */
  readonly serviceKey: number;
  readonly chargeId: number | null;
  readonly accountNumber: string | null;
  readonly serviceCode: string | null;
  readonly serviceName: string | null;
  readonly rule: string | null;
  /** Why nothing was charged, and the reason's parameters. */
  readonly reason: SkipCode | null;
  readonly facts: ReasonFacts | null;
};

/** For a house-wide service: readings are missing for meters of the account's room, or for those of the house. */
const OF_ROOM = '$.unread[*] ? (@.because == "reading-missing" && @.ofRoom == true)';
const OF_HOUSE = '$.unread[*] ? (@.because == "reading-missing" && !exists(@.ofRoom))';

/**
 * Services charged by an estimate, by account or, for a house-wide meter, by house; and accounts that could not be charged
 * because a reading is missing.
 */
export async function findMissingReadings(
  db: Db,
  { cycleId, organizationId, month }: CheckedMonth,
  page: RemarksPage,
): Promise<Found<MissingReadingRow>> {
  const remarks = sql`
    select charges.house_id,
      case when missing.is_own then charges.personal_account_id else 0 end as account_id,
      charges.house_service_id as service_key, min(charges.personal_account_id) as shown_account, null::text as reason,
      null::jsonb as facts
    from explained_charges as charges
    cross join (values (true), (false)) as missing (is_own)
    where charges.organization_id = ${organizationId} and charges.period = ${month}
      and charges.house_id in (${housesOf({ organizationId, cycleId })})
      and charges.template > 0 and charges.rate_type = any(${METERED}::text[])
      and charges.reading_missing and charges.line = 0
      and case when charges.rate_type = any(${INDIVIDUALLY_METERED}::text[]) then missing.is_own
        else charges.basis @? (case when missing.is_own then ${OF_ROOM} else ${OF_HOUSE} end)::jsonpath end
    group by 1, 2, 3
    union all
    select skipped_accounts.house_id,
      case when skipped_accounts.reason like 'house-%' then 0 else skipped_accounts.personal_account_id end,
      -min(skipped_accounts.line), null, skipped_accounts.reason,
      (array_agg(skipped_accounts.facts order by skipped_accounts.personal_account_id, skipped_accounts.line))[1]
    from skipped_accounts
    where skipped_accounts.organization_id = ${organizationId} and skipped_accounts.period = ${month}
      and skipped_accounts.house_id in (${housesOf({ organizationId, cycleId })})
      and skipped_accounts.reason in ('reading-missing', 'house-reading-missing')
    group by 1, 2, skipped_accounts.reason`;
  const told = sql`
    select page.*, charges.id as charge_id, ${accountNumberOf('charges', 'period', [organizationId])} as account_number,
      charged_services.code as service_code, charged_services.name as service_name, charges.rule,
      charges.basis -> 'unread' as unread, charges.own, charges.consumption::text, charges.amount::text
    from page
    left join explained_charges as charges on charges.organization_id = ${organizationId}
      and charges.house_id = page.house_id and charges.period = ${month}
      and charges.personal_account_id = page.shown_account and charges.house_service_id = page.service_key
      and charges.line = 0
    left join charged_services on charged_services.organization_id = ${organizationId}
      and charged_services.house_id = page.house_id
      and charged_services.house_service_id = page.service_key`;
  const key = ['houseId', 'accountId', 'serviceKey'];
  const { count, rows } = await readPage<UnreadRow>(db, { remarks, told, key }, page);
  return { count, rows: rows.map(missingReadingOf) };
}

type UnreadRow = Omit<MissingReadingRow, keyof UnreadNow> & Filling & { readonly unread: Template };

function missingReadingOf({
  unread,
  own,
  consumption,
  amount,
  ...row
}: UnreadRow): MissingReadingRow {
  const filling = { own, consumption, amount };
  return { ...row, ...unreadNowOf(unread, filling, row.accountId !== 0) };
}

export type OverNormRow = {
  readonly houseId: number;
  readonly houseServiceId: number;
  readonly chargeId: number;
  readonly serviceCode: string;
  readonly serviceName: string;
  readonly unit: string;
  /** Volumes as in their charges. */
  readonly limit: string;
  readonly over: string;
};

/** Common-house needs limited to their norm, one row per house and service: the organization pays the rest. */
export async function findOdnOverNorm(
  db: Db,
  { cycleId, organizationId, month }: CheckedMonth,
  page: RemarksPage,
): Promise<Found<OverNormRow>> {
  const remarks = sql`
    select charges.house_id, charges.house_service_id, min(charges.personal_account_id) as shown_account
    from explained_charges as charges
    where charges.organization_id = ${organizationId} and charges.period = ${month}
      and charges.house_id in (${housesOf({ organizationId, cycleId })})
      and charges.template > 0 and charges.rate_type = any(${COMMON_NEEDS}::text[])
      and charges.rule = 'odn-capped' and charges.line = 0
    group by charges.house_id, charges.house_service_id`;
  const told = sql`
    select page.*, charges.id as charge_id, charged_services.code as service_code,
      charged_services.name as service_name, charged_services.unit, charges.basis -> 'house' as house,
      charges.own, charges.consumption::text, charges.amount::text
    from page
    join explained_charges as charges on charges.organization_id = ${organizationId}
      and charges.house_id = page.house_id and charges.period = ${month}
      and charges.personal_account_id = page.shown_account and charges.house_service_id = page.house_service_id
      and charges.line = 0
    join charged_services on charged_services.organization_id = ${organizationId}
      and charged_services.house_id = page.house_id
      and charged_services.house_service_id = page.house_service_id`;
  const key = ['houseId', 'houseServiceId'];
  const { count, rows } = await readPage<CappedRow>(db, { remarks, told, key }, page);
  return { count, rows: rows.map(overNormRowOf) };
}

type CappedRow = Omit<OverNormRow, 'limit' | 'over'> & Filling & { readonly house: Template };

function overNormRowOf({ house, own, consumption, amount, ...row }: CappedRow): OverNormRow {
  return { ...row, ...overNormOf(joinBasis(house, { own, consumption, amount }) as HouseBasis) };
}

/** With as many decimal places as the inputs. */
function overNormOf({ volume = '0', individualVolumes = '0', limit = '0' }: HouseBasis) {
  const places = Math.max(
    ...[volume, individualVolumes, limit].map((text) => text.split('.')[1]?.length ?? 0),
  );
  const [whole, individual, most] = [volume, individualVolumes, limit].map((text) =>
    parseScaled(text, places),
  ) as [bigint, bigint, bigint];
  return { limit, over: formatScaled(whole - individual - most, places) };
}

export type NotChargedRow = {
  readonly houseId: number;
  /** 0: the whole house was not computed, and there is no reason. */
  readonly accountId: number;
  /** Null for an account that was never charged. */
  readonly accountNumber: string | null;
  readonly line: number;
  readonly reason: SkipCode | null;
  readonly facts: ReasonFacts | null;
};

/** @param openHouseIds the houses that have open accounts in the month */
export async function findNotCharged(
  db: Db,
  { cycleId, organizationId, month }: CheckedMonth,
  openHouseIds: readonly number[],
  page: RemarksPage,
): Promise<Found<NotChargedRow>> {
  const remarks = sql`
    select skipped_accounts.house_id, skipped_accounts.personal_account_id as account_id, skipped_accounts.line,
      skipped_accounts.reason, skipped_accounts.facts
    from skipped_accounts
    where skipped_accounts.organization_id = ${organizationId} and skipped_accounts.period = ${month}
      and skipped_accounts.house_id in (${housesOf({ organizationId, cycleId })})
    union all
    select open_house_id, 0, 0, null, null
    from unnest(${openHouseIds}::bigint[]) as open_house_id
    where not exists (
      select from house_months
      where house_months.organization_id = ${organizationId} and house_months.house_id = open_house_id
        and house_months.period = ${month}
        and house_months.computed_at is not null
    )`;
  const told = sql`
    select page.house_id, page.account_id, page.line, page.reason, page.facts,
      ${accountNumberOf('page', 'period', [organizationId])} as account_number
    from (
      select page.*, ${organizationId}::bigint as organization_id, page.account_id as personal_account_id,
        ${month}::date as period
      from page
    ) as page`;
  return readPage(db, { remarks, told, key: ['houseId', 'accountId', 'line'] }, page);
}

export type NothingChargedRow = {
  readonly houseId: number;
  readonly houseServiceId: number;
  readonly serviceCode: string | null;
  readonly serviceName: string | null;
};

/** Idle services: they charge nothing to anybody of a house, although they should. */
export async function findNothingCharged(
  db: Db,
  { cycleId, organizationId }: CheckedMonth,
  page: RemarksPage,
): Promise<Found<NothingChargedRow>> {
  const remarks = sql`
    select house_months.house_id, house_service_id
    from house_months
    cross join unnest(house_months.idle_services) as house_service_id
    where house_months.organization_id = ${organizationId} and house_months.billing_cycle_id = ${cycleId}`;
  const told = sql`
    select page.*, charged_services.code as service_code, charged_services.name as service_name
    from page
    left join charged_services on charged_services.organization_id = ${organizationId}
      and charged_services.house_id = page.house_id
      and charged_services.house_service_id = page.house_service_id`;
  return readPage(db, { remarks, told, key: ['houseId', 'houseServiceId'] }, page);
}

export type UnidentifiedRow = {
  readonly id: number;
  readonly amount: string;
  readonly paidOn: string;
  readonly payer: string | null;
};

/** Payments received by the month's end that are still unidentified. */
export async function findUnidentified(
  db: Db,
  { organizationId, month }: CheckedMonth,
  page: RemarksPage,
): Promise<Found<UnidentifiedRow>> {
  const remarks = sql`
    select unidentified_payments.id, payment_import_rows.amount::text, payment_import_rows.paid_on, payment_import_rows.payer
    from unidentified_payments
    join payment_import_rows on payment_import_rows.organization_id = unidentified_payments.organization_id
      and payment_import_rows.import_id = unidentified_payments.import_id
      and payment_import_rows.line = unidentified_payments.line
    where unidentified_payments.organization_id = ${organizationId} and unidentified_payments.status = 'WAITING'
      and payment_import_rows.paid_on < ${month}::date + interval '1 month'`;
  return readPage(db, { remarks, told: sql`select page.* from page`, key: ['id'] }, page);
}

export type WaitingAdjustmentRow = {
  readonly id: number;
  readonly houseId: number;
  readonly personalAccountId: number;
  /** `YYYY-MM` */
  readonly period: string;
  readonly amount: string;
  readonly reason: string;
};

/** Unbooked adjustments that concern the month or an earlier one. */
export async function findWaitingAdjustments(
  db: Db,
  { organizationId, month }: CheckedMonth,
  page: RemarksPage,
): Promise<Found<WaitingAdjustmentRow>> {
  const remarks = sql`
    select waiting.id, waiting.house_id, waiting.personal_account_id, to_char(waiting.period, 'YYYY-MM') as period,
      waiting.amount::text, waiting.reason
    from waiting_adjustments as waiting
    where waiting.organization_id = ${organizationId} and waiting.status = 'WAITING'
      and waiting.period <= ${month}::date`;
  return readPage(db, { remarks, told: sql`select page.* from page`, key: ['id'] }, page);
}

export type NotAccruedRow = {
  readonly houseId: number;
  /** The day up to which penalties were last booked. */
  readonly accruedTo: string | null;
};

/**
 * Houses with charges from two or more months ago, the latest for which a month's penalties can arise, and without a finished
 * accrual up to a day of the month or later.
 */
export async function findNotAccrued(
  db: Db,
  { organizationId, month }: CheckedMonth,
  page: RemarksPage,
): Promise<Found<NotAccruedRow>> {
  const remarks = sql`
    select charged.house_id, accrued.accrued_to
    from (
      select distinct house_months.house_id
      from billing_cycles
      join house_months on house_months.organization_id = billing_cycles.organization_id
        and house_months.billing_cycle_id = billing_cycles.id and house_months.applied_at is not null
      where billing_cycles.organization_id = ${organizationId}
        and billing_cycles.period <= ${month}::date - interval '2 months'
    ) as charged
    left join (
      select house_id, max(penalty_accrual_jobs.target_on) as accrued_to
      from penalty_accrual_jobs
      cross join unnest(penalty_accrual_jobs.house_ids) as house_id
      where penalty_accrual_jobs.organization_id = ${organizationId} and penalty_accrual_jobs.status = 'COMPLETED'
      group by house_id
    ) as accrued on accrued.house_id = charged.house_id
    where accrued.accrued_to is null or accrued.accrued_to < ${month}`;
  return readPage(db, { remarks, told: sql`select page.* from page`, key: ['houseId'] }, page);
}

export type DraftMonthRow = {
  readonly id: number;
  readonly month: string;
  readonly charges: number;
};

/** The cycle itself while it is a draft, and earlier cycles or itself with charges of houses that are not applied. */
export async function findDraftMonths(
  db: Db,
  { cycleId, organizationId, month }: CheckedMonth,
  page: RemarksPage,
): Promise<Found<DraftMonthRow>> {
  const remarks = sql`
    select billing_cycles.id, to_char(billing_cycles.period, 'YYYY-MM') as month,
      coalesce(sum(house_months.charges), 0)::integer as charges
    from billing_cycles
    left join house_months on house_months.organization_id = billing_cycles.organization_id
      and house_months.billing_cycle_id = billing_cycles.id and house_months.applied_at is null
    where billing_cycles.organization_id = ${organizationId} and billing_cycles.status <> 'CLOSED'
      and billing_cycles.period <= ${month}
    group by billing_cycles.organization_id, billing_cycles.id
    having (billing_cycles.id = ${cycleId} and billing_cycles.status = 'DRAFT') or sum(house_months.charges) > 0`;
  return readPage(db, { remarks, told: sql`select page.* from page`, key: ['id'] }, page);
}

function housesOf({ organizationId, cycleId }: OwnCycle): RawBuilder<unknown> {
  return sql`
    select house_months.house_id from house_months
    where house_months.organization_id = ${organizationId} and house_months.billing_cycle_id = ${cycleId}
      and (house_months.computed_at is not null or house_months.charges > 0)`;
}

type Remarks = {
  /** All remarks, each with its key and little else. */
  readonly remarks: RawBuilder<unknown>;
  /** The remarks of `page`, with their details. */
  readonly told: RawBuilder<unknown>;
  /** Numeric columns, by which the rows are ordered. */
  readonly key: readonly string[];
};

async function readPage<Row extends object>(
  db: Db,
  { remarks, told, key }: Remarks,
  { after, limit }: RemarksPage,
): Promise<Found<Row>> {
  const keyIn = (table: string) => sql.join(key.map((column) => sql.ref(`${table}.${column}`)));
  const isLater =
    after === undefined
      ? sql`true`
      : sql`(${keyIn('remarks')}) > (${sql.join(after.map((part) => sql`${part}::bigint`))})`;
  const { rows } = await sql<Found<Row>>`
    with remarks as materialized (${remarks}),
    page as materialized (
      select remarks.* from remarks where ${isLater} order by ${keyIn('remarks')} limit ${limit}
    )
    select (select count(*)::integer from remarks) as count, coalesce(json_agg(told order by ${keyIn('told')}), '[]') as rows
    from (${told}) as told
  `.execute(db);
  const [found] = rows;
  return { count: found?.count ?? 0, rows: rowsOfJson(found?.rows ?? []) };
}
