// The charge of a month by the norm, for services charged by any method.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { normCharge } from './norm-charge.ts';
import { account, house, meter, norm, service, tariff } from './testing/facts.ts';

const METERED = service(1, 'hot-water', 'meter', {
  tariffs: [tariff('200')],
  norms: [norm('3')],
});

describe('two persons at a norm of 3 m³ and 200.00 a cubic metre', () => {
  const cases: readonly (readonly [why: string, facts: Parameters<typeof account>[1]])[] = [
    ['without a meter, and without K', {}],
    ['with a meter', { meters: [meter(1, '100', '500')] }],
  ];
  for (const [why, facts] of cases)
    test(why, () => {
      assert.equal(normCharge(house([METERED]), account(1, facts), 1), 1200_00n);
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
