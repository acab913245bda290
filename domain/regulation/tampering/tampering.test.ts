// Interference with a meter: the charged period, and the volume.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compare, fraction } from '../../money/fraction.ts';
import { tamperedByCapacity, tamperedByNorm, tamperedTime } from './tampering.ts';

const day = (text: string): Temporal.PlainDate => Temporal.PlainDate.from(text);

const cases: readonly {
  readonly why: string;
  readonly act: string;
  readonly check: string;
  readonly expected: readonly [from: string, days: number, months: string];
}[] = [
  {
    why: 'three months when the last check was long ago',
    act: '2026-07-10',
    check: '2020-01-01',
    expected: ['2026-04-10', 91, '3/1'],
  },
  {
    why: 'three months when they end on the last day of a shorter one',
    act: '2026-05-31',
    check: '2020-01-01',
    expected: ['2026-02-28', 92, '3/1'],
  },
  {
    why: 'a month and 16 of 31 days since the last check',
    act: '2026-07-10',
    check: '2026-05-25',
    expected: ['2026-05-25', 46, '47/31'],
  },
  {
    why: 'days alone when the check was in the same month',
    act: '2026-07-10',
    check: '2026-07-09',
    expected: ['2026-07-09', 1, '1/30'],
  },
  {
    why: 'nothing on the day of the check',
    act: '2026-07-10',
    check: '2026-07-10',
    expected: ['2026-07-10', 0, '0/1'],
  },
];
for (const { why, act, check, expected } of cases)
  test(`the act counts for ${why}`, () => {
    const { from, days, months } = tamperedTime(day(act), day(check));
    const [numerator, denominator] = (expected[2] ?? '').split('/').map(BigInt);
    assert.deepEqual([from.toString(), days], expected.slice(0, 2));
    assert.equal(compare(months, fraction(numerator ?? 0n, denominator)), 0);
  });

test('the volume by capacity counts every day: 0.5 m³ a day for 91 days', () => {
  assert.equal(compare(tamperedByCapacity(fraction(1n, 2n), { days: 91 }), fraction(91n, 2n)), 0);
});

test('the volume by the norm is ten times the norm: 2 × 4 × 10 × 3 months', () => {
  const volume = tamperedByNorm(fraction(8n), { months: fraction(3n) });
  assert.equal(compare(volume, fraction(240n)), 0);
});
