// The excess by K and two-component hot water: the published figures, and which line is which.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { calculateHouse } from './calculate-house.ts';
import type { ServiceFacts } from './house-facts.ts';
import {
  account,
  amounts,
  day,
  house,
  lineAmounts,
  meter,
  norm,
  reasonOf,
  rulesOf,
  service,
  tariff,
} from './testing/facts.ts';

const cold = <T>(row: T) => ({ ...row, component: 'cold' as const });
const heat = <T>(row: T) => ({ ...row, component: 'heat' as const });

describe('the excess by the coefficient K', () => {
  const noMeter = (code: string, more: Partial<ServiceFacts> = {}) =>
    service(1, code, 'norm', { coefficientApplies: true, norms: [norm('3.1')], ...more });

  test('is a line of its own: 2 × 3.1 × 100 and 2 × 3.1 × (1.5 − 1) × 100', () => {
    const facts = house([noMeter('hot-water')]);
    assert.deepEqual(lineAmounts(facts, account(1)), ['1/0 620.00', '1/1 310.00']);
    assert.deepEqual(rulesOf(facts, account(1)), ['norm-per-person', 'excess']);
    const { lines } = calculateHouse(facts, [account(1)]);
    assert.deepEqual(
      lines.map(({ rateType, consumptionE6 }) => [rateType, consumptionE6]),
      [
        ['norm', 6_200_000n],
        ['excess', 3_100_000n],
      ],
    );
  });

  test('adds two norms for cold water', () => {
    assert.deepEqual(lineAmounts(house([noMeter('cold-water')]), account(1)), [
      '1/0 620.00',
      '1/1 1240.00',
    ]);
  });

  test('changes on the day of Decree 1871: 5 days at 1.5 and 26 at 3, one person', () => {
    // 3.1 × 5/31 × 0.5 × 100 = 25.00 and 3.1 × 26/31 × 2 × 100 = 520.00
    const facts = house([noMeter('cold-water')], {
      month: Temporal.PlainYearMonth.from('2025-12'),
    });
    const one = account(1, { registeredPersons: [{ count: 1, validFrom: day('2020-01-01') }] });
    assert.deepEqual(amounts(facts, one), ['310.00', '25.00', '520.00']);
  });

  test('is not charged for gas, nor for a service to which it does not apply', () => {
    assert.deepEqual(lineAmounts(house([noMeter('gas')]), account(1)), ['1/0 620.00']);
    const without = noMeter('hot-water', { coefficientApplies: false });
    assert.deepEqual(lineAmounts(house([without]), account(1)), ['1/0 620.00']);
  });

  test('is charged where a service is charged by meter and the account has none', () => {
    const byMeter = (coefficientApplies: boolean) =>
      house([service(1, 'hot-water', 'meter', { coefficientApplies, norms: [norm('3.1')] })]);
    assert.deepEqual(lineAmounts(byMeter(true), account(1)), ['1/0 620.00', '1/1 310.00']);
    assert.deepEqual(lineAmounts(byMeter(false), account(1)), ['1/0 620.00']);
    assert.deepEqual(rulesOf(byMeter(false), account(1)), ['norm-no-meter']);
  });

  test('is not charged with a working meter, nor on days without the service', () => {
    const facts = house([
      service(1, 'cold-water', 'meter', { coefficientApplies: true }),
      service(2, 'hot-water', 'norm', { coefficientApplies: true, validTo: day('2026-06-30') }),
    ]);
    const metered = account(1, { meters: [meter(1, '1.000', '2.000')] });
    assert.deepEqual(lineAmounts(facts, metered), ['1/0 100.00']);
  });
});

describe('two-component hot water', () => {
  const twoComponents = {
    tariffs: [cold(tariff('49.19')), heat(tariff('2371.72'))],
    norms: [cold(norm('3.19')), heat(norm('0.0611'))],
  };
  const byNorm = service(1, 'hot-water-two-component', 'norm', {
    ...twoComponents,
    coefficientApplies: true,
  });

  test('by norm for 2 persons: cold 313.83, excess 156.92, heat 924.54', () => {
    assert.deepEqual(lineAmounts(house([byNorm]), account(1)), [
      '1/0 313.83',
      '1/1 156.92',
      '1/2 924.54',
    ]);
  });

  test('by meter, 154.320 − 150.000: 212.50 and 626.02', () => {
    const byMeter = { ...byNorm, method: 'meter' as const };
    const metered = account(1, { meters: [meter(1, '150.000', '154.320')] });
    const { lines } = calculateHouse(house([byMeter]), [metered]);
    assert.deepEqual(lineAmounts(house([byMeter]), metered), ['1/0 212.50', '1/2 626.02']);
    assert.deepEqual(
      lines.map(({ consumptionE6, basis }) => [consumptionE6, basis.component, basis.unit]),
      [
        [4_320_000n, 'cold', undefined],
        [263_952n, 'heat', 'Гкал'],
      ],
    );
  });

  test('counts towards water disposal, and a norm without a component is for water', () => {
    const facts = house([
      { ...byNorm, coefficientApplies: false, norms: [norm('3.19'), heat(norm('0.0611'))] },
      service(2, 'water-disposal', 'water-disposal', { tariffs: [tariff('10')] }),
    ]);
    assert.deepEqual(lineAmounts(facts, account(1)), ['1/0 313.83', '1/2 924.54', '2/0 63.80']);
  });

  test('for common-house needs is shared out as water, and its heat follows', () => {
    const facts = house(
      [
        { ...byNorm, coefficientApplies: false },
        service(2, 'hot-water-two-component-odn', 'odn', twoComponents),
      ],
      { roomsAreaE2: 10_000n, meters: [meter(2, '0.000', '10.700')] },
    );
    // (10.700 − 6.380) × 50/100 = 2.160; × 49.19 = 106.2504, × 0.0611 × 2371.72 = 313.00737…
    assert.deepEqual(lineAmounts(facts, account(1)).slice(2), ['2/0 106.25', '2/2 313.01']);
  });

  test('is skipped if a tariff or q of a component is missing', () => {
    const { tariffs, norms } = twoComponents;
    const without = (more: Partial<ServiceFacts>) => house([{ ...byNorm, ...more }]);
    assert.equal(reasonOf(without({ tariffs: [tariff('49.19')] }), account(1)), 'tariff-missing');
    assert.equal(reasonOf(without({ tariffs: tariffs.slice(0, 1) }), account(1)), 'tariff-missing');
    assert.equal(reasonOf(without({ norms: norms.slice(0, 1) }), account(1)), 'norm-missing');
  });
});
