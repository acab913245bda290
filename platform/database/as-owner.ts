// Work on a whole month as the tables' owner: policies that every single row would have to pass are put aside.
import { sql, type Transaction } from 'kysely';

/**
 * Runs `work` with the application's role put aside, then takes the role again; a failure ends the transaction, and the
 * role with it. Triggers and constraints hold for the owner too, row-level security does not: whoever calls has found
 * out under the role whose rows they are.
 */
export async function asOwner<Tables, Result>(
  trx: Transaction<Tables>,
  work: () => Promise<Result>,
): Promise<Result> {
  await sql`set local role none`.execute(trx);
  const result = await work();
  await sql`reset role`.execute(trx);
  return result;
}
