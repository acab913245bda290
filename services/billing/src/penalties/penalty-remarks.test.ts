// Penalties up to a day for which the law of the rate is not known yet carry a remark, booked ones as well.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDay } from '@kvartplata/domain/calendar/day.ts';
import { penaltyRemarks } from './penalty-remarks.ts';

test('the last known day has no remark, and every later one names the day after it', () => {
  assert.deepEqual(penaltyRemarks(parseDay('2026-12-31')), []);
  for (const day of ['2027-01-01', '2031-05-06']) {
    const [remark, ...others] = penaltyRemarks(parseDay(day));
    assert.deepEqual([remark?.code, remark?.from, others], ['law-not-known', '2027-01-01', []]);
    assert.match(remark?.ru ?? '', /01\.01\.2027/);
    assert.match(remark?.en ?? '', /2027-01-01/);
  }
});
