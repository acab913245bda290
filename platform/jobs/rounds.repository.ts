// Turns: organizations that have jobs waiting are served in rounds, one job of each a round, however many an organization
// has and in however many processes. The round of a job is found when it is queued, and is its priority in the queue.
import { sql, type Transaction } from 'kysely';
import type { PgBoss } from 'pg-boss';

export type Line = {
  readonly queue: string;
  readonly organizationId: number;
  /** The many jobs of a large request are a line of their own, behind those that are queued one by one. */
  readonly isMass: boolean;
};

/** Remembers how far each line has come, so that an organization whose job has just ended is not first again. */
export async function createRounds(boss: PgBoss, schema: string): Promise<void> {
  // One statement list is one transaction; the lock keeps processes that start together from creating at once.
  await boss.getDb().executeSql(`
    select pg_advisory_xact_lock(hashtext('${schema}.rounds'));
    create table if not exists ${schema}.round (
      queue text not null,
      organization_id bigint not null,
      is_mass boolean not null,
      last_round integer not null,
      constraint round_pkey primary key (queue, organization_id, is_mass)
    );
  `);
}

/**
 * The priorities of the next jobs of a line, in their order. A line that has nothing waiting enters the round that is
 * being served, and catches up on none that it has missed. Until the transaction ends nobody else adds to the line.
 */
export async function takePriorities<Tables>(
  trx: Transaction<Tables>,
  schema: string,
  { queue, organizationId, isMass }: Line,
  jobs: number,
): Promise<readonly number[]> {
  const { rows } = await sql<{ lastRound: number }>`
    insert into ${sql.table(`${schema}.round`)} as line (queue, organization_id, is_mass, last_round)
    select ${queue}, ${organizationId}, ${isMass}, ${roundNow(schema, queue)} + ${jobs}::integer - 1
    on conflict (queue, organization_id, is_mass) do update
    set last_round = greatest(line.last_round + ${jobs}::integer, excluded.last_round)
    returning line.last_round
  `.execute(trx);
  const [line] = rows;
  if (line === undefined) throw new Error('an upsert returns its row');
  const first = line.lastRound - jobs + 1;
  return Array.from({ length: jobs }, (_, nth) => priorityOf(first + nth, isMass));
}

/** Earlier rounds go first, and in a round what is no part of a mass. */
function priorityOf(round: number, isMass: boolean): number {
  return -2 * round + (isMass ? 0 : 1);
}

/** That of the job taken last; while none is at work, that of the job which is next; an idle queue begins a new one. */
function roundNow(schema: string, queue: string): ReturnType<typeof sql> {
  const job = sql.table(`${schema}.job`);
  return sql`coalesce(
    (select (1 - min(job.priority)) / 2 from ${job} as job
      where job.name = ${queue} and job.state = 'active' and job.group_id is not null),
    (select (1 - max(job.priority)) / 2 from ${job} as job
      where job.name = ${queue} and job.state < 'active' and not job.blocked),
    (select max(line.last_round) + 1 from ${sql.table(`${schema}.round`)} as line where line.queue = ${queue}),
    0)`;
}
