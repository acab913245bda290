// How many rows and index pages of payments and balances are read, whatever statistics the plan was made with: no more than needed.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openDatabase, type Database } from '@kvartplata/platform/database/database.ts';
import { createOnServer, type TestDatabase } from '@kvartplata/platform/testing/test-database.ts';
import { sql } from 'kysely';
import type { BillingTables, Trx } from '../../tables.ts';
import {
  lockBalances,
  mergeCharges,
} from '../../books/account-balances/account-balances.repository.ts';
import { holdPayments, listPayments } from './payments.repository.ts';

const ORGANIZATION = 1;
const HOUSE = 5;
const ACCOUNTS = 30_000;

let database: TestDatabase;
/** A single connection, which keeps its plans. */
let owner: Database<BillingTables>;

before(async () => {
  database = await createOnServer('billing');
  owner = openDatabase({ url: database.url, poolSize: 1, applicationName: 'test-owner' });
  await owner.pool.query(
    `insert into merged_balances (organization_id, house_id, personal_account_id, last_updated_at)
     select $1, $2, account, now() from generate_series(1, $3::integer) as account`,
    [ORGANIZATION, HOUSE, ACCOUNTS],
  );
});
after(async () => {
  await owner.db.destroy();
  await database.drop();
});

/** The result of the work, run as a user who may write the organization's books, and how many rows of the table it has read. */
async function counted<Answer>(
  work: (trx: Trx) => Promise<Answer>,
  table = 'payments',
): Promise<[Answer, number]> {
  return owner.db.transaction().execute(async (trx) => {
    await sql`set local role billing_app`.execute(trx);
    for (const setting of ['app.accountant_of', 'app.viewer_of'])
      await sql`select set_config(${setting}, ${`{${ORGANIZATION}}`}, true)`.execute(trx);
    const readBefore = await readSoFar(trx, table);
    const answer = await work(trx);
    return [answer, (await readSoFar(trx, table)) - readBefore];
  });
}

/** By this connection, as long as its counts are not yet in the shared statistics. */
async function readSoFar(trx: Trx, table: string): Promise<number> {
  const { rows } = await sql<{ read: string }>`
    select seq_tup_read + idx_tup_fetch as read from pg_stat_xact_user_tables where relname = ${table}
  `.execute(trx);
  return Number(rows[0]?.read);
}

async function repeatedOf(accounts: readonly number[]): Promise<[readonly number[], number]> {
  const given = accounts.map((personalAccountId) => ({
    personalAccountId,
    source: 'manual',
    reference: `payment ${personalAccountId}`,
    paidOn: '2026-02-20',
    amount: '10.00',
  }));
  return counted(async (trx) => {
    const { rows } = await holdPayments(ORGANIZATION, given, null, null).execute(trx);
    return rows[0]?.repeated ?? [];
  });
}

test('earlier payments are looked up by their accounts, even with a plan made while there were none', async () => {
  await owner.pool.query('alter table payments disable trigger user');
  await owner.pool.query('analyze payments');
  assert.deepEqual(await repeatedOf([1]), [[], 0]);
  await owner.pool.query(
    `insert into payments (organization_id, house_id, personal_account_id, id, amount, principal_amount, penalty_amount,
       paid_on, booked_in, source, reference)
     select $1, $2, account, account, 10, 10, 0, '2026-02-20', '2026-02-01', 'manual', 'payment ' || account
     from generate_series(1, $3::integer) as account`,
    [ORGANIZATION, HOUSE, ACCOUNTS],
  );
  assert.deepEqual(await repeatedOf([7, 8]), [[7, 8], 2]);
});

test('balances are looked up by their accounts before the rows of their table were ever counted', async () => {
  const accountIds = [7, 2_900];
  const places = accountIds.map((personalAccountId) => ({
    organizationId: ORGANIZATION,
    houseId: HOUSE,
    personalAccountId,
  }));
  const asked = accountIds.map((personalAccountId) => ({
    personalAccountId,
    source: 'manual',
    reference: null,
    paidOn: '2026-02-20',
    amount: '10.00',
  }));
  const locked = async (trx: Trx) =>
    (await lockBalances(ORGANIZATION, places).execute(trx)).rows.length;
  const held = async (trx: Trx) =>
    (await holdPayments(ORGANIZATION, asked, [HOUSE, HOUSE], null).execute(trx)).rows[0]?.balances
      .length;
  for (const work of [locked, held]) {
    const [answered, read] = await counted(work, 'merged_balances');
    assert.equal(answered, places.length);
    // Locking reads a row once more.
    assert.ok(read <= 2 * places.length, `${read} rows`);
  }
});

test('charges are merged into balances without going through the index, before its rows were ever counted', async () => {
  await owner.pool.query(
    `insert into unmerged_charges (organization_id, house_id, period, account_ids, amounts)
     values ($1, $2, '2026-02-01', '{7,2900}', '{10,20}')`,
    [ORGANIZATION, HOUSE],
  );
  const pagesBefore = await indexPagesRead();
  const [merged] = await counted(async (trx) =>
    mergeCharges(trx, { organizationId: ORGANIZATION, houseIds: [HOUSE] }, 100),
  );
  const pages = (await indexPagesRead()) - pagesBefore;
  assert.equal(merged, 2);
  assert.ok(pages < 60, `${pages} pages`);
});

/** Of the balances, so far. */
async function indexPagesRead(): Promise<number> {
  await owner.pool.query('select pg_stat_force_next_flush()');
  const { rows } = await owner.pool.query<{ pages: number }>(
    `select (idx_blks_hit + idx_blks_read)::float8 as pages from pg_statio_user_tables where relname = 'merged_balances'`,
  );
  return rows[0]?.pages ?? 0;
}

test('the newest payments are read from their index', async () => {
  await owner.pool.query('analyze payments');
  const [page, read] = await counted(async (trx) =>
    listPayments(trx, {
      scope: { organizationIds: [ORGANIZATION], houseIds: [HOUSE] },
      houseId: undefined,
      personalAccountId: undefined,
      accountIds: undefined,
      period: undefined,
      from: undefined,
      to: undefined,
      status: undefined,
      source: undefined,
      beforeId: undefined,
      limit: 20,
    }),
  );
  assert.deepEqual([page[0]?.id, page.length, read], [ACCOUNTS, 20, 20]);
});
