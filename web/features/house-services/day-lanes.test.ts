import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gapsOf, overlapping, placeIn, type Validity } from './day-lanes.ts';

const YEAR = { from: '2026-01-01', to: '2026-12-31' };
const span = (validFrom: string, validTo: string | null = null): Validity => ({
  validFrom,
  validTo,
});

const PLACES = [
  { why: 'all of it', of: span('2020-01-01'), left: 0, width: 100 },
  { why: 'its first day', of: span('2020-01-01', '2026-01-01'), left: 0, width: 100 / 365 },
  {
    why: 'its last day',
    of: span('2026-12-31', '2030-01-01'),
    left: 36_400 / 365,
    width: 100 / 365,
  },
  { why: 'July', of: span('2026-07-01', '2026-07-31'), left: 18_100 / 365, width: 3_100 / 365 },
];
for (const { why, of, left, width } of PLACES)
  test(`${of.validFrom} to ${of.validTo} takes ${why} of the year`, () => {
    const place = placeIn(YEAR, of);
    assert.ok(Math.abs((place?.left ?? -1) - left) < 1e-9, String(place?.left));
    assert.ok(Math.abs((place?.width ?? -1) - width) < 1e-9, String(place?.width));
  });

test('a span that ends before the year, or begins after it, has no place in it', () => {
  assert.equal(placeIn(YEAR, span('2020-01-01', '2025-12-31')), undefined);
  assert.equal(placeIn(YEAR, span('2027-01-01')), undefined);
});

const GAPS = [
  { why: 'nothing covers it', whole: span('2020-01-01'), covered: [], gaps: [YEAR] },
  { why: 'all is covered', whole: span('2020-01-01'), covered: [span('2025-07-01')], gaps: [] },
  {
    why: 'days lie between two values',
    whole: span('2020-01-01'),
    covered: [span('2026-07-02'), span('2020-01-01', '2026-06-29')],
    gaps: [{ from: '2026-06-30', to: '2026-07-01' }],
  },
  {
    why: 'a value ends and none follows',
    whole: span('2020-01-01', '2026-11-30'),
    covered: [span('2020-01-01', '2026-06-30')],
    gaps: [{ from: '2026-07-01', to: '2026-11-30' }],
  },
  {
    why: 'the service begins before its first value',
    whole: span('2026-03-01'),
    covered: [span('2026-03-02')],
    gaps: [{ from: '2026-03-01', to: '2026-03-01' }],
  },
  {
    why: 'the service was over before the year',
    whole: span('2020-01-01', '2025-12-31'),
    covered: [],
    gaps: [],
  },
  {
    why: 'a value begins only after the year',
    whole: span('2020-01-01'),
    covered: [span('2027-05-01')],
    gaps: [YEAR],
  },
];
for (const { why, whole, covered, gaps } of GAPS)
  test(`the days without a value, when ${why}`, () =>
    assert.deepEqual(gapsOf(YEAR, whole, covered), gaps));

test('two values overlap if they share at least one day', () => {
  const others = [span('2026-01-01', '2026-06-30'), span('2027-01-01')];
  assert.equal(overlapping(span('2026-06-30', '2026-12-31'), others), others[0]);
  assert.equal(overlapping(span('2026-07-01', '2026-12-31'), others), undefined);
  assert.equal(overlapping(span('2026-07-01'), others), others[1]);
});
