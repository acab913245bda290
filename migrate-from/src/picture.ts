// One unchanging picture of a database, which nothing can be written through. Instants are told in UTC, and
// however long it takes, the picture stays.
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
