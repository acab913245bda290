// The table of the law as pages of docs/regulation/, made from the rows kept beside the rules.
import { ACTS, type ActName } from '@kvartplata/domain/law/acts.ts';
import type { LawRow } from '@kvartplata/domain/law/law-row.ts';
import { rowsOf } from '@kvartplata/domain/law/law-table.ts';

export type LawPage = { readonly path: string; readonly text: string };

const FOLDER = 'docs/regulation';
const TO_ROOT = '../..';
const HEAD = `Made by \`npm run law\` of the rows that stand beside the rules, in their \`law.ts\`, of a charging method in its rules, and of
[not-computed/](../../domain/law/not-computed). \`npm run tidy\` refuses a paragraph without a row, a row whose rule, test or
code is not there, and a figure that its test does not have. What a paragraph is about is told in our words, not in the act's.

- *computed*: the rule, its test, and a worked figure of that test;
- *refused*: the code that says so, rather than another computation;
- *not ours*: no sum here follows from it, or somebody else computes it.
`;

/** All pages, in the order in which they are written. */
export function lawPages(): readonly LawPage[] {
  return [
    pageOf('decree-354.md', 'Decree 354, paragraph by paragraph', ['decree-354']),
    pageOf(
      'rules-491-and-housing-code.md',
      'Rules 491, the Housing Code and the Tax Code, paragraph by paragraph',
      ['rules-491', 'housing-code', 'tax-code'],
    ),
  ];
}

function pageOf(name: string, title: string, acts: readonly ActName[]): LawPage {
  const tables = acts.map((act) => `## ${ACTS[act].name.en}\n\n${tableOf(act)}`);
  return { path: `${FOLDER}/${name}`, text: `# ${title}\n\n${HEAD}\n${tables.join('\n')}` };
}

function tableOf(act: ActName): string {
  const rows = rowsOf(act).flatMap((row) =>
    row.paragraphs
      .split(', ')
      .map((paragraphs) => `| ${paragraphs} | ${row.about.en} | ${becomes(row)} |\n`),
  );
  return `| ${ACTS[act].part.en} | about | here |\n|---|---|---|\n${rows.join('')}`;
}

function becomes(row: LawRow): string {
  if (row.state === 'not ours') return `not ours: ${row.why.en}`;
  if (row.state === 'refused') return `refused: \`${row.code}\`, ${row.why.en}`;
  return `computed: ${linkTo(row.rule)}, ${linkTo(row.test)}: ${row.figure}`;
}

function linkTo(path: string): string {
  return `[${path.slice(path.lastIndexOf('/') + 1)}](${TO_ROOT}/${path})`;
}
