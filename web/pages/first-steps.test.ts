// Which of its first steps a new organization has done.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HouseSetup } from '@kvartplata/contracts/core/house-setups.ts';
import { beginningOf, isPastFirstMonth, type KnownBeginning } from './first-steps.ts';

const TARIFF = {
  id: 1,
  component: null,
  group: null,
  value: '30.0000',
  validFrom: '2026-11-01',
  validTo: null,
};

function setupOf(method: 'area' | 'meter', tariffs: readonly (typeof TARIFF)[]): HouseSetup {
  return {
    houseId: 1,
    address: 'Казань, Садовая, 12',
    services: [
      {
        houseServiceId: 1,
        utilityServiceId: 1,
        code: 'maintenance',
        name: 'Содержание жилого помещения',
        unit: 'м²',
        components: [],
        method,
        heatingMode: null,
        validFrom: '2026-11-01',
        validTo: null,
        tariffs: [...tariffs],
        norms: [],
      },
    ],
  };
}

const UNTOUCHED = { houseId: 1, address: 'Казань, Садовая, 12', services: [] };
const EMPTY: KnownBeginning = {
  houses: [],
  setups: [],
  on: '2026-11-25',
  counts: [],
  month: { done: new Set(['penalties']), next: 'calculate' },
};
const HOUSE: KnownBeginning = {
  ...EMPTY,
  houses: [{ accounts: 0 }],
  setups: [UNTOUCHED],
  counts: [{ meters: 0, read: 0 }],
};
const PEOPLED = { ...HOUSE, houses: [{ accounts: 2 }] };
const METERED = { ...PEOPLED, setups: [setupOf('meter', [TARIFF])] };
const COUNTED = { ...METERED, counts: [{ meters: 2, read: 0 }] };
const READ: KnownBeginning = {
  ...COUNTED,
  counts: [{ meters: 2, read: 2 }],
  month: { done: new Set(['readings']), next: 'calculate' },
};

const CASES: readonly (readonly [
  why: string,
  known: KnownBeginning,
  next: string,
  done: number,
])[] = [
  ['there is nothing', EMPTY, 'houses', 0],
  ['a house has no accounts', HOUSE, 'accounts', 1],
  [
    'one house of two has none',
    { ...HOUSE, houses: [{ accounts: 2 }, { accounts: 0 }] },
    'accounts',
    1,
  ],
  ['there are no services', PEOPLED, 'services', 2],
  ['a service has no tariff', { ...PEOPLED, setups: [setupOf('meter', [])] }, 'services', 2],
  [
    'one house of two has no services',
    { ...PEOPLED, setups: [setupOf('area', [TARIFF]), UNTOUCHED] },
    'services',
    2,
  ],
  ['a service is charged by meters, and there are none', METERED, 'meters', 3],
  ['nothing is charged by meters', { ...PEOPLED, setups: [setupOf('area', [TARIFF])] }, 'month', 5],
  ['no meter is read', COUNTED, 'readings', 4],
  ['all are read', READ, 'month', 5],
];
for (const [why, known, next, done] of CASES)
  test(`${next} comes next when ${why}`, () => {
    const of = beginningOf(known);
    assert.equal(of.next, next);
    assert.equal(of.done.size, done);
  });

test('the first steps are over once a month is closed or a second one has begun', () => {
  assert.equal(isPastFirstMonth([]), false);
  assert.equal(isPastFirstMonth([{ status: 'APPLIED' }]), false);
  assert.equal(isPastFirstMonth([{ status: 'CLOSED' }]), true);
  assert.equal(isPastFirstMonth([{ status: 'DRAFT' }, { status: 'APPLIED' }]), true);
});
