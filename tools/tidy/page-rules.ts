// Every operation that a person may need is called by the page, or the reason why not is documented.
import { declaredIn } from './endpoint-rules.ts';
import { uncommented } from './code-text.ts';
import { isTest, isTypeScript, lineAt, type Rule, type SourceFile } from './rule.ts';

/** The table of deliberate omissions. */
const LEFT_OUT = 'docs/reference/not-on-the-page.md';
const ONLY_SERVICES = /^\/api\/internal\//;
const IMPORT = /^import (?:type )?\{([^}]*)\} from '@kvartplata\/contracts\/[^']+';/gms;
/** Names an operation to invalidate its data, without calling it. */
const ONLY_NAMED = /\bgroupOf\(\w+\)/g;

/** An operation is called by the page, is in the table of omissions, or is only for services. */
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

/** The operations that the file imports and uses, under any name. */
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
