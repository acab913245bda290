// Inserts the entries of the current opening balances again, into a bare table.
import { sql, type Kysely } from 'kysely';

/** Copies the entries into a table with the keys of a month's partition. @returns milliseconds */
export async function insertBareEntries(db: Kysely<unknown>): Promise<number> {
  await sql`create table bare_entries (like ledger_entries_2025_12 including all)`.execute(db);
  const startedAt = performance.now();
  await sql`
    insert into bare_entries
    select entries.* from opening_balances
    join opening_imports on opening_imports.organization_id = opening_balances.organization_id
      and opening_imports.id = opening_balances.import_id and opening_imports.undone_at is null
    join ledger_entries as entries on entries.organization_id = opening_balances.organization_id
      and entries.house_id = opening_balances.house_id
      and entries.personal_account_id = opening_balances.personal_account_id and entries.id = opening_balances.id
  `.execute(db);
  const took = performance.now() - startedAt;
  await sql`drop table bare_entries`.execute(db);
  return took;
}
