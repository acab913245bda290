// The duration of a warm start, in wall-clock and processor time, compared with the least that three Node processes and a
// PostgreSQL need to start.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '@kvartplata/platform/embedded-postgres/embedded-postgres.ts';
import { freePort } from '@kvartplata/platform/lifecycle/free-port.ts';
import { startPlatform } from '../../tools/platform/start-platform.ts';
import type { Measured } from '../measured.ts';
import { processorTime } from '../process-use.ts';
import { sized } from '../size.ts';

const RUNS = sized({ whole: 7, short: 2 });
const GOAL = 3;

/** In milliseconds. */
type Times = { readonly clock: number; readonly processor: number };

export async function benchStart(): Promise<readonly Measured[]> {
  const directory = mkdtempSync(path.join(tmpdir(), 'bench-start-'));
  // The server may run as another user; its files have to be in this folder, to be removed with it.
  chmodSync(directory, 0o755);
  const environment = {
    ...process.env,
    DATA_DIR: path.join(directory, 'platform'),
    ...(await ports()),
  };
  const ours: Times[] = [];
  const limits: Times[] = [];
  try {
    // The first start creates the databases; only warm starts count.
    await timePlatform(environment);
    await timeBare(directory);
    for (let run = 0; run < RUNS; run += 1) {
      ours.push(await timePlatform(environment));
      limits.push(await timeBare(directory));
    }
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
  return [
    {
      name: 'start',
      what: 'platform up, warm, embedded',
      limit: 'bare PostgreSQL, then three bare Fastify servers',
      ours: ours.map(({ clock }) => clock),
      limits: limits.map(({ clock }) => clock),
      goal: GOAL,
    },
    {
      name: 'start',
      what: '… of the processor, PostgreSQL left out',
      limit: 'three bare Fastify servers',
      ours: ours.map(({ processor }) => processor),
      limits: limits.map(({ processor }) => processor),
    },
  ];
}

/** Does not count the database server, which is not a child of this process. */
function stopwatch(): () => Times {
  const [startedAt, usedBefore] = [performance.now(), processorTime(process.pid)];
  return () => ({
    clock: performance.now() - startedAt,
    processor: processorTime(process.pid) - usedBefore,
  });
}

async function timePlatform(environment: NodeJS.ProcessEnv): Promise<Times> {
  const watch = stopwatch();
  const platform = await startPlatform(environment, () => undefined);
  const took = watch();
  await platform.stop();
  return took;
}

async function timeBare(directory: string): Promise<Times> {
  const watch = stopwatch();
  const postgres = await startEmbeddedPostgres({
    directory: path.join(directory, 'bare'),
    password: 'bench',
    preferredPort: 0,
    databases: [],
  });
  const env = { PATH: process.env['PATH'] };
  const children = Array.from({ length: 3 }, () =>
    fork(path.join(import.meta.dirname, 'bare-server.ts'), { env }),
  );
  await Promise.all(children.map(async (child) => once(child, 'message')));
  const took = watch();
  await Promise.all(
    children.map(async (child) => {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    }),
  );
  await postgres.stop();
  return took;
}

async function ports(): Promise<Record<string, string>> {
  const names = ['AUTH_HTTP_PORT', 'CORE_HTTP_PORT', 'BILLING_HTTP_PORT'];
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, String(await freePort())] as const)),
  );
}
