// The table of the law is complete: every paragraph that affects money has a row, and everything that a row names exists.
import { ACTS, type ActName } from '@kvartplata/domain/law/acts.ts';
import type { LawRow } from '@kvartplata/domain/law/law-row.ts';
import { LAW_ROWS, paragraphsOf } from '@kvartplata/domain/law/law-table.ts';
import { lawPages } from '../law/law-pages.ts';
import type { Rule, SourceFile, Violation } from './rule.ts';

const TABLE = 'domain/law/law-table.ts';
/** A folder of rules, each with its rows. */
const RULE_FOLDER = /^(domain\/(?:regulation|charging\/methods)\/[^/]+)\/[^/]+\.ts$/;
/** The files with the codes of refusals. */
const CODES = ['contracts/problem.ts', 'domain/charging/uncomputable.ts'];

export const law: Rule = (files) => judgeLaw(LAW_ROWS, files).concat(pagesBehind(files));

/** What is wrong with the rows of the law in a project with these files. */
export function judgeLaw(
  rows: readonly LawRow[],
  files: readonly SourceFile[],
): readonly Violation[] {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  if (!texts.has(TABLE)) return [];
  return [
    ...withoutRow(rows),
    ...rows.flatMap((row) =>
      wrongIn(row, texts).map((what) => violation(`${row.act} ${row.paragraphs}: ${what}`)),
    ),
    ...foldersWithoutRows(rows, files),
  ];
}

function withoutRow(rows: readonly LawRow[]): readonly Violation[] {
  return (Object.keys(ACTS) as ActName[]).flatMap((act) => {
    const told = new Set(rows.filter((row) => row.act === act).flatMap(paragraphsOf));
    return ACTS[act].paragraphs
      .filter((paragraph) => !told.has(paragraph))
      .map((paragraph) => violation(`${act} ${paragraph} bears on money and has no row`));
  });
}

function wrongIn(row: LawRow, texts: ReadonlyMap<string, string>): readonly string[] {
  if (row.state === 'not ours') return [];
  if (row.state === 'refused') {
    const isKnown = CODES.some((path) => texts.get(path)?.includes(`'${row.code}'`));
    return isKnown ? [] : [`there is no code ${row.code}`];
  }
  const test = texts.get(row.test);
  return [
    ...(texts.has(row.rule) ? [] : [`there is no rule ${row.rule}`]),
    ...(test === undefined ? [`there is no test ${row.test}`] : []),
    ...(test?.includes(row.figure) === false ? [`${row.test} has no "${row.figure}"`] : []),
  ];
}

function foldersWithoutRows(
  rows: readonly LawRow[],
  files: readonly SourceFile[],
): readonly Violation[] {
  const folders = new Set(files.flatMap(({ path }) => RULE_FOLDER.exec(path)?.[1] ?? []));
  return [...folders]
    .filter(
      (folder) =>
        !rows.some((row) => row.state === 'computed' && row.rule.startsWith(`${folder}/`)),
    )
    .map((folder) =>
      violation(
        `${folder} is a rule that no row of the law names: in its law.ts and ${TABLE}, or in a method’s rules`,
      ),
    );
}

/** Pages that differ from what the rows produce. */
function pagesBehind(files: readonly SourceFile[]): readonly Violation[] {
  return lawPages()
    .filter((page) => files.some(({ path, text }) => path === page.path && text !== page.text))
    .map(({ path }) => ({
      path,
      line: 1,
      rule: 'law',
      message: 'is not what the rows of the law make: npm run law',
    }));
}

function violation(message: string): Violation {
  return { path: TABLE, line: 1, rule: 'law', message };
}
