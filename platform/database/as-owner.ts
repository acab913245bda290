// Runs work on a whole month as the tables' owner, without the row-level security that would be checked for every row.
import { sql, type QueryExecutorProvider } from 'kysely';

/**
 * Switches from the application's role to the owner until the transaction ends. It has to come first: a distributed database does
 * not allow a role change after the transaction has written. Triggers and constraints apply to the owner too, row-level security
 * does not: the caller has to check whose rows they are, beforehand or in each statement.
 */
export async function becomeOwner(trx: QueryExecutorProvider): Promise<void> {
  await sql`set local role none`.execute(trx);
}
