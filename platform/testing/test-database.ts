// A real database for a test file: a clone of a migrated template on the server that `npm test` has started, or of a distributed
// one on the cluster that `npm run test:distributed` has started.
import { randomBytes } from 'node:crypto';
import { cloneSpanningDatabase, createSpanningDatabase } from './engine-cluster.ts';
import { askServer, databaseUrl } from './servers.ts';

export type TestDatabase = {
  readonly url: string;
  /** Drops the database when nobody is connected any more; sessions that do not end in time are terminated. */
  readonly drop: () => Promise<void>;
};

const OBJECT_IN_USE = '55006';
/** The setting of services, also for tests that write months without a service. */
const FOR_TRIGGERS = '-c citus.enable_unsafe_triggers=on';
/** The services whose databases may be distributed. */
export const SPANNING: readonly string[] = ['core', 'billing'];

/** @param template a template that the test runner has made: `auth`, `core`, `billing`, or `empty` */
export async function createTestDatabase(template: string): Promise<TestDatabase> {
  const spans = clusterUrls().length > 0 && SPANNING.includes(template);
  return spans ? createOnCluster(template) : createOnServer(template);
}

/** The same on a single machine, also when the runner has started a cluster. */
export async function createOnServer(template: string): Promise<TestDatabase> {
  const server = testServerUrl();
  const name = nameFor(template);
  // By default the server would write every page to the log, which takes twice the processor time.
  await askServer(
    server,
    `create database ${name} template ${templateName(template)} strategy file_copy`,
  );
  return {
    url: databaseUrl(server, name),
    drop: async () => dropDatabase(server, name),
  };
}

async function createOnCluster(template: string): Promise<TestDatabase> {
  const nodes = clusterUrls();
  const name = nameFor(template);
  const url = await cloneSpanningDatabase(nodes, templateName(template), name);
  return onCluster(name, `${url}?options=${encodeURIComponent(FOR_TRIGGERS)}`);
}

/** An empty database on the cluster. */
export async function createEmptyOnCluster(): Promise<TestDatabase> {
  const name = nameFor('spanning');
  return onCluster(name, await createSpanningDatabase(clusterUrls(), name));
}

function onCluster(name: string, url: string): TestDatabase {
  return {
    url,
    drop: async () => {
      const [coordinator = ''] = clusterUrls();
      await askServer(coordinator, leaveToEnd(name));
      for (const node of clusterUrls()) await askServer(node, `drop database ${name} with (force)`);
    },
  };
}

/** URLs of the nodes' servers, the coordinator's first; empty when the runner has started no cluster. */
export function clusterUrls(): readonly string[] {
  return process.env['TEST_CLUSTER_URLS']?.split(' ') ?? [];
}

function nameFor(template: string): string {
  return `test_${template}_${randomBytes(6).toString('hex')}`;
}

export function templateName(template: string): string {
  return template === 'empty' ? 'template1' : `template_${template}`;
}

/** Waits some seconds for ending sessions of clients; the engine's own stay until they are terminated. */
function leaveToEnd(name: string): string {
  return `do $$ begin
    for look in 1..250 loop
      exit when not exists (
        select from pg_stat_activity
        where datname = '${name}' and backend_type = 'client backend' and application_name not like 'citus_internal%'
      );
      perform pg_sleep(0.02), pg_stat_clear_snapshot();
    end loop;
  end $$`;
}

/**
 * First without force: the server then waits some seconds for ending sessions; terminated ones would report an error to their
 * clients. On a busy machine terminating takes time, too.
 */
async function dropDatabase(server: string, name: string): Promise<void> {
  for (const how of ['', 'with (force)', 'with (force)', 'with (force)']) {
    try {
      await askServer(server, `drop database if exists ${name} ${how}`);
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== OBJECT_IN_USE) throw error;
    }
  }
  throw new Error(`${name} is still in use, though its sessions were thrown out`);
}

function testServerUrl(): string {
  const url = process.env['TEST_POSTGRES_URL'];
  if (url === undefined)
    throw new Error('this test needs PostgreSQL: run it as `npm test -- path/to/file.test.ts`');
  return url;
}
