// Even past the checks of a service, no unbounded sum, rate, volume or day gets into a table: `NaN` is not below 0 and poisons
// every balance that it is added to, and `infinity` is a date on which every debt is overdue.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  createTestDatabase,
  type TestDatabase,
} from '@kvartplata/platform/testing/test-database.ts';
import pg from 'pg';

type Column = { readonly table: string; readonly name: string };

/** Other columns of the row that a column's limit depends on. */
const BESIDE: Readonly<Record<string, object>> = {
  meters: { digits: 8 },
  penalty_rates: { valid_from: '2026-01-01' },
  penalty_rules: { valid_from: '2026-01-01' },
};
const BEYOND_NUMBERS = ['NaN', 'Infinity', '-Infinity', '1e30', '-1e30'];
const BEYOND_DAYS = ['infinity', '-infinity', '3000-01-01', '1899-12-01'];

for (const service of ['core', 'billing'])
  describe(`the tables of ${service}`, () => {
    let database: TestDatabase;
    let owner: pg.Client;
    before(async () => {
      database = await createTestDatabase(service);
      owner = new pg.Client({ connectionString: database.url });
      await owner.connect();
    });
    after(async () => {
      await owner.end();
      await database.drop();
    });

    test('accept no unbounded number', async () => {
      const columns = await columnsOf('numeric');
      assert.ok(columns.length >= 5, `${columns.length} columns`);
      assert.deepEqual(await taken(columns, BEYOND_NUMBERS), []);
    });

    test('accept no day outside the platform’s calendar', async () => {
      const columns = await columnsOf('date');
      assert.ok(columns.length >= 15, `${columns.length} columns`);
      assert.deepEqual(await taken(columns, BEYOND_DAYS), []);
    });

    async function taken(
      columns: readonly Column[],
      values: readonly string[],
    ): Promise<readonly string[]> {
      const found: string[] = [];
      for (const column of columns)
        for (const value of values)
          if (!(await isRefused(column, value)))
            found.push(`${column.table}.${column.name} takes ${value}`);
      return found;
    }

    /** Columns of a type or of a domain based on it; generated columns follow from others. */
    async function columnsOf(type: string): Promise<readonly Column[]> {
      const { rows } = await owner.query<Column>(
        `select pg_class.relname as table, pg_attribute.attname as name
         from pg_attribute
         join pg_class on pg_class.oid = pg_attribute.attrelid
         join pg_type on pg_type.oid = pg_attribute.atttypid
         where pg_class.relnamespace = 'public'::regnamespace and pg_class.relkind in ('r', 'p')
           and not pg_class.relispartition and pg_attribute.attnum > 0 and pg_attribute.attgenerated = ''
           and $1::regtype in (pg_type.oid, pg_type.typbasetype)
         order by pg_class.relname, pg_attribute.attnum`,
        [type],
      );
      return rows;
    }

    /** Whether its type or one of the table's constraints refuses the value, whatever is in the other columns. */
    async function isRefused({ table, name }: Column, value: string): Promise<boolean> {
      const { rows } = await owner.query<{ rule: string }>(
        `select pg_get_expr(conbin, conrelid) as rule from pg_constraint
         where conrelid = $1::regclass and contype = 'c'`,
        [table],
      );
      const rules = ['false', ...rows.map(({ rule }) => `(${rule}) is false`)].join(' or ');
      const row = JSON.stringify({ ...BESIDE[table], [name]: value });
      try {
        const answer = await owner.query<{ refused: boolean }>(
          `select ${rules} as refused from jsonb_populate_record(null::${table}, $1) as ${table}`,
          [row],
        );
        return answer.rows[0]?.refused === true;
      } catch (error) {
        // Out of the type's range, or refused by the domain's own constraint.
        assert.match(String((error as { code?: string }).code), /^22|^23514$/);
        return true;
      }
    }
  });
