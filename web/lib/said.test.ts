import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { said } from './said.ts';
import { unbroken } from './unbroken.ts';

for (const { english, shown } of [
  { english: 'Frozen at 9.5 %: Decree 474', shown: 'Frozen at 9,5_%: Decree 474' },
  {
    english: 'Debts due before 2022-04-01: Decree 497',
    shown: 'Debts due before 01.04.2022: Decree 497',
  },
  {
    english: '2 persons × 3.19 (Приказ от 11.10.2025 № 88-т, п. 2.1) × 15/30 = 1370.87 ₽.',
    shown: '2 persons × 3,19 (Приказ от 11.10.2025 №_88-т, п._2.1) × 15/30 = 1_370,87_₽.',
  },
  { english: 'Housing Code art. 155 p. 14, 14.1', shown: 'Housing Code art. 155 p._14, 14.1' },
  { english: 'Civil Code art. 196, 319.1 p. 3', shown: 'Civil Code art. 196, 319.1 p._3' },
  { english: 'Meter СГВ-1.5 № 2.5: 156.54 − 152.3', shown: 'Meter СГВ-1.5 №_2.5: 156,54 − 152,3' },
])
  test(`in English the page writes “${english}” with its own days and figures`, () => {
    assert.equal(said({ ru: '', en: english }, 'en').replaceAll('\u00a0', '_'), shown);
  });

test('the services’ Russian is written as the page writes it', () => {
  const ru = 'по 9,5 % с 01.04.2022, версия 2.5';
  assert.equal(said({ ru, en: '' }, 'ru').replaceAll('\u00a0', ' '), ru);
});

test('the page’s own English has the same figures', () => {
  const folder = path.resolve(import.meta.dirname, '..');
  const texts = globSync('{features,lib,pages,ui}/**/*.ts?(x)', { cwd: folder })
    .filter((file) => !file.endsWith('.test.ts') && !file.endsWith('rate-basis.ts'))
    .flatMap((file) => readFileSync(path.join(folder, file), 'utf8').split('\n'))
    .flatMap((line) => /^\s*(?:'?[\w-]+'?: )?'([^']*[a-z]{2} [^']*)',?$/.exec(line)?.[1] ?? []);
  assert.ok(texts.length > 1000);
  for (const text of texts)
    // A month, as it is typed, has the look of a figure.
    if (!/ \d\d\.20\d\d/.test(text)) assert.equal(said({ ru: '', en: text }, 'en'), unbroken(text));
  assert.deepEqual(
    texts.filter((text) => /\d,\d{3}(?!\d)/.test(text)),
    [],
  );
});
