// The mean month of a meter with few readings: which months it counts from its installation.
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { getReadingSheet } from '@kvartplata/contracts/core/readings.ts';
import { addReadings, makeMeteredHouse } from '../../testing/metered-house.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const OWNER = 1;

let core: TestApp;
let organizationId: number;

before(async () => {
  core = await createTestApp('2026-08-15T09:00:00Z');
  organizationId = await core.organizationOf(OWNER);
});
after(async () => core.close());

for (const [installedOn, mean] of [
  ['2026-03-01', '7.500'],
  ['2026-03-30', '7.500'],
  ['2026-03-31', '10.000'],
] as const)
  test(`the mean month of a meter installed on ${installedOn} is ${mean}`, async () => {
    const house = await makeMeteredHouse(core.db, organizationId, 1);
    const meterId = house.meterIds[0] ?? 0;
    await core.db
      .updateTable('meters')
      .set({ installedOn, initialReading: '0' })
      .where('houseId', '=', house.houseId)
      .where('id', '=', meterId)
      .execute();
    await addReadings(core.db, house, meterId, {
      '2026-04': '10',
      '2026-05': '20',
      '2026-06': '30',
      '2026-07': '55',
    });
    const sheet = await core.ask(OWNER, getReadingSheet, {
      params: { houseId: house.houseId, period: '2026-07' },
    });
    const row = sheet.body.items.find((one) => one.meterId === meterId);
    assert.deepEqual([row?.mean, row?.odd], [mean, mean === '10.000' ? null : 'jump']);
  });
