import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LawRow } from '@kvartplata/domain/law/law-row.ts';
import { LAW_ROWS } from '@kvartplata/domain/law/law-table.ts';
import { lawPages } from '../law/law-pages.ts';
import { judgeLaw, law } from './law-rules.ts';
import { messagesOf } from './testing/small-project.ts';

const about = { ru: 'о чём', en: 'about' };
const computed = {
  act: 'decree-354',
  paragraphs: '42',
  about,
  state: 'computed',
  rule: 'domain/regulation/a/a.ts',
  test: 'domain/regulation/a/a.test.ts',
  figure: '2 × 3 = 6',
} as const;
const refused = {
  act: 'decree-354',
  paragraphs: '42',
  about,
  state: 'refused',
  code: 'no-way',
  why: about,
} as const;
const FILES = [
  { path: 'domain/law/law-table.ts', text: '' },
  { path: computed.rule, text: '' },
  { path: computed.test, text: "test('the volume: 2 × 3 = 6', () => {})" },
  { path: 'domain/charging/uncomputable.ts', text: "['no-way']" },
];
/** Without violations of paragraphs that have no row here. */
const said = (rows: readonly LawRow[], files = FILES): readonly string[] =>
  judgeLaw(rows, files)
    .map(({ message }) => message)
    .filter((message) => !message.endsWith('has no row'));

test('a row whose rule, test and figure exist is in order, and so is one with a known code', () => {
  assert.deepEqual(said([computed, refused]), []);
});

const WRONG: readonly (readonly [why: string, row: LawRow, message: string])[] = [
  [
    'a rule that is not there',
    { ...computed, rule: 'domain/regulation/a/b.ts' },
    'decree-354 42: there is no rule domain/regulation/a/b.ts',
  ],
  [
    'a test that is not there',
    { ...computed, test: 'domain/b.test.ts' },
    'decree-354 42: there is no test domain/b.test.ts',
  ],
  [
    'a figure that its test does not have',
    { ...computed, figure: '2 × 3 = 7' },
    `decree-354 42: ${computed.test} has no "2 × 3 = 7"`,
  ],
  [
    'a code that nothing refuses by',
    { ...refused, code: 'no' },
    'decree-354 42: there is no code no',
  ],
];
for (const [why, row, message] of WRONG) {
  test(`a row of the law with ${why} is found`, () => {
    assert.deepEqual(said([computed, row]), [message]);
  });
}

test('a folder of rules that no row names is found', () => {
  const files = [...FILES, { path: 'domain/charging/methods/b/b.ts', text: '' }];
  assert.deepEqual(said([computed], files), [
    'domain/charging/methods/b is a rule that no row of the law names: in its law.ts and domain/law/law-table.ts, or in a method’s rules',
  ]);
});

test('each paragraph without a row is found', () => {
  const without = LAW_ROWS.filter((row) => row.paragraphs !== '66');
  const found = judgeLaw(without, FILES).map(({ message }) => message);
  assert.ok(found.includes('decree-354 66 bears on money and has no row'));
  assert.ok(!found.includes('decree-354 61 bears on money and has no row'));
});

test('a page is found if it differs from what the rows make, and only then', () => {
  const [page] = lawPages();
  assert.ok(page);
  assert.deepEqual(messagesOf(law, { [page.path]: page.text }), []);
  assert.deepEqual(messagesOf(law, { [page.path]: page.text.replace('not ours', 'computed') }), [
    'is not what the rows of the law make: npm run law',
  ]);
});
