import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { UtilityService } from '@kvartplata/contracts/core/utility-services.ts';
import type { PageOf } from '@kvartplata/contracts/page.ts';
import { Check } from 'typebox/value';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const PATH = '/api/utility-services';
const NEWCOMER = 5;

let core: TestApp;
before(async () => {
  core = await createTestApp();
});
after(async () => core.close());

async function pageOf(query = ''): Promise<PageOf<UtilityService>> {
  const response = await core.ask(NEWCOMER, 'GET', PATH + query);
  assert.equal(response.statusCode, 200, response.body);
  return response.json<PageOf<UtilityService>>();
}

test('whoever is signed in reads the whole catalogue of services', async () => {
  const { items, nextCursor } = await pageOf();
  assert.equal(nextCursor, null);
  for (const item of items) assert.ok(Check(UtilityService, item), JSON.stringify(item));
  assert.deepEqual(
    items.map(({ code, unit, precision, methods }) => [code, unit, precision, methods.join()]),
    [
      ['cold-water', 'м³', 3, 'meter,norm'],
      ['hot-water', 'м³', 3, 'meter,norm'],
      ['water-disposal', 'м³', 3, 'water-disposal,norm'],
      ['heating', 'Гкал', 6, 'heating'],
      ['electricity', 'кВт·ч', 3, 'meter,norm'],
      ['upkeep', 'м²', 2, 'area'],
      ['cold-water-odn', 'м³', 3, 'odn'],
      ['hot-water-two-component', 'м³', 3, 'meter,norm'],
      ['electricity-day', 'кВт·ч', 3, 'meter'],
      ['electricity-night', 'кВт·ч', 3, 'meter'],
      ['gas', 'м³', 3, 'meter,norm'],
      ['waste', 'м³', 6, 'norm'],
      ['major-repairs', 'м²', 2, 'area'],
      ['hot-water-odn', 'м³', 3, 'odn'],
      ['hot-water-two-component-odn', 'м³', 3, 'odn'],
      ['water-disposal-odn', 'м³', 3, 'odn'],
      ['electricity-odn', 'кВт·ч', 3, 'odn'],
      ['electricity-day-odn', 'кВт·ч', 3, 'odn'],
      ['electricity-night-odn', 'кВт·ч', 3, 'odn'],
    ],
  );
});

test('two components are those of hot water alone, the coefficient that of water and electricity', async () => {
  const { items } = await pageOf();
  const codesOf = (list: readonly UtilityService[]) => list.map(({ code }) => code);
  assert.deepEqual(codesOf(items.filter(({ components }) => components.join() === 'cold,heat')), [
    'hot-water-two-component',
    'hot-water-two-component-odn',
  ]);
  assert.ok(items.every(({ components }) => [0, 2].includes(components.length)));
  assert.deepEqual(codesOf(items.filter(({ coefficientAllowed }) => coefficientAllowed)), [
    'cold-water',
    'hot-water',
    'electricity',
    'hot-water-two-component',
  ]);
});

test('every common-house service stands beside an individual one of its unit', async () => {
  const { items } = await pageOf();
  for (const { code, unit, methods } of items) {
    assert.equal(code.endsWith('-odn'), methods.includes('odn'), code);
    if (!methods.includes('odn')) continue;
    const individual = items.find((other) => `${other.code}-odn` === code);
    assert.equal(individual?.unit, unit, code);
  }
});

test('the catalogue pages like every list, and is not there for who is not signed in', async () => {
  const first = await pageOf('?limit=3');
  const rest = await pageOf(`?cursor=${first.nextCursor}`);
  const all = await pageOf();
  assert.equal(first.items.length, 3);
  assert.deepEqual([...first.items, ...rest.items], all.items);
  assert.equal((await core.ask(NEWCOMER, 'GET', `${PATH}?houseId=1`)).statusCode, 400);
  assert.equal((await core.app.inject(PATH)).statusCode, 401);
});
