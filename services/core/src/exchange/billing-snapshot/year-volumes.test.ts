// A house's consumption in a calendar year: for evenly charged heating by its meters where they show it, or as stated; for
// common-house needs as stated.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { getHouseBillingSnapshot } from '@kvartplata/contracts/core/billing-snapshot.ts';
import type { SnapshotLine } from '@kvartplata/contracts/core/billing-snapshot.ts';
import { createHouseService, getHouseService } from '@kvartplata/contracts/core/house-services.ts';
import { createHouse } from '@kvartplata/contracts/core/houses.ts';
import { createMeterAct } from '@kvartplata/contracts/core/meter-acts.ts';
import { createMeterVerification } from '@kvartplata/contracts/core/meter-verifications.ts';
import { createMeter } from '@kvartplata/contracts/core/meters.ts';
import { addReadings } from '../../testing/metered-house.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const OWNER = 1;

let core: TestApp;
let organizationId: number;
let utilityServiceId: number;
let commonNeedsId: number;
let meterTypeId: number;
let count = 0;

before(async () => {
  core = await createTestApp('2026-12-15T09:00:00Z');
  organizationId = await core.organizationOf(OWNER);
  const idOf = async (table: 'utilityServices' | 'meterTypes', code: string): Promise<number> => {
    const found = core.db.selectFrom(table).select('id').where('code', '=', code);
    return (await found.executeTakeFirstOrThrow()).id;
  };
  utilityServiceId = await idOf('utilityServices', 'heating');
  commonNeedsId = await idOf('utilityServices', 'cold-water-odn');
  meterTypeId = await idOf('meterTypes', 'heating-house');
});
after(async () => core.close());

type House = { readonly houseId: number; readonly houseServiceId: number };

async function addHouse(more: object = {}): Promise<House> {
  const address = `ул. Ровная, ${(count += 1)}`;
  const { body: house } = await core.ask(OWNER, createHouse, { body: { organizationId, address } });
  const { body } = await core.ask(OWNER, createHouseService, {
    params: { houseId: house.id },
    body: {
      utilityServiceId,
      method: 'heating',
      heatingMode: 'even-by-meter',
      validFrom: '2020-01-01',
      ...more,
    },
  });
  return { houseId: house.id, houseServiceId: body.id };
}

/** Adds a meter with readings by month, and returns its id. */
async function addMeter(
  { houseId, houseServiceId }: House,
  values: Readonly<Record<string, string>>,
  more: object = {},
): Promise<number> {
  const { body } = await core.ask(OWNER, createMeter, {
    body: {
      houseServiceId,
      ownerType: 'house',
      meterTypeId,
      serialNumber: `T${(count += 1)}`,
      digits: 5,
      installedOn: '2024-01-01',
      initialReading: '0',
      ...more,
    },
  });
  await addReadings(core.db, { organizationId, houseId }, body.id, values);
  return body.id;
}

async function volumesIn({ houseId }: House, period: string): Promise<readonly string[]> {
  const asked = { params: { houseId }, query: { period } };
  const { text } = await core.askAsService(getHouseBillingSnapshot, asked);
  const line = JSON.parse(text.split('\n')[0] ?? '') as SnapshotLine;
  assert.ok(line.line === 'house', text);
  return (line.services[0]?.yearVolumes ?? []).map(
    ({ year, volume, by }) => `${year}: ${volume} ${by}`,
  );
}

test('common-house needs have the stated volumes of years', async () => {
  const yearVolumes = [
    { year: 2024, volume: '90' },
    { year: 2025, volume: '96.5' },
  ];
  const common = { utilityServiceId: commonNeedsId, method: 'odn', heatingMode: null };
  const stated = await addHouse({ ...common, yearVolumes });
  assert.deepEqual(await volumesIn(stated, '2026-01'), ['2025: 96.500 stated']);
  assert.deepEqual(await volumesIn(await addHouse(common), '2026-01'), []);
});

test('the volume of a year is what the meter counted from December to December', async () => {
  const house = await addHouse();
  await addMeter(house, { '2024-12': '1140', '2025-04': '1700', '2025-12': '2340' });
  assert.deepEqual(await volumesIn(house, '2025-06'), [
    '2024: 1140.000 meters',
    '2025: 1200.000 meters',
  ]);
  assert.deepEqual(await volumesIn(house, '2026-01'), ['2025: 1200.000 meters']);
});

test('a replacement meter continues the count', async () => {
  const house = await addHouse();
  await addMeter(house, { '2024-12': '100', '2025-06': '400' }, { removedOn: '2025-06-30' });
  await addMeter(house, { '2025-12': '250' }, { installedOn: '2025-06-30' });
  assert.deepEqual(await volumesIn(house, '2026-01'), ['2025: 550.000 meters']);
});

test('a year is unknown without readings at both ends, or with days without a working meter', async () => {
  const openEnd = await addHouse();
  await addMeter(openEnd, { '2024-12': '100', '2025-11': '400' });
  const openStart = await addHouse();
  await addMeter(openStart, { '2024-11': '100', '2025-12': '400' });
  const late = await addHouse();
  await addMeter(late, { '2025-12': '400' }, { installedOn: '2025-02-01' });
  const broken = await addHouse();
  const meterId = await addMeter(broken, { '2024-12': '100', '2025-12': '400' });
  const params = { meterId };
  const failed = { kind: 'failed', on: '2025-03-03', until: '2025-03-20', basis: 'Акт' } as const;
  await core.ask(OWNER, createMeterAct, { params, body: failed });
  const unverified = await addHouse();
  const until = { verifiedUntil: '2025-10-31' };
  await addMeter(unverified, { '2024-12': '100', '2025-12': '400' }, until);
  for (const house of [openEnd, openStart, late, broken, unverified])
    assert.deepEqual(await volumesIn(house, '2026-01'), []);
});

test('a verification that lapsed in the year is not forgotten when the next one is recorded', async () => {
  const values = { '2024-12': '100', '2025-12': '400' };
  const verified = async (verifiedOn: string, more: object): Promise<readonly string[]> => {
    const house = await addHouse();
    const params = { meterId: await addMeter(house, values, more) };
    const body = { verifiedOn, verifiedUntil: '2030-02-09' };
    const { status, text } = await core.ask(OWNER, createMeterVerification, { params, body });
    assert.equal(status, 201, text);
    return volumesIn(house, '2026-01');
  };
  const until = { verifiedUntil: '2025-10-31' };
  assert.deepEqual(await verified('2026-02-10', until), []);
  assert.deepEqual(await verified('2025-11-02', until), []);
  assert.deepEqual(await verified('2025-11-01', until), ['2025: 300.000 meters']);
  assert.deepEqual(await verified('2026-02-10', {}), ['2025: 300.000 meters']);
});

test('a stated volume overrides the meters', async () => {
  const house = await addHouse({ yearVolumes: [{ year: 2025, volume: '1140' }] });
  await addMeter(house, { '2024-12': '100', '2025-12': '400' });
  assert.deepEqual(await volumesIn(house, '2026-01'), ['2025: 1140.000 stated']);
});

test('heating in another mode has no yearly volumes', async () => {
  const house = await addHouse({ heatingMode: 'house-meter' });
  await addMeter(house, { '2024-12': '100', '2025-12': '400' });
  assert.deepEqual(await volumesIn(house, '2026-01'), []);
});

test('stated heat volumes are in order of year, and refused for other services', async () => {
  const years = [
    { year: 2025, volume: '1140' },
    { year: 2024, volume: '1200.5' },
  ];
  const { houseServiceId, houseId } = await addHouse({ yearVolumes: years });
  const params = { houseServiceId };
  const { body } = await core.ask(OWNER, getHouseService, { params });
  assert.deepEqual(body.yearVolumes, [
    { year: 2024, volume: '1200.500' },
    { year: 2025, volume: '1140.000' },
  ]);
  const heating = { utilityServiceId, method: 'heating', validFrom: '2030-01-01' } as const;
  const twice = [...years, { year: 2024, volume: '1' }];
  for (const [more, path] of [
    [{ yearVolumes: twice }, '/yearVolumes/2/year'],
    [{ yearVolumes: [{ year: 2025, volume: '-1' }] }, '/yearVolumes/0/volume'],
    [{ method: 'norm', yearVolumes: years }, '/yearVolumes'],
  ] as const) {
    const sent = { params: { houseId }, body: { ...heating, ...more } };
    const { status, problem } = await core.ask(OWNER, createHouseService, sent);
    assert.equal(status, 400);
    assert.ok(
      problem.errors?.some((error) => error.path === path),
      path,
    );
  }
});
