// Services of the catalogue with special rules: how they are charged, and what is skipped.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { calculateHouse } from './calculate-house.ts';
import type { HouseFacts, ServiceFacts } from './house-facts.ts';
import {
  account,
  amounts,
  differing,
  house,
  lineAmounts,
  meter,
  norm,
  reasonOf,
  service,
  tariff,
} from './testing/facts.ts';

describe('a service of the catalogue', () => {
  const hours = [
    service(1, 'electricity-day', 'meter', { tariffs: [tariff('7')] }),
    service(2, 'electricity-night', 'meter', { tariffs: [tariff('3')] }),
  ];
  const byHours = account(1, {
    areaE2: 100_000n,
    meters: [meter(1, '0.000', '100.000'), meter(2, '0.000', '40.000')],
  });

  test('electricity by day and night is two metered services with one house meter', () => {
    const facts = house(
      [...hours, service(3, 'electricity-odn', 'odn', { tariffs: [tariff('5')] })],
      { meters: [meter(3, '0.000', '150.000')] },
    );
    // 100 × 7, 40 × 3, (150 − 100 − 40) × 5
    assert.deepEqual(amounts(facts, byHours), ['700.00', '120.00', '50.00']);
  });

  test('electricity in three zones is three metered services with one house meter', () => {
    const zones = ['electricity-peak', 'electricity-half-peak', 'electricity-night'];
    const services = zones.map((code, index) =>
      service(index + 1, code, 'meter', { tariffs: [tariff(String(9 - 3 * index))] }),
    );
    const facts = house(
      [...services, service(4, 'electricity-odn', 'odn', { tariffs: [tariff('5')] })],
      { meters: [meter(4, '0.000', '200.000')] },
    );
    const used = account(1, {
      areaE2: 100_000n,
      meters: [10, 60, 40].map((drawn, index) => meter(index + 1, '0.000', `${drawn}.000`)),
    });
    // 10 × 9, 60 × 6, 40 × 3, (200 − 110) × 5
    assert.deepEqual(amounts(facts, used), ['90.00', '360.00', '120.00', '450.00']);
  });

  test("the night's common-house needs follow from the night's meters alone", () => {
    const facts = house([...hours, service(3, 'electricity-night-odn', 'odn')], {
      meters: [meter(3, '0.000', '41.000')],
    });
    assert.equal(amounts(facts, byHours).at(-1), '100.00'); // (41 − 40) × 100
  });
});

describe('what is ambiguous or inconsistent is skipped, never charged wrongly', () => {
  const water = service(1, 'cold-water', 'norm', { norms: [norm('4')] });

  test('electricity at one rate as well as by day and night', () => {
    const facts = house([
      water,
      service(8, 'electricity', 'norm', { norms: [norm('85')] }),
      service(9, 'electricity-day', 'meter'),
    ]);
    assert.deepEqual(lineAmounts(facts, account(1)), []);
    assert.equal(reasonOf(facts, account(1)), 'method-not-supported');
  });

  test('unless each account states which of the rates it does not use', () => {
    const facts = house([
      service(8, 'electricity', 'norm', { norms: [norm('85')] }),
      service(9, 'electricity-day', 'meter'),
    ]);
    const notUsed = (id: number) => [differing(id, { charged: false, reason: 'not-used' })];
    const atOneRate = account(1, { services: notUsed(9) });
    const byHours = account(2, { services: notUsed(8), meters: [meter(9, '0.000', '3.000')] });
    assert.deepEqual(lineAmounts(facts, atOneRate, byHours), ['8/0 17000.00', '9/0 300.00']);
  });

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
      assert.equal(skipped[0]?.reason, 'common-house-incomplete');
    });
  }

  test('accounts that hold more area than the rooms of their house', () => {
    const facts = house([water, service(9, 'cold-water-odn', 'odn')], {
      roomsAreaE2: 9_999n,
      meters: [meter(9, '0.000', '500.000')],
    });
    const accounts = [account(1), account(2)];
    assert.deepEqual(lineAmounts(facts, ...accounts), ['1/0 800.00', '1/0 800.00']);
    assert.equal(reasonOf(facts, ...accounts), 'area-inconsistent');
  });
});

describe('implausible figures (typing errors) are skipped', () => {
  const metered = (more: Partial<ServiceFacts>) => house([service(1, 'cold-water', 'meter', more)]);
  const cases: readonly (readonly [
    why: string,
    facts: HouseFacts,
    reading: string,
    reason: string,
  ])[] = [
    ['a million units', metered({}), '1000000.000', 'not skipped'],
    ['more than a million', metered({}), '1000000.001', 'volume-implausible'],
    ['a hundred norms', metered({ norms: [norm('4')] }), '800.000', 'not skipped'],
    ['more than a hundred', metered({ norms: [norm('4')] }), '800.001', 'volume-implausible'],
    [
      'any volume where the norm is nothing',
      metered({ norms: [norm('0')] }),
      '9.000',
      'not skipped',
    ],
    [
      'a milliard roubles',
      metered({ tariffs: [tariff('1000000')] }),
      '1000.001',
      'amount-implausible',
    ],
  ];
  for (const [why, facts, reading, reason] of cases) {
    test(`${why}: ${reason}`, () => {
      assert.equal(reasonOf(facts, account(1, { meters: [meter(1, '0.000', reading)] })), reason);
    });
  }

  test('the reason names the meter, and accounts waiting for this one name the account', () => {
    const facts = house(
      [
        service(1, 'cold-water', 'meter', { norms: [norm('4')] }),
        service(2, 'cold-water-odn', 'odn'),
      ],
      { meters: [meter(2, '0.000', '900.000')] },
    );
    const slip = account(1, { meters: [meter(1, '0.000', '3900.000')] });
    const { skipped } = calculateHouse(facts, [slip, account(2)]);
    const told = skipped.map(({ personalAccountId: id, reason, facts: of }) => [id, reason, of]);
    const { serialNumber } = slip.meters[0] ?? meter(1, '0.000', '0.000');
    const [water, common] = facts.services.map(({ name }) => name);
    const limit = { figure: '3900', most: '800' };
    const waiting = { services: [common], account: slip.accountNumber };
    assert.deepEqual(
      told.filter(([id, reason]) => id === 1 || reason === 'common-house-incomplete'),
      [
        [1, 'volume-implausible', { services: [water], meter: serialNumber, ...limit }],
        [2, 'common-house-incomplete', waiting],
      ],
    );
  });

  test('a house meter above a hundred million', () => {
    const facts = house(
      [
        service(1, 'cold-water', 'norm', { norms: [norm('4')] }),
        service(2, 'cold-water-odn', 'odn'),
      ],
      { meters: [meter(2, '0.000', '100000001.000')] },
    );
    assert.equal(reasonOf(facts, account(1)), 'volume-implausible');
  });
});
