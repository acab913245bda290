// An import and requests that change the same records at the same time: neither stops the other, and nothing is lost.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { getHouse, listHouses, replaceHouse } from '@kvartplata/contracts/core/houses.ts';
import {
  getImport,
  type Import,
  importHouses,
  importServices,
} from '@kvartplata/contracts/core/imports.ts';
import { openDatabase, type Database } from '@kvartplata/platform/database/database.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import { importHouseRows } from '../../testing/house-file.ts';
import { csv, importFile, sendFile } from '../../testing/import-files.ts';
import { createTestApp, POOL_SIZE, type TestApp } from '../../testing/test-app.ts';

const OWNER = 1;
const NEIGHBOUR = 2;
const ADDRESS = 'ул. Мира, д. 1';

let core: TestApp;
let outside: Database<unknown>;

before(async () => {
  core = await createTestApp('2026-08-15T09:00:00Z', undefined, { queue: 'working' });
  outside = openDatabase({ url: core.databaseUrl, poolSize: 3, applicationName: 'test-outside' });
  await core.organizationOf(OWNER);
  await core.organizationOf(NEIGHBOUR);
  await importHouseRows(core, OWNER, [{ address: ADDRESS, account: 'A-1' }]);
  await importHouseRows(core, NEIGHBOUR, [{ address: ADDRESS, account: 'B-1' }]);
});
after(async () => {
  await outside.db.destroy();
  await core.close();
});

/** A file with one new account. */
function fileOf(account: string): { readonly content: string } {
  return {
    content: csv([
      [
        'Адрес дома',
        'Номер помещения',
        'Площадь помещения, кв. м',
        'Лицевой счёт',
        'Плательщик',
        'Зарегистрировано человек',
        'Дата открытия счёта',
      ],
      [ADDRESS, account, '50', account, 'Иванов', '2', '01.02.2020'],
    ]),
  };
}

async function houseOf(user: number): Promise<number> {
  const { rows } = await outside.pool.query<{ id: number }>(
    `select id from houses where organization_id =
      (select organization_id from organization_members where user_id = ${user})`,
  );
  return rows[0]?.id ?? 0;
}

/** Runs SQL in a transaction that stays open; returns a function that commits it. */
async function holding(statement: string): Promise<() => Promise<void>> {
  const holder = await outside.pool.connect();
  await holder.query('begin');
  await holder.query(statement);
  return async () => {
    await holder.query('commit');
    holder.release();
  };
}

async function untilWaiting(sessions: number): Promise<void> {
  await until(`${sessions} sessions wait for a lock`, async () => {
    const { rows } = await outside.pool.query<{ count: number }>(`
      select count(*)::integer as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
    `);
    return (rows[0]?.count ?? 0) >= sessions;
  });
}

async function ended(importId: number): Promise<Import> {
  let told: Import | undefined;
  await until(`import ${importId} has ended`, async () => {
    told = (await core.ask(OWNER, getImport, { params: { importId } })).body;
    return told.finishedAt !== null;
  });
  assert.ok(told);
  return told;
}

async function countRetries(): Promise<number> {
  const { rows } = await outside.pool.query<{ retries: number }>(
    'select coalesce(sum(retry_count), 0)::integer as retries from job_queue.job',
  );
  return rows[0]?.retries ?? 0;
}

test('requests that wait for a running import give up soon, and leave room for others', async () => {
  const houseId = await houseOf(OWNER);
  const release = await holding('lock table registered_persons in exclusive mode');
  const { body: sent } = await sendFile(core, OWNER, importHouses, fileOf('A-7'));
  await untilWaiting(1);
  const { body: house } = await core.ask(OWNER, getHouse, { params: { houseId } });
  const { address, fiasId } = house;
  const change = async () =>
    core.askOnce(OWNER, replaceHouse, {
      params: { houseId },
      body: { address, fiasId, commonArea: '120.50' },
    });
  const waiting = Array.from({ length: POOL_SIZE - 1 }, change);
  await untilWaiting(POOL_SIZE);
  for (const { status, text, headers } of await Promise.all(waiting)) {
    assert.equal(status, 503, text);
    assert.ok(headers.get('retry-after'));
  }
  const others = await core.askOnce(NEIGHBOUR, getHouse, {
    params: { houseId: await houseOf(NEIGHBOUR) },
  });
  assert.equal(others.status, 200);
  await release();
  assert.equal((await ended(sent.id)).status, 'COMPLETED');
});

test('an import ends at its first try although requests have taken every connection', async () => {
  const release = await holding('lock table registered_persons in exclusive mode');
  const { body: sent } = await sendFile(core, OWNER, importHouses, fileOf('A-8'));
  await untilWaiting(1);
  const freeMembers = await holding('lock table organization_members in access exclusive mode');
  const waiting = Array.from({ length: POOL_SIZE }, async () =>
    core.askOnce(NEIGHBOUR, listHouses, {}),
  );
  await untilWaiting(POOL_SIZE);
  await release();
  await until('the import has ended', async () => {
    const { rows } = await outside.pool.query<{ status: string }>(
      `select status from imports where id = ${sent.id}`,
    );
    return rows[0]?.status === 'COMPLETED';
  });
  await freeMembers();
  await Promise.all(waiting);
  assert.equal(await countRetries(), 0);
});

test('a services file waits for a tariff that is being changed, and keeps the change', async () => {
  const header = ['Адрес дома', 'Услуга', 'Действует с', 'Тариф, руб.', 'Документ'];
  const rowOf = (from: string, tariff: string) => [
    [ADDRESS, 'Содержание жилого помещения', from, tariff, 'Приказ № 7'],
  ];
  const first = await importFile(
    core,
    OWNER,
    importServices,
    csv([header, ...rowOf('01.01.2026', '30')]),
  );
  assert.equal(first.status, 'COMPLETED', JSON.stringify(first.errors));
  // As an owner's change does: the service is held, then the tariff is changed.
  const release = await holding(`
    select id from house_services for no key update;
    update service_tariffs set valid_to = '2026-07-15', version = version + 1
  `);
  const { body: sent } = await sendFile(core, OWNER, importServices, {
    content: csv([header, ...rowOf('01.08.2026', '33')]),
  });
  await untilWaiting(1);
  await release();
  const done = await ended(sent.id);
  assert.equal(done.status, 'COMPLETED', JSON.stringify(done.errors));
  const { rows } = await outside.pool.query<{ value: string; validTo: string | null }>(
    'select value::float8::text as value, valid_to from service_tariffs order by valid_from',
  );
  assert.deepEqual(
    rows.map(({ value, validTo }) => [value, validTo]),
    [
      ['30', '2026-07-15'],
      ['33', null],
    ],
  );
});
