// Migrations: their names and numbers, their first line, and lower case.
import path from 'node:path';
import { lineAt, type Rule, type SourceFile, type Violation } from './rule.ts';

const NAME = /^(\d{4})_[a-z]+(?:_[a-z0-9]+)+\.sql$/;
const KEYWORD =
  /\b(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|TABLE|INDEX|FROM|WHERE|JOIN|INTO|VALUES|SET|GRANT|REVOKE|FUNCTION|TRIGGER|BEGIN|END|RETURNS|NOT|NULL|DEFAULT|PRIMARY|FOREIGN|KEY|REFERENCES|CONSTRAINT|CHECK|UNIQUE|ORDER|GROUP|LANGUAGE)\b/g;
const RULE = 'migrations';

const MARK = /^-- compatible\b.*$/gm;
const GOOD_MARK = /^-- compatible from (\d{4}): \S/;

/**
 * `NNNN_verb_noun.sql`, numbered from 0001 without a gap; line 1 says why; keywords in lower case; a mark names the older
 * code that lives with it, and why.
 */
export const migrations: Rule = (files) => {
  const all = files.filter(({ path: file }) => /(?:^|\/)migrations\/[^/]+$/.test(file));
  const folders = Map.groupBy(all, (file) => path.posix.dirname(file.path));
  return [...[...folders.values()].flatMap(wrongNumbers), ...all.flatMap(wrongText)];
};

function wrongNumbers(folder: readonly SourceFile[]): readonly Violation[] {
  const sorted = folder.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  return sorted.flatMap((file, index) => {
    const number = NAME.exec(path.posix.basename(file.path))?.[1];
    if (number === undefined) return [at(file, 1, 'is not named NNNN_verb_noun.sql')];
    const expected = String(index + 1).padStart(4, '0');
    return number === expected ? [] : [at(file, 1, `${expected} should be next, not ${number}`)];
  });
}

function wrongText(file: SourceFile): readonly Violation[] {
  const shouted = [...statementsOf(file.text).matchAll(KEYWORD)].map((match) =>
    at(file, lineAt(file.text, match.index), `${match[0]} in lower case`),
  );
  const silent = /^-- \S/.test(file.text) ? [] : [at(file, 1, 'line 1 says why, after --')];
  return [...silent, ...shouted, ...wrongMarks(file)];
}

/** One that is misspelled would say nothing to the code that it is for. */
function wrongMarks(file: SourceFile): readonly Violation[] {
  const own = path.posix.basename(file.path).slice(0, 4);
  return [...file.text.matchAll(MARK)].flatMap(({ index, 0: line }) => {
    const from = GOOD_MARK.exec(line)?.[1];
    if (from !== undefined && from < own) return [];
    const message = 'a mark is `-- compatible from NNNN: why`, of an earlier migration';
    return [at(file, lineAt(file.text, index), message)];
  });
}

/** The text with comments and quoted texts blanked. */
function statementsOf(text: string): string {
  return text.replaceAll(/--[^\n]*|'(?:[^']|'')*'/g, (words) => words.replaceAll(/[^\n]/g, ' '));
}

function at({ path: file }: SourceFile, line: number, message: string): Violation {
  return { path: file, line, rule: RULE, message };
}
