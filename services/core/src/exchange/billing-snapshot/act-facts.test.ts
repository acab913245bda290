// The snapshot's facts of meters with acts, and of meters that were verified too late.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import {
  getHouseBillingSnapshot,
  type LateMeter,
  SnapshotLine,
  type SnapshotMeter,
} from '@kvartplata/contracts/core/billing-snapshot.ts';
import { createMeterAct, type MeterActKind } from '@kvartplata/contracts/core/meter-acts.ts';
import { createMeterReplacement } from '@kvartplata/contracts/core/meter-replacements.ts';
import { createMeterVerification } from '@kvartplata/contracts/core/meter-verifications.ts';
import type { Endpoint } from '@kvartplata/contracts/endpoint.ts';
import type { Sent } from '@kvartplata/platform/testing/answered.ts';
import { Check } from 'typebox/value';
import { addReadings, makeMeteredHouse, type MeteredHouse } from '../../testing/metered-house.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const OWNER = 1;

let core: TestApp;
let house: MeteredHouse;
let meterId: number;
let used = 0;

before(async () => {
  core = await createTestApp('2026-12-15T09:00:00Z');
  house = await makeMeteredHouse(core.db, await core.organizationOf(OWNER), 20);
});
beforeEach(() => {
  meterId = house.meterIds[used] ?? 0;
  used += 1;
});
after(async () => core.close());

async function linesOf(period: string): Promise<readonly SnapshotLine[]> {
  const asked = { params: { houseId: house.houseId }, query: { period } };
  const { text } = await core.askAsService(getHouseBillingSnapshot, asked);
  const lines = text.trimEnd().split('\n');
  return lines.map((line) => {
    const parsed: unknown = JSON.parse(line);
    assert.ok(Check(SnapshotLine, parsed), line);
    return parsed;
  });
}

/** The meter's facts besides its readings. */
async function told(period: string): Promise<Partial<SnapshotMeter>> {
  const found = (await linesOf(period))
    .flatMap((line) => (line.line === 'account' ? line.meters : []))
    .find((meter) => meter.meterId === meterId);
  assert.ok(found, `meter ${meterId} is not in the snapshot of ${period}`);
  const { meterId: _, houseServiceId, serialNumber, digits, previous, current, ...rare } = found;
  assert.ok(houseServiceId && serialNumber && digits && (previous ?? current) !== undefined);
  return rare;
}

async function lateIn(period: string): Promise<readonly LateMeter[]> {
  const end = (await linesOf(period)).at(-1);
  assert.ok(end?.line === 'end');
  return end.lateMeters.filter((late) => late.meterId === meterId);
}

async function make(endpoint: Endpoint, sent: Sent): Promise<void> {
  const answer = await core.ask(OWNER, endpoint, { params: { meterId }, ...sent });
  assert.equal(answer.status, 201, answer.text);
}

const verify = async (verifiedOn: string, verifiedUntil: string) =>
  make(createMeterVerification, { body: { verifiedOn, verifiedUntil } });

const act = async (kind: MeterActKind, on: string, more: object = {}) =>
  make(createMeterAct, { body: { kind, on, basis: 'Акт', ...more } });

/** The new meter starts at 0 on 10 July 2026. */
async function replaceMeter(): Promise<void> {
  const day = '2026-07-10';
  const meter = { serialNumber: `N${used}`, digits: 5, installedOn: day, initialReading: '0' };
  await make(createMeterReplacement, { body: { removedOn: day, finalReading: '19.500', meter } });
}

const read = async (values: Readonly<Record<string, string>>) =>
  addReadings(core.db, house, meterId, values);

/** One m³ a month from November 2025 on, with 11.000 as the first reading. */
async function readMonthly(months: readonly string[]): Promise<void> {
  await read(Object.fromEntries(months.map((month, index) => [month, `${11 + index}.000`])));
}
const TO_JUNE = [
  '2025-11',
  '2025-12',
  '2026-01',
  '2026-02',
  '2026-03',
  '2026-04',
  '2026-05',
  '2026-06',
];

describe('a failure', () => {
  test('is reported from its first month to the one before its last', async () => {
    await readMonthly([...TO_JUNE, '2026-07', '2026-08']);
    await act('failed', '2026-05-26', { until: '2026-07-20' });
    const out = (months: number, volume: string) => ({
      outOfOrderSince: '2026-05-26',
      history: { months, volume },
    });
    assert.deepEqual(
      await Promise.all(['2026-04', '2026-05', '2026-06', '2026-07'].map(async (m) => told(m))),
      // Five months are too few for a meter that has worked for sixteen, so the eleven months of its first reading count too.
      [{}, out(16, '6.000'), out(6, '6.000'), {}],
    );
  });

  test('is reported when the reading was taken during it', async () => {
    await readMonthly([...TO_JUNE, '2026-07']);
    await act('failed', '2026-07-24', { until: '2026-07-26' });
    assert.equal((await told('2026-07')).outOfOrderSince, '2026-07-24');
  });

  test('lasts until the meter is removed', async () => {
    await readMonthly(TO_JUNE);
    await act('failed', '2026-07-03');
    await replaceMeter();
    assert.deepEqual(await told('2026-07'), {
      removedOn: '2026-07-10',
      outOfOrderSince: '2026-07-03',
      history: { months: 7, volume: '7.000' },
    });
  });

  test('that has ended is left out of the average', async () => {
    await readMonthly(['2025-11', '2025-12', '2026-01', '2026-02']);
    await read({ '2026-03': '80', '2026-04': '81', '2026-05': '82', '2026-06': '83' });
    await act('failed', '2026-02-26', { until: '2026-03-02' });
    assert.deepEqual((await told('2026-07')).history, { months: 6, volume: '6.000' });
  });

  test('after a reading makes its own month estimated too', async () => {
    await readMonthly([...TO_JUNE, '2026-07', '2026-08']);
    await act('failed', '2026-07-28', { until: '2026-08-10' });
    const since = async (period: string) =>
      (await lateIn(period)).map(({ estimatedSince }) => estimatedSince);
    assert.equal((await told('2026-07')).outOfOrderSince, '2026-07-28');
    assert.deepEqual(await since('2026-07'), []);
    assert.deepEqual(await since('2026-08'), ['2026-07']);
  });

  test('before a reading, or ending in its month, does not', async () => {
    await readMonthly([...TO_JUNE, '2026-07', '2026-08']);
    await act('failed', '2026-07-20', { until: '2026-08-10' });
    await act('failed', '2026-06-27', { until: '2026-06-28' });
    assert.deepEqual([await lateIn('2026-07'), await lateIn('2026-08')], [[], []]);
  });

  test('ends when the meter is sealed', async () => {
    await readMonthly([...TO_JUNE, '2026-07']);
    await act('failed', '2026-05-26');
    await act('seal', '2026-07-20');
    assert.equal((await told('2026-06')).outOfOrderSince, '2026-05-26');
    assert.deepEqual(await told('2026-07'), {});
  });
});

test('when a verification lapses after a reading, the month of that reading is estimated too', async () => {
  await readMonthly([...TO_JUNE, '2026-07', '2026-08']);
  await core.db
    .updateTable('meters')
    .set({ verifiedUntil: '2026-07-27' })
    .where('id', '=', meterId)
    .execute();
  await verify('2026-08-05', '2032-08-04');
  const [late, ...others] = await lateIn('2026-08');
  assert.deepEqual([late?.estimatedSince, others], ['2026-07', []]);
});

describe('a refused check', () => {
  test('is reported until the check is made', async () => {
    await readMonthly([...TO_JUNE, '2026-07', '2026-08']);
    await act('access-refused', '2026-06-10', { until: '2026-08-01' });
    const since = async (period: string) => (await told(period)).accessRefusedSince;
    assert.deepEqual(await Promise.all(['2026-05', '2026-06', '2026-07', '2026-08'].map(since)), [
      undefined,
      '2026-06-10',
      '2026-06-10',
      undefined,
    ]);
  });

  test('ends when the meter is removed', async () => {
    await readMonthly(TO_JUNE);
    await act('access-refused', '2026-06-28');
    await replaceMeter();
    assert.deepEqual(await told('2026-07'), { removedOn: '2026-07-10' });
  });
});

describe('interference', () => {
  const tamperedIn = async (period: string) => (await told(period)).tampered;

  test('is reported in its month, with the last check, and puts the meter out of order', async () => {
    await readMonthly([...TO_JUNE, '2026-07', '2026-08']);
    await act('tampering', '2026-07-28', { capacityPerDay: '1.5' });
    const one = { on: '2026-07-28', lastCheckOn: '2025-01-01', capacityPerDay: '1.500' };
    assert.deepEqual(
      [await tamperedIn('2026-06'), await tamperedIn('2026-07')],
      [undefined, [one]],
    );
    assert.equal((await told('2026-07')).outOfOrderSince, '2026-07-28');
    assert.equal((await told('2026-08')).outOfOrderSince, '2026-07-28');
    assert.equal(await tamperedIn('2026-08'), undefined);
    const checkedOn = async () => (await tamperedIn('2026-07'))?.[0]?.lastCheckOn;
    await verify('2026-03-01', '2032-03-01');
    assert.equal(await checkedOn(), '2026-03-01');
    await act('seal', '2026-05-02');
    await act('seal', '2026-07-28');
    assert.equal(await checkedOn(), '2026-05-02');
    await act('tampering', '2026-06-03');
    assert.equal(await checkedOn(), '2026-06-03');
    assert.equal((await told('2026-08')).outOfOrderSince, undefined);
  });
});
