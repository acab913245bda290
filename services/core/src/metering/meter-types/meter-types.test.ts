import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addressOf } from '@kvartplata/contracts/address.ts';
import { listMeterTypes, MeterType } from '@kvartplata/contracts/core/meter-types.ts';
import type { PageOf } from '@kvartplata/contracts/page.ts';
import { Check } from 'typebox/value';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const NEWCOMER = 5;

let core: TestApp;
before(async () => {
  core = await createTestApp();
});
after(async () => core.close());

async function pageOf(query = {}): Promise<PageOf<MeterType>> {
  const response = await core.ask(NEWCOMER, listMeterTypes, { query });
  assert.equal(response.status, 200, response.text);
  return response.body;
}

test('every signed-in user can read the meter types', async () => {
  const { items, nextCursor } = await pageOf();
  assert.equal(nextCursor, null);
  for (const item of items) assert.ok(Check(MeterType, item), JSON.stringify(item));
  const codesOf = (isHouseMeter: boolean) =>
    items.filter((item) => item.isHouseMeter === isHouseMeter).map(({ code }) => code);
  assert.deepEqual(codesOf(false), [
    'cold-water',
    'hot-water',
    'electricity',
    'heating',
    'electricity-day',
    'electricity-night',
    'gas',
    'electricity-peak',
    'electricity-half-peak',
  ]);
  assert.deepEqual(codesOf(true), [
    'cold-water-house',
    'hot-water-house',
    'electricity-house',
    'heating-house',
    'water-disposal-house',
    'electricity-day-house',
    'electricity-night-house',
    'electricity-peak-house',
    'electricity-half-peak-house',
  ]);
});

test('the list is paged as usual, and refused without signing in', async () => {
  const first = await pageOf({ limit: 3 });
  const rest = await pageOf({ cursor: first.nextCursor });
  const all = await pageOf();
  assert.equal(first.items.length, 3);
  assert.deepEqual([...first.items, ...rest.items], all.items);
  assert.equal((await core.ask(NEWCOMER, listMeterTypes, { query: { houseId: 1 } })).status, 400);
  assert.equal((await core.app.inject(addressOf(listMeterTypes))).statusCode, 401);
});
