// The catalogue of services is data: no code refers to a service by its code.
import { isTest, isTypeScript, lineAt, type Rule, type SourceFile } from './rule.ts';
import { uncommented } from './code-text.ts';

const SEED = /^services\/core\/migrations\/[^/]+\.sql$/;
const ROWS = /^insert into utility_services\b[^;]*;/gm;
const ROW = /^\s*\('([a-z0-9-]+)',/gm;
const PROGRAMS = /^(?:domain|services\/[a-z]+\/src)\//;
/** The house for tests and demonstrations chooses from the catalogue as a person does. */
const CHOOSES = /^services\/core\/src\/exchange\/golden-house\//;
/** Codes that also have another meaning, as a method or a kind of service: only the context shows which is meant. */
const OTHER_WORDS = ['heating', 'water-disposal', 'major-repairs'];
/** With this many codes a common ending identifies a group of services. */
const ALIKE = 3;

const NO_CATALOGUE = {
  path: 'services/core/migrations',
  line: 1,
  rule: 'serviceCodes',
  message: 'no migration fills the catalogue of services with `insert into utility_services`',
};

/**
 * `domain/` and `services/` contain neither codes of the catalogue's services nor common endings of codes: what they need to know
 * about a service is one of its facts. The codes are those in core's migrations.
 */
export const serviceCodes: Rule = (files) => {
  const seed = files.filter(({ path }) => SEED.test(path));
  const codes = seed.flatMap(codesIn);
  const patterns = codes
    .map(patternOf)
    .concat(endingsOf(codes).map((ending) => `(?<!\\w)${ending}`));
  if (patterns.length === 0) return seed.length === 0 ? [] : [NO_CATALOGUE];
  const named = new RegExp(patterns.map((pattern) => `(?:${pattern})(?![\\w-])`).join('|'), 'gm');
  return files
    .filter((file) => isTypeScript(file) && PROGRAMS.test(file.path))
    .filter(({ path }) => !isTest(path) && !CHOOSES.test(path))
    .flatMap(({ path, text }) =>
      Array.from(uncommented(text).matchAll(named), ({ index, 0: words }) => ({
        path,
        line: lineAt(text, index),
        rule: 'serviceCodes',
        message: `"${words}" names a service of the catalogue: what it needs to know of it is a fact`,
      })),
    );
};

function codesIn({ text }: SourceFile): readonly string[] {
  return [...text.matchAll(ROWS)].flatMap(([rows]) =>
    [...rows.matchAll(ROW)].map(([, code = '']) => code),
  );
}

/** A code of one word may also be a name in the program, so it only counts in quotes. */
function patternOf(code: string): string {
  if (OTHER_WORDS.includes(code)) return `(?<=[cC]ode.*['"\`])${code}(?=['"\`])`;
  return code.includes('-') ? `(?<![\\w-])${code}` : `(?<=['"\`])${code}(?=['"\`])`;
}

/** `-odn`, if it ends the codes of many services. */
function endingsOf(codes: readonly string[]): readonly string[] {
  const endings = codes.flatMap((code) =>
    codes.flatMap((other) => (other.startsWith(`${code}-`) ? [other.slice(code.length)] : [])),
  );
  return [...Map.groupBy(endings, (ending) => ending)]
    .filter(([, alike]) => alike.length >= ALIKE)
    .map(([ending]) => ending);
}
