// A platform that was filled on one machine goes on with core's and billing's databases spread over nodes: a backup of the one,
// restored into the other, row by row the same.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { SERVICES, type ServiceName } from '@kvartplata/contracts/endpoint.ts';
import { openPool } from '@kvartplata/platform/database/database.ts';
import { signUp } from '@kvartplata/platform/testing/people.ts';
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
import { makeBilledHouse } from '../acceptance/testing/billed-house.ts';
import { runTool, type UrlOf } from '../acceptance/testing/run-tool.ts';

type Databases = Partial<Record<ServiceName, TestDatabase>>;

/** What the services of the filled platform have left behind, and what they are restored into. */
const [filled, empty]: [Databases, Databases] = [{}, {}];
let directory: string;

before(async () => {
  directory = mkdtempSync(path.join(tmpdir(), 'carried-over-'));
  for (const service of SERVICES) {
    filled[service] = await createOnServer(service);
    empty[service] = await (service === 'auth' ? createOnServer('empty') : createEmptyOnCluster());
  }
  const { urls, environmentOf } = await makeEnvironments(urlsOf(filled));
  const running = await startServices(async (service) =>
    startService(service, environmentOf(service)),
  );
  try {
    await makeBilledHouse({ urls }, await signUp({ urls }, 'anna'));
  } finally {
    for (const service of SERVICES) await running[service].stop();
  }
});
after(async () => {
  rmSync(directory, { recursive: true, force: true });
  for (const databases of [filled, empty])
    for (const service of SERVICES) await databases[service]?.drop();
});

function urlsOf(databases: Databases): UrlOf {
  return (service) => databases[service]?.url ?? '';
}

/** Every table with all its rows, in an order of their own. */
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
