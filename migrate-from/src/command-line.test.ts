import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HELP, readCommandLine } from './command-line.ts';
import { CopyRefusal } from './refusal.ts';

const URL = 'postgres://old@db:5432/app';

test('only a source is required', () => {
  assert.deepEqual(readCommandLine(['--source', URL], {}), {
    sourceUrl: URL,
    isDryRun: false,
    passwordsFile: undefined,
    batchRows: 5_000,
  });
});

test('every option can be given', () => {
  const all = ['--source', URL, '--dry-run', '--passwords', 'first.csv', '--batch=100'];
  assert.deepEqual(readCommandLine(all, {}), {
    sourceUrl: URL,
    isDryRun: true,
    passwordsFile: 'first.csv',
    batchRows: 100,
  });
  assert.equal(readCommandLine(['--help'], {}), 'help');
  for (const option of ['--source', '--dry-run', '--passwords', '--batch'])
    assert.ok(HELP.includes(option));
});

const REFUSED: readonly (readonly [
  why: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  words: RegExp,
])[] = [
  ['no source', [], {}, /^--source is missing/],
  ['a source of another kind', ['--source', 'mysql://db/app'], {}, /^--source must be a URL/],
  ['a word too many', ['--source', URL, 'now'], {}, /'now'/],
  ['an unknown option', ['--source', URL, '--force'], {}, /--force/],
  ['no batch', ['--source', URL, '--batch', '0'], {}, /^--batch must be from 1/],
  ['too large a batch', ['--source', URL, '--batch', '100001'], {}, /^--batch must be from 1/],
  [
    'a look that npm would have turned into a copy',
    ['--source', URL],
    { npm_config_dry_run: 'true' },
    /^npm took --dry-run/,
  ],
];
for (const [why, args, environment, words] of REFUSED) {
  test(`refused: ${why}`, () => {
    assert.throws(
      () => readCommandLine(args, environment),
      (error) => error instanceof CopyRefusal && words.test(error.message),
    );
  });
}
