// An empty distributed database of a service whose engine refuses any statement that several nodes would have to answer.
import { openDatabase, type Database } from '@kvartplata/platform/database/database.ts';
import { askServer } from '@kvartplata/platform/testing/servers.ts';
import { createTestDatabase } from '@kvartplata/platform/testing/test-database.ts';

const ASKED_OF_ONE_NODE = '-c citus.multi_task_query_log_level=error';

export type AskedOfOneNode<Tables> = {
  /** Queries run as the application's role. */
  readonly database: Database<Tables>;
  readonly drop: () => Promise<void>;
};

/** @param prepared a statement to run first, as the owner */
export async function openAskedOfOneNode<Tables>(
  service: 'core' | 'billing',
  prepared?: string,
): Promise<AskedOfOneNode<Tables>> {
  const created = await createTestDatabase(service);
  if (prepared !== undefined) await askServer(created.url, prepared);
  const url = new URL(created.url);
  url.searchParams.set('options', ASKED_OF_ONE_NODE);
  const database = openDatabase<Tables>({
    poolSize: 2,
    applicationName: 'test',
    url: url.href,
    role: `${service}_app`,
  });
  return {
    database,
    drop: async () => {
      await database.db.destroy();
      await created.drop();
    },
  };
}
