import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { statementsOf } from './statements.ts';

const ATOMIC = `create function least_of(a int, b int) returns int language sql
begin atomic
  select case when a < b then a else b end;
  select 1;
end`;
const BODY = 'do $body$ begin perform 1; perform $$;$$; end $body$';
const CASES: readonly {
  readonly why: string;
  readonly text: string;
  readonly statements: readonly string[];
}[] = [
  { why: 'nothing', text: '', statements: [] },
  { why: 'comments alone', text: '-- why;\n/* a; */ ;;', statements: [] },
  { why: 'two', text: 'select 1; select 2;', statements: ['select 1', 'select 2'] },
  { why: 'the last without its semicolon', text: 'select 1\n', statements: ['select 1'] },
  { why: 'a comment in front', text: '-- why\nselect 1;', statements: ['select 1'] },
  {
    why: 'a comment with a semicolon within',
    text: 'select 1 -- one; two\n, 2; select 3;',
    statements: ['select 1 -- one; two\n, 2', 'select 3'],
  },
  {
    why: 'comments in comments',
    text: "select /* a; /* b; */ c'; */ 1; select 2",
    statements: ["select /* a; /* b; */ c'; */ 1", 'select 2'],
  },
  {
    why: 'a text with quotes and what looks like a comment',
    text: `select 'it''s; -- no'; select '/*;'; select '\\';`,
    statements: [`select 'it''s; -- no'`, `select '/*;'`, `select '\\'`],
  },
  {
    why: 'a text with escapes',
    text: String.raw`select E'\';', e'a''\\'; select 2`,
    statements: [String.raw`select E'\';', e'a''\\'`, 'select 2'],
  },
  {
    why: 'a name that ends like an escape',
    text: String.raw`select date'\'; select 2`,
    statements: [String.raw`select date'\'`, 'select 2'],
  },
  {
    why: 'quoted names',
    text: `select 1 as "a;""b;'"; select 2`,
    statements: [`select 1 as "a;""b;'"`, 'select 2'],
  },
  {
    why: 'a body in dollars, with another within',
    text: `${BODY}; select 2;`,
    statements: [BODY, 'select 2'],
  },
  {
    why: 'dollars in names and parameters',
    text: 'select a$b$ from t; prepare p as select $1; select $2',
    statements: ['select a$b$ from t', 'prepare p as select $1', 'select $2'],
  },
  {
    why: 'a body that the server reads itself',
    text: `${ATOMIC};\nselect 2;`,
    statements: [ATOMIC, 'select 2'],
  },
  {
    why: 'the same, made again, as a procedure, in capitals',
    text: 'CREATE OR REPLACE PROCEDURE p() BEGIN ATOMIC SELECT 1; SELECT 2; END; select 3',
    statements: [
      'CREATE OR REPLACE PROCEDURE p() BEGIN ATOMIC SELECT 1; SELECT 2; END',
      'select 3',
    ],
  },
  {
    why: 'a transaction, whose words are not those of a body',
    text: 'begin; select 1; end; select case when true then 1 end; select 2',
    statements: ['begin', 'select 1', 'end', 'select case when true then 1 end', 'select 2'],
  },
  {
    why: 'a rule with two actions',
    text: 'create rule r as on insert to t do also (select 1; select 2); select 3',
    statements: ['create rule r as on insert to t do also (select 1; select 2)', 'select 3'],
  },
  {
    why: 'letters of another alphabet',
    text: 'select $тег$;$тег$ as имя; select 2',
    statements: ['select $тег$;$тег$ as имя', 'select 2'],
  },
];

for (const { why, text, statements } of CASES)
  test(`a text is split into statements: ${why}`, () => {
    assert.deepEqual(
      statementsOf(text).map((statement) => statement.text),
      statements,
    );
  });

test('a statement knows the line it begins on', () => {
  const lines = statementsOf('-- why\n\nselect 1;\n/* two\n */ select\n2; select 3;').map(
    ({ line }) => line,
  );
  assert.deepEqual(lines, [3, 5, 6]);
});

for (const [text, message] of [
  ["select 1;\nselect 'a", 'a quotation that begins at line 2 does not end'],
  ['select "a', 'a quotation that begins at line 1 does not end'],
  ['\n\n/* a /* b */', 'a comment that begins at line 3 does not end'],
  ['do $a$ begin end $$;', 'a body in $a$ that begins at line 1 does not end'],
] as const)
  test(`a text that is cut off is refused: ${message}`, () => {
    assert.throws(() => statementsOf(text), { message });
  });

test('splitting loses nothing of any service’s migrations', () => {
  const services = path.resolve(import.meta.dirname, '../../services');
  for (const service of readdirSync(services)) {
    const folder = path.join(services, service, 'migrations');
    for (const name of readdirSync(folder)) {
      const text = readFileSync(path.join(folder, name), 'utf8');
      let at = 0;
      for (const statement of statementsOf(text)) {
        const from = text.indexOf(statement.text, at);
        assert.match(text.slice(at, from), /^;?(?:\s|--[^\n]*|\/\*.*\*\/)*$/, name);
        at = from + statement.text.length;
      }
      assert.match(text.slice(at), /^;\s*(?:--[^\n]*\n?)*$/, name);
    }
  }
});
