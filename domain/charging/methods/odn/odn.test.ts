// Common-house needs with and without a house meter, and their limit.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { calculateHouse } from '../../calculate-house.ts';
import type { HouseFacts } from '../../house-facts.ts';
import {
  account,
  day,
  house,
  lineAmounts,
  meter,
  norm,
  reasonOf,
  rulesOf,
  service,
  tariff,
} from '../../testing/facts.ts';

const T = { tariffs: [tariff('1.936')] };
const own = account(1, { areaE2: 6_000n, meters: [meter(1, '0.000', '150.000')] });
const others = account(2, { areaE2: 234_000n, meters: [meter(1, '0.000', '9850.000')] });
const electricity = (norms: readonly string[], more: Partial<HouseFacts> = {}) =>
  house(
    [
      service(1, 'electricity', 'meter', T),
      service(2, 'electricity-odn', 'odn', { ...T, norms: norms.map((value) => norm(value)) }),
    ],
    { roomsAreaE2: 240_000n, commonAreaE2: 142_600n, ...more },
  );
const houseMeter = { meters: [meter(2, '0.000', '12000.000')] };
const odnOf = (facts: HouseFacts) => lineAmounts(facts, own, others)[1];

describe('common-house needs', () => {
  test('by the house meter: 96.80 on top of 290.40', () => {
    assert.deepEqual(lineAmounts(electricity([], houseMeter), own, others).slice(0, 2), [
      '1/0 290.40',
      '2/0 96.80',
    ]);
  });

  test('without a house meter by the norm: 3.94 × 1426 × 60/2400 × 1.936 = 271.93', () => {
    assert.equal(odnOf(electricity(['3.94'])), '2/0 271.93');
    assert.equal(rulesOf(electricity(['3.94']), own, others)[1], 'odn-norm');
  });

  test('without a house meter do not wait for an account whose own volume is unknown', () => {
    const unknown = account(2, { areaE2: 234_000n, meters: [meter(1, '0.000', null)] });
    assert.deepEqual(lineAmounts(electricity(['3.94']), own, unknown), [
      '1/0 290.40',
      '2/0 271.93',
    ]);
  });

  test("are at most the norm if the house's method is capped: 1 × 1426 × 60/2400 = 35.65 kWh", () => {
    const capped = electricity(['1'], { ...houseMeter, commonNeedsMethod: 'capped' });
    assert.equal(odnOf(capped), '2/0 69.02');
    assert.equal(rulesOf(capped, own, others)[1], 'odn-capped');
    const { house: shown } = calculateHouse(capped, [own, others]).lines[1]?.basis ?? {};
    assert.deepEqual(shown, {
      volume: '12000.000000',
      individualVolumes: '10000.000000',
      norm: '1.000000',
      normBasis: 'order 2',
      commonArea: '1426.00',
      limit: '1426.000000',
      shared: '1426.000000',
      roomsArea: '2400.00',
    });
  });

  test('are not limited with the actual method, nor below the norm', () => {
    assert.equal(odnOf(electricity(['1'], houseMeter)), '2/0 96.80');
    const below = electricity(['1.5'], { ...houseMeter, commonNeedsMethod: 'capped' });
    assert.equal(odnOf(below), '2/0 96.80');
    assert.equal(rulesOf(below, own, others)[1], 'odn-house-meter');
  });

  test('with a limit are refused without a norm, even if it is missing on some days only', () => {
    const capped = { ...houseMeter, commonNeedsMethod: 'capped' } as const;
    assert.equal(reasonOf(electricity([], capped), own, others), 'norm-missing');
    assert.deepEqual(lineAmounts(electricity([], capped), own, others), [
      '1/0 290.40',
      '1/0 19069.60',
    ]);
    const later = norm('1', '2026-07-16');
    for (const commonNeedsMethod of ['capped', null] as const) {
      const facts = electricity([], { ...houseMeter, commonNeedsMethod });
      const services = facts.services.map((one) =>
        one.method === 'odn' ? { ...one, norms: [later] } : one,
      );
      assert.equal(reasonOf({ ...facts, services }, own, others), 'norm-missing');
    }
  });

  test('are limited by the norm, if any, where no method is set', () => {
    const open = { ...houseMeter, commonNeedsMethod: null };
    assert.equal(odnOf(electricity([], open)), '2/0 96.80');
    assert.equal(odnOf(electricity(['1'], open)), '2/0 69.02');
  });

  test('by a norm need the area of the common property', () => {
    const unknown = { commonAreaE2: null, commonNeedsMethod: 'capped' } as const;
    assert.equal(reasonOf(electricity(['1'], unknown), own, others), 'common-area-missing');
    const metered = electricity(['1'], { ...houseMeter, ...unknown });
    assert.equal(reasonOf(metered, own, others), 'common-area-missing');
  });

  test('with an unread house meter follow from its average, then from the norm', () => {
    const unread = (missedPeriods: number, norms: readonly string[] = ['1']) =>
      electricity(norms, {
        meters: [
          meter(2, '0.000', null, false, {
            missedPeriods,
            history: { months: 4, volumeE3: 48_000_000n },
          }),
        ],
      });
    assert.equal(odnOf(unread(3)), '2/0 96.80');
    assert.equal(rulesOf(unread(3), own, others)[1], 'odn-house-average');
    assert.equal(odnOf(unread(4)), '2/0 69.02');
    assert.equal(rulesOf(unread(4), own, others)[1], 'odn-norm');
    assert.equal(reasonOf(unread(4, []), own, others), 'house-reading-missing');
  });

  test('of one service that cannot be shared out do not block those of another', () => {
    const facts = electricity([], houseMeter);
    const both = {
      ...facts,
      services: [service(9, 'hot-water-odn', 'odn'), ...facts.services],
    };
    assert.deepEqual(lineAmounts(both, own, others).slice(0, 2), ['1/0 290.40', '2/0 96.80']);
  });
});

test('common-house needs that end on 15 July and begin again subtract the rooms once: 30 − 10 = 20', () => {
  const water = service(1, 'cold-water', 'meter');
  const needs = (id: number, more: object) => service(id, 'cold-water-odn', 'odn', more);
  const facts = house(
    [water, needs(2, { validTo: day('2026-07-15') }), needs(3, { validFrom: day('2026-07-16') })],
    {
      roomsAreaE2: 5_000n,
      meters: [meter(2, '0.000', '15.000'), meter(3, '0.000', '15.000')],
    },
  );
  const one = account(1, { meters: [meter(1, '0.000', '10.000')] });
  // 15 − 10 × 15/31 = 10.161 of the days to the 15th, 15 − 10 × 16/31 = 9.839 of the others.
  const volumes = calculateHouse(facts, [one]).commonNeeds.map(({ sharedE6 }) => sharedE6);
  assert.deepEqual(volumes, [10_161_000n, 9_839_000n]);
});
