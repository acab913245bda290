import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sliceImports, sliceOrder } from './slice-rules.ts';
import { messagesOf } from './testing/small-project.ts';

const README = `| wing, slice | holds |
|---|---|
| \`access/\` | a |
| \`books/\` | b |
| \`books/cycles\` | c |
| \`books/ledger-entries\` | d |
| \`month/\` | e |
| \`month/apply\` | f |
`;
const CASES = [
  {
    from: 'books/cycles/cycles.routes.ts',
    line: "import { a } from './cycles.service.ts'",
    refused: undefined,
  },
  {
    from: 'books/cycles/cycles.routes.ts',
    line: "import { a } from './cycles.repository.ts'",
    refused: undefined,
  },
  {
    from: 'books/cycles/cycles.routes.ts',
    line: "import { a } from '../../access/access.service.ts'",
    refused: undefined,
  },
  {
    from: 'books/cycles/cycles.routes.ts',
    line: "import type { A } from '../../access/deps.ts'",
    refused: undefined,
  },
  {
    from: 'month/apply/apply.routes.ts',
    line: "import { a } from '../../books/cycles/cycles.service.ts'",
    refused: /a routes imports no other slice/,
  },
  {
    from: 'month/apply/apply.routes.ts',
    line: "import type { A } from '../../books/cycles/cycles.service.ts'",
    refused: undefined,
  },
  {
    from: 'month/apply/apply.service.ts',
    line: "import { a } from '../../books/cycles/cycles.service.ts'",
    refused: undefined,
  },
  {
    from: 'month/apply/apply.job.ts',
    line: "import { a } from '../../books/cycles/cycles.service.ts'",
    refused: undefined,
  },
  {
    from: 'month/apply/apply.service.ts',
    line: "import { a } from '../../books/cycles/cycles.repository.ts'",
    refused: /through its service alone/,
  },
  {
    from: 'month/apply/apply.service.ts',
    line: "import { a } from '../../books/cycles/cycle-rules.ts'",
    refused: /through its service alone/,
  },
  {
    from: 'month/apply/apply.service.ts',
    line: "import { a } from '../../books/journal.ts'",
    refused: undefined,
  },
  {
    from: 'books/cycles/cycles.service.ts',
    line: "import { a } from '../../month/apply/apply.service.ts'",
    refused: /month\/apply does not stand before books\/cycles/,
  },
  {
    from: 'books/cycles/cycles.service.ts',
    line: "import type { A } from '../../month/apply/apply.service.ts'",
    refused: /month\/apply does not stand before books\/cycles/,
  },
  {
    from: 'books/cycles/cycles.service.ts',
    line: "import { a } from '../ledger-entries/ledger-entries.service.ts'",
    refused: /books\/ledger-entries does not stand before books\/cycles/,
  },
  {
    from: 'books/ledger-entries/ledger-entries.service.ts',
    line: "import { a } from '../cycles/cycles.service.ts'",
    refused: undefined,
  },
  {
    from: 'books/cycles/cycles.service.ts',
    line: "import { a } from '../unnamed/unnamed.service.ts'",
    refused: /books\/unnamed does not stand before/,
  },
  {
    from: 'books/cycles/cycles.service.ts',
    line: "import { a } from './cycles.routes.ts'",
    refused: /only the routes of its wing/,
  },
  {
    from: 'books/cycles/cycles.service.ts',
    line: "import { a } from '../wing.routes.ts'",
    refused: /only the routes of its wing/,
  },
  {
    from: 'books/wing.routes.ts',
    line: "import { a } from './cycles/cycles.routes.ts'",
    refused: undefined,
  },
  {
    from: 'books/wing.routes.ts',
    line: "import { a } from './cycles/cycles.service.ts'",
    refused: undefined,
  },
  {
    from: 'books/wing.routes.ts',
    line: "import { a } from './cycles/cycles.repository.ts'",
    refused: /the routes of a wing import no repository/,
  },
  {
    from: 'month/wing.routes.ts',
    line: "import { a } from '../books/cycles/cycles.routes.ts'",
    refused: /is of another wing/,
  },
  {
    from: 'books/cycles/cycles.service.ts',
    line: "import { a } from '../../app.ts'",
    refused: /a slice does not import app.ts/,
  },
  {
    from: 'books/cycles/cycles.service.ts',
    line: "import { a } from '../../access/scope.ts'",
    refused: /access\/scope.ts is for repositories/,
  },
  {
    from: 'books/cycles/cycles.service.ts',
    line: "import { a } from '../../testing/app.ts'",
    refused: /only tests import/,
  },
  {
    from: 'books/cycles/cycles.repository.ts',
    line: "import { a } from '../../access/scope.ts'",
    refused: undefined,
  },
  {
    from: 'books/cycles/cycles.repository.ts',
    line: "import { sql } from 'kysely'",
    refused: undefined,
  },
  {
    from: 'books/cycles/cycles.repository.ts',
    line: "import { a } from '@kvartplata/domain/money/a.ts'",
    refused: undefined,
  },
  {
    from: 'books/cycles/cycles.repository.ts',
    line: "import { a } from '@kvartplata/platform/http/a.ts'",
    refused: /a repository runs nothing but/,
  },
  {
    from: 'books/cycles/cycles.repository.ts',
    line: "import type { A } from '@kvartplata/contracts/a.ts'",
    refused: undefined,
  },
  {
    from: 'books/cycles/cycles.repository.ts',
    line: "import { a } from './cycles.service.ts'",
    refused: /a repository does not import the service/,
  },
  {
    from: 'books/cycles/cycles.repository.ts',
    line: "import { a } from '../../access/access.service.ts'",
    refused: /a repository imports no other slice/,
  },
  {
    from: 'books/cycles/cycles.repository.ts',
    line: "import type { A } from '../../access/access.service.ts'",
    refused: undefined,
  },
  {
    from: 'books/cycles/cycle-rules.ts',
    line: "import { a } from './cycles.repository.ts'",
    refused: /a piece does not import the repository/,
  },
  { from: 'app.ts', line: "import { a } from './books/wing.routes.ts'", refused: undefined },
  {
    from: 'app.ts',
    line: "import { a } from './books/cycles/cycles.routes.ts'",
    refused: /imports the routes of wings, not of their slices/,
  },
  {
    from: 'app.ts',
    line: "import { a } from './books/cycles/cycles.repository.ts'",
    refused: /app.ts imports no repository/,
  },
  {
    from: 'tables.ts',
    line: "import type { A } from './books/cycles/cycles.table.ts'",
    refused: undefined,
  },
  {
    from: 'config.ts',
    line: "import { a } from './books/cycles/cycles.service.ts'",
    refused: /by types alone/,
  },
  {
    from: 'books/cycles/cycles.test.ts',
    line: "import { a } from '../../testing/app.ts'",
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

test('the table must name exactly the existing wings and slices', () => {
  const files = {
    'services/billing/README.md': README,
    'services/billing/src/access/access.service.ts': '',
    'services/billing/src/books/cycles/cycles.service.ts': '',
    'services/billing/src/books/ledger-entries/profiles/one.ts': '',
    'services/billing/src/paper/receipts/receipts.service.ts': '',
    'services/billing/src/testing/app.ts': '',
  };
  assert.deepEqual(messagesOf(sliceOrder, files), [
    'paper has no row',
    'paper/receipts has no row',
    'there is no month',
    'there is no month/apply',
  ]);
});
