// The months of a house, step by step, and the resulting books: those of two identical houses are the same, whatever happened to
// one of them on the way.
import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import {
  createCalculationJob,
  getCalculationJob,
} from '@kvartplata/contracts/billing/calculation-jobs.ts';
import { applyCycle } from '@kvartplata/contracts/billing/apply.ts';
import { listCycles } from '@kvartplata/contracts/billing/cycles.ts';
import { getPaymentImport, importPayments } from '@kvartplata/contracts/billing/payment-imports.ts';
import { accruePenalties, getAccrualJob } from '@kvartplata/contracts/billing/penalty-accruals.ts';
import { seedGoldenHouse } from '@kvartplata/contracts/core/golden-house.ts';
import { createOrganization } from '@kvartplata/contracts/core/organizations.ts';
import { listAccountsOfHouse } from '@kvartplata/contracts/core/personal-accounts.ts';
import type { Client } from './client.ts';
import type { Books } from './stand.ts';

export type House = {
  readonly organizationId: number;
  readonly houseId: number;
  readonly months: readonly string[];
};

export type Step = {
  readonly name: string;
  readonly run: (house: House) => Promise<void>;
};

const LOOK_MS = 25;
/** A job whose worker was killed is resumed when its lease has expired. */
const JOB_PATIENCE_MS = 90_000;

/** A golden house in an organization of its own. */
export async function makeHouse(client: Client, name: string): Promise<House> {
  const { id: organizationId } = await client.ask(createOrganization, { body: { name } });
  return client.ask(seedGoldenHouse, { body: { organizationId, houseId: 0 } });
}

export async function accountsOf(client: Client, { houseId }: House): Promise<readonly number[]> {
  const { items } = await client.ask(listAccountsOfHouse, { params: { houseId } });
  return items.map(({ id }) => id);
}

/** Everything to do in the months of a house, in order. */
export function stepsOf(client: Client, months: readonly string[]): readonly Step[] {
  return months.flatMap((period) => {
    const next = Temporal.PlainYearMonth.from(period).add({ months: 1 });
    const day = next.toPlainDate({ day: 25 }).toString();
    const steps: readonly Step[] = [
      { name: `${period} is calculated`, run: async (house) => calculate(client, house, period) },
      { name: `${period} is applied`, run: async (house) => apply(client, house, period) },
      {
        name: `a registry of ${period} is booked`,
        run: async (house) => bookRegistry(client, house, { period, day }),
      },
      {
        name: `penalties are accrued to ${day}`,
        run: async (house) => accrue(client, house, day),
      },
    ];
    return day > Temporal.Now.plainDateISO().toString() ? steps.slice(0, 2) : steps;
  });
}

async function calculate(client: Client, { houseId }: House, period: string): Promise<void> {
  const [year, month] = period.split('-').map(Number);
  const job = await client.ask(createCalculationJob, { body: { houseId, year, month } });
  assert.ok('id' in job);
  await untilDone(async () => client.ask(getCalculationJob, { params: { jobId: job.id } }));
}

async function apply(client: Client, { organizationId }: House, period: string): Promise<void> {
  const [year, month] = period.split('-').map(Number);
  const { items } = await client.ask(listCycles, { query: { organizationId, year } });
  const cycleId = items.find((one) => one.month === month)?.id;
  await client.ask(applyCycle, { params: { cycleId }, idempotencyKey: `apply-${cycleId}` });
}

async function bookRegistry(
  client: Client,
  { organizationId }: House,
  { period, day }: { readonly period: string; readonly day: string },
): Promise<void> {
  const rows = ACCOUNTS.map((account, nth) => `${account};${nth + 1}00.00;${day};${period}`);
  const form = new FormData();
  form.append(
    'file',
    new Blob([['account;amount;date;period', ...rows].join('\n')]),
    'registry.csv',
  );
  const { id } = await client.ask(importPayments, {
    query: { profile: 'csv', organizationId },
    body: form,
    idempotencyKey: `registry-${organizationId}-${period}`,
  });
  await untilDone(async () => client.ask(getPaymentImport, { params: { paymentImportId: id } }));
}

async function accrue(client: Client, { houseId }: House, targetDate: string): Promise<void> {
  const { id } = await client.ask(accruePenalties, {
    body: { houseId, targetDate },
    idempotencyKey: `accrue-${houseId}-${targetDate}`,
  });
  await untilDone(async () => client.ask(getAccrualJob, { params: { accrualJobId: id } }));
}

const ACCOUNTS = Array.from(
  { length: 10 },
  (_, index) => `LS${String(index + 1).padStart(2, '0')}`,
);

type Job = { readonly status: string; readonly finishedAt: string | null };

async function untilDone(read: () => Promise<Job>): Promise<void> {
  const deadline = performance.now() + JOB_PATIENCE_MS;
  for (;;) {
    const job = await read();
    if (job.finishedAt === null && performance.now() < deadline) {
      await setTimeout(LOOK_MS);
      continue;
    }
    assert.equal(job.status, 'COMPLETED', JSON.stringify(job));
    return;
  }
}

/** Charges, entries and allocations of a house; its accounts in order. */
export async function booksOf(
  { pool }: Books,
  { organizationId, houseId }: House,
): Promise<readonly object[]> {
  const { rows } = await pool.query<object>(BOOKS, [organizationId, houseId]);
  return rows;
}

const BOOKS = `
  with accounts as (
    select distinct personal_account_id as id, dense_rank() over (order by personal_account_id) as nth
    from charges where organization_id = $1 and house_id = $2
  ), told as (
    select 'charge ' || code || ' ' || line as what, personal_account_id, period, 0 as debit, amount as credit
    from charges join charged_services using (organization_id, house_id, house_service_id)
    where organization_id = $1 and house_id = $2
    union all
    select 'entry ' || transaction_type || ' ' || debt_kind, personal_account_id, period, debit, credit
    from ledger_entries where organization_id = $1 and house_id = $2
    union all
    select 'allocation ' || debt_kind, personal_account_id, period, 0, amount
    from payment_allocations where organization_id = $1 and house_id = $2
  )
  select what, nth::integer, period::text, sum(debit)::text as debit, sum(credit)::text as credit,
    case when what like 'allocation%' then 0 else count(*)::integer end as rows
  from told join accounts on accounts.id = told.personal_account_id
  group by what, nth, period having sum(debit) <> 0 or sum(credit) <> 0 order by what, nth, period`;
