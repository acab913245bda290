// Names of files, folders and tests.
import { codeOf } from './code-text.ts';
import { isTypeScript, lineAt, type Rule, type SourceFile, type Violation } from './rule.ts';

const KEBAB = '[a-z0-9]+(?:-[a-z0-9]+)*';
const ROLE = 'routes|service|repository|table|errors|job';
const SOURCE_NAME = new RegExp(`^${KEBAB}(?:(?:\\.(?:${ROLE}))?(?:\\.test)?\\.ts|\\.tsx)$`);
const PAGE_NAME = new RegExp(`^(?:[A-Z]+|${KEBAB})\\.md$`);
const FOLDER_NAME = new RegExp(`^\\.?${KEBAB}$`);

/** `kebab-case[.role][.test].ts`; pages in kebab-case or, at the top of a folder, in capitals; folders in kebab-case. */
export const fileNames: Rule = (files) =>
  files.flatMap(({ path }) => {
    const parts = path.split('/');
    const name = parts.pop() ?? '';
    const fits =
      parts.every((folder) => FOLDER_NAME.test(folder)) &&
      (!/\.tsx?$/.test(name) || SOURCE_NAME.test(name)) &&
      (!name.endsWith('.md') || PAGE_NAME.test(name));
    const message = `name it kebab-case, a source with one of the roles ${ROLE.replaceAll('|', ', ')} or none`;
    return fits ? [] : [{ path, line: 1, rule: 'file-names', message }];
  });

/** A test's name is a sentence stating what is true. */
export const testNames: Rule = (files) =>
  files
    .filter((file) => isTypeScript(file) && file.path.endsWith('.test.ts'))
    .flatMap(wrongTestNames);

function wrongTestNames({ path, text }: SourceFile): readonly Violation[] {
  return [...codeOf(text).matchAll(/(?<![\w.])(?:test|it)\(\s*(['"`])/g)].flatMap((match) => {
    const start = match.index + match[0].length;
    const name = literalFrom(text, start, match[1] ?? "'");
    const problem = nameProblem(name);
    return problem === undefined
      ? []
      : [{ path, line: lineAt(text, match.index), rule: 'test-names', message: problem }];
  });
}

function nameProblem(name: string): string | undefined {
  // A placeholder counts as one word.
  const words = name
    .replaceAll(/\$\{[^}]*\}/g, 'x')
    .trim()
    .split(/\s+/);
  if (words.length < 2) return `"${name}" is no sentence: say what is true`;
  if (/^should\b/i.test(name)) return `"${name}": say what is, not what should be`;
  return name.endsWith('.') ? `"${name}" ends with a full stop` : undefined;
}

function literalFrom(text: string, start: number, quote: string): string {
  let end = start;
  while (end < text.length && text[end] !== quote) end += text[end] === '\\' ? 2 : 1;
  return text.slice(start, end);
}
