// Turns: organizations with waiting jobs are served in rounds of one job each, however many jobs an organization has and however
// many processes there are. A job's round is determined when it is queued, and is its priority in the queue.
import { sql, type Transaction } from 'kysely';
import type { PgBoss } from 'pg-boss';

export type Line = {
  readonly queue: string;
  readonly organizationId: number;
  /** The many jobs of a large request are a line of their own, behind those that are queued one by one. */
  readonly isMass: boolean;
};

/** Stores each line's last round, so that an organization whose job has just ended is not first again. */
export async function createRounds(boss: PgBoss, schema: string): Promise<void> {
  // One statement list is one transaction; the lock prevents concurrent creation by processes that start together.
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
 * The priorities of the next jobs of a line, in order. A line with nothing waiting enters the current round, and makes up for
 * none that it has missed. Nobody else can add to the line until the transaction ends.
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

/** Earlier rounds come first, and within a round single jobs come before those of a large request. */
function priorityOf(round: number, isMass: boolean): number {
  return -2 * round + (isMass ? 0 : 1);
}

/** The round of the job taken last; when none is running, that of the next job; an idle queue starts a new one. */
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
