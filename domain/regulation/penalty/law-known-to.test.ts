// An open rate continues as far as the law is known, and not by a rule that has ended.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatDay, parseDay } from '../../calendar/day.ts';
import { roundHalfUp } from '../../money/fraction.ts';
import { asLawIsKnown, rateLawKnownTo } from './effective-rate.ts';
import { calculatePenalty } from './penalty.ts';
import { UTILITIES_SCALE } from './penalty-scale.ts';

const open = {
  validFrom: parseDay('2026-07-27'),
  validTo: null,
  baseRateE4: 14_0000n,
  effectiveRateE4: 9_5000n,
};

function penaltyBy(rateHistory: Parameters<typeof calculatePenalty>[0]['rateHistory']): bigint {
  const { penaltyKopecks } = calculatePenalty({
    debtKopecks: 100_000n,
    dueDate: parseDay('2026-10-15'),
    targetDate: parseDay('2027-03-15'),
    rateHistory,
    scale: UTILITIES_SCALE,
    method: 'daily',
  });
  return roundHalfUp(penaltyKopecks, 0);
}

test('the cap ends on its last known day: 86.64, and not 63.58 as if it continued', () => {
  assert.equal(formatDay(rateLawKnownTo), '2026-12-31');
  assert.equal(penaltyBy(asLawIsKnown(open)), 8_664n);
  assert.equal(penaltyBy([open]), 6_358n);
});

test('a rate with an end, or not changed by the end of the rule, is not cut', () => {
  const ended = { ...open, validTo: parseDay('2026-10-31') };
  const low = { ...open, baseRateE4: 9_0000n, effectiveRateE4: 9_0000n };
  for (const rate of [ended, low]) assert.deepEqual(asLawIsKnown(rate), [rate]);
});
