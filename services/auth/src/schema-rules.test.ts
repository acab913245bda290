// Rules for all tables: a new one that breaks a rule fails here.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { findSchemaFaults } from '@kvartplata/platform/testing/schema-rules.ts';
import {
  createTestDatabase,
  type TestDatabase,
} from '@kvartplata/platform/testing/test-database.ts';
import pg from 'pg';

let database: TestDatabase;
let owner: pg.Pool;

before(async () => {
  database = await createTestDatabase('auth');
  owner = new pg.Pool({ connectionString: database.url, max: 1 });
});
after(async () => {
  await owner.end();
  await database.drop();
});

test('no foreign key cascades, and the application role owns nothing and truncates nothing', async () => {
  const faults = await findSchemaFaults(owner, 'auth_app');
  assert.deepEqual(faults, { cascades: [], ownedByRole: [], truncatable: [] });
});
