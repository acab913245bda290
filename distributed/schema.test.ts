// The schemas of core and billing on a distributed database: where each table is stored, and that all rows of an organization are
// on one node.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openDatabase, type Database } from '@kvartplata/platform/database/database.ts';
import {
  createTestDatabase,
  type TestDatabase,
} from '@kvartplata/platform/testing/test-database.ts';

type Placed = {
  readonly service: string;
  /** Complete on every node. */
  readonly reference: readonly string[];
  /** Only on the coordinator. */
  readonly local: readonly string[];
  /** The distributed tables that refuse to be emptied. */
  readonly growing: readonly string[];
};

const PLACES: readonly Placed[] = [
  {
    service: 'core',
    reference: [
      'invitations',
      'meter_types',
      'organization_members',
      'organizations',
      'utility_service_coefficients',
      'utility_services',
    ],
    local: ['kysely_migration'],
    growing: [],
  },
  {
    service: 'billing',
    reference: [
      'archived_months',
      'checkpoints',
      'cosignatures',
      'key_rate_imports',
      'ledger_verifications',
      'penalty_rates',
      'seal_log',
    ],
    local: ['compatible_migrations', 'kysely_migration'],
    growing: ['ledger_entries', 'ledger_entries_2026_07', 'charges_2026_07'],
  },
];

for (const { service, reference, local, growing } of PLACES)
  void describe(`the tables of ${service}`, () => {
    let database: TestDatabase | undefined;
    let owner: Database<unknown> | undefined;

    before(async () => {
      database = await createTestDatabase(service);
      owner = openDatabase({ url: database.url, poolSize: 1, applicationName: 'schema-test' });
    });
    after(async () => {
      await owner?.db.destroy();
      await database?.drop();
    });

    async function ask(query: string): Promise<readonly unknown[]> {
      if (owner === undefined) throw new Error('the database is open');
      return (await owner.pool.query(query)).rows;
    }

    async function namesOf(query: string): Promise<readonly string[]> {
      const rows = (await ask(`${query} order by 1`)) as readonly { readonly name: string }[];
      return rows.map(({ name }) => name);
    }

    test('are on every node or on the coordinator if listed here, and distributed by organization if not', async () => {
      const placed = (type: string, more = '') =>
        `select table_name::text as name from citus_tables where citus_table_type = '${type}' ${more}`;
      assert.deepEqual(await namesOf(placed('reference')), reference);
      const alone = await namesOf(
        `select relname as name from pg_class
         where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
           and oid not in (select logicalrelid from pg_dist_partition)`,
      );
      assert.deepEqual(alone, local);
      const byAnother = placed('distributed', `and distribution_column <> 'organization_id'`);
      assert.deepEqual(await namesOf(byAnother), []);
    });

    test('are colocated, so that an organization’s rows are together', async () => {
      const rows = await ask(
        `select count(distinct colocation_id)::integer as groups, count(*) > 15 as many
         from citus_tables where citus_table_type = 'distributed'`,
      );
      assert.deepEqual(rows, [{ groups: 1, many: true }]);
    });

    test('have a primary key, without which their rows could not be moved', async () => {
      const keyless = await namesOf(
        `select logicalrelid::text as name from pg_dist_partition
         where not exists (select from pg_index where indrelid = logicalrelid and indisprimary)`,
      );
      assert.deepEqual(keyless, []);
    });

    if (growing.length > 0)
      test('that only grow cannot be truncated, partitions of a new month included', async () => {
        await ask(`select app.ensure_month('2026-07-01')`);
        for (const table of growing)
          await assert.rejects(ask(`truncate ${table}`), { code: '23001' });
      });
  });
