// Schema changes on a live system: a statement that waits for a lock blocks everybody queued behind it, so a change gives up
// soon, lets the others pass, and retries.
import { setTimeout } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';

export type LockPatience = {
  /** How long one attempt may wait for a lock and block the others behind it. */
  readonly lockTimeoutMs: number;
  /** How long to keep retrying. */
  readonly patienceMs: number;
};

export const LOCK_PATIENCE: LockPatience = { lockTimeoutMs: 2_000, patienceMs: 60_000 };

const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK = '40P01';
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 5_000;
const SHOWN = 3;

export function lacksLock(error: unknown): boolean {
  const { code } = error as { code?: string };
  return code === LOCK_NOT_AVAILABLE || code === DEADLOCK;
}

/**
 * Retries the work while it cannot get a lock.
 * @param onRetry called with the length of the pause
 * @throws what the work throws: at once when it is not about a lock, otherwise when patience has run out
 */
export async function withPatience<Result>(
  { patienceMs }: LockPatience,
  work: () => Promise<Result>,
  onRetry: (pauseMs: number) => void = () => {},
): Promise<Result> {
  const deadline = performance.now() + patienceMs;
  for (let mostMs = FIRST_PAUSE_MS; ; mostMs = Math.min(mostMs * 2, MAX_PAUSE_MS)) {
    try {
      return await work();
    } catch (error) {
      // Random, so that it does not collide with the same periodic transaction again.
      const pauseMs = mostMs * (0.5 + Math.random() / 2);
      if (!lacksLock(error) || performance.now() + pauseMs > deadline) throw error;
      onRetry(pauseMs);
      await setTimeout(pauseMs);
    }
  }
}

/** What may be holding a lock for long, in one line: the oldest transactions of the database except our own. */
export async function describeLongTransactions(db: Kysely<unknown>): Promise<string> {
  const { rows } = await sql<{ pid: number; application: string; seconds: number }>`
    select pid, coalesce(nullif(application_name, ''), usename, backend_type) as application,
      extract(epoch from clock_timestamp() - xact_start)::integer as seconds
    from pg_stat_activity
    where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()
    order by xact_start limit ${SHOWN}
  `.execute(db);
  if (rows.length === 0) return 'nobody works in the database any more';
  const told = rows.map(
    ({ pid, application, seconds }) => `${application} (pid ${pid}, for ${seconds} s)`,
  );
  return `the oldest transactions are of ${told.join(', ')}`;
}
