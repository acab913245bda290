import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { account, amounts, house, meter, norm, rulesOf, service, tariff } from './testing/facts.ts';
import { strangersTo, withOverrides, type Overrides } from './overrides.ts';

const NOTHING: Overrides = { values: [], commonNeeds: null };
const cold = service(1, 'cold-water', 'norm', {
  tariffs: [tariff('40', '2020-01-01', '2026-07-15'), tariff('50', '2026-07-16')],
  norms: [norm('3.1')],
});
const upkeep = service(2, 'upkeep', 'area', { tariffs: [tariff('10')] });
const plain = house([cold, upkeep]);
const resident = account(1);

describe('another value', () => {
  test('for a tariff applies for the whole month, and only to its service', () => {
    const tariffE4 = 600_000n; // 6.2 m³ × 60, 50 m² × 10
    for (const target of [{ houseServiceId: 1 }, { code: 'cold-water' }]) {
      const values = [{ target, component: null, tariffE4 }];
      assert.deepEqual(amounts(withOverrides(plain, { ...NOTHING, values }), resident), [
        '372.00',
        '500.00',
      ]);
    }
  });

  test('for a norm may be the first one of its service', () => {
    const metered = service(1, 'cold-water', 'meter', { tariffs: [tariff('100')] });
    const values = [{ target: { houseServiceId: 1 }, component: null, normE6: 5_000_000n }];
    const changed = withOverrides(house([metered]), { ...NOTHING, values });
    assert.deepEqual(amounts(changed, resident), ['1000.00']); // 2 persons × 5 × 100
  });

  test('for one component leaves the other unchanged', () => {
    const twoParts = service(1, 'hot-water-two-component', 'norm', {
      tariffs: [
        { ...tariff('100'), component: 'cold' },
        { ...tariff('2000'), component: 'heat' },
      ],
      norms: [norm('3'), { ...norm('0.05'), component: 'heat' }],
    });
    const values = [
      { target: { houseServiceId: 1 }, component: 'heat' as const, tariffE4: 30_000_000n },
    ];
    const changed = withOverrides(house([twoParts]), { ...NOTHING, values });
    // 2 × 3 m³ × 100; 6 × 0.05 Gcal × 3000
    assert.deepEqual(amounts(changed, resident), ['600.00', '900.00']);
  });

  test('that fits no service is reported, and changes nothing', () => {
    const values = [
      { target: { houseServiceId: 7 }, component: null, tariffE4: 1n },
      { target: { houseServiceId: 2 }, component: null, tariffE4: 1n },
      { target: { code: 'gas' }, component: null, normE6: 1n },
      { target: { houseServiceId: 1 }, component: 'heat' as const, tariffE4: 1n },
    ];
    assert.deepEqual(strangersTo(plain, { ...NOTHING, values }), [0, 2, 3]);
    const strangers = { ...NOTHING, values: values.toSpliced(1, 1) };
    assert.deepEqual(withOverrides(plain, strangers), plain);
  });
});

describe('another method of common-house needs', () => {
  const odn = service(4, 'electricity-odn', 'odn', { norms: [norm('0.5')] });
  const own = service(3, 'electricity', 'meter');
  const counted = house([own, odn], {
    commonAreaE2: 20_000n,
    meters: [meter(4, '0', '500')],
  });
  const living = account(1, { areaE2: 100_000n, meters: [meter(3, '0', '100')] });
  const lastOf = (method: Overrides['commonNeeds']) => {
    const changed = withOverrides(counted, { ...NOTHING, commonNeeds: method });
    return [rulesOf(changed, living).at(-1), amounts(changed, living).at(-1)];
  };

  test('may be by the house-wide meter, at most the norm, or by the norm', () => {
    assert.deepEqual(lastOf(null), ['odn-house-meter', '40000.00']);
    assert.deepEqual(lastOf('actual'), ['odn-house-meter', '40000.00']);
    assert.deepEqual(lastOf('capped'), ['odn-capped', '10000.00']);
    assert.deepEqual(lastOf('norm'), ['odn-norm', '10000.00']);
    assert.deepEqual(lastOf('norm-yearly'), ['odn-norm-yearly', '10000.00']);
  });

  test('leaves the house-wide meters of other services alone', () => {
    const heating = service(5, 'heating', 'heating', { heatingMode: 'house-meter' });
    const heated = house([heating, odn, own], { meters: [meter(5, '0', '9'), meter(4, '0', '1')] });
    const changed = withOverrides(heated, { ...NOTHING, commonNeeds: 'norm' });
    assert.deepEqual(
      changed.meters.map(({ houseServiceId }) => houseServiceId),
      [5],
    );
  });
});
