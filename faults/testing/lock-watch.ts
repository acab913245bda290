// Checks every few milliseconds how long others have been waiting for a lock that a migration holds or waits for.
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';

export type LongestWait = {
  readonly ms: number;
  /** Who waited, and the statement; empty when nobody did. */
  readonly who: string;
};

const LOOK_MS = 3;

/**
 * @param url of a database; sessions waiting there for a migration count, sessions waiting for others of their kind do not: that
 *   depends on the machine's load
 * @returns the result of the work, the longest wait seen meanwhile, and the longest time between two checks: how late anything
 *   happens on this machine
 */
export async function watchingLocks<Result>(
  url: string,
  work: () => Promise<Result>,
): Promise<{
  readonly result: Result;
  readonly longest: LongestWait;
  readonly longestLookMs: number;
}> {
  const watcher = new pg.Client({ connectionString: url, application_name: 'lock-watch' });
  await watcher.connect();
  const ended = new AbortController();
  let longest: LongestWait = { ms: 0, who: '' };
  let longestLookMs = 0;
  const watching = (async () => {
    while (!ended.signal.aborted) {
      const began = performance.now();
      const { rows } = await watcher.query<LongestWait>(WAITS);
      for (const wait of rows) if (wait.ms > longest.ms) longest = wait;
      await setTimeout(LOOK_MS);
      longestLookMs = Math.max(longestLookMs, performance.now() - began);
    }
  })();
  try {
    const result = await work();
    return { result, longest, longestLookMs };
  } finally {
    ended.abort();
    await watching;
    await watcher.end();
  }
}

const WAITS = `
  select extract(epoch from clock_timestamp() - pg_locks.waitstart)::float8 * 1000 as ms,
    format('%s waits for %s: %s', application_name, locktype, left(query, 200)) as who
  from pg_locks join pg_stat_activity using (pid)
  where not pg_locks.granted and pg_locks.waitstart is not null
    and pg_stat_activity.datname = current_database() and exists (
      select from pg_stat_activity as blocking
      where blocking.pid = any(pg_blocking_pids(pg_locks.pid)) and blocking.application_name like '%-migrations'
    )`;
