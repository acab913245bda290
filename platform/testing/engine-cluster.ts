// A distributed database of a test's own: a coordinator and workers with Citus, on Debian's PostgreSQL 15. The test may kill
// a node, start it again, and add one.
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startOwnPostgres, type OwnPostgres } from './own-postgres.ts';
import { findProgram } from './programs.ts';
import { askServer, databaseUrl } from './servers.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

export type EngineCluster = {
  readonly coordinator: OwnPostgres;
  /** Those of the start, then those that were added. */
  readonly workers: readonly OwnPostgres[];
  /** Of the servers, the coordinator's first. */
  readonly urls: readonly string[];
  /** Makes an empty database that spans all nodes; its URL at the coordinator. */
  readonly createDatabase: (name: string) => Promise<string>;
  /** One more node, known to every database, on which no rows lie yet. */
  readonly addWorker: () => Promise<OwnPostgres>;
  readonly stop: () => Promise<void>;
};

const EXTENSION = '/usr/share/postgresql/15/extension/citus.control';
const WORKERS = 2;
const HOST = '127.0.0.1';

const SETTINGS = {
  shared_preload_libraries: 'citus',
  // Shards that move are copied by workers of the server's own.
  wal_level: 'logical',
  max_worker_processes: '24',
  max_connections: '300',
  shared_buffers: '48MB',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  'citus.node_conninfo': 'sslmode=disable',
  'citus.shard_count': '8',
} as const;

/**
 * A node's ids begin at its number times 2^48, and up to 31 they are numbers of JavaScript; a coordinator that was killed would
 * go on with the number after the next 32.
 */
const NUMBER_NEXT = `select setval('pg_catalog.pg_dist_groupid_seq', max(groupid) + 1, false) from pg_dist_node`;

/** Why there is no such cluster on this machine, and what mends that; undefined where there may be one. */
export function whyNoEngine(): string | undefined {
  const mend = 'install postgresql-15, and Citus for PostgreSQL 15 into its folders';
  if (findProgram('PostgreSQL 15') === undefined) return `no PostgreSQL 15 here: ${mend}`;
  if (!existsSync(EXTENSION)) return `no Citus in this machine’s PostgreSQL 15: ${mend}`;
  return undefined;
}

/**
 * A coordinator and two workers, without a database.
 * @param settings over those of a cluster that nobody kills: what was committed last may be lost with a node
 */
export async function startEngineCluster(
  settings: Readonly<Record<string, string>> = {},
): Promise<EngineCluster> {
  const directory = makeTemporaryFolder('engine-cluster-');
  const programs = path.dirname(findProgram('PostgreSQL 15') ?? '');
  // Nodes connect to each other as whoever asks, the application's role included, which has no password.
  const everyone = path.join(directory, 'pg_hba.conf');
  writeFileSync(everyone, `host all all ${HOST}/32 trust\n`, { mode: 0o644 });
  const startNode = async (nth: number): Promise<OwnPostgres> =>
    startOwnPostgres({
      directory: path.join(directory, `node-${nth}`),
      databases: [],
      settings: { ...SETTINGS, ...settings, hba_file: everyone },
      programs,
    });
  const [coordinator, ...workers] = await Promise.all(
    Array.from({ length: 1 + WORKERS }, async (_, nth) => startNode(nth)),
  );
  if (coordinator === undefined) throw new Error('the first node is the coordinator');
  const nodes = [coordinator, ...workers];
  const names: string[] = [];

  return {
    coordinator,
    workers,
    urls: nodes.map((node) => node.urlOf('postgres')),
    createDatabase: async (name) => {
      names.push(name);
      return createSpanningDatabase(
        nodes.map((node) => node.urlOf('postgres')),
        name,
      );
    },
    addWorker: async () => {
      const worker = await startNode(1 + workers.length);
      workers.push(worker);
      nodes.push(worker);
      for (const name of names)
        await addNode(coordinator.urlOf(name), worker.urlOf('postgres'), name);
      return worker;
    },
    stop: async () => {
      // A node that the test has killed is not there to be stopped.
      await Promise.allSettled(nodes.map(async (node) => node.stop()));
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/**
 * Makes an empty database that spans nodes.
 * @param nodes URLs of their servers, the coordinator's first
 * @returns its URL at the coordinator
 */
export async function createSpanningDatabase(
  nodes: readonly string[],
  name: string,
): Promise<string> {
  const [coordinator = '', ...workers] = nodes;
  await askServer(coordinator, `create database ${name}`);
  const url = databaseUrl(coordinator, name);
  await askServer(
    url,
    'create extension citus',
    `select citus_set_coordinator_host('${HOST}', ${new URL(url).port})`,
  );
  for (const worker of workers) await addNode(url, worker, name);
  return url;
}

/** Keeps everybody out of a database, so that it can be cloned: the engine's own sessions too, which it opens with the first. */
export async function closeSpanningDatabase(nodes: readonly string[], name: string): Promise<void> {
  for (const node of nodes)
    await askServer(
      node,
      `alter database ${name} allow_connections false`,
      `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${name}'`,
    );
}

/**
 * Makes a copy of a closed database on every node: what nodes know of each other lies in it, and stays true.
 * @returns its URL at the coordinator
 */
export async function cloneSpanningDatabase(
  nodes: readonly string[],
  template: string,
  name: string,
): Promise<string> {
  const [coordinator = ''] = nodes;
  for (const node of nodes) await askServer(node, `create database ${name} template ${template}`);
  return databaseUrl(coordinator, name);
}

async function addNode(url: string, worker: string, name: string): Promise<void> {
  await askServer(worker, `create database ${name}`);
  await askServer(databaseUrl(worker, name), 'create extension citus');
  await askServer(url, NUMBER_NEXT, `select citus_add_node('${HOST}', ${new URL(worker).port})`);
}
