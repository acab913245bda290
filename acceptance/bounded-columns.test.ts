// Whatever comes past the checks of a service, no sum, rate or volume beyond all bounds gets into a table: `NaN` is not
// below 0, and poisons every balance that it is added to.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  createTestDatabase,
  type TestDatabase,
} from '@kvartplata/platform/testing/test-database.ts';
import pg from 'pg';

type Column = { readonly table: string; readonly name: string };

/** What a column's bound rests on, in the same row. */
const BESIDE: Readonly<Record<string, object>> = { meters: { digits: 8 } };
const BEYOND = ['NaN', 'Infinity', '-Infinity', '1e30', '-1e30'];

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

    test('take no number beyond all bounds', async () => {
      const columns = await numericColumns();
      const taken: string[] = [];
      for (const column of columns)
        for (const value of BEYOND)
          if (!(await isRefused(column, value)))
            taken.push(`${column.table}.${column.name} takes ${value}`);
      assert.ok(columns.length >= 5, `${columns.length} columns`);
      assert.deepEqual(taken, []);
    });

    async function numericColumns(): Promise<readonly Column[]> {
      const { rows } = await owner.query<Column>(
        `select pg_class.relname as table, pg_attribute.attname as name
         from pg_attribute
         join pg_class on pg_class.oid = pg_attribute.attrelid
         where pg_class.relnamespace = 'public'::regnamespace and pg_class.relkind in ('r', 'p')
           and not pg_class.relispartition and pg_attribute.attnum > 0
           and pg_attribute.atttypid = 'numeric'::regtype
         order by pg_class.relname, pg_attribute.attnum`,
      );
      return rows;
    }

    /** Whether its type or one of the table's rules refuses the value, whatever the other columns say. */
    async function isRefused({ table, name }: Column, value: string): Promise<boolean> {
      const { rows } = await owner.query<{ rule: string }>(
        `select pg_get_expr(conbin, conrelid) as rule from pg_constraint
         where conrelid = $1::regclass and contype = 'c'`,
        [table],
      );
      if (rows.length === 0) return false;
      const rules = rows.map(({ rule }) => `(${rule}) is false`).join(' or ');
      const row = JSON.stringify({ ...BESIDE[table], [name]: value });
      try {
        const answer = await owner.query<{ refused: boolean }>(
          `select ${rules} as refused from jsonb_populate_record(null::${table}, $1) as ${table}`,
          [row],
        );
        return answer.rows[0]?.refused === true;
      } catch (error) {
        // The type itself has no room for it.
        assert.match(String((error as { code?: string }).code), /^22/);
        return true;
      }
    }
  });
