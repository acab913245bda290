// Empty databases of the three services for a copy to fill, and the command as a separate process.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { BARE_ENVIRONMENT } from '@kvartplata/platform/testing/bare-environment.ts';
import { createTestDatabase } from '@kvartplata/platform/testing/test-database.ts';
import pg from 'pg';
import { openTargets, type TargetName, type Targets } from '../targets.ts';

export type CopyStand = {
  readonly targets: Targets;
  /** One connection to each target, as its owner. */
  readonly pools: Readonly<Record<TargetName, pg.Pool>>;
  readonly passwordsFile: string;
  readonly run: (args: readonly string[]) => Promise<Outcome>;
  readonly start: (args: readonly string[]) => ChildProcess;
  readonly drop: () => Promise<void>;
};

export type Outcome = {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
};

const COMMAND = path.resolve(import.meta.dirname, '../main.ts');

/** @param isEmpty true to leave the databases without migrations */
export async function createCopyStand(isEmpty = false): Promise<CopyStand> {
  const databases = {
    auth: await createTestDatabase(isEmpty ? 'empty' : 'auth'),
    core: await createTestDatabase(isEmpty ? 'empty' : 'core'),
    billing: await createTestDatabase(isEmpty ? 'empty' : 'billing'),
  };
  const environment = {
    AUTH_DATABASE_URL: databases.auth.url,
    CORE_DATABASE_URL: databases.core.url,
    BILLING_DATABASE_URL: databases.billing.url,
  };
  const directory = mkdtempSync(path.join(tmpdir(), 'migrate-from-'));
  const { targets, close } = await openTargets(environment);
  const poolOf = (target: TargetName): pg.Pool => {
    const pool = new pg.Pool({ connectionString: databases[target].url, max: 2 });
    pool.on('error', () => undefined);
    return pool;
  };
  const pools = { auth: poolOf('auth'), core: poolOf('core'), billing: poolOf('billing') };
  const start = (args: readonly string[]): ChildProcess =>
    spawn(process.execPath, [COMMAND, ...args], {
      env: { ...BARE_ENVIRONMENT, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  return {
    targets,
    pools,
    passwordsFile: path.join(directory, 'first-passwords.csv'),
    start,
    run: async (args) => {
      const child = start(args);
      let [stdout, stderr] = ['', ''];
      child.stdout?.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
      child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
      const [code] = (await once(child, 'close')) as [number | null];
      return { code, stdout, stderr };
    },
    drop: async () => {
      await close();
      for (const target of ['auth', 'core', 'billing'] as const) {
        await pools[target].end();
        await databases[target].drop();
      }
      rmSync(directory, { recursive: true });
    },
  };
}
