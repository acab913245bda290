// What the owner of the database can do: statements that bypass triggers and foreign keys, on every node that has the rows.
import type pg from 'pg';

/** In one transaction; several statements are possible only without values. */
export async function withoutGuards(
  owner: pg.Pool,
  statement: string,
  values: unknown[] = [],
): Promise<void> {
  const client = await owner.connect();
  try {
    await client.query(`begin; set local citus.propagate_set_commands = 'local'`);
    await client.query('set local session_replication_role = replica');
    await (values.length === 0 ? client.query(statement) : client.query(statement, values));
    await client.query('commit');
  } finally {
    client.release(true);
  }
}
