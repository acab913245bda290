// A meter without a usable reading: how long its average is used, and what follows.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { compare, fraction } from '../../money/fraction.ts';
import {
  AVERAGED_PERIODS,
  averageVolume,
  countsOnByAverage,
  meterCountsBy,
  unusableSince,
  type MeterCountsBy,
} from './unread-meter.ts';

const day = (text: string): Temporal.PlainDate => Temporal.PlainDate.from(text);

describe('the average month of a meter', () => {
  test('is what it has counted over its months', () => {
    const average = averageVolume({ months: 6, volumeE3: 25_000n });
    assert.equal(compare(average ?? fraction(0n), fraction(25n, 6n)), 0);
  });

  test('is unknown for a meter that has worked for less than three months', () => {
    assert.equal(averageVolume({ months: 2, volumeE3: 9_000n }), undefined);
    assert.equal(averageVolume(null), undefined);
    assert.notEqual(averageVolume({ months: 3, volumeE3: 9_000n }), undefined);
  });
});

describe('a meter counts', () => {
  const good = {
    isRead: false,
    missedPeriods: 0,
    unusablePeriods: 0,
    hasAverage: true,
    averagedPeriods: 3,
  };
  const cases: readonly (readonly [why: string, meter: Partial<typeof good>, by: MeterCountsBy])[] =
    [
      ['by its reading', { isRead: true }, 'reading'],
      ['by its average in the third month without a reading', { missedPeriods: 3 }, 'average'],
      ['by the norm without K in the fourth', { missedPeriods: 4 }, 'norm'],
      [
        'by its average in two months where nobody lives',
        { missedPeriods: 2, averagedPeriods: AVERAGED_PERIODS['non-residential'] },
        'average',
      ],
      [
        'by its average no longer in the third where nobody lives',
        { missedPeriods: 3, averagedPeriods: AVERAGED_PERIODS['non-residential'] },
        'norm',
      ],
      ['by its average in the third month of being faulty', { unusablePeriods: 3 }, 'average'],
      ['by the norm with K in the fourth', { unusablePeriods: 4 }, 'norm-with-coefficient'],
      [
        'as a faulty one when its readings are missing too',
        { missedPeriods: 9, unusablePeriods: 1 },
        'average',
      ],
      [
        'by the norm at once when it has worked too short',
        { missedPeriods: 1, hasAverage: false },
        'norm',
      ],
      [
        'by the norm without K when it is faulty and has worked too short',
        { unusablePeriods: 3, hasAverage: false },
        'norm',
      ],
      [
        'by the norm with K when it has been faulty for long, however short it has worked',
        { unusablePeriods: 4, hasAverage: false },
        'norm-with-coefficient',
      ],
    ];
  for (const [why, meter, by] of cases) {
    test(why, () => {
      assert.equal(meterCountsBy({ ...good, ...meter }), by);
    });
  }
});

test('after a reading the average applies for the allowed periods, and not after them', () => {
  const failed = {
    isRead: true,
    missedPeriods: 0,
    unusablePeriods: 1,
    hasAverage: true,
    averagedPeriods: 3,
  };
  assert.equal(countsOnByAverage(failed), true);
  assert.equal(countsOnByAverage({ ...failed, unusablePeriods: 0 }), false);
  assert.equal(countsOnByAverage({ ...failed, unusablePeriods: 4 }), false);
  assert.equal(countsOnByAverage({ ...failed, hasAverage: false }), false);
  assert.equal(countsOnByAverage({ ...failed, isRead: false }), false);
});

describe('readings of a meter do not count', () => {
  const meter = {
    verifiedUntil: day('2026-07-10'),
    outOfOrderSince: null,
    accessRefusedSince: null,
  };
  const told = (more: Partial<Parameters<typeof unusableSince>[0]>, countsUnverified = false) => {
    const unusable = unusableSince({ ...meter, ...more }, countsUnverified);
    return unusable && `${unusable.since.toString()} ${unusable.because}`;
  };

  test('from the day after its verification', () => {
    assert.equal(told({}), '2026-07-11 meter-faulty');
  });

  test('from the day it broke, when that was before', () => {
    assert.equal(told({ outOfOrderSince: day('2026-07-03') }), '2026-07-03 meter-faulty');
  });

  test('from the day on which a check was refused, when that was before', () => {
    const refused = { accessRefusedSince: day('2026-07-02') };
    assert.equal(told(refused), '2026-07-02 access-refused');
    const both = { ...refused, outOfOrderSince: day('2026-07-02') };
    assert.equal(told(both), '2026-07-02 meter-faulty');
    assert.equal(told({ accessRefusedSince: day('2026-07-20') }), '2026-07-11 meter-faulty');
  });

  test('of electricity when it is broken, not when its verification is over (p. 80(1))', () => {
    assert.equal(told({}, true), null);
    assert.equal(told({ outOfOrderSince: day('2026-07-20') }, true), '2026-07-20 meter-faulty');
  });

  test('never without an end of verification, a failure or a refused check', () => {
    assert.equal(told({ verifiedUntil: null }), null);
  });
});
