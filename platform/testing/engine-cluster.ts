// A distributed database for a single test: a coordinator and workers with Citus, on Debian's PostgreSQL 15. The test may kill a
// node, restart it, and add one.
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { startOwnPostgres, type OwnPostgres } from './own-postgres.ts';
import { findProgram } from './programs.ts';
import { askServer, databaseUrl } from './servers.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

export type EngineCluster = {
  readonly coordinator: OwnPostgres;
  /** Those of the start, then the added ones. */
  readonly workers: readonly OwnPostgres[];
  /** The servers' URLs, the coordinator's first. */
  readonly urls: readonly string[];
  /** Creates an empty database on all nodes; returns its URL at the coordinator. */
  readonly createDatabase: (name: string) => Promise<string>;
  /** Adds a node without rows to every database. */
  readonly addWorker: () => Promise<OwnPostgres>;
  readonly stop: () => Promise<void>;
};

const EXTENSION = '/usr/share/postgresql/15/extension/citus.control';
const WORKERS = 2;
const HOST = '127.0.0.1';
const TRIES = 5;

const SETTINGS = {
  shared_preload_libraries: 'citus',
  // Moving shards are copied by logical replication.
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
 * A node's ids begin at its number times 2^48, and are safe integers of JavaScript up to number 31; after a crash the coordinator
 * would skip to the number after the next 32.
 */
const NUMBER_NEXT = `select setval('pg_catalog.pg_dist_groupid_seq', max(groupid) + 1, false) from pg_dist_node`;

/** Why this machine cannot run such a cluster, and what fixes that; undefined where it can. */
export function whyNoEngine(): string | undefined {
  const mend = 'install postgresql-15, and Citus for PostgreSQL 15 into its folders';
  if (findProgram('PostgreSQL 15') === undefined) return `no PostgreSQL 15 here: ${mend}`;
  if (!existsSync(EXTENSION)) return `no Citus in this machine’s PostgreSQL 15: ${mend}`;
  return undefined;
}

/**
 * A coordinator and two workers, without a database.
 * @param settings override the defaults, which do not protect recent commits when a node is killed
 */
export async function startEngineCluster(
  settings: Readonly<Record<string, string>> = {},
): Promise<EngineCluster> {
  const directory = makeTemporaryFolder('engine-cluster-');
  const programs = path.dirname(findProgram('PostgreSQL 15') ?? '');
  // Nodes connect to each other as the role that runs the query, including the application's role, which has no password.
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
      // Nodes that the test has killed cannot be stopped.
      await Promise.allSettled(nodes.map(async (node) => node.stop()));
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/**
 * Creates an empty distributed database.
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

/**
 * Closes a database to everybody, so that it can be cloned: also to the engine's own sessions, which come with the first
 * client's.
 */
export async function closeSpanningDatabase(nodes: readonly string[], name: string): Promise<void> {
  for (const node of nodes)
    await askServer(
      node,
      `alter database ${name} allow_connections false`,
      `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${name}'`,
    );
}

/**
 * Copies a closed database on every node: what its nodes know of each other is part of it, and stays true.
 * @returns its URL at the coordinator
 */
export async function cloneSpanningDatabase(
  nodes: readonly string[],
  template: string,
  name: string,
): Promise<string> {
  const [coordinator = ''] = nodes;
  const statement = `create database ${name} template ${template} strategy file_copy`;
  for (const node of nodes) await askServer(node, statement);
  return databaseUrl(coordinator, name);
}

async function addNode(url: string, worker: string, name: string): Promise<void> {
  await askServer(worker, `create database ${name}`);
  await askServer(databaseUrl(worker, name), 'create extension citus');
  const adding = [NUMBER_NEXT, `select citus_add_node('${HOST}', ${new URL(worker).port})`];
  for (let tried = 1; ; tried += 1)
    try {
      await askServer(url, ...adding);
      return;
    } catch (error) {
      // A node gets the roles of the server, which another test may be changing for its own database.
      if (tried === TRIES || !isNodeFailure(error)) throw error;
      await setTimeout(500);
    }
}

function isNodeFailure(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('failure on connection');
}
