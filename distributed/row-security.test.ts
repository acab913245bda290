// Row-level security of every table of billing, on a single machine and on a distributed database, using the services' own
// connections: whoever may see an organization sees its rows, and whoever may see none sees none. A setting that does not arrive
// hides all rows without an error, so both are tested.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { openDatabase, type Database } from '@kvartplata/platform/database/database.ts';
import {
  createOnServer,
  createTestDatabase,
  type TestDatabase,
} from '@kvartplata/platform/testing/test-database.ts';

const ORGANIZATIONS = [1, 2];
const MONTH = '2026-07-01';
/** Only readable by the owner's functions. */
const UNREADABLE = ['unlinked_bookings'];

/** Any value of the type: the rows need not make sense, only an organization. */
const VALUES: Readonly<Record<string, string>> = {
  date: `'${MONTH}'`,
  json: `'{}'`,
  jsonb: `'{}'`,
  bytea: `'\\x00'`,
  boolean: 'true',
  uuid: `'00000000-0000-0000-0000-000000000001'`,
  // In the future: an expired key may be deleted by anybody.
  'timestamp with time zone': `'2999-01-01'`,
  ARRAY: `'{}'`,
  text: `'x'`,
};

async function tablesWithPolicies({ pool }: Database<unknown>): Promise<readonly string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relrowsecurity and not relispartition order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** Adds one row for each organization: without the constraints that check its content, and without triggers and foreign keys. */
async function fill({ pool }: Database<unknown>, table: string): Promise<void> {
  const { rows: checks } = await pool.query<{ name: string }>(
    `select conname as name from pg_constraint where conrelid = '${table}'::regclass and contype = 'c'`,
  );
  for (const { name } of checks) await pool.query(`alter table ${table} drop constraint ${name}`);
  const { rows: columns } = await pool.query<{ name: string; type: string }>(
    `select column_name as name, data_type as type from information_schema.columns
     where table_schema = 'public' and table_name = '${table}' and is_generated = 'NEVER'
       and (is_nullable = 'NO' or column_name = 'organization_id')`,
  );
  for (const organization of ORGANIZATIONS) {
    const values = columns.map(({ name, type }) =>
      name === 'organization_id' ? organization : (VALUES[type] ?? organization),
    );
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query(`set local session_replication_role = 'replica'`);
      await client.query(
        `insert into ${table} (${columns.map(({ name }) => name).join(', ')}) values (${values.join(', ')})`,
      );
      await client.query('commit');
    } finally {
      client.release(true);
    }
  }
}

function describeEngine(name: string, spansNodes: boolean): void {
  void describe(name, () => {
    let database: TestDatabase;
    let owner: Database<unknown>;
    let reader: Database<unknown>;
    let tables: readonly string[];

    before(async () => {
      database = await (spansNodes ? createTestDatabase : createOnServer)('billing');
      owner = openDatabase({
        url: database.url,
        poolSize: 1,
        applicationName: 'row-security-test',
      });
      await owner.pool.query(`select app.ensure_month('${MONTH}')`);
      tables = await tablesWithPolicies(owner);
      for (const table of tables) await fill(owner, table);
      reader = openDatabase({
        url: database.url,
        poolSize: 2,
        applicationName: 'row-security-test',
        role: 'billing_app',
      });
    });
    after(async () => {
      await reader?.db.destroy();
      await owner?.db.destroy();
      await database?.drop();
    });

    /** The organizations whose rows a user with the roles in `ids` sees in each readable table. */
    async function seenBy(ids: readonly number[]): Promise<Readonly<Record<string, unknown>>> {
      const list = `{${ids.join(',')}}`;
      const db = reader.seeing(() => ({
        'app.viewer_of': list,
        'app.accountant_of': list,
        'app.owner_of': list,
      }));
      const seen: Record<string, unknown> = {};
      for (const table of tables.filter((one) => !UNREADABLE.includes(one))) {
        const { rows } = await sql<{ ids: readonly number[] }>`
          select coalesce(array_agg(organization_id order by organization_id), '{}') as ids from ${sql.table(table)}
        `.execute(db);
        seen[table] = rows[0]?.ids;
      }
      return seen;
    }

    function everywhere(ids: readonly number[]): Readonly<Record<string, readonly number[]>> {
      const readable = tables.filter((one) => !UNREADABLE.includes(one));
      return Object.fromEntries(readable.map((table) => [table, ids]));
    }

    test('a user who may see an organization sees its rows in every table, and no others', async () => {
      assert.ok(tables.length > 25);
      for (const id of ORGANIZATIONS) assert.deepEqual(await seenBy([id]), everywhere([id]));
      assert.deepEqual(await seenBy(ORGANIZATIONS), everywhere(ORGANIZATIONS));
    });

    test('a user who may see none sees no rows in any table', async () => {
      assert.deepEqual(await seenBy([]), everywhere([]));
      assert.deepEqual(await seenBy([3]), everywhere([]));
    });

    test('tables that nobody may read are refused, whatever the user may see', async () => {
      for (const table of UNREADABLE)
        await assert.rejects(sql`select from ${sql.table(table)}`.execute(reader.db), {
          code: '42501',
        });
    });
  });
}

describeEngine('on one machine', false);
describeEngine('on a database that spans nodes', true);
