import assert from 'node:assert/strict';
import { test } from 'node:test';
import { badCharactersOf, faultsOfLine } from './line.ts';

for (const text of ['ул. Садовая, 12', '«Мир» — наш\u00A0дом №\u00A01', '日本 👨‍👩‍👧', '', 'х'])
  test(`${JSON.stringify(text)} is a valid line`, () => assert.deepEqual(faultsOfLine(text), []));

const BROKEN: readonly (readonly [text: string, ...faults: readonly string[]])[] = [
  [' \u00A0', 'blank'],
  [' х', 'outer-blank'],
  ['х\u2003', 'outer-blank'],
  ['х\nу', 'line-break'],
  ['х\u2028у', 'line-break'],
  ['х\r\n', 'outer-blank', 'line-break'],
  ['х\tу', 'control-character'],
  ['х\u0085у', 'control-character'],
  ['Сад\uFFFDвая', 'lost-letters'],
  ['ТСЖ \uD83C', 'lost-letters'],
  ['\u202Eгнибиль', 'direction-sign'],
  ['х\u2066у\u2069', 'direction-sign'],
  [
    '\n\u200F\uFFFD\u0007',
    'outer-blank',
    'line-break',
    'control-character',
    'lost-letters',
    'direction-sign',
  ],
];
for (const [text, ...faults] of BROKEN)
  test(`every fault of ${JSON.stringify(text)} is named`, () =>
    assert.deepEqual(faultsOfLine(text), faults));

test('line breaks are accepted in a cell', () =>
  assert.deepEqual(badCharactersOf('х\r\nу\u2028z'), []));
