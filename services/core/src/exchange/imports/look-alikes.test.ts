import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LATIN_LETTERS, MIXED_WORD, RUSSIAN_LETTERS } from './look-alikes.ts';

const TEXTS: readonly (readonly [text: string, word: string | undefined])[] = [
  ['г. Тула, ул. Mира, д. 5', 'Mира'],
  ['ул. Мирa', 'Мирa'],
  ['ЛC-12', 'ЛC'],
  ['АВC', 'АВC'],
  ['РRО', 'РRО'],
  ['ул. Мира, д. 5', undefined],
  ['ЖК Sky, к. B', undefined],
  ['ул. 8 Марта, 5B', undefined],
  ['12a', undefined],
  ['IT-парк', undefined],
  ['ул. XXIIго съезда', undefined],
  ['ABC', undefined],
];
for (const [text, word] of TEXTS)
  test(`«${text}» ${word === undefined ? 'mixes no letters' : `mixes letters in «${word}»`}`, () =>
    assert.equal(new RegExp(MIXED_WORD).exec(text)?.[1], word));

test('every Latin letter stands at the place of its look-alike', () => {
  assert.match(LATIN_LETTERS, /^[A-Za-z]+$/);
  assert.match(RUSSIAN_LETTERS, /^[А-Яа-я]+$/);
  assert.equal(LATIN_LETTERS.length, RUSSIAN_LETTERS.length);
});
