// The partitions of a month are attached only while nobody reads their tables, and those of this month and the next are made ahead.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { lacksLock } from '@kvartplata/platform/database/lock-patience.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { makePartitions } from './month-partitions.repository.ts';
import { makeMonths } from './month-partitions.service.ts';

const TODAY = Temporal.PlainDate.from('2026-12-31');

let stand: BillingStand;

before(async () => {
  stand = await startBillingStand({ today: () => TODAY });
});
after(async () => stand.stop());

async function listMonths(): Promise<readonly string[]> {
  const { rows } = await stand.owner.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits
     where inhparent in ('charges'::regclass, 'ledger_entries'::regclass) order by 1`,
  );
  return rows.map(({ name }) => name);
}

test('at a start, those of this month and the next are made', async () => {
  const made = [
    'charges_2026_12',
    'charges_2027_01',
    'ledger_entries_2026_12',
    'ledger_entries_2027_01',
  ];
  await until('the months are made', async () => (await listMonths()).length === made.length);
  assert.deepEqual(await listMonths(), made);
});

test('they are made every night at half past two, Moscow time', async () => {
  const { rows } = await stand.owner.query(
    `select cron, timezone from job_queue.schedule where name = 'coming-months'`,
  );
  assert.deepEqual(rows, [{ cron: '30 2 * * *', timezone: 'Europe/Moscow' }]);
});

for (const { table, month } of [
  { table: 'charges', month: '2026-01-01' },
  { table: 'ledger_entries', month: '2026-02-01' },
])
  test(`a month is made once nobody reads ${table}: a reader that lists the partitions meanwhile would miss it`, async () => {
    const reader = await stand.owner.connect();
    try {
      await reader.query('begin');
      await reader.query(`select from ${table} where false`);
      const soon = inTransaction(stand.db, async (trx) => makePartitions(trx, month, 50));
      await assert.rejects(soon, lacksLock);
      const making = makeMonths(stand.db, [month]);
      await until('it waits', async () => (await countWaiting()) > 0);
      await reader.query('commit');
      await making;
    } finally {
      reader.release();
    }
    const name = `${table}_${month.slice(0, 7).replace('-', '_')}`;
    assert.ok((await listMonths()).includes(name));
  });

async function countWaiting(): Promise<number> {
  const { rows } = await stand.owner.query(
    `select from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())`,
  );
  return rows.length;
}
