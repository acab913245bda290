// What a TypeScript file may contain.
import { codeOf } from './code-text.ts';
import {
  isProduct,
  isTest,
  isTypeScript,
  lineAt,
  type Rule,
  type SourceFile,
  type Violation,
} from './rule.ts';

const MAX_LINES = 400;
const MAY_HOLD_SQL =
  /\.(?:repository|table)\.ts$|^services\/[^/]+\/src\/access\/scope\.ts$|^platform\/(?:database|testing)\/|^(?:tools|bench|migrate-from)\//;

/** SQL is only in repositories, tables and scope.ts, where a reader looks for it. */
export const sqlPlace: Rule = (files) =>
  files
    .filter((file) => isTypeScript(file) && !isTest(file.path) && !MAY_HOLD_SQL.test(file.path))
    .flatMap((file) =>
      matches(
        file,
        /\bsql(?:<[^`;]*>)?`|\bsql\.\w+\(/g,
        'sql-place',
        'only a repository holds SQL',
      ),
    );

/** Only main.ts reads the environment; everything else gets its values passed in. */
export const environmentPlace: Rule = (files) =>
  files
    .filter(
      (file) =>
        isTypeScript(file) &&
        /^(?:services|domain|contracts|client)\//.test(file.path) &&
        !isTest(file.path) &&
        !/^services\/[^/]+\/src\/main\.ts$/.test(file.path),
    )
    .flatMap((file) =>
      matches(file, /\bprocess\.env\b/g, 'environment-place', 'only main.ts reads process.env'),
    );

/** A service logs; a program in tools prints for the user who started it. */
export const noConsole: Rule = (files) =>
  files
    .filter((file) => isTypeScript(file) && isProduct(file))
    .flatMap((file) => matches(file, /\bconsole\./g, 'no-console', 'use the log'));

export const noAny: Rule = (files) =>
  files
    .filter(isTypeScript)
    .flatMap((file) =>
      matches(file, /(?<![\w.$])any\b(?!\s*[(:])/g, 'no-any', 'say the type, or unknown'),
    );

export const fileLength: Rule = (files) =>
  files
    .filter(({ path }) => /\.(?:tsx?|css|sql)$/.test(path))
    .flatMap(({ path, text }) => {
      const lines = text.trimEnd().split('\n').length;
      const message = `${lines} lines; a file has at most ${MAX_LINES}`;
      return lines > MAX_LINES ? [{ path, line: MAX_LINES + 1, rule: 'file-length', message }] : [];
    });

/** The first line of a file says what it is for. In a test the test names do. */
export const firstLine: Rule = (files) =>
  files
    .filter((file) => isTypeScript(file) && !file.path.endsWith('.test.ts'))
    .flatMap(({ path, text }) =>
      /^\/\/ \S/.test(text)
        ? []
        : [{ path, line: 1, rule: 'first-line', message: 'begin with a comment: what is it for?' }],
    );

function matches(
  { path, text }: SourceFile,
  pattern: RegExp,
  rule: string,
  message: string,
): readonly Violation[] {
  return [...codeOf(text).matchAll(pattern)].map(({ index }) => ({
    path,
    line: lineAt(text, index),
    rule,
    message,
  }));
}
