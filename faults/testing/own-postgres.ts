// A PostgreSQL of a test's own, as durable as in operation, that the test may kill, stop and start again in its place.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '@kvartplata/platform/embedded-postgres/embedded-postgres.ts';
import { freePort } from '@kvartplata/platform/lifecycle/free-port.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import pg from 'pg';
import { SERVICES, type ServiceName } from './platform.ts';

export type OwnPostgres = {
  readonly databaseUrlOf: (service: ServiceName) => string;
  /** Ends the server as a power cut would. */
  readonly kill: () => void;
  readonly stop: () => Promise<void>;
  /** In the same place as before, unless it still runs. */
  readonly start: () => Promise<void>;
  /** One statement as the superuser. */
  readonly run: (statement: string) => Promise<void>;
};

/** Small, so that a disk that is full shows soon. */
const SETTINGS = { max_wal_size: '64MB', min_wal_size: '32MB', shared_buffers: '16MB' };

/** @param directory that every user may enter */
export async function startOwnPostgres(directory: string): Promise<OwnPostgres> {
  const port = await freePort();
  const startHere = async (): Promise<EmbeddedPostgres> =>
    startEmbeddedPostgres({
      directory,
      password: 'test',
      preferredPort: port,
      databases: SERVICES,
      settings: SETTINGS,
    });
  let server = await startHere();

  async function run(statement: string): Promise<void> {
    const client = new pg.Client({ connectionString: server.urlOf('postgres') });
    client.on('error', () => undefined);
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  return {
    databaseUrlOf: (service) => server.urlOf(service),
    kill: () => {
      const file = path.join(server.dataDirectory, 'postmaster.pid');
      process.kill(Number(readFileSync(file, 'utf8').split('\n', 1)[0]), 'SIGKILL');
    },
    stop: async () => server.stop(),
    start: async () =>
      until('PostgreSQL runs again', async () => {
        const runs = await run('select 1').then(
          () => true,
          () => false,
        );
        // Sessions of a killed server hold its memory for a moment.
        if (!runs) server = await startHere();
        return true;
      }),
    run,
  };
}
