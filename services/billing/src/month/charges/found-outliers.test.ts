// Stored outliers equal those found by reading all charges, whatever has changed since they were stored.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openDatabase, type Database } from '@kvartplata/platform/database/database.ts';
import {
  createTestDatabase,
  type TestDatabase,
} from '@kvartplata/platform/testing/test-database.ts';
import type { BillingTables } from '../../tables.ts';
import { writeCharges, type WrittenCharge } from '../../testing/written-charges.ts';
import { keepOutliers, readOutliersOfMonth, type Outliers } from './found-outliers.service.ts';
import { findOutliers, listOutlierRows } from './standing-charges.repository.ts';
import { monthsOf, ODD } from './outliers.service.ts';

const HOUSES = [1, 2, 3];
const JUNE = Temporal.PlainYearMonth.from('2026-06');
const OF = { organizationId: 1, period: JUNE };

let database: TestDatabase;
let owner: Database<BillingTables>;

before(async () => {
  database = await createTestDatabase('billing');
  owner = openDatabase({ url: database.url, poolSize: 2, applicationName: 'test' });
  for (const month of [5, 6]) {
    await owner.pool.query(
      `select app.ensure_month(make_date(2026, ${month}, 1));
       insert into billing_cycles (organization_id, year, month) values (1, 2026, ${month})`,
    );
    for (const houseId of HOUSES) {
      await owner.pool.query(
        `insert into house_months (organization_id, house_id, period, billing_cycle_id)
         select 1, $1, period, id from billing_cycles where month = $2`,
        [houseId, month],
      );
      await owner.pool.query(
        `insert into charged_services (house_id, organization_id, house_service_id, code, name, unit, kind)
         values ($1, 1, 1, 'service', 'Услуга', 'м³', 'utility') on conflict do nothing`,
        [houseId],
      );
    }
  }
});
after(async () => {
  await owner.db.destroy();
  await database.drop();
});

/** Replaces the house's charges of the month, as a calculation does. */
async function charge(houseId: number, period: string, amounts: readonly string[]): Promise<void> {
  await owner.pool.query('delete from charges where house_id = $1 and period = $2', [
    houseId,
    period,
  ]);
  await write(amounts.map((amount, index) => ({ ...of(houseId, period, index + 1), amount })));
}

function of(houseId: number, period: string, personalAccountId: number) {
  return { organizationId: 1, houseId, period, personalAccountId, houseServiceId: 1 };
}

async function write(charges: readonly WrittenCharge[]): Promise<readonly number[]> {
  return writeCharges(owner.pool, charges);
}

async function readAll(): Promise<Outliers> {
  const months = { organizationId: 1, ...monthsOf(JUNE) };
  const keys = await findOutliers(owner.db, { ...ODD, ...months, houseIds: HOUSES });
  return { count: keys.length, rows: await listOutlierRows(owner.db, months, keys) };
}

/** All pages of two rows each, in order. */
async function readKept(): Promise<Outliers> {
  const rows: Outliers['rows'][number][] = [];
  for (;;) {
    const last = rows.at(-1);
    const page = await readOutliersOfMonth(owner.db, OF, {
      after: last && [last.houseId, last.personalAccountId, last.houseServiceId],
      limit: 2,
    });
    rows.push(...page.rows);
    if (page.rows.length < 2) return { count: page.count, rows };
  }
}

const EVEN = ['300.00', '300.00', '300.00'];
const STEPS: readonly (readonly [why: string, expected: number, step: () => Promise<void>])[] = [
  ['nothing was charged', 0, async () => {}],
  [
    'every month is as the one before',
    0,
    async () => {
      for (const houseId of HOUSES)
        for (const period of ['2026-05-01', '2026-06-01']) await charge(houseId, period, EVEN);
    },
  ],
  [
    'a month is computed again',
    2,
    async () => charge(2, '2026-06-01', ['10.00', '3000.00', '300.00']),
  ],
  ['another house too', 5, async () => charge(3, '2026-06-01', ['10.00', '10.00', '10.00'])],
  [
    'the month before is computed again',
    8,
    async () => charge(1, '2026-05-01', ['1.00', '1.00', '1.00']),
  ],
  [
    'a correction charges for the month before what was missing',
    7,
    async () => {
      await write([
        { ...of(1, '2026-06-01', 1), amount: '299.00', line: 100, corrects: '2026-05-01' },
      ]);
      await owner.pool.query(
        `insert into corrections (organization_id, house_id, period_from, period_to, period, billing_cycle_id, reason,
           line_count, amount, requested_by)
         select 1, 1, '2026-05-01', '2026-05-01', '2026-06-01', id, 'missing', 1, 299, 1
         from billing_cycles where month = 6`,
      );
    },
  ],
  [
    'a charge is taken back by a storno',
    6,
    async () => {
      await owner.pool.query(
        `insert into stornos (organization_id, house_id, entry_id, entry_period, personal_account_id, storno_id, period,
           transaction_type, document_id, reason)
         select 1, 2, id, period, personal_account_id, nextval('document_ids'), period, 'CHARGE', id, 'twice'
         from charges where house_id = 2 and period = '2026-06-01' and amount = 3000`,
      );
      await owner.pool.query(
        `delete from charges where house_id = 2 and period = '2026-05-01' and personal_account_id = 2`,
      );
    },
  ],
];
for (const [why, expected, step] of STEPS) {
  test(`the stored outliers are those found by reading all charges, once ${why}`, async () => {
    await step();
    const all = await readAll();
    assert.equal(all.count, expected);
    assert.deepEqual(await readKept(), all);
    await keepOutliers(owner.db, OF);
    const { rows } = await owner.pool.query<{ outliers: number }>(
      'select sum(cardinality(account_ids))::integer as outliers, count(*) from found_outliers',
    );
    assert.deepEqual(rows, [{ outliers: expected, count: HOUSES.length }]);
    assert.deepEqual(await readKept(), all);
  });
}

test('with stored outliers, no charge of a house without any is read', async () => {
  for (const houseId of HOUSES) await charge(houseId, '2026-06-01', EVEN);
  await keepOutliers(owner.db, OF);
  const { count } = await readAll();
  // Bypasses the hash by which changed charges are noticed, to see whether the charges are read.
  const { rows: hashes } = await owner.pool.query<{ hash: Buffer }>(
    `select charges_hash as hash from house_months where house_id = 3 and period = '2026-05-01'`,
  );
  await owner.pool.query(
    `delete from charges where house_id = 3 and period = '2026-05-01' and personal_account_id = 3`,
  );
  await write([{ ...of(3, '2026-05-01', 3), amount: '1.00' }]);
  await owner.pool.query(
    `update house_months set charges_hash = $1 where house_id = 3 and period = '2026-05-01'`,
    [hashes[0]?.hash],
  );
  assert.equal((await readAll()).count, count + 1);
  assert.equal((await readKept()).count, count);
});
