// Time for statements over the books of all years.
import { sql, type Transaction } from 'kysely';

/** Until the transaction ends, a statement takes as long as it takes. */
export async function allowLongStatements<Tables>(trx: Transaction<Tables>): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(trx);
}
