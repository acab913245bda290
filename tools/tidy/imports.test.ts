import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importsOf } from './imports.ts';

const FROM = 'services/billing/src/month/charges/charges.service.ts';
const CASES = [
  {
    text: "import { a } from './a.ts';",
    target: 'services/billing/src/month/charges/a.ts',
    isTypeOnly: false,
  },
  {
    text: "import * as a from '../b/a.ts';",
    target: 'services/billing/src/month/b/a.ts',
    isTypeOnly: false,
  },
  {
    text: "import type { A } from '../a.ts';",
    target: 'services/billing/src/month/a.ts',
    isTypeOnly: true,
  },
  {
    text: "import { type A, type B } from './a.ts';",
    target: 'services/billing/src/month/charges/a.ts',
    isTypeOnly: true,
  },
  {
    text: "import { a, type B } from './a.ts';",
    target: 'services/billing/src/month/charges/a.ts',
    isTypeOnly: false,
  },
  {
    text: "export { a } from './a.ts';",
    target: 'services/billing/src/month/charges/a.ts',
    isTypeOnly: false,
  },
  {
    text: "import './a.ts';",
    target: 'services/billing/src/month/charges/a.ts',
    isTypeOnly: false,
  },
  {
    text: "await import('./a.ts');",
    target: 'services/billing/src/month/charges/a.ts',
    isTypeOnly: false,
  },
  {
    text: "import { a } from '@kvartplata/domain/money/a.ts';",
    target: 'domain/money/a.ts',
    isTypeOnly: false,
  },
  {
    text: "import { a } from '@kvartplata/core-service/src/a.ts';",
    target: 'services/core/src/a.ts',
    isTypeOnly: false,
  },
  { text: "import path from 'node:path';", target: undefined, isTypeOnly: false },
  { text: "import {\n  a,\n  b,\n} from 'kysely';", target: undefined, isTypeOnly: false },
];

for (const { text, target, isTypeOnly } of CASES) {
  test(`${JSON.stringify(text)} leads to ${target ?? 'a module from outside'}`, () => {
    const [found, ...others] = importsOf({ path: FROM, text });
    assert.deepEqual(
      { target: found?.target, isTypeOnly: found?.isTypeOnly },
      { target, isTypeOnly },
    );
    assert.deepEqual(others, []);
  });
}

test('each import is found at its line, also after one of several lines', () => {
  const text = "// x\nimport {\n  a,\n} from './a.ts';\nimport b from './b.ts';\n";
  assert.deepEqual(
    importsOf({ path: FROM, text }).map(({ specifier, line }) => ({ specifier, line })),
    [
      { specifier: './a.ts', line: 2 },
      { specifier: './b.ts', line: 5 },
    ],
  );
});

test('text that is no import is not taken for one', () => {
  const text =
    "// import { a } from './a.ts';\nconst b = `import { a } from './a.ts'`;\nexport const c = 'd';\n";
  assert.deepEqual(importsOf({ path: FROM, text }), []);
});
