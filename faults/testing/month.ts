// The months of a house, step by step, and what they come to: two houses alike have the same books, whatever happened to
// one of them on the way.
import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import type { CalculationJob } from '@kvartplata/contracts/billing/calculation-jobs.ts';
import type { AppliedCycle } from '@kvartplata/contracts/billing/apply.ts';
import type { BillingCycle } from '@kvartplata/contracts/billing/cycles.ts';
import type { PaymentImport } from '@kvartplata/contracts/billing/payment-imports.ts';
import type { AccrualJob } from '@kvartplata/contracts/billing/penalty-accruals.ts';
import type { GoldenHouseAnswer } from '@kvartplata/contracts/core/golden-house.ts';
import type { PageOf } from '@kvartplata/contracts/page.ts';
import type { Client } from './client.ts';
import type { Platform } from './platform.ts';
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
/** A job whose worker was killed is taken up again once its lease has run out. */
const JOB_PATIENCE_MS = 90_000;

/** A golden house in an organization of its own. */
export async function makeHouse(
  client: Client,
  { urls }: Pick<Platform, 'urls'>,
  name: string,
): Promise<House> {
  const { id } = await client.ask<{ id: number }>('POST', `${urls.core}/api/organizations`, {
    name,
  });
  return client.ask<GoldenHouseAnswer>('POST', `${urls.core}/api/test-data/seed-golden`, {
    organizationId: id,
    houseId: 0,
  });
}

export async function accountsOf(
  client: Client,
  { urls }: Pick<Platform, 'urls'>,
  { houseId }: House,
): Promise<readonly number[]> {
  const url = `${urls.core}/api/houses/${houseId}/personal-accounts`;
  return (await client.ask<PageOf<{ id: number }>>('GET', url)).items.map(({ id }) => id);
}

/** All there is to do in the months of a house, in its order. */
export function stepsOf(
  client: Client,
  { urls }: Pick<Platform, 'urls'>,
  months: readonly string[],
): readonly Step[] {
  const base = `${urls.billing}/api/billing`;
  return months.flatMap((period) => {
    const [year, month] = period.split('-').map(Number);
    const next = Temporal.PlainYearMonth.from(period).add({ months: 1 });
    const day = next.toPlainDate({ day: 25 }).toString();
    const steps: readonly Step[] = [
      {
        name: `${period} is calculated`,
        run: async ({ houseId }) => {
          const body = { houseId, year, month };
          const { id } = await client.ask<CalculationJob>('POST', `${base}/calculation-jobs`, body);
          await untilDone(client, `${base}/calculation-jobs/${id}`);
        },
      },
      {
        name: `${period} is applied`,
        run: async ({ organizationId }) => {
          const query = `organizationId=${organizationId}&year=${year}`;
          const url = `${base}/cycles?${query}`;
          const { items } = await client.ask<PageOf<BillingCycle>>('GET', url);
          const cycle = items.find((one) => one.month === month);
          const apply = `${base}/cycles/${cycle?.id}/apply`;
          await client.ask<AppliedCycle>('POST', apply, undefined, `apply-${apply}`);
        },
      },
      {
        name: `a registry of ${period} is booked`,
        run: async ({ organizationId }) => {
          const rows = ACCOUNTS.map(
            (account, nth) => `${account};${nth + 1}00.00;${day};${period}`,
          );
          const text = ['account;amount;date;period', ...rows].join('\n');
          const query = `profile=csv&organizationId=${organizationId}`;
          const url = `${base}/payments/import?${query}`;
          const form = new FormData();
          form.append('file', new Blob([text]), 'registry.csv');
          const taken = await client.ask<PaymentImport>(
            'POST',
            url,
            form,
            `registry-${url}-${period}`,
          );
          await untilDone(client, `${base}/payment-imports/${taken.id}`);
        },
      },
      {
        name: `penalties are accrued to ${day}`,
        run: async ({ houseId }) => {
          const body = { houseId, targetDate: day };
          const key = `accrue-${houseId}-${day}`;
          const asked = await client.ask<AccrualJob>(
            'POST',
            `${base}/penalties/accruals`,
            body,
            key,
          );
          await untilDone(client, `${base}/penalties/accrual-jobs/${asked.id}`);
        },
      },
    ];
    return day > Temporal.Now.plainDateISO().toString() ? steps.slice(0, 2) : steps;
  });
}

const ACCOUNTS = Array.from(
  { length: 10 },
  (_, index) => `LS${String(index + 1).padStart(2, '0')}`,
);

async function untilDone(client: Client, url: string): Promise<void> {
  const deadline = performance.now() + JOB_PATIENCE_MS;
  for (;;) {
    const job = await client.ask<{ status: string; finishedAt: string | null }>('GET', url);
    if (job.finishedAt === null && performance.now() < deadline) {
      await setTimeout(LOOK_MS);
      continue;
    }
    assert.equal(job.status, 'COMPLETED', JSON.stringify(job));
    return;
  }
}

/** Charges, entries and allocations of a house; its accounts by their order. */
export async function booksOf({ pool }: Books, { houseId }: House): Promise<readonly object[]> {
  const { rows } = await pool.query<object>(BOOKS, [houseId]);
  return rows;
}

const BOOKS = `
  with accounts as (
    select distinct personal_account_id as id, dense_rank() over (order by personal_account_id) as nth
    from charges where house_id = $1
  ), told as (
    select 'charge ' || code || ' ' || line as what, personal_account_id, period, 0 as debit, amount as credit
    from charges join charged_services using (house_id, house_service_id) where house_id = $1
    union all
    select 'entry ' || transaction_type || ' ' || debt_kind, personal_account_id, period, debit, credit
    from ledger_entries where house_id = $1
    union all
    select 'allocation ' || debt_kind, personal_account_id, period, 0, amount
    from payment_allocations where house_id = $1
  )
  select what, nth::integer, period::text, sum(debit)::text as debit, sum(credit)::text as credit,
    case when what like 'allocation%' then 0 else count(*)::integer end as rows
  from told join accounts on accounts.id = told.personal_account_id
  group by what, nth, period having sum(debit) <> 0 or sum(credit) <> 0 order by what, nth, period`;
