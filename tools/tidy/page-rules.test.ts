import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operationsOnPage } from './page-rules.ts';
import { messagesOf, placesOf } from './testing/small-project.ts';

const CONTRACT =
  "export const listHouses = endpoint({\n  id: 'listHouses',\n  path: '/api/houses',\n});\n";
const INTERNAL =
  "export const tellHouses = endpoint({\n  id: 'tellHouses',\n  path: '/api/internal/houses',\n});\n";
const FROM = "'@kvartplata/contracts/core/houses.ts'";

function found(page: string, table = ''): readonly string[] {
  return messagesOf(operationsOnPage, {
    'contracts/core/houses.ts': CONTRACT,
    'contracts/core/internal.ts': INTERNAL,
    'web/features/houses/houses.ts': page,
    'docs/reference/not-on-the-page.md': `| operations | why |\n|---|---|\n${table}`,
  });
}

const MISSING = [
  'the page does not ask listHouses, and docs/reference/not-on-the-page.md does not say why',
];
const PAGES = [
  { why: 'asked', page: `import { listHouses } from ${FROM};\nread(listHouses);`, asks: true },
  {
    why: 'asked under another name',
    page: `import {\n  listHouses as list,\n  type House,\n} from ${FROM};\ncall(list);`,
    asks: true,
  },
  { why: 'not imported', page: 'function listHouses() {}\nlistHouses();', asks: false },
  { why: 'only imported', page: `import { listHouses } from ${FROM};`, asks: false },
  {
    why: 'hidden by another of its name',
    page: `import { listHouses as list } from ${FROM};\nlistHouses();`,
    asks: false,
  },
  {
    why: 'only read again',
    page: `import { listHouses } from ${FROM};\nreload(groupOf(listHouses));`,
    asks: false,
  },
  {
    why: 'only named in a comment',
    page: `import { listHouses } from ${FROM};\n// listHouses`,
    asks: false,
  },
];
for (const { why, page, asks } of PAGES)
  test(`an operation that is ${why} is ${asks ? 'on the page' : 'missed'}`, () => {
    assert.deepEqual(found(page), asks ? [] : MISSING);
  });

test('an operation listed in the table is not missed, and one for services never', () => {
  assert.deepEqual(found('', '| `listHouses` | there are none |'), []);
});

test('the table may list only operations for people that the page does not use', () => {
  const page = `import { listHouses } from ${FROM};\nread(listHouses);`;
  assert.deepEqual(found(page, '| `listHouses`, `tellHouses` | why |\n| `sing` | `dance` |'), [
    'the page asks listHouses',
    'tellHouses is no operation for people',
    'sing is no operation for people',
  ]);
});

test('the place of the operation, or of the row, is reported', () => {
  const files = {
    'contracts/core/houses.ts': `// Houses.\n${CONTRACT}`,
    'docs/reference/not-on-the-page.md': '| a | b |\n|---|---|\n| `sing` | never |',
  };
  assert.deepEqual(placesOf(operationsOnPage, files), [
    'contracts/core/houses.ts:2',
    'docs/reference/not-on-the-page.md:3',
  ]);
});
