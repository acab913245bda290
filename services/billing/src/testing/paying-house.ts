// A house in an organization of its own, for tests that charge its accounts, book payments, and read the books back.
import assert from 'node:assert/strict';
import { getAccountBalance } from '@kvartplata/contracts/billing/account-balances.ts';
import { listJobCharges } from '@kvartplata/contracts/billing/charges.ts';
import { createCycle } from '@kvartplata/contracts/billing/cycles.ts';
import {
  listLedgerEntries,
  type LedgerEntry,
} from '@kvartplata/contracts/billing/ledger-entries.ts';
import {
  createPayment,
  getPayment,
  type Payment,
  type PaymentWithHistory,
} from '@kvartplata/contracts/billing/payments.ts';
import type { Endpoint } from '@kvartplata/contracts/endpoint.ts';
import type { Answered, Sent } from '@kvartplata/platform/testing/answered.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import type pg from 'pg';
import { makeMonths } from '../books/cycles/month-partitions.service.ts';
import type { BillingStand } from './billing-stand.ts';
import { applyMonth, draftMonth, type ChargedAmount, type DraftedMonth } from './booked-month.ts';
import { ask, beginIn2010, calculate, readAll, seedHouse, type TestUser } from './test-user.ts';

export type PayingHouse = {
  readonly user: TestUser;
  readonly organizationId: number;
  readonly houseId: number;
  /** Ten accounts without bookings. */
  readonly accounts: readonly number[];
  /** Charges the amounts for a month and applies it. */
  readonly charge: (period: string, amounts: readonly ChargedAmount[]) => Promise<DraftedMonth>;
  /** The same without applying it. */
  readonly draft: PayingHouse['charge'];
  readonly pay: (payment: object) => Promise<Payment>;
  readonly get: (paymentId: number) => Promise<PaymentWithHistory>;
  /** What an account owes, principal and penalties: now, or by the end of a day. */
  readonly owed: (personalAccountId: number, asOf?: string) => Promise<readonly [string, string]>;
  readonly entries: (personalAccountId: number) => Promise<readonly LedgerEntry[]>;
  /** Calls an operation as the house's owner. */
  readonly ask: <E extends Endpoint>(endpoint: E, sent?: Sent) => Promise<Answered<E>>;
};

export async function makePayingHouse(stand: BillingStand): Promise<PayingHouse> {
  const { app, owner } = stand;
  const user = await stand.newUser();
  const { organizationId, houseId, months } = await seedHouse(stand.coreUrl, user);
  await beginIn2010(stand.coreUrl, user, organizationId);
  // A draft of the last month shows the accounts, and does not interfere with tests.
  const job = await calculate(app, user, { houseId }, months.at(-1) ?? '');
  const charges = await readAll(app, user, listJobCharges, { params: { jobId: job.id } });
  const accounts = [...new Set(charges.map((charge) => charge.personalAccountId))];
  await owner.query('delete from charges where organization_id = $1', [organizationId]);
  await owner.query('delete from house_months where billing_cycle_id = $1', [job.billingCycleId]);
  const draft: PayingHouse['draft'] = async (period, amounts) =>
    draftMonth(stand, user, { organizationId, houseId, period, amounts });
  return {
    user,
    organizationId,
    houseId,
    accounts,
    draft,
    charge: async (period, amounts) => {
      const month = await draft(period, amounts);
      await applyMonth(stand, user, month.cycleId);
      return month;
    },
    pay: async (payment) => (await ask(app, user, createPayment, { body: payment })).body,
    get: async (paymentId) => (await ask(app, user, getPayment, { params: { paymentId } })).body,
    owed: async (personalAccountId, asOf) => {
      const asked = { params: { personalAccountId }, query: { asOf } };
      const { body } = await ask(app, user, getAccountBalance, asked);
      return [body.principalDebt, body.penaltyDebt];
    },
    entries: async (personalAccountId) =>
      readAll(app, user, listLedgerEntries, { query: { personalAccountId } }),
    ask: async (endpoint, sent) => ask(app, user, endpoint, sent),
  };
}

/** Asserts that nothing can be charged in a month before a closed one. */
export async function assertPassedOver(
  { organizationId, ask: asHouse }: Pick<PayingHouse, 'organizationId' | 'ask'>,
  period: string,
): Promise<void> {
  const [year, month] = period.split('-').map(Number);
  const { status, problem } = await asHouse(createCycle, { body: { organizationId, year, month } });
  assert.deepEqual([status, problem.code], [409, 'month-closed']);
}

/** A house with ten accounts, LS01 to LS10, that owe 100 roubles for January of 2026 and 200 for February. */
export async function makeOwingHouse(stand: BillingStand): Promise<PayingHouse> {
  const house = await makePayingHouse(stand);
  for (const [month, amount] of [
    ['2026-01', '100.00'],
    ['2026-02', '200.00'],
  ] as const)
    await house.charge(
      month,
      house.accounts.map((account) => [account, amount]),
    );
  return house;
}

/** Books a penalty the way an accrual does. */
export async function bookPenalty(
  { db, owner }: Pick<BillingStand, 'db' | 'owner'>,
  { organizationId, houseId }: PayingHouse,
  personalAccountId: number,
  { period, amount }: { readonly period: string; readonly amount: string },
): Promise<void> {
  await makeMonths(db, [`${period}-01`]);
  await owner.query(
    `with drawn as materialized (select nextval('document_ids') as id),
     entry as (
       insert into ledger_entries (house_id, personal_account_id, id, period, organization_id, transaction_type,
         debt_kind, debit, credit, document_id, effective_on)
       select $1, $2, drawn.id, $3::date, $4, 'PENALTY', 'penalty', greatest($5::numeric, 0),
         greatest(-$5::numeric, 0), drawn.id, $3::date from drawn
     ),
     accrual as (
       insert into penalty_accruals (house_id, personal_account_id, id, period, organization_id, job_id, target_on, amount)
       select $1, $2, drawn.id, $3::date, $4, 1, $3::date, $5::numeric from drawn
     )
     update merged_balances set penalty_debt = penalty_debt + $5::numeric
     where house_id = $1 and personal_account_id = $2`,
    [houseId, personalAccountId, `${period}-01`, organizationId, amount],
  );
  await owner.query('select app.link_unlinked($1)', [organizationId]);
}

/** Waits until the advances have been allocated to the charges of every applied cycle. */
export async function untilAllocated(owner: pg.Pool): Promise<void> {
  await until('advances are put on charges', async () => {
    const { rowCount } = await owner.query(
      `select from job_queue.job where name = 'allocation' and state in ('created', 'retry', 'active')`,
    );
    return rowCount === 0;
  });
}

/** The parts of a payment as `month amount`, with `advance` where there is no month. */
export function partsOf({ allocation }: Pick<Payment, 'allocation'>): readonly string[] {
  return allocation.map(
    ({ debtKind, period, amount }) =>
      `${debtKind === 'penalty' ? 'penalty ' : ''}${period ?? 'advance'} ${amount}`,
  );
}
