// The demo as a user starts it, on databases and ports of its own: what it prints, and the page that it serves.
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SERVICES } from '@kvartplata/contracts/endpoint.ts';
import { freePort } from '@kvartplata/platform/lifecycle/free-port.ts';
import { BARE_ENVIRONMENT } from '@kvartplata/platform/testing/bare-environment.ts';
import { createOnServer, type TestDatabase } from '@kvartplata/platform/testing/test-database.ts';

const DEMO = path.resolve(import.meta.dirname, '../../demo.ts');
/** Printed last, when the page is served. */
const IS_UP = '/docs\n';

export type DemoRun = {
  readonly printed: string;
  readonly pageUrl: string;
  readonly stop: () => Promise<void>;
};

/**
 * Resolves when the story has ended and the page is served; the caller has to stop the demo.
 * @param said the machine's language, and the arguments
 */
export async function runDemo(said: {
  readonly speaks: string;
  readonly args: readonly string[];
}): Promise<DemoRun> {
  const directory = mkdtempSync(path.join(tmpdir(), 'demo-'));
  const environment: NodeJS.ProcessEnv = {
    ...BARE_ENVIRONMENT,
    DATA_DIR: directory,
    LANG: said.speaks,
    WEB_HTTP_PORT: String(await freePort()),
  };
  const databases: TestDatabase[] = [];
  for (const service of SERVICES) {
    const database = await createOnServer('empty');
    databases.push(database);
    environment[`${service.toUpperCase()}_DATABASE_URL`] = database.url;
    environment[`${service.toUpperCase()}_HTTP_PORT`] = String(await freePort());
  }
  const demo = spawn(process.execPath, [DEMO, ...said.args], { env: environment });
  const ended = once(demo, 'close');
  const stop = async (): Promise<void> => {
    demo.kill('SIGINT');
    await ended;
    for (const database of databases) await database.drop();
    rmSync(directory, { recursive: true, force: true });
  };
  try {
    const printed = await untilUp(demo);
    return { printed, pageUrl: `http://localhost:${environment['WEB_HTTP_PORT']}`, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function untilUp({ stdout, stderr }: ChildProcess): Promise<string> {
  let printed = '';
  const { promise, resolve } = Promise.withResolvers<void>();
  for (const stream of [stdout, stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      if (printed.trimEnd().concat('\n').endsWith(IS_UP)) resolve();
    });
  stdout?.once('close', resolve);
  await promise;
  assert.ok(printed.trimEnd().concat('\n').endsWith(IS_UP), printed);
  assert.ok(!printed.includes('✗'), printed);
  return printed;
}
