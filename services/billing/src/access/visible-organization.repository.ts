// What row-level security lets a transaction see and change, in SQL.
import { sql } from 'kysely';
import type { Db } from '../tables.ts';

export async function seesOrganization(db: Db, organizationId: number): Promise<boolean> {
  const { rows } = await sql<{ sees: boolean }>`
    select app.may_see(${organizationId}::bigint) as sees
  `.execute(db);
  return rows[0]?.sees === true;
}

export async function mayWriteInto(db: Db, organizationId: number): Promise<boolean> {
  const { rows } = await sql<{ mayWrite: boolean }>`
    select app.may_write(${organizationId}::bigint) as may_write
  `.execute(db);
  return rows[0]?.mayWrite === true;
}
