// Where lines must not break: `_` stands for a no-break space, `+` for a word joiner.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unbroken } from './unbroken.ts';

const CASES: readonly { readonly text: string; readonly kept: string }[] = [
  { text: 'г. Заречье, ул. Садовая, д. 12, кв. 5', kept: 'г. Заречье, ул. Садовая, д._12, кв._5' },
  { text: 'пр. Ленина, д. 10А, корп. 2, пом. Н-1', kept: 'пр. Ленина, д._10А, корп._2, пом._Н-1' },
  { text: 'Дом № 7, House no. 7', kept: 'Дом №_7, House no._7' },
  { text: 'Долг 1\u00a0234,50 ₽ за 3 мес.', kept: 'Долг 1_234,50_₽ за 3_мес.' },
  { text: 'по 54,3 м² и 4 м до стены', kept: 'по 54,3_м² и 4_м до стены' },
  { text: 'Правила № 354, п. 42', kept: 'Правила №_354, п._42' },
  { text: 'в 5 местах, 4 чаши', kept: 'в 5 местах, 4 чаши' },
  { text: 'например 10АБ123456-01, 2026-11', kept: 'например 10АБ123456-+01, 2026-11' },
  { text: 'след. 5 дней; ул. Новая', kept: 'след. 5 дней; ул. Новая' },
];

for (const { text, kept } of CASES)
  test(`“${text}” is kept together where necessary`, () => {
    assert.equal(unbroken(text).replaceAll('\u00a0', '_').replaceAll('\u2060', '+'), kept);
  });
