import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatDay, parseDay } from '../../calendar/day.ts';
import { endingWithin, penaltyLaw } from './law-calendar.ts';

function ending(day: string, days = 60): string[] {
  return endingWithin(penaltyLaw, parseDay(day), days).map(
    ({ validTo, description }) => `${formatDay(validTo)} ${description}`,
  );
}

const CAP =
  '2026-12-31 The lower of 9.5 % and the key rate: Decree 474, prolonged by Decrees 2479, 2382, 329';
const MOVED_DAYS =
  '2026-12-31 The moved days of rest are known: the yearly decrees, Labour Code art. 112';

const cases = [
  { day: '2026-10-31', found: [], why: 'the last day is 61 days away' },
  { day: '2026-11-01', found: [CAP, MOVED_DAYS], why: 'it is 60 days away' },
  { day: '2026-11-01', days: 59, found: [], why: 'one day less' },
  { day: '2026-12-31', found: [CAP, MOVED_DAYS], why: 'the last day itself' },
  { day: '2027-01-01', found: [], why: 'it is over' },
  {
    day: '2020-12-01',
    found: ['2020-12-31 Moratorium on penalties: Decree 424'],
    why: 'the moratorium of 2020',
  },
];

for (const { day, days, found, why } of cases) {
  test(`on ${day} ${found.length} rules end within ${days ?? 60} days: ${why}`, () => {
    assert.deepEqual(ending(day, days), found);
  });
}

test('every rule names its act and begins before it ends', () => {
  for (const { description, validFrom, validTo } of penaltyLaw) {
    assert.match(description, /Decree|decree|Code/);
    if (validTo !== null) assert.ok(formatDay(validFrom) < formatDay(validTo), description);
  }
});
