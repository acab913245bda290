import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChargeBasis, ChargePart } from '../charging/charge-line.ts';
import { coefficientsOf, tariffsInWords, tariffsOf } from './priced-volumes.ts';

const part = (more: Partial<ChargePart>): ChargePart => ({
  from: '2025-12-01',
  to: '2025-12-31',
  days: 31,
  volume: '3.100000',
  tariff: '100.0000',
  tariffBasis: 'Приказ № 1',
  amount: '310.00',
  ...more,
});
const FIRST_HALF = part({ to: '2025-12-15', days: 15, volume: '1.500000', amount: '150.00' });
const SECOND_HALF = part({
  from: '2025-12-16',
  days: 16,
  volume: '1.600000',
  tariff: '120.0000',
  amount: '192.00',
});

const priced: readonly {
  readonly why: string;
  readonly parts: ChargeBasis['parts'];
  readonly tariffs: readonly string[];
  readonly words: string | null;
}[] = [
  { why: 'one tariff', parts: [part({})], tariffs: ['100.0000'], words: null },
  {
    why: 'a tariff that changes on the 16th',
    parts: [FIRST_HALF, SECOND_HALF],
    tariffs: ['100.0000', '120.0000'],
    words: '1.5 × 100 + 1.6 × 120',
  },
  {
    why: 'days with the same tariff together',
    parts: [{ ...FIRST_HALF, persons: 1 }, part({ persons: 2 }), SECOND_HALF],
    tariffs: ['100.0000', '120.0000'],
    words: '4.6 × 100 + 1.6 × 120',
  },
  {
    why: 'a tariff that changes on a day without a volume',
    parts: [part({}), { ...SECOND_HALF, volume: '0.000000', amount: '0.00' }],
    tariffs: ['100.0000'],
    words: null,
  },
  {
    why: 'ranges of the volume, the last of which is not reached',
    parts: [
      part({
        volume: '4500.000000',
        tariff: '5.0000',
        ranges: [
          { above: '3900.000', tariff: '7.0000', volume: '600.000000' },
          { above: '6000.000', tariff: '10.0000', volume: '0.000000' },
        ],
      }),
    ],
    tariffs: ['5.0000', '7.0000'],
    words: '3900 × 5 + 600 × 7',
  },
  { why: 'nothing', parts: [], tariffs: [], words: null },
];
for (const { why, parts, tariffs, words } of priced)
  test(`the tariffs of a receipt's line: ${why}`, () => {
    assert.deepEqual(tariffsOf({ parts }), tariffs);
    assert.equal(tariffsInWords({ parts }), words);
  });

test('the coefficients of an excess, in order', () => {
  const parts = [
    part({ volume: '0.500000', coefficient: '1.5' }),
    part({ volume: '1.000000', coefficient: '3' }),
    part({ volume: '1.600000', coefficient: '3' }),
  ];
  assert.deepEqual(coefficientsOf({ parts }), ['1.5', '3']);
  assert.deepEqual(coefficientsOf({ parts: [part({})] }), []);
});
