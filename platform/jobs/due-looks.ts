// Polls for queues with due or abandoned jobs, with one query for all queues of a process. Notifications are only sent when a job
// is queued: not when a pause ends or the process that ran a job is gone; and they may be lost.
import { setTimeout } from 'node:timers/promises';
import type { PgBoss } from 'pg-boss';

export type DueLooks = {
  /** From now on the worker is woken when the queue has a due job, and jobs of processes that are gone become due. */
  readonly wake: (queue: string, worker: string) => void;
  readonly stop: () => Promise<void>;
};

export type DueLooksOptions = {
  /** The schema of the queue's tables. */
  readonly schema: string;
  readonly everyMs: number;
  /** Called when a query has failed; polling continues. */
  readonly onError: (error: Error) => void;
};

export function lookForDueJobs(
  boss: PgBoss,
  { schema, everyMs, onError }: DueLooksOptions,
): DueLooks {
  const workers = new Map<string, readonly string[]>();
  const stopping = new AbortController();
  const { signal } = stopping;

  async function look(): Promise<void> {
    if (workers.size === 0) return;
    const { rows } = await boss.getDb().executeSql(queuesToWake(schema), [[...workers.keys()]]);
    for (const { name, isDue, isAbandoned } of rows as readonly QueueLook[]) {
      if (isAbandoned) await boss.supervise(name);
      // An abandoned job is due after its pause, at the next look.
      if (isDue) for (const worker of workers.get(name) ?? []) boss.notifyWorker(worker);
    }
  }

  const looking = (async () => {
    while (!signal.aborted) {
      await setTimeout(everyMs, undefined, { signal }).catch(() => undefined);
      if (!signal.aborted) await look().catch((error: unknown) => onError(error as Error));
    }
  })();

  return {
    wake: (queue, worker) => {
      workers.set(queue, [...(workers.get(queue) ?? []), worker]);
    },
    stop: async () => {
      stopping.abort();
      await looking;
    },
  };
}

type QueueLook = { readonly name: string; readonly isDue: boolean; readonly isAbandoned: boolean };

/** Each condition repeats that of one of pg-boss's partial indexes: most rows are of jobs that have ended. */
function queuesToWake(schema: string): string {
  const isLate = `job.heartbeat_on + job.heartbeat_seconds * interval '1 second' < now()`;
  return `
    select looks.name, looks."isDue", looks."isAbandoned"
    from (
      select queues.name,
        exists (
          select from ${schema}.job
          where job.name = queues.name and job.state < 'active' and not job.blocked and job.start_after <= now()
        ) as "isDue",
        exists (
          select from ${schema}.job
          where job.name = queues.name and job.state = 'active' and job.group_id is not null and ${isLate}
        ) or exists (
          select from ${schema}.job
          where job.name = queues.name and job.state = 'active' and job.policy = 'exclusive' and ${isLate}
        ) as "isAbandoned"
      from unnest($1::text[]) as queues (name)
      offset 0
    ) as looks
    where looks."isDue" or looks."isAbandoned"`;
}
