// What is charged in place of a meter, month by month, and how a correction under way changes it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LateMeter } from '@kvartplata/contracts/core/billing-snapshot.ts';
import type { UnreadMeterBasis } from '@kvartplata/domain/charging/charge-line.ts';
import { sumEstimates, type FoundLine } from './sum-estimates.ts';

const METER: LateMeter = {
  houseId: 7,
  personalAccountId: 81,
  houseServiceId: 9,
  meterId: 3,
  estimatedSince: '2026-05',
};
const HOUSE_METER: LateMeter = { ...METER, personalAccountId: null, meterId: 4 };
const STANDING = [
  { meterId: 3, personalAccountId: 81, month: '2026-05-01', estimate: '4.000000' },
  { meterId: 3, personalAccountId: 81, month: '2026-06-01', estimate: '4.000000' },
  { meterId: 4, personalAccountId: null, month: '2026-06-01', estimate: '20.500000' },
];
const unread = (meterId: number, estimate?: string): UnreadMeterBasis => ({
  meterId,
  serialNumber: 'M',
  because: 'reading-missing',
  period: 1,
  ...(estimate === undefined ? {} : { estimate }),
});

/** A correction of June in which these meters are unread. */
function corrected(meters: readonly UnreadMeterBasis[], more: Partial<FoundLine> = {}): FoundLine {
  const basics = { daysInMonth: 30, parts: [] };
  return {
    personalAccountId: 81,
    houseServiceId: 9,
    line: 0,
    correctedPeriod: '2026-06-01',
    basis: {
      ...basics,
      rule: 'correction',
      correction: {
        period: '2026-06',
        reason: 'просто так',
        stood: [],
        now: { ...basics, rule: 'average-reading-missing', unread: meters },
      },
    },
    ...more,
  };
}

const cases: readonly (readonly [
  why: string,
  found: readonly FoundLine[],
  sums: readonly bigint[],
])[] = [
  ['the months together', [], [8_000_000n, 20_500_000n]],
  ['another estimate', [corrected([unread(3, '4.500000')])], [8_500_000n, 0n]],
  ['of a house-wide meter', [corrected([unread(4, '21.000000')])], [4_000_000n, 21_000_000n]],
  ['a month that is charged by a reading now', [corrected([])], [4_000_000n, 0n]],
  [
    'a month that is charged no more to an account, though to others by the house-wide meter',
    [corrected([], { basis: { rule: 'correction', daysInMonth: 30, parts: [] } })],
    [4_000_000n, 20_500_000n],
  ],
  [
    'a month that had none',
    [corrected([unread(3, '1.000000')], { correctedPeriod: '2026-07-01' })],
    [9_000_000n, 20_500_000n],
  ],
  [
    'nothing of another line, service or account, nor of the months before',
    [
      corrected([], { line: 1 }),
      corrected([], { houseServiceId: 8 }),
      corrected([], { correctedPeriod: '2026-04-01' }),
    ],
    [8_000_000n, 20_500_000n],
  ],
];
for (const [why, found, sums] of cases) {
  test(`sums the estimates of a meter: ${why}`, () => {
    const estimates = sumEstimates([METER, HOUSE_METER], STANDING, found);
    assert.deepEqual([estimates.get(3), estimates.get(4)], sums);
  });
}

test('ignores a correction of another account', () => {
  const found = [corrected([], { personalAccountId: 82 })];
  assert.equal(sumEstimates([METER], STANDING, found).get(3), 8_000_000n);
});

test('adds up the estimates of all accounts that share a room’s meter', () => {
  const late = [METER, { ...METER, personalAccountId: 82 }];
  const standing = [
    ...STANDING,
    { meterId: 3, personalAccountId: 82, month: '2026-06-01', estimate: '2.500000' },
  ];
  assert.equal(sumEstimates(late, standing, []).get(3), 10_500_000n);
  const found = corrected([unread(3, '1.000000')], { personalAccountId: 82 });
  assert.equal(sumEstimates(late, standing, [found]).get(3), 9_000_000n);
});
