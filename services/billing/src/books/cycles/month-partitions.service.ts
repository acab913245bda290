// The partitions of months. Each is made in a transaction of its own, before the one that writes to it.
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { withPatience, type LockPatience } from '@kvartplata/platform/database/lock-patience.ts';
import type { Db } from '../../tables.ts';
import { makePartitions } from './month-partitions.repository.ts';

/** Everybody's bookings and reports queue behind an attempt, and someone may be waiting for its end. */
const PATIENCE: LockPatience = { lockTimeoutMs: 200, patienceMs: 10_000 };

/**
 * Creates the partitions of months where they do not exist yet.
 * @param months their first days
 * @throws a database error 55P03 when charges or entries are being read all the time
 */
export async function makeMonths(db: Db, months: readonly string[]): Promise<void> {
  for (const month of months)
    await withPatience(PATIENCE, async () =>
      inTransaction(db, async (trx) => makePartitions(trx, month, PATIENCE.lockTimeoutMs)),
    );
}
