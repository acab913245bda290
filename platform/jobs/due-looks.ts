// Polls for queues with due jobs, with one query for all queues of a process. Notifications are only sent when a job is queued:
// not when a pause ends or another process has abandoned a job; and they may be lost.
import { setTimeout } from 'node:timers/promises';
import type { PgBoss } from 'pg-boss';

export type DueLooks = {
  /** From now on the worker is woken when the queue has a due job. */
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
    const { rows } = await boss.getDb().executeSql(
      `select queues.name
       from unnest($1::text[]) as queues (name)
       where exists (
         select from ${schema}.job
         where job.name = queues.name and job.state < 'active' and job.start_after <= now()
       )`,
      [[...workers.keys()]],
    );
    for (const { name } of rows as readonly { readonly name: string }[])
      for (const worker of workers.get(name) ?? []) boss.notifyWorker(worker);
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
