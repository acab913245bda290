import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  environmentPlace,
  fileLength,
  firstLine,
  noAny,
  noConsole,
  sqlPlace,
} from './code-rules.ts';
import { placesOf } from './testing/small-project.ts';

const SERVICE = 'services/core/src/registry/houses/houses.service.ts';
const REPOSITORY = 'services/core/src/registry/houses/houses.repository.ts';
const MAIN = 'services/core/src/main.ts';
const TEST = 'services/core/src/registry/houses/houses.test.ts';
const LONG = '//\n'.repeat(401);

const CASES = [
  { rule: sqlPlace, path: SERVICE, text: 'a\nsql`select`', places: [2], why: 'SQL in a service' },
  {
    rule: sqlPlace,
    path: SERVICE,
    text: 'sql<{ a: 1 }>`x`',
    places: [1],
    why: 'typed SQL in a service',
  },
  { rule: sqlPlace, path: SERVICE, text: "sql.raw('x')", places: [1], why: 'raw SQL in a service' },
  { rule: sqlPlace, path: SERVICE, text: '// sql`x`', places: [], why: 'SQL in a comment' },
  { rule: sqlPlace, path: REPOSITORY, text: 'sql`x`', places: [], why: 'SQL in a repository' },
  {
    rule: sqlPlace,
    path: 'services/billing/src/access/scope.ts',
    text: 'sql`x`',
    places: [],
    why: 'SQL in scope.ts',
  },
  {
    rule: sqlPlace,
    path: 'platform/database/a.ts',
    text: 'sql`x`',
    places: [],
    why: 'SQL in platform/database',
  },
  {
    rule: sqlPlace,
    path: 'platform/http/a.ts',
    text: 'sql`x`',
    places: [1],
    why: 'SQL in platform/http',
  },
  { rule: sqlPlace, path: TEST, text: 'sql`x`', places: [], why: 'SQL in a test' },
  {
    rule: environmentPlace,
    path: SERVICE,
    text: 'process.env',
    places: [1],
    why: 'the environment in a service file',
  },
  {
    rule: environmentPlace,
    path: MAIN,
    text: 'process.env',
    places: [],
    why: 'the environment in main.ts',
  },
  {
    rule: noConsole,
    path: SERVICE,
    text: "\n\nconsole.log('a')",
    places: [3],
    why: 'the console in a service',
  },
  {
    rule: noConsole,
    path: 'tools/a.ts',
    text: "console.log('a')",
    places: [],
    why: 'the console in a tool',
  },
  { rule: noAny, path: SERVICE, text: 'const a: any = 1', places: [1], why: 'any as a type' },
  { rule: noAny, path: SERVICE, text: 'a as any', places: [1], why: 'any as a cast' },
  { rule: noAny, path: SERVICE, text: 'f<any>(x)', places: [1], why: 'any as an argument' },
  { rule: noAny, path: SERVICE, text: 'let a: any[]', places: [1], why: 'a list of any' },
  { rule: noAny, path: SERVICE, text: 'Promise.any(a); // any', places: [], why: 'any as a name' },
  { rule: fileLength, path: SERVICE, text: LONG, places: [401], why: '401 lines' },
  { rule: fileLength, path: SERVICE, text: LONG.slice(3), places: [], why: '400 lines' },
  { rule: fileLength, path: 'a/page.md', text: LONG, places: [], why: 'a long page' },
  {
    rule: firstLine,
    path: SERVICE,
    text: "import a from 'a';",
    places: [1],
    why: 'a file without words',
  },
  { rule: firstLine, path: SERVICE, text: '// Houses.', places: [], why: 'a file with words' },
  {
    rule: firstLine,
    path: TEST,
    text: "import a from 'a';",
    places: [],
    why: 'a test, which has its names',
  },
  {
    rule: firstLine,
    path: 'a/testing/b.ts',
    text: "import a from 'a';",
    places: [1],
    why: 'what tests use',
  },
];

for (const { rule, path, text, places, why } of CASES) {
  test(`${places.length === 0 ? 'let pass' : 'found'}: ${why}`, () => {
    assert.deepEqual(
      placesOf(rule, { [path]: text }),
      places.map((line) => `${path}:${line}`),
    );
  });
}
