import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serviceCodes } from './catalogue-rules.ts';
import { messagesOf, placesOf } from './testing/small-project.ts';

const SEED = {
  'services/core/migrations/0003_create_catalogues.sql':
    "-- a\ninsert into utility_services (code, name) values\n  ('cold-water', 'Вода'),\n  ('heating', 'Отопление'),\n  ('gas', 'Газ');\n" +
    "insert into meter_types (code, name) values\n  ('cold-meter', 'Счётчик');\n",
  'services/core/migrations/0011_add_services.sql':
    "-- a\ninsert into utility_services (code, name) values\n  ('cold-water-odn', ''),\n  ('heating-odn', ''),\n  ('gas-odn', '');\n",
};
const found = (path: string, text: string): readonly string[] =>
  placesOf(serviceCodes, { ...SEED, [path]: text });

const NAMED: readonly (readonly [why: string, text: string])[] = [
  ['in a comparison', "if (code === 'cold-water') f();"],
  ['as the key of a record', "const K = { 'cold-water': 3 };"],
  ['in a list', "const CODES = ['gas'];"],
  ['in SQL', "sql`select 1 where services.code = 'gas'`;"],
  ['in a regular expression', 'f(/^(?:cold-water|other)$/);'],
  ['by how codes end', "f(code.replace('-odn', ''));"],
  ['by how codes end, in a template', 'f(`${code}-odn`);'],
  ['that is also a method, beside the word code', "if (serviceCode !== 'heating') f();"],
];
for (const [why, text] of NAMED) {
  test(`a service is not named by its code ${why}`, () => {
    assert.deepEqual(found('domain/charging/a.ts', `// a\n${text}\n`), ['domain/charging/a.ts:2']);
    assert.deepEqual(found('services/core/src/a/a.service.ts', text), [
      'services/core/src/a/a.service.ts:1',
    ]);
  });
}

const LEFT_ALONE: readonly (readonly [why: string, path: string, text: string])[] = [
  ['a comment', 'domain/a.ts', '/** A code, e.g. `cold-water`. */'],
  ['a name in the program', 'domain/a.ts', 'const gas = 1;'],
  ['a method that a service is called after', 'domain/a.ts', "if (method === 'heating') f();"],
  ['a word that only contains a code', 'domain/a.ts', "f('cold-water-norm', 'cold-meter');"],
  ['a test', 'domain/a.test.ts', "f('cold-water');"],
  ['what only tests use', 'domain/testing/a.ts', "f('cold-water');"],
  ['the page', 'web/a.ts', "f('cold-water');"],
  ['the golden house', 'services/core/src/exchange/golden-house/a.ts', "f('cold-water');"],
];
for (const [why, path, text] of LEFT_ALONE) {
  test(`${why} is left alone`, () => {
    assert.deepEqual(found(path, text), []);
  });
}

test('the message names the code', () => {
  assert.deepEqual(messagesOf(serviceCodes, { ...SEED, 'domain/a.ts': "f('gas');" }), [
    '"gas" names a service of the catalogue: what it needs to know of it is a fact',
  ]);
});

test('a project whose catalogue has moved is reported', () => {
  assert.deepEqual(placesOf(serviceCodes, { 'services/core/migrations/0001_create_all.sql': '' }), [
    'services/core/migrations:1',
  ]);
  assert.deepEqual(placesOf(serviceCodes, { 'domain/a.ts': "f('gas');" }), []);
});
