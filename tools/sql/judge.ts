// What keeps a migration from running while people work, as squawk sees it: locks that others wait for, and changes that
// older code cannot live with.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

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
/** The oldest that we run on. */
const POSTGRES = '15';
const NOT_OURS = {
  'require-lock-timeout': 'the migrator sets it',
  'require-statement-timeout': 'the migrator sets it',
  'prefer-robust-stmts': 'tidy knows better what may run again',
  'prefer-bigint-over-int': 'what is counted in a house fits',
} as const;

/**
 * @param files their paths
 * @param areOutside whether their statements run one by one, instead of in one transaction
 * @throws when squawk cannot be run
 */
export function judge(files: readonly string[], areOutside: boolean): readonly Fault[] {
  if (files.length === 0) return [];
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      PROGRAM,
      `--pg-version=${POSTGRES}`,
      '--reporter=json',
      `--exclude=${Object.keys(NOT_OURS).join(',')}`,
      areOutside ? '--no-assume-in-transaction' : '--assume-in-transaction',
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
