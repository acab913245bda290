import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  day,
  decimal,
  line,
  month,
  monthNumbers,
  numberOfAccount,
  numberOfMeter,
  numberOfRoom,
  truth,
  wholeNumber,
  type CellReader,
} from './cell-readers.ts';

const area = decimal({ places: 2, from: '0', isOpen: true, to: '100000' });

const READ: readonly (readonly [CellReader, string, string | number])[] = [
  [area, '1 234,50', '1234.50'],
  [area, '1\u00A0234.5', '1234.50'],
  [area, '0045,1000', '45.10'],
  [wholeNumber(0, 9), '2,0', 2],
  [day, '1.2.2026', '2026-02-01'],
  [day, '2026-02-01 18:30:00', '2026-02-01'],
  [month, '07.2026', '2026-07-01'],
  [month, '2026-07-01', '2026-07-01'],
  [month, 'сен.25', '2025-09-01'],
  [month, 'Сентябрь 2026', '2026-09-01'],
  [month, '08/2026', '2026-08-01'],
  [numberOfRoom, '12/1', '12/1'],
  [numberOfRoom, '1E3', '1E3'],
  [numberOfMeter, 'янв.2', 'янв.2'],
  [numberOfMeter, '115521000123', '115521000123'],
  [monthNumbers, '10-4', '1,2,3,4,10,11,12'],
  [monthNumbers, ' 10 – 12; 1-4 ', '1,2,3,4,10,11,12'],
  [monthNumbers, '3, 1,1', '1,3'],
  [monthNumbers, '12', '12'],
  [line(20), ' ул.\n Мира ', 'ул. Мира'],
];
for (const [read, text, value] of READ) {
  test(`${JSON.stringify(text)} is read as ${value}`, () => assert.equal(read(text), value));
}

for (const text of ['01.фев', 'сен.26', '1.мая', '01.02.2026', '2026-02-01'])
  test(`${text} is no number: a spreadsheet has made a day of it`, () => {
    for (const read of [numberOfRoom, numberOfMeter, numberOfAccount])
      assert.deepEqual(read(text), { code: 'turned-into-day', params: [] });
  });

for (const text of ['1,15521E+11', '1.2e+15', '########'])
  test(`${text} is no number: a spreadsheet has shortened it`, () => {
    for (const read of [numberOfRoom, numberOfMeter, numberOfAccount])
      assert.deepEqual(read(text), { code: 'shortened', params: [] });
  });

for (const word of ['constructor', '__proto__', 'toString']) {
  test(`${word} is no choice`, () => {
    assert.deepEqual(truth(word), { code: 'choice', params: ['«да», «нет»'] });
  });
}

// A backtracking pattern would take half an hour for each of these.
for (const text of [`${'0'.repeat(1_000_000)}x`, `1,${'0'.repeat(1_000_000)}x`]) {
  test(`a number of a million digits, ${text.slice(0, 3)}…, is refused`, () => {
    assert.deepEqual(area(text), { code: 'decimal', params: ['> 0', '100000', '2'] });
  });
}
