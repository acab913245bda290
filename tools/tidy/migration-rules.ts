// Migrations: their names and numbers, their first line, and lower case.
import path from 'node:path';
import { lineAt, type Rule, type SourceFile, type Violation } from './rule.ts';

const NAME = /^(\d{4})_[a-z]+(?:_[a-z0-9]+)+\.sql$/;
const KEYWORD =
  /\b(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|TABLE|INDEX|FROM|WHERE|JOIN|INTO|VALUES|SET|GRANT|REVOKE|FUNCTION|TRIGGER|BEGIN|END|RETURNS|NOT|NULL|DEFAULT|PRIMARY|FOREIGN|KEY|REFERENCES|CONSTRAINT|CHECK|UNIQUE|ORDER|GROUP|LANGUAGE)\b/g;
const RULE = 'migrations';

/** `NNNN_verb_noun.sql`, numbered from 0001 without a gap; line 1 says why; keywords in lower case. */
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
  return [...silent, ...shouted];
}

/** The text with comments and quoted texts blanked. */
function statementsOf(text: string): string {
  return text.replaceAll(/--[^\n]*|'(?:[^']|'')*'/g, (words) => words.replaceAll(/[^\n]/g, ' '));
}

function at({ path: file }: SourceFile, line: number, message: string): Violation {
  return { path: file, line, rule: RULE, message };
}
