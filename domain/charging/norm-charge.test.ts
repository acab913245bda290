// The charge of a month by the norm, for services charged by any method.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { normCharge } from './norm-charge.ts';
import {
  account,
  accountService,
  day,
  house,
  meter,
  norm,
  service,
  tariff,
} from './testing/facts.ts';

const METERED = service(1, 'hot-water', 'meter', {
  tariffs: [tariff('200')],
  norms: [norm('3')],
});

describe('two persons at a norm of 3 m³ and 200.00 a cubic metre', () => {
  const cases: readonly (readonly [why: string, facts: Parameters<typeof account>[1]])[] = [
    ['without a meter, and without K', {}],
    ['with a meter', { meters: [meter(1, '100', '500')] }],
    [
      'in the month in which the account is opened',
      {
        openedOn: day('2026-07-20'),
        registeredPersons: [{ count: 2, validFrom: day('2026-07-20') }],
      },
    ],
    [
      'that the account no longer uses',
      {
        services: [
          accountService(1, { charged: false, reason: 'not-used', validFrom: day('2026-07-08') }),
        ],
      },
    ],
  ];
  for (const [why, facts] of cases)
    test(why, () => {
      assert.equal(normCharge(house([METERED]), account(1, facts), 1), 1200_00n);
    });
  test('that the house has to the 10th', () => {
    const ended = { ...METERED, validTo: day('2026-07-10') };
    assert.equal(normCharge(house([ended]), account(1), 1), 1200_00n);
  });
});

describe('water disposal at 40.00 a cubic metre, metered, for two persons', () => {
  const water = (code: string, id: number, norms = [norm('3')]) =>
    service(id, code, 'meter', { norms, coefficientApplies: true });
  const disposal = (norms = [norm('5')]) =>
    service(3, 'water-disposal', 'water-disposal', { tariffs: [tariff('40')], norms });
  const both = [water('cold-water', 1, [norm('4')]), water('hot-water', 2)];
  const metered = account(1, { meters: [meter(1, '100', '500')] });

  test('has its own norm: 2 × 5 × 40', () => {
    assert.equal(normCharge(house([...both, disposal()]), metered, 3), 400_00n);
  });
  test('or those of the water together: 2 × (4 + 3) × 40', () => {
    assert.equal(normCharge(house([disposal([]), ...both]), metered, 3), 560_00n);
  });
  test('of the water that the account has: 2 × 4 × 40 with a boiler of its own', () => {
    const boiler = account(1, { services: [accountService(2, { charged: false })] });
    assert.equal(normCharge(house([...both, disposal([])]), boiler, 3), 320_00n);
  });
  test('or none, where a norm of the water is not known', () => {
    const unknown = house([water('cold-water', 1), water('hot-water', 2, []), disposal([])]);
    assert.equal(normCharge(unknown, metered, 3), undefined);
  });
});

describe('the norm charge is undefined', () => {
  test('for a service without a norm', () => {
    const without = service(1, 'hot-water', 'meter', { tariffs: [tariff('200')] });
    assert.equal(normCharge(house([without]), account(1), 1), undefined);
  });
  test('for a service that the house does not have', () => {
    assert.equal(normCharge(house([METERED]), account(1), 2), undefined);
  });
});
