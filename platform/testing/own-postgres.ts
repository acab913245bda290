// A PostgreSQL server for a single test, which may kill, stop and restart it in the same place.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgresOptions,
} from '../embedded-postgres/embedded-postgres.ts';
import { freePort } from '../lifecycle/free-port.ts';
import { askServer } from './servers.ts';
import { until } from './until.ts';

export type OwnPostgres = {
  readonly port: number;
  readonly urlOf: (database: string) => string;
  /** Ends the server as a power cut would. */
  readonly kill: () => void;
  readonly stop: () => Promise<void>;
  /** In the same place as before, unless it is still running; these settings override its own until it is stopped. */
  readonly start: (settings?: EmbeddedPostgresOptions['settings']) => Promise<void>;
  /** Runs statements as the superuser, each by itself. */
  readonly run: (database: string, ...statements: readonly string[]) => Promise<void>;
};

export type OwnPostgresOptions = Omit<EmbeddedPostgresOptions, 'password' | 'preferredPort'>;

/** @param options the directory has to be accessible to every user; by default the server is as durable as in production */
export async function startOwnPostgres(options: OwnPostgresOptions): Promise<OwnPostgres> {
  const port = await freePort();
  const startHere = async (more: EmbeddedPostgresOptions['settings'] = {}) =>
    startEmbeddedPostgres({
      ...options,
      settings: { ...options.settings, ...more },
      password: 'test',
      preferredPort: port,
    });
  let server = await startHere();

  const run: OwnPostgres['run'] = async (database, ...statements) =>
    askServer(server.urlOf(database), ...statements);

  return {
    port,
    urlOf: (database) => server.urlOf(database),
    kill: () => {
      const file = path.join(server.dataDirectory, 'postmaster.pid');
      process.kill(Number(readFileSync(file, 'utf8').split('\n', 1)[0]), 'SIGKILL');
    },
    stop: async () => server.stop(),
    start: async (settings) =>
      until('PostgreSQL runs again', async () => {
        const runs = await run('postgres', 'select 1').then(
          () => true,
          () => false,
        );
        // Sessions of a killed server hold its shared memory for a moment.
        if (!runs) server = await startHere(settings);
        return true;
      }),
    run,
  };
}
