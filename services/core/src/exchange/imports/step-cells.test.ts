import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CellReader } from './cell-readers.ts';
import { normByPersons, tariffRanges, textOfSteps } from './step-cells.ts';

const RANGES = '[{"above":"3900.000","value":"7.0000"},{"above":"6000.500","value":"8.5000"}]';
const PERSONS = '[{"persons":2,"value":"80.000000"},{"persons":3,"value":"70.250000"}]';

const READ: readonly (readonly [reader: CellReader, text: string, stored: string])[] = [
  [tariffRanges, 'свыше 3900: 7,00; свыше 6000,5: 8,50', RANGES],
  [tariffRanges, 'above 3 900 = 7.00;above 6 000.5 — 8.5;', RANGES],
  [tariffRanges, '>3900: 7\n>6000,50: 8,5000', RANGES],
  [tariffRanges, '3900:7; 6000,5:8,5', RANGES],
  [normByPersons, 'от 2: 80; от 3: 70,25', PERSONS],
  [normByPersons, 'Нет', '[]'],
  [tariffRanges, 'none', '[]'],
];
for (const [reader, text, stored] of READ)
  test(`"${text}" is read`, () => {
    assert.equal(reader(text), stored);
  });

const REFUSED: readonly (readonly [
  reader: CellReader,
  text: string,
  code: string,
  param?: string,
])[] = [
  [tariffRanges, '7,00', 'ranges'],
  [tariffRanges, 'свыше 3900: дорого', 'ranges'],
  [tariffRanges, ';', 'ranges'],
  [normByPersons, '2 человека, 80', 'by-persons'],
  [tariffRanges, 'свыше 0: 7', 'decimal'],
  [tariffRanges, 'свыше 100: 7,00001', 'decimal'],
  [normByPersons, 'от 0: 80', 'whole-number'],
  [normByPersons, 'от 2,5: 80', 'whole-number'],
  [normByPersons, 'от 2: 100001', 'decimal'],
  [tariffRanges, 'свыше 6000: 8; свыше 3900: 7', 'steps-in-order', '6000.000'],
  [normByPersons, 'от 2: 80; от 2: 70', 'steps-in-order', '2'],
  [tariffRanges, '2026-02-03', 'turned-into-day'],
  [
    normByPersons,
    Array.from({ length: 21 }, (_, at) => `от ${at + 1}: 1`).join(';'),
    'too-many-steps',
    '20',
  ],
];
for (const [reader, text, code, param] of REFUSED)
  test(`"${text.slice(0, 40)}" is refused as ${code}`, () => {
    const refused = reader(text);
    assert.ok(typeof refused === 'object', JSON.stringify(refused));
    assert.equal(refused.code, code);
    if (param !== undefined) assert.deepEqual(refused.params, [param]);
  });

test('stored steps are written the way they are read', () => {
  for (const [reader, stored] of [
    [tariffRanges, RANGES],
    [normByPersons, PERSONS],
  ] as const)
    assert.equal(reader(textOfSteps(JSON.parse(stored))), stored);
  assert.equal(textOfSteps(JSON.parse(RANGES)), 'свыше 3900: 7; свыше 6000,5: 8,5');
  assert.equal(textOfSteps([]), '');
});
