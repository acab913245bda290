// The embedded databases of `npm start`, for commands that work on them.
import { existsSync } from 'node:fs';
import path from 'node:path';
import {
  findRunningPostgres,
  startEmbeddedPostgres,
} from '@kvartplata/platform/embedded-postgres/embedded-postgres.ts';
import { dataDirectoryOf, holdDirectory, readSecrets } from './data-directory.ts';
import type { ServiceName } from './service-environment.ts';

export type EmbeddedDatabases = {
  readonly urlOf: (service: ServiceName) => string;
  readonly directory: string;
  readonly close: () => Promise<void>;
};

const PREFERRED_PORT = 5433;

/**
 * Holds them as `npm start` does: no platform can use them meanwhile.
 * @returns undefined when no database is requested
 * @throws an Error when a platform is running on them
 */
export async function holdEmbedded(
  environment: NodeJS.ProcessEnv,
  databases: readonly ServiceName[],
): Promise<EmbeddedDatabases | undefined> {
  if (databases.length === 0) return undefined;
  const directory = dataDirectoryOf(environment);
  const release = holdDirectory(directory);
  try {
    const server = await startEmbeddedPostgres({
      directory,
      password: readSecrets(directory).databasePassword,
      preferredPort: PREFERRED_PORT,
      databases,
    });
    const close = async (): Promise<void> => {
      await server.stop();
      release();
    };
    return { urlOf: server.urlOf, directory, close };
  } catch (error) {
    release();
    throw error;
  }
}

/**
 * Those of a running platform, for reading; held by the command itself when none is running.
 * @throws an Error when there are none: reading does not create them
 */
export async function visitEmbedded(
  environment: NodeJS.ProcessEnv,
  databases: readonly ServiceName[],
): Promise<EmbeddedDatabases | undefined> {
  const directory = dataDirectoryOf(environment);
  if (!existsSync(path.join(directory, 'postgres/data/PG_VERSION')))
    throw new Error(
      `${directory} holds no database: set DATA_DIR, or ${databases.map((name) => `${name.toUpperCase()}_DATABASE_URL`).join(', ')}`,
    );
  const running = findRunningPostgres(directory, readSecrets(directory).databasePassword);
  if (running === undefined) return holdEmbedded(environment, databases);
  return { urlOf: running.urlOf, directory, close: async () => {} };
}
