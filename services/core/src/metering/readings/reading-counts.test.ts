// How many meters have a reading in a month, by house.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  countReadings,
  getReadingSheet,
  ReadingCounts,
} from '@kvartplata/contracts/core/readings.ts';
import { Check } from 'typebox/value';
import { addReadings, makeMeteredHouse, type MeteredHouse } from '../../testing/metered-house.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const OWNER = 1;
const STRANGER = 2;

let core: TestApp;
let organizationId: number;
let house: MeteredHouse;
let bare: MeteredHouse;

before(async () => {
  core = await createTestApp('2026-08-15T09:00:00Z');
  organizationId = await core.organizationOf(OWNER);
  house = await makeMeteredHouse(core.db, organizationId, 3);
  bare = await makeMeteredHouse(core.db, organizationId, 0);
  const foreign = await makeMeteredHouse(core.db, await core.organizationOf(STRANGER), 1);
  await addReadings(core.db, house, house.meterIds[0] ?? 0, { '2026-06': '11' });
  await addReadings(core.db, house, house.meterIds[1] ?? 0, {
    '2026-06': '12',
    '2026-07': '13',
  });
  await addReadings(core.db, foreign, foreign.meterIds[0] ?? 0, { '2026-07': '13' });
});
after(async () => core.close());

async function countsOf(period: string): Promise<readonly (readonly [number, number, number])[]> {
  const response = await core.ask(OWNER, countReadings, { query: { organizationId, period } });
  assert.equal(response.status, 200, response.text);
  const counts = response.body;
  assert.ok(Check(ReadingCounts, counts));
  return counts.items.map(({ houseId, meters, read }) => [houseId, meters, read]);
}

test('every house of the company is counted, and no others', async () => {
  assert.deepEqual(await countsOf('2026-06'), [
    [house.houseId, 3, 2],
    [bare.houseId, 0, 0],
  ]);
  assert.deepEqual(await countsOf('2026-07'), [
    [house.houseId, 3, 1],
    [bare.houseId, 0, 0],
  ]);
});

test('a meter counts in each month it is in use, from the first day to the last', async () => {
  assert.deepEqual((await countsOf('2024-12'))[0], [house.houseId, 0, 0]);
  assert.deepEqual((await countsOf('2025-01'))[0], [house.houseId, 3, 0]);
  await core.db
    .updateTable('meters')
    .set({ removedOn: '2026-07-01' })
    .where('houseId', '=', house.houseId)
    .where('id', '=', house.meterIds[2] ?? 0)
    .execute();
  assert.deepEqual((await countsOf('2026-07'))[0], [house.houseId, 3, 1]);
  assert.deepEqual((await countsOf('2026-08'))[0], [house.houseId, 2, 0]);
});

test('the meter of a closed account is not awaited, but a reading of it is shown', async () => {
  const left = await makeMeteredHouse(core.db, organizationId, 2);
  const [closed, open] = left.meterIds;
  await core.db
    .updateTable('personalAccounts')
    .set({ closedOn: '2026-06-30' })
    .where('houseId', '=', left.houseId)
    .where('id', '=', left.accountIds[0] ?? 0)
    .execute();
  const sheetOf = async (period: string) => {
    const params = { houseId: left.houseId, period };
    const { items } = (await core.ask(OWNER, getReadingSheet, { params })).body;
    return items.map(({ meterId }) => meterId);
  };
  const countOf = async (period: string) =>
    (await countsOf(period)).find(([houseId]) => houseId === left.houseId)?.slice(1);
  assert.deepEqual(
    [await countOf('2026-06'), await sheetOf('2026-06')],
    [
      [2, 0],
      [closed, open],
    ],
  );
  assert.deepEqual([await countOf('2026-07'), await sheetOf('2026-07')], [[1, 0], [open]]);
  await addReadings(core.db, left, closed ?? 0, { '2026-07': '11' });
  assert.deepEqual(
    [await countOf('2026-07'), await sheetOf('2026-07')],
    [
      [2, 1],
      [closed, open],
    ],
  );
});

for (const { query, status, why } of [
  { query: { period: '2026-07' }, status: 400, why: 'no organization' },
  { query: { organizationId: 1 }, status: 400, why: 'no month' },
  { query: { organizationId: 1, period: '2026-13' }, status: 400, why: 'no such month' },
])
  test(`${JSON.stringify(query)} is refused: ${why}`, async () => {
    assert.equal((await core.ask(OWNER, countReadings, { query })).status, status);
  });

test('a stranger gets no counts', async () => {
  const query = { organizationId, period: '2026-07' };
  assert.equal((await core.ask(STRANGER, countReadings, { query })).status, 404);
});
