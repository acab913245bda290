// Outliers compared to the previous month, over charges that are inserted directly.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openDatabase, type Database } from '@kvartplata/platform/database/database.ts';
import {
  createTestDatabase,
  type TestDatabase,
} from '@kvartplata/platform/testing/test-database.ts';
import type { BillingTables } from '../../tables.ts';
import { writeCharges } from '../../testing/written-charges.ts';
import type { Outliers } from './found-outliers.service.ts';
import { keysAfter, ODD, type OutliersPage } from './outliers.service.ts';
import { findOutliers, listOutlierRows, type OutlierRow } from './standing-charges.repository.ts';

const [WATER, HEATING, NEW_IN_HOUSE] = [1, 2, 3];
/** An account per case: its charges for water in May and in June, and the expected outlier. */
const CASES: readonly {
  readonly why: string;
  readonly may: string | null;
  readonly june: string | null;
  readonly expected: readonly [why: string, difference: string, ratio: string | null] | null;
}[] = [
  { why: 'as before', may: '300.00', june: '310.00', expected: null },
  { why: 'just below three times', may: '100.00', june: '299.99', expected: null },
  { why: 'three times', may: '100.00', june: '300.00', expected: ['jump', '200.00', '3.00'] },
  { why: 'a third', may: '300.00', june: '100.00', expected: ['drop', '-200.00', '0.33'] },
  { why: 'small money', may: '10.00', june: '109.99', expected: null },
  { why: 'a hundred more', may: '10.00', june: '110.00', expected: ['jump', '100.00', '11.00'] },
  { why: 'out of nothing', may: '0.00', june: '150.00', expected: ['jump', '150.00', null] },
  { why: 'down to nothing', may: '150.00', june: '0.00', expected: ['drop', '-150.00', '0.00'] },
  { why: 'not charged before', may: null, june: '150.00', expected: ['new', '150.00', null] },
  { why: 'charged no more', may: '150.00', june: null, expected: ['gone', '-150.00', null] },
];
const NEW_ACCOUNT = CASES.length + 1;
const CORRECTED_ACCOUNT = CASES.length + 2;
const RECALCULATED_ACCOUNT = CASES.length + 3;

let database: TestDatabase;
let owner: Database<BillingTables>;

type Written = {
  readonly account: number;
  readonly service: number;
  readonly period: '2026-05-01' | '2026-06-01';
  readonly amount: string;
  readonly line?: number;
  readonly corrects?: string;
};

before(async () => {
  database = await createTestDatabase('billing');
  owner = openDatabase({ url: database.url, poolSize: 2, applicationName: 'test' });
  for (const month of [5, 6])
    await owner.pool.query(
      `select app.ensure_month(make_date(2026, ${month}, 1));
       insert into billing_cycles (organization_id, year, month) values (1, 2026, ${month})`,
    );
  await owner.pool.query(
    `insert into charged_services (house_id, organization_id, house_service_id, code, name, unit, kind)
     select 1, 1, id, 'service-' || id, 'Услуга ' || id, 'м³', 'utility' from generate_series(1, 3) as id`,
  );
  for (const [index, { may, june }] of CASES.entries()) {
    const account = index + 1;
    if (may !== null) await write({ account, service: WATER, period: '2026-05-01', amount: may });
    if (june !== null) await write({ account, service: WATER, period: '2026-06-01', amount: june });
    // Accounts without water have heating, so that each exists in both months.
    for (const period of ['2026-05-01', '2026-06-01'] as const)
      await write({ account, service: HEATING, period, amount: '500.00' });
    await write({ account, service: NEW_IN_HOUSE, period: '2026-06-01', amount: '900.00' });
  }
  const june = { service: WATER, period: '2026-06-01' } as const;
  const may = { service: WATER, period: '2026-05-01' } as const;
  await write({ account: NEW_ACCOUNT, ...june, amount: '900.00' });
  await write({ account: CORRECTED_ACCOUNT, ...may, amount: '100.00' });
  await write({ account: CORRECTED_ACCOUNT, ...june, amount: '900.00' });
  const corrects = '2026-05-01';
  await write({ account: CORRECTED_ACCOUNT, ...june, amount: '700.00', line: 100, corrects });
  await write({ account: RECALCULATED_ACCOUNT, ...may, amount: '300.00' });
  await write({ account: RECALCULATED_ACCOUNT, ...june, amount: '300.00' });
  await write({ account: RECALCULATED_ACCOUNT, ...june, amount: '-290.00', line: 5 });
});
after(async () => {
  await owner.db.destroy();
  await database.drop();
});

async function write({
  account,
  service,
  period,
  amount,
  line = 0,
  corrects,
}: Written): Promise<void> {
  await writeCharges(owner.pool, [
    {
      organizationId: 1,
      houseId: 1,
      period,
      personalAccountId: account,
      houseServiceId: service,
      line,
      amount,
      basis: { rule: 'individual-meter' },
      corrects,
    },
  ]);
}

async function find(page: Partial<OutliersPage> = {}): Promise<Outliers> {
  const months = { organizationId: 1, month: '2026-06-01', monthBefore: '2026-05-01' };
  const keys = await findOutliers(owner.db, { ...ODD, ...months, houseIds: [1] });
  const shown = keysAfter(keys, { after: page.after, limit: page.limit ?? 100 });
  return { count: keys.length, rows: await listOutlierRows(owner.db, months, shown) };
}

async function outliers(): Promise<readonly OutlierRow[]> {
  return (await find()).rows;
}

for (const [index, { why, expected }] of CASES.entries()) {
  test(`${why} is ${expected === null ? 'not odd' : expected[0]}`, async () => {
    const found = (await outliers()).find((row) => row.personalAccountId === index + 1);
    assert.deepEqual(
      found === undefined ? null : [found.why, found.difference, found.ratio],
      expected,
    );
  });
}

test('an account and a service new for the whole house are not odd', async () => {
  const rows = await outliers();
  assert.ok(rows.every((row) => row.houseServiceId === WATER));
  assert.ok(rows.every((row) => row.personalAccountId !== NEW_ACCOUNT));
});

test('last month counts with its correction, wherever that was charged', async () => {
  const rows = await outliers();
  assert.ok(rows.every((row) => row.personalAccountId !== CORRECTED_ACCOUNT));
});

test('a reduction for an absence is not odd', async () => {
  const rows = await outliers();
  assert.ok(rows.every((row) => row.personalAccountId !== RECALCULATED_ACCOUNT));
});

test('pages of any size give the same rows, each with its charges and their rules', async () => {
  const all = await outliers();
  const paged: OutlierRow[] = [];
  for (;;) {
    const last = paged.at(-1);
    const { count, rows } = await find({
      limit: 1,
      ...(last && { after: [last.houseId, last.personalAccountId, last.houseServiceId] }),
    });
    assert.equal(count, all.length);
    if (rows.length === 0) break;
    paged.push(...rows);
  }
  assert.deepEqual(paged, all);
  for (const row of all) {
    assert.equal(row.ruleAfter, row.after === null ? null : 'individual-meter');
    assert.equal(row.chargeBefore === null, row.before === null);
  }
});
