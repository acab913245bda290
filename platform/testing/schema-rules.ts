// Rules for the tables of every service, checked in the catalogue: each list has the violations of one.
import type pg from 'pg';

export type SchemaFaults = {
  /** Nothing is deleted because something else is. */
  readonly cascades: readonly string[];
  /** The role of the queries must not be able to disable what protects the rows. */
  readonly ownedByRole: readonly string[];
  /** `truncate` bypasses row triggers and policies. */
  readonly truncatable: readonly string[];
};

/** @param role the application's */
export async function findSchemaFaults(
  owner: Pick<pg.Pool, 'query'>,
  role: string,
): Promise<SchemaFaults> {
  const names = async (statement: string): Promise<readonly string[]> => {
    const { rows } = await owner.query<{ name: string }>(`${statement} order by 1`);
    return rows.map(({ name }) => name);
  };
  const ours = `c.relnamespace = 'public'::regnamespace and c.relname not like 'kysely%'`;
  return {
    cascades: await names(
      `select conname as name from pg_constraint
       where connamespace = 'public'::regnamespace and contype = 'f' and (confdeltype not in ('a', 'r') or confupdtype not in ('a', 'r'))`,
    ),
    ownedByRole: await names(
      `select c.relname as name from pg_class c where pg_get_userbyid(c.relowner) = '${role}'
       union select p.proname from pg_proc p where pg_get_userbyid(p.proowner) = '${role}'`,
    ),
    truncatable: await names(
      `select c.relname as name from pg_class c
       where ${ours} and c.relkind in ('r', 'p') and has_table_privilege('${role}', c.oid, 'truncate')`,
    ),
  };
}
