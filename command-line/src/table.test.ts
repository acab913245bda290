import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawTable } from './table.ts';

const TITLES = [{ text: 'house' }, { text: 'payer' }, { text: 'amount', isFigure: true }] as const;
const ROWS = [
  ['ул. Садовая, д. 12, корп. 3', 'Константинопольская А. Б.', '1234.50'],
  ['ул. Мира, д. 1', 'Ли', '-5.00'],
];

test('columns are as wide as their contents, and figures are aligned right', () => {
  assert.deepEqual(drawTable(TITLES, ROWS, undefined), [
    'house                        payer                       amount',
    'ул. Садовая, д. 12, корп. 3  Константинопольская А. Б.  1234.50',
    'ул. Мира, д. 1               Ли                           -5.00',
  ]);
});

test('a narrow terminal truncates the widest texts, but never a figure', () => {
  assert.deepEqual(drawTable(TITLES, ROWS, 40), [
    'house           payer             amount',
    'ул. Садовая, …  Константинопол…  1234.50',
    'ул. Мира, д. 1  Ли                 -5.00',
  ]);
  assert.ok(drawTable(TITLES, ROWS, 10).every((line) => line.length <= 8 + 8 + 7 + 4));
});

test('text typed by users cannot control the terminal', () => {
  assert.deepEqual(drawTable([{ text: 'a' }], [['\u001b[31mred\u202e']], undefined), [
    'a',
    '\uFFFD[31mred\uFFFD',
  ]);
});
