// SQL for bills: their months in the former application, and the rows they become in billing.
import type { OwnCycle } from '@kvartplata/billing-service/src/books/cycles/cycles.repository.ts';
import type { HousePlace } from '@kvartplata/billing-service/src/payments/payments/allocations.repository.ts';
import type { Trx } from '@kvartplata/billing-service/src/tables.ts';
import type { Executor } from '@kvartplata/platform/database/executor.ts';
import { sql, type RawBuilder } from 'kysely';
import { givenRows } from './copy.repository.ts';
import type { TableDescription } from './table-description.repository.ts';
import type { Transfer } from './transfer.ts';

/** The request id of the calculation jobs of a copy: every charge belongs to a job. */
const REQUEST_ID = 'migrate-from';

/** 0 when there are no bills. */
export async function getHighestBillId(former: Executor): Promise<number> {
  const { rows } = await sql<{ highest: number }>`
    select coalesce(max(bills.id), 0)::bigint as highest from bills
  `.execute(former);
  return rows[0]?.highest ?? 0;
}

/** The first days of the months in which something was billed or paid, in order. */
export async function listMonths(former: Executor): Promise<readonly string[]> {
  const { rows } = await sql<{ month: string }>`
    select bills.period as month from bills
    union
    select date_trunc('month', bills.paid_on)::date from bills where bills.paid_amount > 0
    order by month
  `.execute(former);
  return rows.map(({ month }) => month);
}

/** What an organization's bills of a month refer to; `houseIds` is a JSON array. */
export type BilledMonth = {
  readonly organizationId: number;
  readonly houseIds: string;
  readonly accounts: number;
  readonly bills: number;
};

export async function listBilledOrganizations(
  former: Executor,
  month: string,
): Promise<readonly BilledMonth[]> {
  const { rows } = await sql<BilledMonth>`
    select houses.organization_id::bigint as "organizationId",
      json_agg(distinct rooms.house_id)::text as "houseIds",
      count(distinct bills.personal_account_id) as accounts, count(*) as bills
    from bills
    join personal_accounts on personal_accounts.id = bills.personal_account_id
    join rooms on rooms.id = personal_accounts.room_id
    join houses on houses.id = rooms.house_id
    where bills.period = ${month}
    group by houses.organization_id
    order by houses.organization_id
  `.execute(former);
  return rows;
}

/** A DRAFT cycle and the running job of its charges: a running job prevents others from applying the cycle. */
export async function insertCycle(trx: Trx, month: string, billed: BilledMonth): Promise<void> {
  await sql`
    with cycle as (
      insert into billing_cycles (organization_id, year, month)
      values (${billed.organizationId}, extract(year from ${month}::date), extract(month from ${month}::date))
      returning id, organization_id, period
    )
    insert into calculation_jobs (organization_id, billing_cycle_id, period, house_ids, status, total_accounts,
      processed_accounts, created_charges, requested_by, request_id, started_at)
    select cycle.organization_id, cycle.id, cycle.period,
      array(select json_array_elements_text(${billed.houseIds}::json)::bigint order by 1), 'RUNNING',
      ${billed.accounts}, ${billed.accounts}, ${billed.bills}, 0, ${REQUEST_ID}, now()
    from cycle
  `.execute(trx);
}

/** @returns the number of inserted charges: fewer than given if the month of a bill has no cycle */
export async function insertCharges(
  trx: Trx,
  transfer: Transfer,
  table: TableDescription,
  rows: string,
): Promise<number> {
  const given = givenRows(transfer, table, rows);
  await insertTemplates(trx, given);
  await insertAccountNumbers(trx, given);
  const { numAffectedRows } = await sql`
    insert into charges (organization_id, house_id, period, personal_account_id, house_service_id, line, id, template,
      consumption, amount, own)
    select given.organization_id, given.house_id, given.period, given.personal_account_id, given.house_service_id,
      given.line, given.id, charge_templates.number, given.consumption, given.amount, ''
    from ${given}
    join charge_templates on charge_templates.organization_id = given.organization_id
      and charge_templates.house_id = given.house_id and charge_templates.period = given.period
      and charge_templates.rate_type = given.rate_type and charge_templates.tariff = given.tariff
    order by given.id
  `.execute(trx);
  return Number(numAffectedRows ?? 0n);
}

/** One template per method and tariff of a house's month with a cycle, numbered after those of earlier batches. */
async function insertTemplates(trx: Trx, given: RawBuilder<unknown>): Promise<void> {
  await sql`
    insert into charge_templates (organization_id, house_id, period, number, rate_type, rule, tariff, reading_missing,
      basis)
    select added.organization_id, added.house_id, added.period,
      row_number() over (
        partition by added.organization_id, added.house_id, added.period order by added.rate_type, added.tariff
      ) + (
        select coalesce(max(charge_templates.number), 0) from charge_templates
        where charge_templates.organization_id = added.organization_id
          and charge_templates.house_id = added.house_id and charge_templates.period = added.period
      ),
      added.rate_type, 'former-bill', added.tariff, false,
      jsonb_build_object('rule', 'former-bill', 'daysInMonth', month.days, 'parts', jsonb_build_array(jsonb_build_object(
        'from', added.period::text, 'to', (added.period + month.days - 1)::text, 'days', month.days,
        'volume', '=consumption', 'tariff', added.tariff::text,
        'tariffBasis', 'as billed by the former application', 'amount', '=amount'
      )))
    from (
      select distinct given.organization_id, given.house_id, given.period, given.rate_type, given.tariff from ${given}
    ) as added
    join billing_cycles on billing_cycles.organization_id = added.organization_id and billing_cycles.period = added.period
    join calculation_jobs on calculation_jobs.organization_id = billing_cycles.organization_id
      and calculation_jobs.billing_cycle_id = billing_cycles.id and calculation_jobs.request_id = ${REQUEST_ID}
    cross join lateral (
      select extract(day from added.period + interval '1 month' - interval '1 day')::integer as days
    ) as month
    where not exists (
      select from charge_templates
      where charge_templates.organization_id = added.organization_id and charge_templates.house_id = added.house_id
        and charge_templates.period = added.period and charge_templates.rate_type = added.rate_type
        and charge_templates.tariff = added.tariff
    )
  `.execute(trx);
}

/** The former application has one number per account, which counts as valid since the account's first bill. */
async function insertAccountNumbers(trx: Trx, given: RawBuilder<unknown>): Promise<void> {
  await sql`
    insert into charged_accounts (organization_id, house_id, personal_account_id, since, account_number)
    select given.organization_id, given.house_id, given.personal_account_id, min(given.period), given.account_number
    from ${given}
    group by given.organization_id, given.house_id, given.personal_account_id, given.account_number
    order by given.organization_id, given.house_id, given.personal_account_id
    on conflict on constraint charged_accounts_pkey do nothing
  `.execute(trx);
}

export type OpenCycle = OwnCycle & { readonly jobId: number };

/** The next cycle of a copy that is not applied yet, locked until the transaction ends. */
export async function lockNextCycle(trx: Trx): Promise<OpenCycle | undefined> {
  const { rows } = await sql<OpenCycle>`
    select calculation_jobs.organization_id as "organizationId", calculation_jobs.billing_cycle_id as "cycleId",
      calculation_jobs.id as "jobId"
    from calculation_jobs
    where calculation_jobs.request_id = ${REQUEST_ID} and calculation_jobs.status = 'RUNNING'
    order by calculation_jobs.period, calculation_jobs.organization_id
    limit 1
    for update
  `.execute(trx);
  return rows[0];
}

/** The sums of each house's charges, as a calculation stores them. */
export async function insertHouseMonths(
  trx: Trx,
  { organizationId, cycleId, jobId }: OpenCycle,
): Promise<void> {
  await sql`
    insert into house_months (house_id, period, organization_id, billing_cycle_id, calculation_job_id, accounts,
      charges, amount, charges_hash, computed_at)
    select computed.house_id, computed.period, computed.organization_id, ${cycleId}, ${jobId},
      (
        select count(distinct charges.personal_account_id) from charges
        where charges.organization_id = computed.organization_id and charges.house_id = computed.house_id
          and charges.period = computed.period
      ),
      computed.charges, computed.amount, computed.charges_hash, now()
    from billing_cycles
    join computed_charges as computed on computed.organization_id = billing_cycles.organization_id
      and computed.period = billing_cycles.period
    where billing_cycles.organization_id = ${organizationId} and billing_cycles.id = ${cycleId}
    order by computed.house_id
  `.execute(trx);
}

export async function finishJob(trx: Trx, { organizationId, jobId }: OpenCycle): Promise<void> {
  await sql`
    update calculation_jobs set status = 'COMPLETED', finished_at = now()
    where calculation_jobs.organization_id = ${organizationId} and calculation_jobs.id = ${jobId}
  `.execute(trx);
}

/** Books the payments of the batch, all of them as principal. @returns the number of entries */
export async function insertPaymentEntries(
  trx: Trx,
  transfer: Transfer,
  table: TableDescription,
  rows: string,
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into ledger_entries (house_id, personal_account_id, id, period, organization_id, transaction_type, debt_kind,
      debit, credit, document_id, effective_on)
    select given.house_id, given.personal_account_id, given.id, given.booked_in, given.organization_id, 'PAYMENT',
      'principal', 0, given.amount, given.id, given.paid_on
    from ${givenRows(transfer, table, rows)}
  `.execute(trx);
  return Number(numAffectedRows ?? 0n);
}

/** Lowers the debt of each account by its payments in the batch. */
export async function lowerBalances(
  trx: Trx,
  transfer: Transfer,
  table: TableDescription,
  rows: string,
): Promise<void> {
  await sql`
    insert into merged_balances (house_id, personal_account_id, organization_id, principal_debt, last_updated_at)
    select given.house_id, given.personal_account_id, min(given.organization_id), -sum(given.amount), now()
    from ${givenRows(transfer, table, rows)}
    group by given.house_id, given.personal_account_id
    order by given.house_id, given.personal_account_id
    on conflict on constraint merged_balances_pkey do update
      set principal_debt = merged_balances.principal_debt + excluded.principal_debt, last_updated_at = now()
  `.execute(trx);
}

/** Links every entry of the payments to the chain of its house. */
export async function linkEntries(trx: Trx): Promise<void> {
  await sql`
    select app.link_unlinked(paid.organization_id)
    from (select distinct payments.organization_id from payments) as paid
  `.execute(trx);
}

export type PayingHouse = HousePlace & { readonly payers: readonly number[] };

/** The next house after the given one in which something was paid, with the accounts that paid. */
export async function findPayingHouse(
  trx: Trx,
  afterHouseId: number,
): Promise<PayingHouse | undefined> {
  const { rows } = await sql<PayingHouse>`
    select payments.organization_id as "organizationId", payments.house_id as "houseId",
      array_agg(distinct payments.personal_account_id order by payments.personal_account_id) as payers
    from payments
    where payments.house_id = (select min(later.house_id) from payments as later where later.house_id > ${afterHouseId})
    group by payments.organization_id, payments.house_id
  `.execute(trx);
  return rows[0];
}

/** Advances the sequence, so that the next document gets an id that no charge or payment has. */
export async function raiseDocumentIds(trx: Trx, highestBillId: number): Promise<void> {
  if (highestBillId === 0) return;
  await sql`
    select setval('document_ids', greatest(${2 * highestBillId}::bigint, pg_sequence_last_value('document_ids')))
  `.execute(trx);
}
