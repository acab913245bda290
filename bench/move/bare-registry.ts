// Inserts the rows that a move has put into the registry again, into tables with the same keys and nothing else.
import { sql, type Kysely } from 'kysely';
import { columnsOf } from '../table-columns.ts';

const TABLES = [
  'houses',
  'rooms',
  'account_numbers',
  'personal_accounts',
  'registered_persons',
  'house_services',
  'service_tariffs',
  'meters',
];

/** @returns milliseconds */
export async function insertBareRegistry(db: Kysely<unknown>): Promise<number> {
  let took = 0;
  for (const name of TABLES) {
    const bare = sql.table(`bare_${name}`);
    await sql`create table ${bare} (like ${sql.table(name)} including all)`.execute(db);
    const columns = await columnsOf(db, name);
    const startedAt = performance.now();
    await sql`insert into ${bare} (${columns}) overriding system value select ${columns} from ${sql.table(name)}`.execute(
      db,
    );
    took += performance.now() - startedAt;
    await sql`drop table ${bare}`.execute(db);
  }
  return took;
}
