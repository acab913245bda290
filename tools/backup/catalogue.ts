// What a database contains, from its catalogue.
import { spansNodes } from '@kvartplata/platform/database/spanning.ts';
import type { ClientBase } from 'pg';
import type { SavedDatabase, SavedJob, SavedSequence } from './manifest.ts';

export type Table = { readonly table: string; readonly columns: readonly string[] };

/** The tables about migrations are created with the migrations; partitions are read through their table. */
const OWN_TABLES = `c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
  and c.relname not in ('kysely_migration', 'compatible_migrations')`;

/** Each table after those that it refers to. */
export async function listTables(client: ClientBase): Promise<readonly Table[]> {
  const { rows } = await client.query<Table & { readonly refersTo: readonly string[] }>(`
    select c.relname as table,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
      array(select distinct r.relname::text from pg_constraint f join pg_class r on r.oid = f.confrelid
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid and not r.relispartition) as "refersTo"
    from pg_class c where ${OWN_TABLES} order by c.relname`);
  const ordered: Table[] = [];
  let left = rows;
  while (left.length > 0) {
    const free = left.filter(
      ({ refersTo }) => !refersTo.some((name) => left.some(({ table }) => table === name)),
    );
    if (free.length === 0) throw new Error('tables refer to each other in a circle');
    ordered.push(...free.map(({ table, columns }) => ({ table, columns })));
    left = left.filter((table) => !free.includes(table));
  }
  return ordered;
}

/** Tables and their partitions: everything that may have a trigger. */
export async function listRelations(client: ClientBase): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`);
  return rows.map(({ name }) => name);
}

/** The last migration that has run; undefined when there is none. */
export async function findMigration(client: ClientBase): Promise<string | undefined> {
  if (!(await listRelations(client)).includes('kysely_migration')) return undefined;
  const { rows } = await client.query<{ name: string }>(
    'select name from kysely_migration order by name desc limit 1',
  );
  return rows[0]?.name;
}

export async function listSequences(client: ClientBase): Promise<readonly SavedSequence[]> {
  const { rows } = await client.query<SavedSequence>(`
    select sequencename as sequence, coalesce(last_value + increment_by, start_value)::text as next
    from pg_sequences where schemaname = 'public' order by 1`);
  return (await spansNodes(client)) ? [...rows, ...(await listNodeSequences(client))] : rows;
}

/** The sequences of the workers that have been used. */
async function listNodeSequences(client: ClientBase): Promise<readonly SavedSequence[]> {
  const answers = await askWorkers(
    client,
    `select coalesce(json_agg(json_build_object('sequence', sequencename, 'next', (last_value + increment_by)::text,
       'node', groupid) order by sequencename), '[]')
     from pg_sequences, pg_dist_local_group where schemaname = 'public' and last_value is not null`,
  );
  return answers.flatMap((answer) => JSON.parse(answer) as readonly SavedSequence[]);
}

/** Each worker's value. @throws when one of them does not answer */
export async function askWorkers(
  client: ClientBase,
  statement: string,
): Promise<readonly string[]> {
  const { rows } = await client.query<{ success: boolean; result: string }>(
    'select success, result from run_command_on_workers($1) order by nodename, nodeport',
    [statement],
  );
  const failed = rows.find(({ success }) => !success);
  if (failed !== undefined) throw new Error(`a worker does not answer: ${failed.result}`);
  return rows.map(({ result }) => result);
}

export async function listMonths(client: ClientBase): Promise<readonly string[]> {
  const { rows } = await client.query<{ month: string }>(`
    select distinct substring(pg_get_expr(c.relpartbound, c.oid) from 'FROM \\(''([0-9-]+)''\\)') as month
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relispartition and c.relkind = 'r' order by 1`);
  return rows.map(({ month }) => month);
}

/** Without solo work, which is requested at every start, and pg-boss's own jobs. */
export async function listJobs(client: ClientBase): Promise<SavedDatabase['jobs']> {
  const { rows: there } = await client.query(
    `select from pg_class where oid = to_regclass('job_queue.job')`,
  );
  if (there.length === 0) return [];
  const { rows } = await client.query<SavedJob>(`
    select job.name as queue, job.group_id::float8 as "organizationId", (job.data ->> 'reference')::float8 as reference
    from job_queue.job join job_queue.queue on queue.name = job.name
    where job.state in ('created', 'retry', 'active') and queue.policy <> 'exclusive' and job.data ? 'reference'
    order by job.priority desc, job.created_on, job.id`);
  return rows;
}
