// What a table of houses and services shows as missing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HouseSetup, ServiceOfHouse } from '@kvartplata/contracts/core/house-setups.ts';
import { columnsOf, holeOf } from './setup-holes.ts';

const TARIFF = {
  id: 1,
  component: null,
  group: null,
  value: '50.0000',
  validFrom: '2026-01-01',
  validTo: null,
};
const service = (fields: Partial<ServiceOfHouse>): ServiceOfHouse => ({
  houseServiceId: 1,
  utilityServiceId: 1,
  code: 'cold-water',
  name: 'Холодная вода',
  unit: 'м³',
  components: [],
  method: 'meter',
  heatingMode: null,
  validFrom: '2026-01-01',
  validTo: null,
  tariffs: [TARIFF],
  norms: [],
  ...fields,
});
const house = (...services: readonly ServiceOfHouse[]): HouseSetup => ({
  houseId: 1,
  address: 'ул. Мира, 1',
  services: [...services],
});
const heat = { ...TARIFF, component: 'heat' as const };

const HOLES = [
  { why: 'it has its tariff', of: house(service({})), hole: undefined },
  { why: 'it has no such service', of: house(), hole: 'service' },
  { why: 'it has no tariff', of: house(service({ tariffs: [] })), hole: 'tariff' },
  {
    why: 'only a group has a tariff',
    of: house(service({ tariffs: [{ ...TARIFF, group: 'плита' }] })),
    hole: 'tariff',
  },
  {
    why: 'one of two parts has a tariff',
    of: house(service({ components: ['cold', 'heat'], tariffs: [heat] })),
    hole: 'tariff',
  },
  {
    why: 'it begins later',
    of: house(service({ validFrom: '2027-01-01', tariffs: [] })),
    hole: undefined,
  },
] as const;
for (const { why, of, hole } of HOLES)
  test(`a house where ${why} ${hole === undefined ? 'lacks nothing' : `lacks a ${hole}`}`, () => {
    const [column] = columnsOf([house(service({}))]);
    assert.ok(column);
    assert.equal(holeOf(of, column, '2026-08-15'), hole);
  });

test('there is a column for every service of any house, in the order of the catalogue', () => {
  const houses = [house(service({ utilityServiceId: 7 })), house(service({}))];
  assert.deepEqual(
    columnsOf(houses).map(({ utilityServiceId }) => utilityServiceId),
    [1, 7],
  );
});
