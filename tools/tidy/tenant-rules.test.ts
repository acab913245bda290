import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placesOf } from './testing/small-project.ts';
import { tenantNamed } from './tenant-rules.ts';

const SCHEMA = {
  'services/billing/migrations/0001_create_all.sql':
    "-- Why.\nselect app.distribute('payments');\nselect app.replicate('rates');\n",
};
const FILE = 'services/billing/src/books/money/money.repository.ts';

for (const { what, statement, found } of [
  {
    what: 'one that names it',
    statement: 'from payments where payments.organization_id = 1',
    found: false,
  },
  {
    what: 'one that names it by another name',
    statement: 'from payments as paid where paid.organization_id = 1',
    found: false,
  },
  {
    what: 'one that lets the scope name it',
    statement: "from payments where ${withinScope('payments', scope)}",
    found: false,
  },
  {
    what: 'one that lets a condition on houses name it',
    statement: "from payments where ${isIn('payments', houses)}",
    found: false,
  },
  {
    what: 'a comparison with a column',
    statement: 'from rates where rates.id is distinct from payments.id',
    found: false,
  },
  {
    what: 'one of a table that is whole everywhere',
    statement: 'from rates where rates.id = 1',
    found: false,
  },
  { what: 'one that does not', statement: 'from payments where payments.id = 1', found: true },
  {
    what: 'one that names it of another table',
    statement: 'from payments join paid on paid.organization_id = 1',
    found: true,
  },
  { what: 'a change', statement: 'update payments set amount = 1', found: true },
])
  test(`${found ? 'found' : 'left alone'}: ${what}`, () => {
    const text = `export function read() {\n  return sql\`select 1 ${statement}\`;\n}\n`;
    assert.deepEqual(
      placesOf(tenantNamed, { ...SCHEMA, [FILE]: text }),
      found ? [`${FILE}:2`] : [],
    );
  });

test('an organization named in another function does not count', () => {
  const text =
    'function one() {\n  sql`from payments`;\n}\nfunction other() {\n  sql`payments.organization_id`;\n}\n';
  assert.deepEqual(placesOf(tenantNamed, { ...SCHEMA, [FILE]: text }), [`${FILE}:2`]);
});
