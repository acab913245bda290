// Reads a database in one consistent read-only snapshot. Times are in UTC, and the snapshot lasts however long the work takes.
import { sql, type Kysely, type Transaction } from 'kysely';

export async function inPicture<Tables, Result>(
  db: Kysely<Tables>,
  look: (picture: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (picture) => {
      await sql`
        select set_config('timezone', 'UTC', true), set_config('datestyle', 'ISO, YMD', true),
          set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true)
      `.execute(picture);
      return look(picture);
    });
}
