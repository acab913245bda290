// A connection that reads one consistent picture of a database.
import pg from 'pg';

/**
 * Does not see later changes by other sessions. Rows hidden by a policy cause an error instead of being left out.
 * @param url of a user who may read all rows
 */
export async function openPicture(url: string, applicationName: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: applicationName });
  // Of a lost connection the next query reports as well; without a listener the process would end before it cleans up.
  client.on('error', () => undefined);
  await client.connect();
  await client.query(`set datestyle = 'ISO'; set timezone = 'UTC'; set row_security = off`);
  await client.query('start transaction isolation level repeatable read read only');
  // The snapshot is taken by the first statement that reads rows.
  await client.query('select from pg_class limit 1');
  return client;
}
