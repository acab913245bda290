// A temporary PostgreSQL for a benchmark without HTTP, with the tables of one service; removed afterwards.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ServiceName } from '@kvartplata/contracts/endpoint.ts';
import { openDatabase, type Database } from '@kvartplata/platform/database/database.ts';
import { migrate } from '@kvartplata/platform/database/migrations.ts';
import { startEmbeddedPostgres } from '@kvartplata/platform/embedded-postgres/embedded-postgres.ts';
import type { Kysely } from 'kysely';

const APPLICATION = 'bench';

export type Throwaway<Tables> = {
  readonly owner: Kysely<unknown>;
  /** Opens a pool with this many connections, as the service does; it is closed with the database. */
  readonly open: (poolSize: number) => Database<Tables>;
};

/** @param owners the owner's number of connections */
export async function onThrowaway<Tables, Result>(
  service: ServiceName,
  run: (database: Throwaway<Tables>) => Promise<Result>,
  owners = 1,
): Promise<Result> {
  const directory = mkdtempSync(path.join(tmpdir(), 'kvartplata-bench-'));
  chmodSync(directory, 0o755);
  const server = await startEmbeddedPostgres({
    directory,
    password: 'bench',
    preferredPort: 0,
    databases: [service],
  });
  const asked = { url: server.urlOf(service), applicationName: APPLICATION };
  const owner = openDatabase<unknown>({ ...asked, poolSize: owners });
  const opened: Database<Tables>[] = [];
  try {
    await migrate(owner.db, path.resolve(import.meta.dirname, `../services/${service}/migrations`));
    return await run({
      owner: owner.db,
      open: (poolSize) => {
        const one = openDatabase<Tables>({ ...asked, poolSize, role: `${service}_app` });
        opened.push(one);
        return one;
      },
    });
  } finally {
    for (const { db } of [...opened, owner]) await db.destroy();
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}
