// Water disposal by the water used, and by its own norm.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { calculateHouse } from '../../calculate-house.ts';
import type { AccountFacts, HouseFacts, ServiceFacts } from '../../house-facts.ts';
import { replay } from '../../replay.ts';
import {
  account,
  day,
  house,
  lineAmounts,
  meter,
  norm,
  service,
  tariff,
} from '../../testing/facts.ts';

test('water disposal is the volume of water used, cold by meter and hot by norm', () => {
  const facts = house([
    service(3, 'water-disposal', 'water-disposal', { tariffs: [tariff('10')] }),
    service(1, 'cold-water', 'meter'),
    service(2, 'hot-water', 'norm', { norms: [norm('3.19')] }),
  ]);
  const { lines } = calculateHouse(facts, [account(1, { meters: [meter(1, '1.000', '5.320')] })]);
  const disposal = lines.find((line) => line.houseServiceId === 3);
  assert.equal(disposal?.consumptionE6, 10_700_000n); // 4.320 + 2 × 3.19
  assert.equal(disposal?.amountKopecks, 10_700n);
  assert.deepEqual(disposal?.basis.volumes, {
    'cold-water': '4.320000',
    'hot-water': '6.380000',
  });
});

describe('water disposal with a norm of its own', () => {
  const waters = (method: 'norm' | 'meter') => [
    service(1, 'cold-water', method, { norms: [norm('4')], coefficientApplies: true }),
    service(2, 'hot-water', 'norm', { norms: [norm('3')] }),
    service(3, 'water-disposal', 'water-disposal', { tariffs: [tariff('40')], norms: [norm('5')] }),
  ];
  const drainOf = (facts: HouseFacts, one: AccountFacts) =>
    calculateHouse(facts, [one]).lines.filter(({ houseServiceId }) => houseServiceId === 3);

  test('without meters is persons times that norm: 2 × 5 × 40 = 400.00, not 560.00', () => {
    const [line] = drainOf(house(waters('norm')), account(1));
    assert.equal(line?.amountKopecks, 40_000n);
    assert.equal(line?.basis.rule, 'water-disposal-norm');
    const noMeter = drainOf(house(waters('meter')), account(1));
    assert.equal(noMeter[0]?.amountKopecks, 40_000n);
  });

  test('with a meter is the volumes of water: (4.5 + 2 × 3) × 40', () => {
    const metered = account(1, { meters: [meter(1, '0.000', '4.500')] });
    const [line] = drainOf(house(waters('meter')), metered);
    assert.equal(line?.amountKopecks, 42_000n);
    assert.equal(line?.basis.rule, 'water-disposal');
  });

  test('with a meter that is not read is the volumes of water, which a late reading settles', () => {
    const unread = meter(1, '100.000', null, false, { missedPeriods: 4 });
    const late = meter(1, '100.000', '120.000', false, { estimatedE6: 24_000_000n });
    const [estimated] = drainOf(house(waters('meter')), account(1, { meters: [unread] }));
    assert.equal(estimated?.amountKopecks, 56_000n); // (2 × 4 + 2 × 3) × 40
    const [settled] = drainOf(house(waters('meter')), account(1, { meters: [late] }));
    assert.equal(settled?.amountKopecks, 8_000n); // (20 − 3 × 8 + 2 × 3) × 40
  });

  describe('of a person who is away', () => {
    const away = { absences: [{ from: day('2026-07-10'), to: day('2026-07-19'), persons: 1 }] };
    const disposalOf = (services: readonly ServiceFacts[], more: Partial<AccountFacts> = {}) =>
      lineAmounts(house(services), account(1, { ...away, ...more })).filter((line) =>
        line.startsWith('3/'),
      );
    const [cold, , disposal] = waters('norm');

    test('is recalculated with the water: 5 × 10/31 × 40', () => {
      assert.deepEqual(disposalOf(waters('norm')), ['3/0 400.00', '3/5 -64.52']);
    });

    test('is not if the water is not, because a meter could be installed or is', () => {
      if (cold === undefined || disposal === undefined) throw new Error('no services');
      assert.deepEqual(disposalOf([cold, disposal]), ['3/0 400.00']);
      const byNorm = { ...disposal, method: 'norm' } as const;
      const metered = { meters: [meter(1, '0.000', '4.500')] };
      assert.deepEqual(disposalOf([byNorm, { ...cold, method: 'meter' }], metered), ['3/0 400.00']);
    });
  });

  test('is also charged where the water itself is not', () => {
    const [, , drain] = waters('norm');
    assert.deepEqual(lineAmounts(house(drain ? [drain] : []), account(1)), ['3/0 400.00']);
  });
});

describe('water disposal that ends on 15 July and begins again', () => {
  const water = service(1, 'cold-water', 'meter');
  const drain = (id: number, more: Partial<ServiceFacts> = {}) =>
    service(id, 'water-disposal', 'water-disposal', { tariffs: [tariff('40')], ...more });
  const first = drain(2, { validTo: day('2026-07-15') });
  const second = drain(3, { validFrom: day('2026-07-16') });
  const metered = account(1, { meters: [meter(1, '0.000', '10.000')] });
  const disposalOf = (facts: HouseFacts, one: AccountFacts) =>
    lineAmounts(facts, one).filter((line) => !line.startsWith('1/'));

  test('charges the month’s water once, by days: 10 × 15/31 × 40 and 10 × 16/31 × 40', () => {
    const facts = house([water, first, second]);
    assert.deepEqual(disposalOf(facts, metered), ['2/0 193.55', '3/0 206.45']);
    for (const { basis, amountKopecks } of calculateHouse(facts, [metered]).lines)
      assert.equal(replay(basis), amountKopecks);
  });

  test('charges all of it in the second service if the account has only that', () => {
    const facts = house([water, first, second]);
    const moved = { ...metered, openedOn: day('2026-07-16') };
    assert.deepEqual(disposalOf(facts, moved), ['3/0 400.00']);
    assert.deepEqual(disposalOf(house([water, second]), metered), ['3/0 400.00']);
  });
});
