// What the page asks of the services: every operation that a person may want, or a word why not.
import { declaredIn } from './endpoint-rules.ts';
import { uncommented } from './code-text.ts';
import { isTest, isTypeScript, lineAt, type Rule, type SourceFile } from './rule.ts';

/** The table of what is left out on purpose. */
const LEFT_OUT = 'docs/reference/not-on-the-page.md';
const ONLY_SERVICES = /^\/api\/internal\//;
const IMPORT = /^import (?:type )?\{([^}]*)\} from '@kvartplata\/contracts\/[^']+';/gms;
/** What names an operation to have it read again, and does not ask it. */
const ONLY_NAMED = /\bgroupOf\(\w+\)/g;

/** An operation is asked by the page, stands in the table of those that are not, or is for other services alone. */
export const operationsOnPage: Rule = (files) => {
  const table = files.find(({ path }) => path === LEFT_OUT);
  const told = table === undefined ? [] : leftOutBy(table);
  const asked = new Set(files.filter(isOfPage).flatMap(askedIn));
  const open = declaredIn(files).filter(({ path }) => !ONLY_SERVICES.test(path));
  const missing = open
    .filter(({ id }) => !asked.has(id) && !told.some(({ name }) => name === id))
    .map(({ file, index, id }) => ({
      path: file.path,
      line: lineAt(file.text, index),
      rule: 'operations-on-page',
      message: `the page does not ask ${id}, and ${LEFT_OUT} does not say why`,
    }));
  const needless = told.flatMap(({ name, line }) => {
    const isOpen = open.some(({ id }) => id === name);
    if (isOpen && !asked.has(name)) return [];
    const message = isOpen ? `the page asks ${name}` : `${name} is no operation for people`;
    return [{ path: LEFT_OUT, line, rule: 'operations-on-page', message }];
  });
  return [...missing, ...needless];
};

function isOfPage(file: SourceFile): boolean {
  return file.path.startsWith('web/') && isTypeScript(file) && !isTest(file.path);
}

/** The operations that the file imports and does something with, whatever it calls them. */
function askedIn({ text }: SourceFile): readonly string[] {
  const code = uncommented(text).replaceAll(ONLY_NAMED, '');
  const rest = code.replaceAll(IMPORT, '');
  return [...code.matchAll(IMPORT)]
    .flatMap(([, names = '']) => names.split(','))
    .flatMap((one) => {
      const [name = '', local = name] = one.trim().split(' as ');
      return new RegExp(`\\b${local}\\b`).test(rest) ? [name] : [];
    });
}

/** The names in the first column of the table. */
function leftOutBy({ text }: SourceFile): readonly { name: string; line: number }[] {
  return [...text.matchAll(/^\|([^|]*)\|/gm)].flatMap(({ index, 1: cell = '' }) =>
    [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => ({ name, line: lineAt(text, index) })),
  );
}
