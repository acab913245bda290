import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatDay, parseDay } from '../../calendar/day.ts';
import type { RateRecord } from './penalty-rate.ts';
import { lookUpRate, RateNotFoundError } from './penalty-rate.ts';

const rateHistory: RateRecord[] = [
  { validFrom: parseDay('2024-01-01'), validTo: parseDay('2024-01-31'), effectiveRateE4: 16_0000n },
  { validFrom: parseDay('2024-02-01'), validTo: parseDay('2024-02-29'), effectiveRateE4: 0n },
  { validFrom: parseDay('2024-03-02'), validTo: null, effectiveRateE4: 9_5000n },
];

const found = [
  { day: '2024-01-01', rateE4: 16_0000n, why: 'the first day of a period belongs to it' },
  { day: '2024-01-31', rateE4: 16_0000n, why: 'the last day of a period belongs to it' },
  { day: '2024-02-01', rateE4: 0n, why: 'a rate of 0 is a rate, not a gap' },
  { day: '2024-02-29', rateE4: 0n, why: 'the last day is a leap day' },
  { day: '2024-03-02', rateE4: 9_5000n, why: 'the first day of the open period' },
  { day: '2050-01-01', rateE4: 9_5000n, why: 'the open period has no end' },
];

for (const { day, rateE4, why } of found) {
  test(`on ${day} the rate is ${rateE4}: ${why}`, () => {
    assert.equal(lookUpRate(rateHistory, parseDay(day)), rateE4);
  });
}

for (const day of ['2023-12-31', '2024-03-01']) {
  test(`${day}, which no record covers, throws an error that names it`, () => {
    assert.throws(
      () => lookUpRate(rateHistory, parseDay(day)),
      (error) =>
        error instanceof RateNotFoundError &&
        formatDay(error.day) === day &&
        error.message.includes(day),
    );
  });
}
