import assert from 'node:assert/strict';
import { test } from 'node:test';
import { meteredServices } from './metered-services.ts';

const CATALOGUE = [
  { id: 1, methods: ['meter', 'norm', 'calculated-volume'] },
  { id: 2, methods: ['area'] },
  { id: 3, methods: ['heating'] },
  { id: 4, methods: ['odn'] },
  { id: 5, methods: ['water-disposal', 'norm'] },
] as const;
const SERVICES = CATALOGUE.map(({ id }) => ({ id: id * 10, utilityServiceId: id }));

test('a meter can count what is charged by meters, heating and common-house needs', () => {
  assert.deepEqual(
    meteredServices(SERVICES, CATALOGUE).map(({ id }) => id),
    [10, 30, 40],
  );
});

test('a stored meter keeps its service, whatever that is', () => {
  assert.deepEqual(
    meteredServices(SERVICES, CATALOGUE, 20).map(({ id }) => id),
    [10, 20, 30, 40],
  );
});
