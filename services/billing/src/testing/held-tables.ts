// Blocks a billing process in the middle of its work, so that a test can kill it at that point.
import type { Database } from '@kvartplata/platform/database/database.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import type { BillingTables } from '../tables.ts';

const OF_BILLING = `datname = current_database() and application_name = 'billing-service'`;

type Outside = Pick<Database<BillingTables>, 'pool'>;

/** Takes the lock of the statement; the returned function releases it. */
export async function hold({ pool }: Outside, statement: string): Promise<() => Promise<void>> {
  const holder = await pool.connect();
  await holder.query('begin');
  await holder.query(statement);
  return async () => {
    await holder.query('rollback');
    holder.release();
  };
}

/** Waits until so many sessions of billing processes wait for a lock. */
export async function untilBillingWaits(outside: Outside, sessions = 1): Promise<void> {
  await untilHolds(
    outside,
    `(select count(*) from pg_stat_activity where ${OF_BILLING} and wait_event_type = 'Lock') >= ${sessions}`,
  );
}

/** Waits until no session of a billing process waits for a lock or is left in a transaction. */
export async function untilNobodyWaits(outside: Outside): Promise<void> {
  await untilHolds(
    outside,
    `not exists (select from pg_stat_activity where ${OF_BILLING} and (wait_event_type = 'Lock' or state = 'idle in transaction'))`,
  );
}

/** As if the leases of all work in progress had just expired. */
export async function endLeases({ pool }: Outside): Promise<void> {
  await pool.query(
    `update job_queue.job set heartbeat_on = now() - interval '1 hour' where state = 'active'`,
  );
}

async function untilHolds({ pool }: Outside, condition: string): Promise<void> {
  await until(condition, async () => {
    const { rows } = await pool.query<{ holds: boolean }>(`select ${condition} as holds`);
    return rows[0]?.holds === true;
  });
}
