// Memory for statements over many accounts or a whole month.
import { sql, type Transaction } from 'kysely';

/**
 * Until the transaction ends and on every node: more memory for sorting and hashing, and no JIT compilation of what runs once.
 */
export async function raiseWorkMemory<Tables>(trx: Transaction<Tables>): Promise<void> {
  await Promise.all([
    sql`set local work_mem = '64MB'`.execute(trx),
    sql`set local jit = off`.execute(trx),
  ]);
}
