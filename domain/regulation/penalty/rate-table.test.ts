import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { dayOfNumber, numberOfDay } from '../../calendar/day-number.ts';
import { formatDay, parseDay } from '../../calendar/day.ts';
import { RateNotFoundError } from './penalty-rate.ts';
import { countFreeDays, rateOn, replaceRate, sumRates, tabulateRates } from './rate-table.ts';

const start = numberOfDay(parseDay('2024-01-01'));

/** Rates of consecutive days from 2024-01-01 on; null is a day without a rate. */
function tableOfDays(rates: readonly (number | null)[]) {
  return tabulateRates(
    rates.flatMap((rateE4, index) => {
      const day = dayOfNumber(start + index);
      return rateE4 === null
        ? []
        : [{ validFrom: day, validTo: day, effectiveRateE4: BigInt(rateE4) }];
    }),
  );
}

const anyDays = fc.array(fc.constantFrom(null, 0, 0, 9_5000, 9_5000, 16_0000), { maxLength: 30 });
const anySpan = fc.record({
  from: fc.integer({ min: -3, max: 33 }),
  days: fc.integer({ min: -1, max: 33 }),
});

test('sums and counts equal those day by day, and the first day without a rate is named', () => {
  const property = fc.property(anyDays, anySpan, (rates, { from, days }) => {
    const table = tableOfDays(rates);
    const span = Array.from({ length: Math.max(0, days) }, (_, index) => from + index);
    for (const day of span) assert.equal(rateOn(table, start + day), rates[day] ?? null);
    const free = span.filter((day) => rates[day] === 0).length;
    assert.equal(countFreeDays(table, start + from, start + from + days - 1), free);
    const unknown = span.find((day) => (rates[day] ?? null) === null);
    const sum = () => sumRates(table, start + from, start + from + days - 1);
    if (unknown === undefined)
      assert.equal(
        sum(),
        span.reduce((total, day) => total + rates[day]!, 0),
      );
    else
      assert.throws(
        sum,
        (error) =>
          error instanceof RateNotFoundError &&
          formatDay(error.day) === formatDay(dayOfNumber(start + unknown)),
      );
  });
  fc.assert(property, { numRuns: 2000 });
});

test('consecutive records with one rate make one stretch, and an open one has no end', () => {
  const table = tabulateRates([
    { validFrom: parseDay('2024-03-01'), validTo: null, effectiveRateE4: 9_5000n },
    {
      validFrom: parseDay('2024-01-01'),
      validTo: parseDay('2024-02-29'),
      effectiveRateE4: 9_5000n,
    },
  ]);
  assert.deepEqual(table.ratesE4, [null, 9_5000]);
  assert.equal(rateOn(table, numberOfDay(parseDay('2999-12-31'))), 9_5000);
});

test('a replacing record applies on its days, the others on the rest', () => {
  const table = tableOfDays([9_5000, 9_5000, 9_5000, null, 16_0000]);
  const change = (days: number | null) =>
    replaceRate(table, {
      validFrom: dayOfNumber(start + 1),
      validTo: days === null ? null : dayOfNumber(start + days),
      effectiveRateE4: 12_0000n,
    });
  const rates = (changed: typeof table) =>
    [0, 1, 2, 3, 4, 5].map((day) => rateOn(changed, start + day));
  assert.deepEqual(rates(change(2)), [9_5000, 12_0000, 12_0000, null, 16_0000, null]);
  assert.deepEqual(rates(change(3)), [9_5000, 12_0000, 12_0000, 12_0000, 16_0000, null]);
  assert.deepEqual(rates(change(null)), [9_5000, 12_0000, 12_0000, 12_0000, 12_0000, 12_0000]);
});
