// Migrations: their names and numbers, their first line, lower case, and whether they can run again.
import path from 'node:path';
import { isOutside } from '@kvartplata/platform/database/migration-files.ts';
import { statementsOf } from '@kvartplata/platform/database/statements.ts';
import { lineAt, type Rule, type SourceFile, type Violation } from './rule.ts';

const NAME = /^(\d{4})_[a-z]+(?:_[a-z0-9]+)+\.sql$/;
const KEYWORD =
  /\b(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|TABLE|INDEX|FROM|WHERE|JOIN|INTO|VALUES|SET|GRANT|REVOKE|FUNCTION|TRIGGER|BEGIN|END|RETURNS|NOT|NULL|DEFAULT|PRIMARY|FOREIGN|KEY|REFERENCES|CONSTRAINT|CHECK|UNIQUE|ORDER|GROUP|LANGUAGE)\b/g;
const RULE = 'migrations';

const MARK = /^-- compatible\b.*$/gm;
const GOOD_MARK = /^-- compatible from (\d{4}): \S/;

/** What is created outside a transaction, and how to drop it: an interrupted index remains, unusable. */
const ADDED = [
  [/^create (?:unique )?index concurrently (\w+)/, 'drop index concurrently if exists'],
  [/\badd constraint (\w+)/, 'drop constraint if exists'],
] as const;
/** Statements that do nothing when the object exists, or does not. */
const AGAIN =
  /^(?:create (?:or replace )?\w+ if not exists|drop \w+ (?:concurrently )?if exists|create or replace|alter table .* (?:add column if not exists|drop column if exists|drop constraint if exists|validate constraint|alter column)|alter type .* add value if not exists|analyze|vacuum|update|delete|reindex|comment|grant|revoke|refresh)\b/s;

/**
 * `NNNN_verb_noun.sql`, numbered from 0001 without gaps; line 1 says why; keywords are in lower case; a mark names the older code
 * that works with the migration, and why; what runs outside a transaction can run again.
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
  const shouted = [...withoutWords(file.text).matchAll(KEYWORD)].map((match) =>
    at(file, lineAt(file.text, match.index), `${match[0]} in lower case`),
  );
  const silent = /^-- \S/.test(file.text) ? [] : [at(file, 1, 'line 1 says why, after --')];
  return [...silent, ...shouted, ...wrongMarks(file), ...onceOnly(file)];
}

/** A misspelled mark would be ignored by the code that it is for. */
function wrongMarks(file: SourceFile): readonly Violation[] {
  const own = path.posix.basename(file.path).slice(0, 4);
  return [...file.text.matchAll(MARK)].flatMap(({ index, 0: line }) => {
    const from = GOOD_MARK.exec(line)?.[1];
    if (from !== undefined && from < own) return [];
    const message = 'a mark is `-- compatible from NNNN: why`, of an earlier migration';
    return [at(file, lineAt(file.text, index), message)];
  });
}

/** Outside a transaction, a migration that stopped halfway runs again from its start. */
function onceOnly(file: SourceFile): readonly Violation[] {
  if (!isOutside(file.text)) return [];
  const gone: string[] = [];
  return statementsOf(file.text).flatMap(({ text, line }) => {
    const statement = text.replaceAll(/\s+/g, ' ').toLowerCase();
    gone.push(statement);
    for (const [adds, drop] of ADDED) {
      const name = adds.exec(statement)?.[1];
      if (name === undefined) continue;
      const isGone = gone.some((before) => before.endsWith(`${drop} ${name}`));
      return isGone ? [] : [at(file, line, `\`${drop} ${name}\` before it: it may run again`)];
    }
    return AGAIN.test(statement)
      ? []
      : [at(file, line, 'outside a transaction it has to be able to run again')];
  });
}

/** The text with comments and quoted texts blanked. */
function withoutWords(text: string): string {
  return text.replaceAll(/--[^\n]*|'(?:[^']|'')*'/g, (words) => words.replaceAll(/[^\n]/g, ' '));
}

function at({ path: file }: SourceFile, line: number, message: string): Violation {
  return { path: file, line, rule: RULE, message };
}
