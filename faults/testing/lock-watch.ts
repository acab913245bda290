// Looks every few milliseconds how long somebody has been waiting for a lock.
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';

export type LongestWait = {
  readonly ms: number;
  /** Who waited, and the statement; empty when nobody did. */
  readonly who: string;
};

const LOOK_MS = 3;

/**
 * @param url of a database; whoever waits in it is seen but for migrations, which wait so that others do not
 * @returns what the work returns, and the longest wait that was seen meanwhile
 */
export async function watchingLocks<Result>(
  url: string,
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly longest: LongestWait }> {
  const watcher = new pg.Client({ connectionString: url, application_name: 'lock-watch' });
  await watcher.connect();
  const ended = new AbortController();
  let longest: LongestWait = { ms: 0, who: '' };
  const watching = (async () => {
    while (!ended.signal.aborted) {
      const { rows } = await watcher.query<LongestWait>(WAITS);
      for (const wait of rows) if (wait.ms > longest.ms) longest = wait;
      await setTimeout(LOOK_MS);
    }
  })();
  try {
    const result = await work();
    return { result, longest };
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
    and pg_stat_activity.datname = current_database() and application_name not like '%-migrations'`;
