// Words: no name outside the glossary, no broken link, nothing about the machines on which the project is developed.
import path from 'node:path';
import { lineAt, type Rule, type SourceFile, type Violation } from './rule.ts';
import { ordersOf, placesOf } from './slice-rules.ts';

/** Each word has a letter in brackets, so that this file passes its own rule. */
const WORKPLACE = /(?<![\w.])\/w[o]rk\/|\bf[a]rm-\w|(?<!\w)\.libr[a]ry\b/g;

/** The project does not mention the place where it was written. */
export const workplace: Rule = (files) =>
  files
    .filter((file) => file.path !== 'package-lock.json')
    .flatMap((file) =>
      [...file.text.matchAll(WORKPLACE)].map(({ index, 0: words }) => ({
        path: file.path,
        line: lineAt(file.text, index),
        rule: 'workplace',
        message: `"${words}" names a place outside the project`,
      })),
    );

/** The name of every wing, slice and table is in the first column of the glossary, singular or plural. */
export const glossary: Rule = (files) => {
  const page = files.find((file) => file.path === 'GLOSSARY.md');
  const terms = new Set(page === undefined ? [] : termsOf(page.text));
  return namesOf(files)
    .filter(({ name }) => !terms.has(singular(name)))
    .map(({ name, path: file, line }) => ({
      path: file,
      line,
      rule: 'glossary',
      message: `"${name}" is not in the first column of GLOSSARY.md`,
    }));
};

/** A page only links to what exists. */
export const links: Rule = (files) => {
  const paths = new Set(
    files.flatMap((file) => [file.path, path.posix.dirname(file.path)].concat(foldersOf(file))),
  );
  return files.filter((file) => file.path.endsWith('.md')).flatMap((file) => dead(file, paths));
};

type Named = { readonly name: string; readonly path: string; readonly line: number };

function namesOf(files: readonly SourceFile[]): readonly Named[] {
  const slices = [...ordersOf(files).keys()].flatMap((service) =>
    placesOf(files, service).map((place) => ({
      name: path.posix.basename(place),
      path: `services/${service}/src/${place}`,
      line: 1,
    })),
  );
  const tables = files
    .filter((file) => /\/migrations\/[^/]+\.sql$/.test(file.path))
    .flatMap((file) =>
      [...file.text.matchAll(/^create table (?:if not exists )?([a-z_0-9]+)/gm)].map((match) => ({
        name: match[1] ?? '',
        path: file.path,
        line: lineAt(file.text, match.index),
      })),
    );
  return [...slices, ...tables];
}

function termsOf(page: string): readonly string[] {
  return [...page.matchAll(/^\|([^|]+)\|/gm)].flatMap(([, column = '']) =>
    column.replaceAll('`', '').split(',').map(singular),
  );
}

/** `billing_cycles`, `billing-cycles` and `Billing cycle` are one name. */
function singular(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .split(/[\s_-]+/)
    .map((word) => word.replace(/ies$/, 'y').replace(/(?<=ch)es$|(?<!s)s$/, ''))
    .join(' ');
}

function foldersOf({ path: file }: SourceFile): string[] {
  const parts = path.posix.dirname(file).split('/');
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

function dead(file: SourceFile, paths: ReadonlySet<string>): readonly Violation[] {
  return [...file.text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(({ index, 1: link = '' }) => {
    const [target = ''] = link.split('#', 1);
    if (target === '' || /^[a-z]+:/.test(target)) return [];
    const to = path.posix.normalize(path.posix.join(path.posix.dirname(file.path), target));
    if (paths.has(to.replace(/\/$/, ''))) return [];
    const message = `there is no ${to}`;
    return [{ path: file.path, line: lineAt(file.text, index), rule: 'links', message }];
  });
}
