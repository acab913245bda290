// For transactions that run by the thousand and find every row by its key: planning would cost more than their work.
import { sql, type RawBuilder, type Transaction } from 'kysely';
import type { PipelinedConnection } from './driver.ts';

const KEEP = sql`select /* kept: keep-plans */ set_config('plan_cache_mode', 'force_generic_plan', true)`;

/**
 * A statement that has the rest of its transaction plan each kept statement, and each statement of a function, once a
 * connection and whatever its values. None where the database spans nodes: the engine sends a statement to a node by its values.
 */
export async function keepPlans<Tables>(
  trx: Transaction<Tables>,
): Promise<RawBuilder<unknown> | undefined> {
  return trx
    .getExecutor()
    .provideConnection(async (connection) =>
      (connection as PipelinedConnection).isSpanning ? undefined : KEEP,
    );
}
