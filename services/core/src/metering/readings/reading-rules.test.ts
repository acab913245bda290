import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseScaled } from '@kvartplata/domain/money/scaled.ts';
import {
  findNextProblem,
  findReadingProblem,
  type EarlierReading,
  type LaterReading,
  type MeterInUse,
} from './reading-rules.ts';

const TODAY = '2026-08-15';
const METER: MeterInUse = { digits: 5, installedOn: '2026-01-10', removedOn: null };
const REMOVED: MeterInUse = { ...METER, removedOn: '2026-06-20' };

const read = (value: string, takenOn: string): EarlierReading => ({
  valueE3: parseScaled(value, 3),
  takenOn,
});
const later = (value: string, takenOn: string, rollover = false): LaterReading => ({
  ...read(value, takenOn),
  rollover,
});

type Case = {
  readonly why: string;
  readonly period?: string;
  readonly value: string;
  readonly takenOn?: string;
  readonly rollover?: boolean;
  readonly meter?: MeterInUse;
  readonly previous?: EarlierReading;
  readonly next?: LaterReading;
  /** The code and the field; absent for a valid reading. */
  readonly refused?: readonly [string, string];
};

/** A reading of June, taken on the 25th, after 100.000 in May, unless the case says otherwise. */
const CASES: readonly Case[] = [
  { why: 'a counter went on', value: '112.345' },
  { why: 'nothing was used', value: '100.000' },
  { why: 'read twice on one day of two months', value: '101.000', takenOn: '2026-05-25' },
  { why: 'read in the month after', value: '112.345', takenOn: '2026-07-03' },
  { why: 'read today', value: '112.345', period: '2026-08-01', takenOn: TODAY },
  { why: 'the highest figure', value: '99999.999' },
  {
    why: 'one place more than the digits',
    value: '100000.000',
    refused: ['reading-over-digits', 'value'],
  },
  {
    why: 'a thousandth below the last',
    value: '99.999',
    refused: ['reading-below-previous', 'value'],
  },
  { why: 'below the last after a rollover', value: '4.170', rollover: true },
  { why: 'a thousandth below after a rollover', value: '99.999', rollover: true },
  {
    why: 'a rollover that came back to the same figure',
    value: '100.000',
    rollover: true,
    refused: ['rollover-not-lower', 'rollover'],
  },
  {
    why: 'a rollover of a counter that went on',
    value: '100.001',
    rollover: true,
    refused: ['rollover-not-lower', 'rollover'],
  },
  {
    why: 'taken tomorrow',
    value: '112.345',
    takenOn: '2026-08-16',
    refused: ['reading-in-future', 'takenOn'],
  },
  {
    why: 'of a month that has not begun',
    value: '112.345',
    period: '2026-09-01',
    takenOn: TODAY,
    refused: ['reading-in-future', 'period'],
  },
  {
    why: 'taken before the last one',
    value: '112.345',
    takenOn: '2026-05-24',
    refused: ['reading-out-of-order', 'takenOn'],
  },
  {
    why: 'taken after the next one',
    value: '112.345',
    takenOn: '2026-07-25',
    next: later('120.000', '2026-07-24'),
    refused: ['reading-out-of-order', 'takenOn'],
  },
  {
    why: 'taken on the day of the next one',
    value: '112.345',
    takenOn: '2026-07-24',
    next: later('120.000', '2026-07-24'),
  },
  { why: 'as high as the next one', value: '120.000', next: later('120.000', '2026-07-25') },
  {
    why: 'above the next one',
    value: '120.001',
    next: later('120.000', '2026-07-25'),
    refused: ['reading-breaks-next', 'value'],
  },
  {
    why: 'above the next one, which rolled over',
    value: '120.001',
    next: later('4', '2026-07-25', true),
  },
  {
    why: 'below the next one, which rolled over before',
    value: '3.000',
    rollover: true,
    next: later('4', '2026-07-25', true),
    refused: ['reading-breaks-next', 'value'],
  },
  {
    why: 'as high as the next one, which rolled over',
    value: '4.000',
    rollover: true,
    next: later('4', '2026-07-25', true),
    refused: ['reading-breaks-next', 'value'],
  },
  {
    why: 'the first one, on the day of installation',
    value: '0.000',
    period: '2026-01-01',
    takenOn: '2026-01-10',
    previous: read('0.000', '2026-01-10'),
  },
  {
    why: 'taken before the meter was installed',
    value: '112.345',
    takenOn: '2026-01-09',
    previous: read('0.000', '2026-01-10'),
    refused: ['meter-not-in-use', 'takenOn'],
  },
  {
    why: 'of a month before the meter was installed',
    value: '112.345',
    period: '2025-12-01',
    takenOn: '2026-01-10',
    previous: read('0.000', '2026-01-10'),
    refused: ['meter-not-in-use', 'period'],
  },
  {
    why: 'taken when the meter was removed',
    value: '112.345',
    takenOn: '2026-06-20',
    meter: REMOVED,
  },
  {
    why: 'taken after the meter was removed',
    value: '112.345',
    takenOn: '2026-06-21',
    meter: REMOVED,
    refused: ['meter-not-in-use', 'takenOn'],
  },
  {
    why: 'of the month after the meter was removed',
    value: '112.345',
    period: '2026-07-01',
    takenOn: '2026-06-20',
    meter: REMOVED,
    refused: ['meter-not-in-use', 'period'],
  },
];

describe('a reading', () => {
  for (const { why, refused, ...given } of CASES) {
    test(`${refused === undefined ? 'stands' : 'is refused'}: ${why}`, () => {
      const { value, period = '2026-06-01', takenOn = '2026-06-25', rollover = false } = given;
      const { meter = METER, previous = read('100.000', '2026-05-25'), next = null } = given;
      const reading = { ...read(value, takenOn), period, rollover };
      const problem = findReadingProblem(reading, meter, { previous, next }, TODAY);
      assert.deepEqual(problem && [problem.code, problem.field], refused);
    });
  }

  test('names the neighbouring reading in a refusal', () => {
    const reading = { ...read('99.5', '2026-06-25'), period: '2026-06-01', rollover: false };
    const neighbours = { previous: read('100', '2026-05-25'), next: null };
    const problem = findReadingProblem(reading, METER, neighbours, TODAY);
    assert.equal(problem?.message, 'is below the last reading 100.000 of 2026-05-25');
  });
});

describe('when a reading is deleted the next one', () => {
  test('must not be below the one before', () => {
    const next = later('120.000', '2026-07-25');
    assert.equal(findNextProblem(read('100', '2026-05-25'), next), undefined);
    assert.equal(findNextProblem(read('120.001', '2026-05-25'), next)?.code, 'reading-breaks-next');
  });

  test('must stay below the one before when it rolled over', () => {
    const next = later('4.000', '2026-07-25', true);
    assert.equal(findNextProblem(read('99999', '2026-05-25'), next), undefined);
    assert.equal(findNextProblem(read('2', '2026-05-25'), next)?.code, 'reading-breaks-next');
  });
});
