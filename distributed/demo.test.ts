// `npm run demo` on a coordinator and two workers: a company bills its house for a year, every sum is checked, and a second run
// finds everything as the first has left it.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { SERVICES, type ServiceName } from '@kvartplata/contracts/endpoint.ts';
import { freePort } from '@kvartplata/platform/lifecycle/free-port.ts';
import { BARE_ENVIRONMENT } from '@kvartplata/platform/testing/bare-environment.ts';
import {
  createEmptyOnCluster,
  createOnServer,
  type TestDatabase,
} from '@kvartplata/platform/testing/test-database.ts';

const DEMO = path.resolve(import.meta.dirname, '../tools/demo.ts');

const databases = {} as Record<ServiceName, TestDatabase>;
let directory: string;

before(async () => {
  directory = mkdtempSync(path.join(tmpdir(), 'demo-on-nodes-'));
  for (const service of SERVICES)
    databases[service] = await (service === 'auth'
      ? createOnServer('empty')
      : createEmptyOnCluster());
});
after(async () => {
  for (const service of SERVICES) await databases[service].drop();
  rmSync(directory, { recursive: true, force: true });
});

/** What it printed; fails unless every sum agreed. */
async function runDemo(): Promise<string> {
  const environment: NodeJS.ProcessEnv = { ...BARE_ENVIRONMENT, DATA_DIR: directory };
  for (const service of SERVICES) {
    environment[`${service.toUpperCase()}_DATABASE_URL`] = databases[service].url;
    environment[`${service.toUpperCase()}_HTTP_PORT`] = String(await freePort());
  }
  const demo = spawn(process.execPath, [DEMO, '--exit'], { env: environment });
  let printed = '';
  for (const stream of [demo.stdout, demo.stderr])
    stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const [code] = (await once(demo, 'close')) as [number | null];
  assert.equal(code, 0, printed);
  assert.ok(!printed.includes('✗'), printed);
  return printed;
}

test('the demo bills a year on nodes, and every sum agrees', async () => {
  const printed = await runDemo();
  assert.ok(printed.includes('✓'), printed);
});

test('a second run continues from what the first left on the nodes', async () => {
  await runDemo();
});
