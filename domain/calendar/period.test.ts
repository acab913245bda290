import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { countDays, daysBetween, formatDay, parseDay } from './day.ts';
import type { Period } from './period.ts';
import { covers, findCovering, findOverlap, overlap, splitDays } from './period.ts';

function period(validFrom: string, validTo: string | null): Period {
  return {
    validFrom: parseDay(validFrom),
    validTo: validTo === null ? null : parseDay(validTo),
  };
}

const march = period('2025-03-01', '2025-03-31');
const fromApril = period('2025-04-01', null);

const coverage = [
  { of: march, day: '2025-02-28', covered: false, why: 'the day before' },
  { of: march, day: '2025-03-01', covered: true, why: 'the first day' },
  { of: march, day: '2025-03-31', covered: true, why: 'the last day belongs to it' },
  { of: march, day: '2025-04-01', covered: false, why: 'the day after' },
  { of: fromApril, day: '2999-12-31', covered: true, why: 'an open period has no end' },
  { of: fromApril, day: '2025-03-31', covered: false, why: 'an open period has a start' },
];

for (const { of, day, covered, why } of coverage) {
  test(`${day} is ${covered ? '' : 'not '}covered: ${why}`, () => {
    assert.equal(covers(of, parseDay(day)), covered);
  });
}

const pairs = [
  { a: march, b: fromApril, shared: false, why: 'one begins the day after the other ends' },
  { a: march, b: period('2025-03-31', null), shared: true, why: 'one day is enough' },
  { a: march, b: period('2025-03-10', '2025-03-10'), shared: true, why: 'one inside the other' },
  { a: fromApril, b: period('2030-01-01', null), shared: true, why: 'both are open' },
  { a: march, b: march, shared: true, why: 'the same period' },
];

for (const { a, b, shared, why } of pairs) {
  test(`two periods ${shared ? 'share a day' : 'stand apart'}, in either order: ${why}`, () => {
    assert.equal(overlap(a, b), shared);
    assert.equal(overlap(b, a), shared);
  });
}

test('the period that covers a day is found, and none in a gap', () => {
  const list = [fromApril, period('2025-01-01', '2025-01-31'), march];
  assert.equal(findCovering(list, parseDay('2025-03-15')), march);
  assert.equal(findCovering(list, parseDay('2025-02-15')), undefined);
});

test('the earliest overlap is found in an unsorted list', () => {
  const wide = period('2025-01-01', '2025-12-31');
  const later = period('2025-06-01', null);
  assert.deepEqual(findOverlap([later, march, wide]), [wide, march]);
  assert.equal(findOverlap([fromApril, march]), undefined);
  assert.equal(findOverlap([]), undefined);
});

const cuts = [
  { changes: [], stretches: ['2024-02-27/2024-03-02/5'], why: 'no change' },
  {
    changes: ['2024-03-01'],
    stretches: ['2024-02-27/2024-02-29/3', '2024-03-01/2024-03-02/2'],
    why: 'the change day opens the new stretch',
  },
  {
    changes: ['2024-03-02', '2024-02-28', '2024-03-02'],
    stretches: ['2024-02-27/2024-02-27/1', '2024-02-28/2024-03-01/3', '2024-03-02/2024-03-02/1'],
    why: 'unsorted and repeated, the last day alone',
  },
  {
    changes: ['2024-02-27', '2024-03-03', '2020-01-01'],
    stretches: ['2024-02-27/2024-03-02/5'],
    why: 'the first day and days outside cut nothing',
  },
];

for (const { changes, stretches, why } of cuts) {
  test(`a span over a leap day is cut at [${changes.join(', ')}]: ${why}`, () => {
    const cut = splitDays(parseDay('2024-02-27'), parseDay('2024-03-02'), changes.map(parseDay));
    assert.deepEqual(
      cut.map(({ from, to, days }) => `${formatDay(from)}/${formatDay(to)}/${days}`),
      stretches,
    );
  });
}

test('a span that ends before it starts is refused', () => {
  assert.throws(() => splitDays(parseDay('2025-03-02'), parseDay('2025-03-01'), []), RangeError);
});

test('the stretches cover every day of the span exactly once', () => {
  const from = parseDay('2023-12-01');
  fc.assert(
    fc.property(
      fc.nat({ max: 500 }),
      fc.array(fc.integer({ min: -20, max: 520 })),
      (length, offsets) => {
        const to = from.add({ days: length });
        const changeDays = offsets.map((days) => from.add({ days }));
        const stretches = splitDays(from, to, changeDays);
        assert.equal(
          stretches.reduce((sum, { days }) => sum + days, 0),
          countDays(from, to),
        );
        for (const [index, stretch] of stretches.entries()) {
          const previous = stretches[index - 1];
          assert.equal(stretch.days, countDays(stretch.from, stretch.to));
          if (previous !== undefined) assert.equal(daysBetween(previous.to, stretch.from), 1);
        }
        assert.ok(stretches[0]!.from.equals(from) && stretches.at(-1)!.to.equals(to));
      },
    ),
  );
});
