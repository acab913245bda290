// Memory for statements over many accounts or a whole month.
import { sql, type Transaction } from 'kysely';

/** Until the transaction ends, on every node: memory to sort and hash in, and no compiling of what runs once. */
export async function raiseWorkMemory<Tables>(trx: Transaction<Tables>): Promise<void> {
  await Promise.all([
    sql`set local work_mem = '64MB'`.execute(trx),
    sql`set local jit = off`.execute(trx),
  ]);
}
