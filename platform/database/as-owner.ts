// Work on a whole month as the tables' owner: policies that every single row would have to pass are put aside.
import { sql, type QueryExecutorProvider } from 'kysely';

/**
 * Puts the application's role aside until the transaction ends: where a database spans nodes, a role that has written may not
 * be changed for another, so this comes first. Triggers and constraints hold for the owner too, row-level security does not:
 * whoever calls has found out, or asks in each statement, whose rows they are.
 */
export async function becomeOwner(trx: QueryExecutorProvider): Promise<void> {
  await sql`set local role none`.execute(trx);
}
