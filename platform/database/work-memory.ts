// Memory for statements over many accounts or a whole month.
import { sql, type Transaction } from 'kysely';

/** Until the transaction ends: memory to sort and hash in, and no compiling of what runs once. */
export async function raiseWorkMemory<Tables>(trx: Transaction<Tables>): Promise<void> {
  await sql`select set_config('work_mem', '64MB', true), set_config('jit', 'off', true)`.execute(
    trx,
  );
}
