// Services of the catalogue beyond the plain ones: how they are charged, and which are skipped until they can be.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { calculateHouse } from './calculate-house.ts';
import type { ServiceFacts } from './house-facts.ts';
import { account, amounts, day, house, meter, norm, service, tariff } from './testing/facts.ts';

describe('a service of the catalogue', () => {
  const hours = [
    service(1, 'electricity-day', 'meter', { tariffs: [tariff('7')] }),
    service(2, 'electricity-night', 'meter', { tariffs: [tariff('3')] }),
  ];
  const byHours = account(1, {
    areaE2: 100_000n,
    meters: [meter(1, '0.000', '100.000'), meter(2, '0.000', '40.000')],
  });

  test('electricity by day and night is two metered services, and their house meter has counted both', () => {
    const facts = house(
      [...hours, service(3, 'electricity-odn', 'odn', { tariffs: [tariff('5')] })],
      { meters: [meter(3, '0.000', '150.000')] },
    );
    // 100 × 7, 40 × 3, (150 − 100 − 40) × 5
    assert.deepEqual(amounts(facts, byHours), ['700.00', '120.00', '50.00']);
  });

  test("the night's common-house needs follow from the night's meters alone", () => {
    const facts = house([...hours, service(3, 'electricity-night-odn', 'odn')], {
      meters: [meter(3, '0.000', '41.000')],
    });
    assert.equal(amounts(facts, byHours).at(-1), '100.00'); // (41 − 40) × 100
  });

  test('waste is charged by the norm of a person, major repairs by the square metre', () => {
    const facts = house([
      service(1, 'waste', 'norm', {
        precision: 6,
        norms: [norm('0.16')],
        tariffs: [tariff('500')],
      }),
      service(2, 'major-repairs', 'area', { precision: 2, tariffs: [tariff('12.5')] }),
    ]);
    assert.deepEqual(amounts(facts, account(1)), ['160.00', '625.00']); // 2 × 0.16 × 500, 50 × 12.5
  });
});

describe('what the rules do not know yet is skipped, never charged wrongly', () => {
  const cold = { ...tariff('49.19'), component: 'cold' as const };
  const heat = { ...tariff('2371.72'), component: 'heat' as const };
  const twoTariffs = { tariffs: [cold, heat] };
  const twoNorms = {
    norms: [
      { ...norm('3.19'), component: 'cold' as const },
      { ...norm('0.0611'), component: 'heat' as const },
    ],
  };
  const water = service(1, 'cold-water', 'norm', { norms: [norm('4')] });
  const cases: readonly (readonly [
    why: string,
    services: readonly ServiceFacts[],
    reason: RegExp,
  ])[] = [
    [
      'two-component hot water by meter',
      [service(9, 'hot-water-two-component', 'meter', twoTariffs)],
      /^method-not-supported: .* components/,
    ],
    [
      'two-component hot water by norm',
      [service(9, 'hot-water-two-component', 'norm', { ...twoTariffs, ...twoNorms })],
      /^method-not-supported: .* components/,
    ],
    [
      'two-component hot water by norms alone',
      [service(9, 'hot-water-two-component', 'norm', twoNorms)],
      /^method-not-supported: .* components/,
    ],
    [
      'the coefficient K',
      [service(9, 'hot-water', 'norm', { norms: [norm('3.19')], coefficientApplies: true })],
      /^method-not-supported: .* coefficient/,
    ],
    [
      'electricity at one rate and by day and night',
      [
        service(8, 'electricity', 'norm', { norms: [norm('85')] }),
        service(9, 'electricity-day', 'meter'),
      ],
      /^method-not-supported: electricity/,
    ],
  ];
  for (const [why, services, reason] of cases) {
    test(why, () => {
      const metered = account(1, { meters: [meter(9, '1.000', '2.000')] });
      const { lines, skipped } = calculateHouse(house([water, ...services]), [metered]);
      assert.deepEqual(lines, []);
      assert.match(skipped[0]?.reason ?? '', reason);
    });
  }

  const odn: readonly (readonly [why: string, services: readonly ServiceFacts[]])[] = [
    ['whose individual service the house has not', [service(9, 'hot-water-odn', 'odn')]],
    ['of another resource', [water, service(9, 'electricity-odn', 'odn')]],
  ];
  for (const [why, services] of odn) {
    test(`common-house needs ${why}`, () => {
      const facts = house(services, { meters: [meter(9, '0.000', '500.000')] });
      const { lines, skipped } = calculateHouse(facts, [account(1)]);
      assert.deepEqual(
        lines.filter((line) => line.houseServiceId === 9),
        [],
      );
      assert.match(skipped[0]?.reason ?? '', /^common-house-incomplete: /);
    });
  }

  test('common-house needs with two components', () => {
    const facts = house([water, service(9, 'cold-water-odn', 'odn', twoTariffs)], {
      meters: [meter(9, '0.000', '500.000')],
    });
    const { lines, skipped } = calculateHouse(facts, [account(1)]);
    assert.deepEqual(
      lines.map((line) => line.houseServiceId),
      [1],
    );
    assert.match(skipped[0]?.reason ?? '', /^method-not-supported: .* components/);
  });

  test('the coefficient of a metered account, and of days on which the service is not given, changes nothing', () => {
    const facts = house([
      service(1, 'cold-water', 'meter', { coefficientApplies: true }),
      service(2, 'hot-water', 'norm', { coefficientApplies: true, validTo: day('2026-06-30') }),
    ]);
    assert.deepEqual(amounts(facts, account(1, { meters: [meter(1, '1.000', '2.000')] })), [
      '100.00',
    ]);
  });
});
