// Which queues have a job that is due, looked for by one question for all of a process. A notification tells of a job that is
// queued, and nothing of one whose pause is over, of one that a process has left behind, or when a notification was lost.
import { setTimeout } from 'node:timers/promises';
import type { PgBoss } from 'pg-boss';

export type DueLooks = {
  /** From now on the worker is woken when the queue has a job that is due. */
  readonly wake: (queue: string, worker: string) => void;
  readonly stop: () => Promise<void>;
};

export type DueLooksOptions = {
  /** Of the queue's tables. */
  readonly schema: string;
  readonly everyMs: number;
  /** A look that failed: the next one comes all the same. */
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
