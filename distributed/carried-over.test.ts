// A platform that was filled on a single machine continues with distributed databases of core and billing: a backup of the
// former, restored into the latter, has identical rows, and everything computed from them is identical byte for byte. The same is
// true of a backup of a distributed database restored on other nodes, which generate no id a second time.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { closeCycle } from '@kvartplata/contracts/billing/close.ts';
import { listCycles } from '@kvartplata/contracts/billing/cycles.ts';
import { exportLedger } from '@kvartplata/contracts/billing/exports.ts';
import { createPayment } from '@kvartplata/contracts/billing/payments.ts';
import { getMonthSeal, getReceiptProof } from '@kvartplata/contracts/billing/seals.ts';
import { getTurnoverBalance } from '@kvartplata/contracts/billing/turnover.ts';
import { listAccountsOfHouse } from '@kvartplata/contracts/core/personal-accounts.ts';
import { SERVICES, type ServiceName } from '@kvartplata/contracts/endpoint.ts';
import { openPool } from '@kvartplata/platform/database/database.ts';
import { clientOf, signIn, signUp } from '@kvartplata/platform/testing/people.ts';
import {
  makeEnvironments,
  startService,
  startServices,
} from '@kvartplata/platform/testing/service-environments.ts';
import {
  createOnServer,
  createEmptyOnCluster,
  type TestDatabase,
} from '@kvartplata/platform/testing/test-database.ts';
import { makeBilledHouse, type BilledHouse } from '../acceptance/testing/billed-house.ts';
import { runTool, type UrlOf } from '../acceptance/testing/run-tool.ts';

type Databases = Partial<Record<ServiceName, TestDatabase>>;

/** The databases that the services have filled, those they are restored into, and those that the latter are restored into. */
const [filled, empty, again]: [Databases, Databases, Databases] = [{}, {}, {}];
const SECRET = randomBytes(32).toString('base64');
let directory: string;
let house: BilledHouse;
/** What the single machine has computed from the books. */
let told: readonly string[];

before(async () => {
  directory = mkdtempSync(path.join(tmpdir(), 'carried-over-'));
  for (const service of SERVICES) {
    filled[service] = await createOnServer(service);
    for (const databases of [empty, again])
      databases[service] = await (service === 'auth'
        ? createOnServer('empty')
        : createEmptyOnCluster());
  }
  house = await withServices(filled, async (urls) =>
    makeBilledHouse({ urls }, await signUp({ urls }, 'anna')),
  );
  await pay(filled, '123.45');
  told = await computedFrom(filled, { isFirst: true });
});
after(async () => {
  rmSync(directory, { recursive: true, force: true });
  for (const databases of [filled, empty, again])
    for (const service of SERVICES) await databases[service]?.drop();
});

async function withServices<T>(
  databases: Databases,
  work: (urls: Readonly<Record<ServiceName, string>>) => Promise<T>,
): Promise<T> {
  const made = await makeEnvironments(urlsOf(databases), { JWT_SECRET: SECRET });
  const running = await startServices(async (service) =>
    startService(service, made.environmentOf(service)),
  );
  try {
    return await work(made.urls);
  } finally {
    for (const service of SERVICES) await running[service].stop();
  }
}

/** Sums, the seal with the contents of its hashes, a proof and the ledger's journal; the first call closes the month before. */
async function computedFrom(
  databases: Databases,
  { isFirst }: { readonly isFirst: boolean },
): Promise<readonly string[]> {
  return withServices(databases, async (urls) => {
    const { call, callFile } = clientOf(
      { urls },
      { authorization: await signIn(urls.auth, 'anna') },
    );
    const { organizationId, houseId } = house;
    const { items: accounts } = await call(listAccountsOfHouse, { params: { houseId } });
    const { items: cycles } = await call(listCycles, { query: { organizationId } });
    const params = { cycleId: cycles[0]?.id ?? 0 };
    if (isFirst) await call(closeCycle, { params });
    const {
      askedAt: _asked,
      verifiedAt: _verified,
      ...seal
    } = await call(getMonthSeal, { params });
    assert.deepEqual([seal.isValid, seal.isLogged], [true, true]);
    const personalAccountId = accounts[0]?.id ?? 0;
    const ofMonth = { houseId, period: house.months.at(-1) };
    return [
      JSON.stringify(seal),
      JSON.stringify(await call(getReceiptProof, { params, query: { personalAccountId } })),
      await (await callFile(getTurnoverBalance, { query: ofMonth })).text(),
      await (await callFile(exportLedger, { query: { houseId } })).text(),
    ];
  });
}

/** Pays to the first account of the house; returns the payment's id. */
async function pay(databases: Databases, amount: string): Promise<number> {
  return withServices(databases, async (urls) => {
    const { call } = clientOf({ urls }, { authorization: await signIn(urls.auth, 'anna') });
    const { items } = await call(listAccountsOfHouse, { params: { houseId: house.houseId } });
    const personalAccountId = items[0]?.id ?? 0;
    const { id } = await call(createPayment, {
      body: { personalAccountId, amount, paidOn: `${house.months.at(-1)}-20` },
    });
    return id;
  });
}

function urlsOf(databases: Databases): UrlOf {
  return (service) => databases[service]?.url ?? '';
}

/** Every table with all its rows, sorted. */
async function contentsOf(url: string): Promise<Readonly<Record<string, readonly string[]>>> {
  const pool = openPool(
    { url, poolSize: 1, applicationName: 'carried-over-test' },
    { pipeline: false },
  );
  try {
    const { rows: tables } = await pool.query<{ name: string }>(
      `select relname as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
         and relname not in ('kysely_migration', 'compatible_migrations') order by 1`,
    );
    const contents: Record<string, readonly string[]> = {};
    for (const { name } of tables) {
      const { rows } = await pool.query<{ row: string }>(
        `select to_jsonb(${name})::text as row from ${name}`,
      );
      contents[name] = rows.map(({ row }) => row).toSorted((a, b) => (a < b ? -1 : 1));
    }
    return contents;
  } finally {
    await pool.end();
  }
}

test('a backup of one machine is restored into a database that spans nodes, row by row', async () => {
  const folder = path.join(directory, 'saved');
  const saved = await runTool('backup', [folder], urlsOf(filled));
  assert.deepEqual([saved.code, saved.stderr], [0, '']);
  const restored = await runTool('restore', [folder], urlsOf(empty));
  assert.deepEqual([restored.code, restored.stderr], [0, '']);
  for (const service of SERVICES) {
    const expected = await contentsOf(urlsOf(filled)(service));
    assert.deepEqual(await contentsOf(urlsOf(empty)(service)), expected);
    assert.ok(Object.values(expected).flat().length > 0);
  }
});

test('sums, seals, their hashes, proofs and the journal are computed there byte for byte the same', async () => {
  assert.match(told[3] ?? '', /123\.45/);
  assert.deepEqual(await computedFrom(empty, { isFirst: false }), told);
});

test('a backup of nodes is restored into others, whose workers draw only new ids', async () => {
  const first = await pay(empty, '1.00');
  const folder = path.join(directory, 'saved-from-nodes');
  const saved = await runTool('backup', [folder], urlsOf(empty));
  assert.deepEqual([saved.code, saved.stderr], [0, '']);
  const restored = await runTool('restore', [folder], urlsOf(again));
  assert.deepEqual([restored.code, restored.stderr], [0, '']);
  const expected = await contentsOf(urlsOf(empty)('billing'));
  assert.deepEqual(await contentsOf(urlsOf(again)('billing')), expected);
  const second = await pay(again, '2.00');
  assert.ok(second > first, `${second} comes after ${first}`);
});
