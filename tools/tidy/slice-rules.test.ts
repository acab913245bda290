import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sliceImports, sliceOrder } from './slice-rules.ts';
import { messagesOf } from './testing/small-project.ts';

const README =
  '| slice | holds |\n|---|---|\n| `access` | a |\n| `cycles` | b |\n| `apply` | c |\n';
const CASES = [
  {
    from: 'cycles/cycles.routes.ts',
    line: "import { a } from './cycles.service.ts'",
    refused: undefined,
  },
  {
    from: 'cycles/cycles.routes.ts',
    line: "import { a } from './cycles.repository.ts'",
    refused: undefined,
  },
  {
    from: 'cycles/cycles.routes.ts',
    line: "import { a } from '../access/access.service.ts'",
    refused: undefined,
  },
  {
    from: 'apply/apply.routes.ts',
    line: "import { a } from '../cycles/cycles.service.ts'",
    refused: /a routes imports no other slice/,
  },
  {
    from: 'apply/apply.routes.ts',
    line: "import type { A } from '../cycles/cycles.service.ts'",
    refused: undefined,
  },
  {
    from: 'apply/apply.service.ts',
    line: "import { a } from '../cycles/cycles.service.ts'",
    refused: undefined,
  },
  {
    from: 'apply/apply.job.ts',
    line: "import { a } from '../cycles/cycles.service.ts'",
    refused: undefined,
  },
  {
    from: 'apply/apply.service.ts',
    line: "import { a } from '../cycles/cycles.repository.ts'",
    refused: /through its service alone/,
  },
  {
    from: 'apply/apply.service.ts',
    line: "import { a } from '../cycles/cycle-rules.ts'",
    refused: /through its service alone/,
  },
  {
    from: 'cycles/cycles.service.ts',
    line: "import { a } from '../apply/apply.service.ts'",
    refused: /apply does not stand before cycles/,
  },
  {
    from: 'cycles/cycles.service.ts',
    line: "import type { A } from '../apply/apply.service.ts'",
    refused: /apply does not stand before cycles/,
  },
  {
    from: 'cycles/cycles.service.ts',
    line: "import { a } from '../unnamed/unnamed.service.ts'",
    refused: /unnamed does not stand before/,
  },
  {
    from: 'cycles/cycles.service.ts',
    line: "import { a } from './cycles.routes.ts'",
    refused: /only app.ts imports routes/,
  },
  {
    from: 'cycles/cycles.service.ts',
    line: "import { a } from '../app.ts'",
    refused: /a slice does not import app.ts/,
  },
  {
    from: 'cycles/cycles.service.ts',
    line: "import { a } from '../scope.ts'",
    refused: /scope.ts is for repositories/,
  },
  {
    from: 'cycles/cycles.service.ts',
    line: "import { a } from '../testing/app.ts'",
    refused: /only tests import/,
  },
  {
    from: 'cycles/cycles.repository.ts',
    line: "import { a } from '../scope.ts'",
    refused: undefined,
  },
  { from: 'cycles/cycles.repository.ts', line: "import { sql } from 'kysely'", refused: undefined },
  {
    from: 'cycles/cycles.repository.ts',
    line: "import { a } from '@kvartplata/domain/money/a.ts'",
    refused: undefined,
  },
  {
    from: 'cycles/cycles.repository.ts',
    line: "import { a } from '@kvartplata/platform/http/a.ts'",
    refused: /a repository runs nothing but/,
  },
  {
    from: 'cycles/cycles.repository.ts',
    line: "import type { A } from '@kvartplata/contracts/a.ts'",
    refused: undefined,
  },
  {
    from: 'cycles/cycles.repository.ts',
    line: "import { a } from './cycles.service.ts'",
    refused: /a repository does not import the service/,
  },
  {
    from: 'cycles/cycles.repository.ts',
    line: "import { a } from '../access/access.service.ts'",
    refused: /a repository imports no other slice/,
  },
  {
    from: 'cycles/cycles.repository.ts',
    line: "import type { A } from '../access/access.service.ts'",
    refused: undefined,
  },
  {
    from: 'cycles/cycle-rules.ts',
    line: "import { a } from './cycles.repository.ts'",
    refused: /a piece does not import the repository/,
  },
  { from: 'app.ts', line: "import { a } from './cycles/cycles.routes.ts'", refused: undefined },
  {
    from: 'app.ts',
    line: "import { a } from './cycles/cycles.repository.ts'",
    refused: /app.ts imports no repository/,
  },
  {
    from: 'tables.ts',
    line: "import type { A } from './cycles/cycles.table.ts'",
    refused: undefined,
  },
  {
    from: 'config.ts',
    line: "import { a } from './cycles/cycles.service.ts'",
    refused: /by types alone/,
  },
  {
    from: 'cycles/cycles.test.ts',
    line: "import { a } from '../testing/app.ts'",
    refused: undefined,
  },
];

for (const { from, line, refused } of CASES) {
  test(`${from} is ${refused === undefined ? 'allowed' : 'refused'} "${line}"`, () => {
    const messages = messagesOf(sliceImports, {
      'services/billing/README.md': README,
      [`services/billing/src/${from}`]: `// a\n${line};\n`,
    });
    if (refused === undefined) assert.deepEqual(messages, []);
    else assert.match(messages.join('\n'), refused);
  });
}

test('the table of slices names what is there, and nothing else', () => {
  const files = {
    'services/billing/README.md': README,
    'services/billing/src/access/access.service.ts': '',
    'services/billing/src/books/cycles/cycles.service.ts': '',
    'services/billing/src/books/ledger/ledger.service.ts': '',
    'services/billing/src/testing/app.ts': '',
  };
  assert.deepEqual(messagesOf(sliceOrder, files), ['ledger has no row', 'there is no slice apply']);
});
