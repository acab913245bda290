import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sayParagraphs } from './law-paragraphs.ts';

const SAID = [
  { part: 'п.', given: '42–43', said: 'п. 42–43' },
  { part: 'ст.', given: '153 p. 1–153 p. 3', said: 'ст. 153 ч. 1–3' },
  { part: 'ст.', given: '155 p. 2.1', said: 'ст. 155 ч. 2.1' },
  { part: 'ст.', given: '155 p. 2, 155 p. 3, 157', said: 'ст. 155 ч. 2, 155 ч. 3, 157' },
  { part: 'п.', given: 'app. 1 p. 1, app. 1 p. 4', said: 'прил. 1, ч. 1, 4' },
  { part: 'п.', given: 'app. 2 f. 10–app. 2 f. 13', said: 'прил. 2, ф. 10–13' },
] as const;
for (const { part, given, said } of SAID)
  test(`${given} is written ${said}`, () => {
    assert.equal(sayParagraphs(part, given, 'ru'), said);
  });

test('an appendix is none of the paragraphs in English either', () => {
  assert.equal(sayParagraphs('p.', 'app. 1 p. 1, app. 1 p. 4', 'en'), 'app. 1, p. 1, 4');
});
