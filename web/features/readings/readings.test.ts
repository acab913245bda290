import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReadingSheetRow } from '@kvartplata/contracts/core/readings.ts';
import { canBeSaved, judgeReading } from './judge-reading.ts';
import { overtakenRows } from './overtaken-rows.ts';
import { pastedReadings } from './pasted-readings.ts';

function row(meterId: number, more: Partial<ReadingSheetRow> = {}): ReadingSheetRow {
  return {
    meterId,
    serialNumber: `СХВ-${meterId}`,
    digits: 5,
    personalAccountId: meterId,
    accountNumber: `LS${meterId}`,
    payer: 'Иванова А. П.',
    roomNumber: String(meterId),
    houseServiceId: 1,
    serviceCode: 'cold-water',
    serviceName: 'Холодное водоснабжение',
    unit: 'м³',
    reading: null,
    previous: { period: '2026-10', value: '120.500', takenOn: '2026-10-25' },
    consumption: null,
    mean: '4.000',
    odd: null,
    ...more,
  };
}

const JUDGED = [
  { typed: '124,5', value: '124.5', consumption: '4.000', mark: undefined, saved: true },
  { typed: '120,5', value: '120.5', consumption: '0.000', mark: 'zero', saved: true },
  { typed: '132,5', value: '132.5', consumption: '12.000', mark: undefined, saved: true },
  { typed: '132,501', value: '132.501', consumption: '12.001', mark: 'jump', saved: true },
  { typed: '120', value: '120', consumption: '-0.500', mark: 'below', saved: false },
  { typed: '123456', value: '123456', consumption: undefined, mark: 'over-digits', saved: false },
  { typed: '12,3456', value: undefined, consumption: undefined, mark: 'many-places', saved: false },
  {
    typed: '3815.5555555555',
    value: undefined,
    consumption: undefined,
    mark: 'many-places',
    saved: false,
  },
  { typed: '-3', value: undefined, consumption: undefined, mark: 'negative', saved: false },
  { typed: '\u22125', value: undefined, consumption: undefined, mark: 'negative', saved: false },
  {
    typed: '9'.repeat(20),
    value: undefined,
    consumption: undefined,
    mark: 'over-digits',
    saved: false,
  },
  { typed: 'нет', value: undefined, consumption: undefined, mark: 'no-figure', saved: false },
];
for (const { typed, saved, ...expected } of JUDGED)
  test(`"${typed}" after 120,5 is ${expected.mark ?? 'well'}`, () => {
    const judged = judgeReading(row(1), { typed, rollover: false });
    assert.deepEqual(judged, expected);
    assert.equal(canBeSaved(judged), saved);
  });

test('an emptied field is to be deleted, and is not an error', () => {
  const judged = judgeReading(row(1), { typed: ' ', rollover: false });
  assert.deepEqual(judged, { value: undefined, consumption: undefined, mark: 'gone' });
  assert.equal(canBeSaved(judged), false);
});

test('a counter that rolled over goes on from zero', () => {
  const previous = { period: '2026-10', value: '99998.000', takenOn: '2026-10-25' };
  const judged = judgeReading(row(1, { previous }), { typed: '2', rollover: true });
  assert.deepEqual(judged, { value: '2', consumption: '4.000', mark: undefined });
});

test('a row without typed text shows what is stored', () => {
  const reading = {
    id: 7,
    value: '124.500',
    takenOn: '2026-11-20',
    source: 'operator',
    rollover: false,
  } as const;
  const stored = row(1, { reading, consumption: '4.000', odd: 'jump' });
  assert.deepEqual(judgeReading(stored, undefined), {
    value: '124.500',
    consumption: '4.000',
    mark: 'jump',
  });
});

const ROWS = [row(1), row(2), row(3)];

test('one pasted column fills the rows from the cell on, and reports what does not fit', () => {
  const { typed, unknown } = pastedReadings(ROWS, 1, '124,5\r\n\r\n126\r\n');
  assert.deepEqual([...typed], [[2, '124,5']]);
  assert.deepEqual(unknown, ['126']);
});

test('several pasted columns are matched to the meters or accounts that they name', () => {
  const text = 'ls3\tИванова\t9\nСХВ-1\t\t7\nСХВ-99\t\t8\n';
  const { typed, unknown } = pastedReadings(ROWS, 0, text);
  assert.deepEqual(
    [...typed],
    [
      [3, '9'],
      [1, '7'],
    ],
  );
  assert.deepEqual(unknown, ['СХВ-99\t\t8']);
});

test('the number of an account with two meters is ambiguous', () => {
  const rows = [row(1), row(2, { accountNumber: 'LS1' })];
  assert.deepEqual(pastedReadings(rows, 0, 'LS1\t5').unknown, ['LS1\t5']);
});

test('a reading is overtaken when another one is stored, or none any more, and the row is to be saved', () => {
  const sheetRow = (meterId: number, value: string | null) => ({
    meterId,
    reading: value === null ? null : { value },
  });
  const shown = [
    sheetRow(1, null),
    sheetRow(2, '10.000'),
    sheetRow(3, '10.000'),
    sheetRow(4, '10.000'),
  ];
  const latest = [sheetRow(1, '130.000'), sheetRow(2, '11.000'), sheetRow(3, '10.000')];
  const drafts = new Map([1, 3, 4].map((meterId) => [meterId, {}]));
  assert.deepEqual(
    [...overtakenRows(shown, latest, drafts)],
    [
      [1, '130.000'],
      [4, null],
    ],
  );
});
