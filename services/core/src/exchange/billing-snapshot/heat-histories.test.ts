// The average in the snapshot of a heat meter that is not read: only over the months of the season.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createHouse, replaceHouse } from '@kvartplata/contracts/core/houses.ts';
import {
  getHouseBillingSnapshot,
  type SnapshotLine,
  type SnapshotMeter,
} from '@kvartplata/contracts/core/billing-snapshot.ts';
import { createHouseService } from '@kvartplata/contracts/core/house-services.ts';
import { createMeter } from '@kvartplata/contracts/core/meters.ts';
import { addReadings } from '../../testing/metered-house.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const OWNER = 1;
const YEAR = Array.from({ length: 12 }, (_, index) =>
  String(Temporal.PlainYearMonth.from('2025-08').add({ months: index })),
);
const SEASON = ['10', '11', '12', '01', '02', '03', '04'];
const MONTHS = { heatingMonths: [1, 2, 3, 4, 10, 11, 12] };

let core: TestApp;
let organizationId: number;
let utilityServiceId: number;
let meterTypeId: number;

before(async () => {
  core = await createTestApp('2026-12-15T09:00:00Z');
  organizationId = await core.organizationOf(OWNER);
  const idOf = async (table: 'utilityServices' | 'meterTypes', code: string): Promise<number> => {
    const found = core.db.selectFrom(table).select('id').where('code', '=', code);
    return (await found.executeTakeFirstOrThrow()).id;
  };
  utilityServiceId = await idOf('utilityServices', 'heating');
  meterTypeId = await idOf('meterTypes', 'heating-house');
});
after(async () => core.close());

type Season = { readonly heatingMonths?: number[]; readonly heatingSeasons?: Given[] };
type Given = { readonly from: string; readonly to: string };

/** A house whose meter counts ten gigacalories in each month of the season, with readings in some of them. */
async function heatedHouse(read = YEAR): Promise<number> {
  const address = `ул. Тёплая, ${read.length}`;
  const { body: house } = await core.ask(OWNER, createHouse, { body: { organizationId, address } });
  const { body: service } = await core.ask(OWNER, createHouseService, {
    params: { houseId: house.id },
    body: {
      utilityServiceId,
      method: 'heating',
      heatingMode: 'house-meter',
      validFrom: '2020-01-01',
    },
  });
  const { body: meter } = await core.ask(OWNER, createMeter, {
    body: {
      houseServiceId: service.id,
      ownerType: 'house',
      meterTypeId,
      serialNumber: 'T1',
      digits: 5,
      installedOn: '2025-07-31',
      initialReading: '0',
    },
  });
  let total = 0;
  const values = YEAR.map((month) => {
    if (SEASON.includes(month.slice(5))) total += 10;
    return [month, `${total}.000`] as const;
  });
  const known = Object.fromEntries(values.filter(([month]) => read.includes(month)));
  await addReadings(core.db, { organizationId, houseId: house.id }, meter.id, known);
  return house.id;
}

async function historyIn(
  houseId: number,
  period: string,
  season: Season,
): Promise<SnapshotMeter['history']> {
  const body = { address: 'ул. Тёплая, 1', ...season };
  await core.ask(OWNER, replaceHouse, { params: { houseId }, body });
  const asked = { params: { houseId }, query: { period } };
  const { text } = await core.askAsService(getHouseBillingSnapshot, asked);
  const line = JSON.parse(text.split('\n')[0] ?? '') as SnapshotLine;
  assert.ok(line.line === 'house');
  return line.meters[0]?.history;
}

test('70 Gcal in 7 of 12 months average 10 a month and not 5.83', async () => {
  const house = await heatedHouse();
  const ofSeason = { months: 7, volume: '70.000' };
  assert.deepEqual(await historyIn(house, '2026-08', MONTHS), ofSeason);
  const heatingSeasons = [{ from: '2025-10-05', to: '2026-04-20' }];
  assert.deepEqual(await historyIn(house, '2026-08', { heatingSeasons }), ofSeason);
  assert.deepEqual(await historyIn(house, '2026-08', {}), { months: 12, volume: '70.000' });
});

test('the months of the season between two readings count', async () => {
  const house = await heatedHouse(['2025-09', '2026-07']);
  assert.deepEqual(await historyIn(house, '2026-08', MONTHS), { months: 7, volume: '70.000' });
});

test('summer months alone give no average', async () => {
  const house = await heatedHouse(['2025-08', '2025-09']);
  assert.equal(await historyIn(house, '2025-10', MONTHS), undefined);
});
