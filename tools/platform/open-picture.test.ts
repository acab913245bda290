// A connection that breaks between two reads of a backup fails the next one, so that its caller can clean up.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  createTestDatabase,
  type TestDatabase,
} from '@kvartplata/platform/testing/test-database.ts';
import pg from 'pg';
import { openPicture } from './open-picture.ts';

let database: TestDatabase;
before(async () => {
  database = await createTestDatabase('core');
});
after(async () => database.drop());

test('a connection that is ended by the server fails the next read', async () => {
  const picture = await openPicture(database.url, 'picture');
  const { promise: lost, resolve } = Promise.withResolvers<void>();
  picture.on('end', resolve);
  const other = new pg.Client({ connectionString: database.url });
  await other.connect();
  await other.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'picture' and datname = current_database()`,
  );
  await other.end();
  await lost;
  await assert.rejects(picture.query('select from organizations'));
});
