// Finds what would prevent a migration from running while people work, by squawk and by rules of our own: locks that others wait
// for, and changes that older code cannot work with.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isOutside } from '@kvartplata/platform/database/migration-files.ts';
import { statementsOf } from '@kvartplata/platform/database/statements.ts';

export type Fault = {
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  readonly rule: string;
  readonly message: string;
};

type Told = {
  readonly file: string;
  /** Counted from 0. */
  readonly line: number;
  readonly rule_name: string;
  readonly message: string;
};

const PROGRAM = fileURLToPath(import.meta.resolve('squawk-cli/js/bin/squawk'));
/** The oldest version that we support. */
const POSTGRES = '15';
const NOT_OURS = {
  'require-lock-timeout': 'the migrator sets it',
  'require-statement-timeout': 'the migrator sets it',
  'prefer-robust-stmts': 'tidy knows better what may run again',
  'prefer-bigint-over-int': 'what is counted in a house fits',
} as const;

const CHANGED =
  /^(?:alter table (?:only )?(?:if exists )?|(?:create (?:or replace )?(?:constraint )?|drop )(?:trigger|policy) .*?\bon )(\w+)/is;

/**
 * @param files paths of migrations
 * @throws when squawk cannot be run
 */
export function judge(files: readonly string[]): readonly Fault[] {
  const texts = files.map((file) => ({ file, text: readFileSync(file, 'utf8') }));
  const { outside = [], inside = [] } = Object.groupBy(texts, ({ text }) =>
    isOutside(text) ? 'outside' : 'inside',
  );
  return [
    ...askSquawk(
      inside.map(({ file }) => file),
      '--assume-in-transaction',
    ),
    ...askSquawk(
      outside.map(({ file }) => file),
      '--no-assume-in-transaction',
    ),
    ...inside.flatMap(({ file, text }) => findSecondTables(file, text)),
  ];
}

/**
 * A migration that locks two tables may deadlock with somebody who locks them in the other order; it is noticed after a second.
 */
function findSecondTables(file: string, text: string): readonly Fault[] {
  const changed = statementsOf(text).flatMap(({ text: statement, line }) => {
    const table = CHANGED.exec(statement)?.[1];
    return table === undefined ? [] : [{ table, line }];
  });
  const made = new Set([...text.matchAll(/^create table (\w+)/gim)].map(([, table]) => table));
  const old = changed.filter(({ table }) => !made.has(table));
  return old
    .filter(({ table }) => table !== old[0]?.table)
    .map(({ table, line }) => ({
      file,
      line,
      rule: 'one-table-a-file',
      message: `${table} is locked while ${old[0]?.table} is: a file of its own`,
    }));
}

function askSquawk(files: readonly string[], how: string): readonly Fault[] {
  if (files.length === 0) return [];
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      PROGRAM,
      `--pg-version=${POSTGRES}`,
      '--reporter=json',
      `--exclude=${Object.keys(NOT_OURS).join(',')}`,
      how,
      ...files,
    ],
    { encoding: 'utf8' },
  );
  return toldIn(stdout, stderr).map(({ file, line, rule_name: rule, message }) => ({
    file,
    line: line + 1,
    rule,
    message,
  }));
}

function toldIn(stdout: string | null, stderr: string | null): readonly Told[] {
  try {
    return JSON.parse(stdout ?? '') as readonly Told[];
  } catch (cause) {
    throw new Error(`squawk could not be run: ${stderr || String(cause)}`, { cause });
  }
}
