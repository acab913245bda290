// Row-level security on a distributed database: the settings of a transaction reach the nodes of its rows, for reads and for
// writes, and affect nobody afterwards.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql, type Kysely } from 'kysely';
import {
  inSnapshot,
  inTransaction,
  openDatabase,
  type Database,
} from '@kvartplata/platform/database/database.ts';
import { refusalOfDatabaseError } from '@kvartplata/platform/database/database-errors.ts';
import {
  startEngineCluster,
  type EngineCluster,
} from '@kvartplata/platform/testing/engine-cluster.ts';
import { until } from '@kvartplata/platform/testing/until.ts';

type Tables = { note: { organizationId: number; id: number } };

const ORGANIZATIONS = [1, 2, 3, 4, 5, 6];
const OWNER_STATEMENTS = [
  'create table note (organization_id bigint, id bigint, primary key (organization_id, id))',
  `select create_distributed_table('note', 'organization_id')`,
  'create role note_reader login',
  `create function may_see(organization bigint) returns boolean language sql stable
     return organization = any (coalesce(nullif(current_setting('app.viewer_of', true), ''), '{}')::bigint[])`,
  'alter table note enable row level security',
  'create policy own on note using (may_see(organization_id))',
  'grant select, insert on note to note_reader',
  `insert into note select unnest('{${ORGANIZATIONS.join(',')}}'::bigint[]), 1`,
];

let cluster: EngineCluster;
let reader: Database<Tables>;

before(async () => {
  cluster = await startEngineCluster();
  const url = await cluster.createDatabase('notes');
  await cluster.coordinator.run('notes', ...OWNER_STATEMENTS);
  reader = openDatabase({ url, poolSize: 2, applicationName: 'test', role: 'note_reader' });
});
after(async () => {
  await reader.db.destroy();
  await cluster.stop();
});

const viewerOf = (...ids: readonly number[]): Kysely<Tables> =>
  reader.seeing(() => ({ 'app.viewer_of': `{${ids.join(',')}}` }));

async function seenIn(db: Kysely<Tables>): Promise<readonly number[]> {
  const { rows } = await sql<{ organizationId: number }>`
    select distinct organization_id from note order by organization_id
  `.execute(db);
  return rows.map(({ organizationId }) => organizationId);
}

test('a statement sees the rows of its organizations on every node, and none without any', async () => {
  assert.deepEqual(await seenIn(viewerOf(...ORGANIZATIONS)), ORGANIZATIONS);
  assert.deepEqual(await seenIn(viewerOf(2, 5)), [2, 5]);
  assert.deepEqual(await seenIn(viewerOf()), []);
  assert.deepEqual(await seenIn(reader.db), []);
});

test('concurrent statements each see what their own handle may see', async () => {
  const asked = Array.from({ length: 60 }, (_, nth) => 1 + (nth % ORGANIZATIONS.length));
  const seen = await Promise.all(asked.map(async (id) => seenIn(viewerOf(id))));
  assert.deepEqual(
    seen,
    asked.map((id) => [id]),
  );
  assert.deepEqual(await seenIn(reader.db), []);
});

test('a transaction and a snapshot see what they were started for, until they end', async () => {
  const twice = async (trx: Kysely<Tables>) => [await seenIn(trx), await seenIn(trx)];
  assert.deepEqual(await inTransaction(viewerOf(3), twice), [[3], [3]]);
  assert.deepEqual(await inSnapshot(viewerOf(1, 4), twice), [
    [1, 4],
    [1, 4],
  ]);
  assert.deepEqual(await seenIn(reader.db), []);
});

test('a row of another organization is refused, and the connection stays usable', async () => {
  const write = async (db: Kysely<Tables>, organizationId: number, id: number) =>
    db.insertInto('note').values({ organizationId, id }).execute();
  await assert.rejects(write(viewerOf(4), 5, 2), /row-level security/);
  await assert.rejects(
    inTransaction(viewerOf(4), async (trx) => write(trx, 5, 2)),
    /row-level security/,
  );
  await write(viewerOf(4), 4, 2);
  await assert.rejects(write(viewerOf(4), 4, 2), { code: '23505' });
  const { rows } = await sql<{ id: number }>`
    select id from note where organization_id = ${4} order by id
  `.execute(viewerOf(4));
  assert.deepEqual(rows, [{ id: 1 }, { id: 2 }]);
});

test('a killed node is reported as unavailable, and works again when it is back', async () => {
  const [worker] = cluster.workers;
  worker?.kill();
  // Its sessions live on for a moment.
  await until('the node is missed', async () =>
    seenIn(viewerOf(...ORGANIZATIONS)).then(
      () => false,
      (error: unknown) => refusalOfDatabaseError(error)?.code === 'dependency-unavailable',
    ),
  );
  // Requests about rows on the other node succeed.
  const asked = await Promise.allSettled(
    ORGANIZATIONS.map(async (id) =>
      sql`select from note where organization_id = ${id}`.execute(viewerOf(id)),
    ),
  );
  const outcomes = new Set(asked.map(({ status }) => status));
  assert.deepEqual(outcomes, new Set(['fulfilled', 'rejected']));
  await worker?.start();
  assert.deepEqual(await seenIn(viewerOf(...ORGANIZATIONS)), ORGANIZATIONS);
});

test('an added node takes over rows, which are still seen only by those who may see them', async () => {
  const { port } = await cluster.addWorker();
  await cluster.coordinator.run(
    'notes',
    'select citus_rebalance_start()',
    'select citus_rebalance_wait()',
    `do $$ begin
       if not exists (select from pg_dist_shard_placement where nodeport = ${port}) then
         raise 'nothing has moved';
       end if;
     end $$`,
  );
  assert.deepEqual(await seenIn(viewerOf(...ORGANIZATIONS)), ORGANIZATIONS);
  assert.deepEqual(await seenIn(viewerOf(6)), [6]);
});
