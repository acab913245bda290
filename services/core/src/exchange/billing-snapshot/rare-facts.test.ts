// The snapshot's rare facts: meters, accounts and houses whose charges follow from more than readings.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { createAbsence } from '@kvartplata/contracts/core/absences.ts';
import {
  getHouseBillingSnapshot,
  type SnapshotAccount,
  type SnapshotEnd,
  type SnapshotHouse,
  SnapshotLine,
  type SnapshotMeter,
} from '@kvartplata/contracts/core/billing-snapshot.ts';
import { createHouseService } from '@kvartplata/contracts/core/house-services.ts';
import { createMeterReplacement } from '@kvartplata/contracts/core/meter-replacements.ts';
import { createMeterVerification } from '@kvartplata/contracts/core/meter-verifications.ts';
import { createMeter, type WrittenMeter } from '@kvartplata/contracts/core/meters.ts';
import type { AnswerOf, Endpoint } from '@kvartplata/contracts/endpoint.ts';
import type { Sent } from '@kvartplata/platform/testing/answered.ts';
import { Check } from 'typebox/value';
import { addReadings, makeMeteredHouse, type MeteredHouse } from '../../testing/metered-house.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const OWNER = 1;

let core: TestApp;
let house: MeteredHouse;
let meterId: number;
let accountId: number;
let used = 0;

before(async () => {
  core = await createTestApp('2026-12-15T09:00:00Z');
  house = await makeMeteredHouse(core.db, await core.organizationOf(OWNER), 40);
});
beforeEach(() => {
  meterId = house.meterIds[used] ?? 0;
  accountId = house.accountIds[used] ?? 0;
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

async function accountIn(period: string): Promise<SnapshotAccount> {
  const found = (await linesOf(period)).find(
    (line) => line.line === 'account' && line.personalAccountId === accountId,
  );
  assert.ok(found);
  return found as SnapshotAccount;
}

/** The meter's facts besides its readings. */
async function told(period: string, of = meterId): Promise<Partial<SnapshotMeter>> {
  const found = (await accountIn(period)).meters.find((meter) => meter.meterId === of);
  assert.ok(found, `meter ${of} is not in the snapshot of ${period}`);
  const { meterId: _, houseServiceId, serialNumber, digits, previous, current, ...rare } = found;
  assert.ok(houseServiceId && serialNumber && digits && (previous ?? current) !== undefined);
  return rare;
}

async function lateIn(period: string): Promise<SnapshotEnd['lateMeters']> {
  const { lateMeters } = (await linesOf(period)).at(-1) as SnapshotEnd;
  return lateMeters.filter((late) => late.meterId === meterId);
}

async function make<E extends Endpoint>(endpoint: E, sent: Sent): Promise<AnswerOf<E>> {
  const answer = await core.ask(OWNER, endpoint, sent);
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
}

const verify = async (verifiedOn: string, verifiedUntil: string) =>
  make(createMeterVerification, { params: { meterId }, body: { verifiedOn, verifiedUntil } });

/** The new meter starts at 0 on 10 July 2026. */
async function replaceMeter(): Promise<WrittenMeter> {
  const day = '2026-07-10';
  const meter = { serialNumber: `N${used}`, digits: 5, installedOn: day, initialReading: '0' };
  const body = { removedOn: day, finalReading: '19.500', meter };
  return make(createMeterReplacement, { params: { meterId }, body });
}

const read = async (values: Readonly<Record<string, string>>, of = meterId) =>
  addReadings(core.db, house, of, values);

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

test('the house line carries the common area and the method of common-house needs', async () => {
  const fieldsOf = async () => {
    const [line] = await linesOf('2026-07');
    const { commonArea, commonNeedsMethod } = line as SnapshotHouse;
    return { commonArea, commonNeedsMethod };
  };
  assert.deepEqual(await fieldsOf(), { commonArea: null, commonNeedsMethod: null });
  await core.db
    .updateTable('houses')
    .set({ commonArea: '86.4', commonNeedsMethod: 'norm-yearly' })
    .where('id', '=', house.houseId)
    .execute();
  assert.deepEqual(await fieldsOf(), {
    commonArea: '86.40',
    commonNeedsMethod: 'norm-yearly',
  });
});

test('a meter that is read every month has no other facts', async () => {
  await readMonthly([...TO_JUNE, '2026-07']);
  assert.deepEqual(await told('2026-07'), {});
  assert.deepEqual(await lateIn('2026-07'), []);
});

describe('a meter without a reading', () => {
  test('carries its missed months and its history', async () => {
    await readMonthly(TO_JUNE);
    // The first reading covers the eleven months since January 2025, which are more than twelve months back.
    assert.deepEqual(await told('2026-07'), {
      missedPeriods: 1,
      history: { months: 7, volume: '7.000' },
    });
    assert.equal((await told('2026-10')).missedPeriods, 4);
  });

  test('has missed all months since the installation if it was never read', async () => {
    assert.deepEqual(await told('2025-01'), { missedPeriods: 1 });
    assert.deepEqual(await told('2026-07'), { missedPeriods: 19 });
  });

  test('averages at most twelve months, and fewer if there are no more', async () => {
    await read({ '2025-01': '12.500', '2025-02': '14.000', '2025-03': '15.000' });
    assert.deepEqual((await told('2025-04')).history, { months: 3, volume: '5.000' });
    await read(
      Object.fromEntries(
        Array.from({ length: 14 }, (_, index) => [
          String(Temporal.PlainYearMonth.from('2025-05').add({ months: index })),
          `${20 + index}.000`,
        ]),
      ),
    );
    assert.deepEqual((await told('2026-07')).history, { months: 12, volume: '12.000' });
  });

  test('averages a reading that was taken after the end of its month', async () => {
    await readMonthly(TO_JUNE.slice(0, -1));
    await core.db
      .insertInto('meterReadings')
      .values({
        organizationId: house.organizationId,
        houseId: house.houseId,
        meterId,
        period: '2026-06-01',
        value: '18.000',
        takenOn: '2026-07-02',
        rollover: false,
        source: 'resident',
      })
      .execute();
    assert.deepEqual(await told('2026-07'), {
      missedPeriods: 1,
      history: { months: 7, volume: '7.000' },
    });
  });

  test('averages more than twelve months where it would otherwise have fewer than six', async () => {
    await core.db
      .updateTable('meters')
      .set({ installedOn: '2024-01-31', initialReading: '0' })
      .where('id', '=', meterId)
      .execute();
    await read({ '2025-01': '60', '2026-01': '120', '2026-02': '130' });
    assert.deepEqual((await told('2026-03')).history, { months: 13, volume: '70.000' });
    await read({ '2026-03': '140', '2026-04': '150', '2026-05': '160', '2026-06': '170' });
    assert.deepEqual((await told('2026-07')).history, { months: 17, volume: '110.000' });
    await read({ '2026-07': '180' });
    assert.deepEqual((await told('2026-08')).history, { months: 6, volume: '60.000' });
  });

  test('installed on the last day of a month counts from the next one', async () => {
    await core.db
      .updateTable('meters')
      .set({ installedOn: '2026-03-31', initialReading: '10.000' })
      .where('id', '=', meterId)
      .execute();
    await read({ '2026-04': '13.000', '2026-05': '17.000', '2026-06': '22.000' });
    assert.deepEqual((await told('2026-07')).history, { months: 3, volume: '12.000' });
  });

  test('includes rollovers in its history', async () => {
    await core.db
      .updateTable('meters')
      .set({ installedOn: '2026-03-31', initialReading: '99996.000' })
      .where('id', '=', meterId)
      .execute();
    await read({ '2026-04': '99998.500', '2026-05': '99999.000' });
    await core.db
      .insertInto('meterReadings')
      .values({
        organizationId: house.organizationId,
        houseId: house.houseId,
        meterId: meterId,
        period: '2026-06-01',
        value: '2.500',
        takenOn: '2026-06-25',
        rollover: true,
        source: 'resident',
      })
      .execute();
    assert.deepEqual((await told('2026-07')).history, { months: 3, volume: '6.500' });
  });

  test('installed in the month has no history', async () => {
    await core.db
      .updateTable('meters')
      .set({ installedOn: '2026-07-16' })
      .where('id', '=', meterId)
      .execute();
    assert.deepEqual(await told('2026-07'), { installedOn: '2026-07-16', missedPeriods: 1 });
    assert.deepEqual(await told('2026-06'), { installedOn: '2026-07-16' });
    assert.deepEqual(await told('2026-08'), { missedPeriods: 2 });
  });
});

describe('a reading after months without one', () => {
  test('is listed in the last line', async () => {
    await readMonthly(TO_JUNE);
    await read({ '2026-09': '30.000' });
    assert.deepEqual(await told('2026-09'), {});
    assert.deepEqual(await lateIn('2026-09'), [
      {
        houseId: house.houseId,
        personalAccountId: accountId,
        houseServiceId: house.houseServiceId,
        meterId,
        estimatedSince: '2026-07',
      },
    ]);
    assert.deepEqual([await lateIn('2026-08'), await lateIn('2026-10')], [[], []]);
  });

  test('counts from the installation if it is the first', async () => {
    await read({ '2025-03': '30.000' });
    assert.equal((await lateIn('2025-03'))[0]?.estimatedSince, '2025-01');
  });

  test('is listed for a house-wide meter too', async () => {
    const { id } = await make(createMeter, {
      body: {
        houseServiceId: house.commonServiceId,
        ownerType: 'house',
        meterTypeId: house.houseMeterTypeId,
        serialNumber: 'H1',
        digits: 6,
        installedOn: '2026-05-01',
        initialReading: '0',
      },
    });
    await read({ '2026-05': '100.000', '2026-07': '190.000' }, id);
    meterId = id;
    const [late] = await lateIn('2026-07');
    assert.deepEqual([late?.personalAccountId, late?.estimatedSince], [null, '2026-06']);
    const [line] = await linesOf('2026-06');
    const [meter] = (line as SnapshotHouse).meters;
    assert.deepEqual([meter?.missedPeriods, meter?.history], [1, { months: 1, volume: '100.000' }]);
  });
});

test('a replaced meter and its successor carry the days on which they count', async () => {
  await readMonthly(TO_JUNE);
  const { id } = await replaceMeter();
  await read({ '2026-07': '2.000' }, id);
  assert.deepEqual(await told('2026-07'), { removedOn: '2026-07-10' });
  assert.deepEqual(await told('2026-07', id), { installedOn: '2026-07-10' });
  assert.deepEqual(await told('2026-06'), {});
});

describe('a verification', () => {
  test('that ended before the month excludes the readings after it', async () => {
    await readMonthly([...TO_JUNE, '2026-07', '2026-08']);
    await verify('2020-06-11', '2026-06-10');
    const past = { verifiedUntil: '2026-06-10', history: { months: 6, volume: '6.000' } };
    assert.deepEqual(await told('2026-05'), {});
    assert.deepEqual(await told('2026-06'), past);
    assert.deepEqual(await told('2026-08'), past);
  });

  test('counts from its own month: earlier months stay as they were', async () => {
    await readMonthly([...TO_JUNE, '2026-07', '2026-08']);
    await core.db
      .updateTable('meters')
      .set({ verifiedUntil: '2026-05-31' })
      .where('id', '=', meterId)
      .execute();
    await verify('2026-07-20', '2032-07-19');
    const untilIn = async (period: string) => (await told(period)).verifiedUntil;
    assert.deepEqual(await Promise.all(['2026-05', '2026-06', '2026-07', '2026-08'].map(untilIn)), [
      undefined,
      '2026-05-31',
      undefined,
      undefined,
    ]);
    await verify('2022-03-01', '2026-06-15');
    assert.equal(await untilIn('2026-06'), '2026-06-15');
    assert.equal(await untilIn('2022-02'), undefined);
  });

  test('of electricity may end while its readings still count', async () => {
    const { id: houseServiceId } = await core.db
      .selectFrom('utilityServices')
      .select('id')
      .where('code', '=', 'electricity')
      .executeTakeFirstOrThrow();
    const service = await make(createHouseService, {
      params: { houseId: house.houseId },
      body: {
        utilityServiceId: houseServiceId,
        method: 'meter',
        validFrom: '2020-01-01',
      },
    });
    const { id } = await make(createMeter, {
      body: {
        houseServiceId: service.id,
        ownerType: 'account',
        personalAccountId: accountId,
        meterTypeId: house.meterTypeId,
        serialNumber: 'E1',
        digits: 5,
        installedOn: '2026-01-01',
        initialReading: '0',
        verifiedUntil: '2026-03-31',
      },
    });
    await read({ '2026-01': '10', '2026-02': '20', '2026-03': '30', '2026-04': '40' }, id);
    assert.deepEqual(await told('2026-04', id), { verifiedUntil: '2026-03-31' });
    assert.deepEqual(await told('2026-05', id), {
      verifiedUntil: '2026-03-31',
      missedPeriods: 1,
      history: { months: 4, volume: '40.000' },
    });
  });
});

test('absences are included in the months that they have days in', async () => {
  await core.db
    .insertInto('registeredPersons')
    .values({
      organizationId: house.organizationId,
      houseId: house.houseId,
      personalAccountId: accountId,
      validFrom: '2020-01-01',
      personCount: 2,
    })
    .execute();
  const add = async (from: string, to: string) =>
    make(createAbsence, {
      params: { personalAccountId: accountId },
      body: { from, to, persons: 1, basis: 'Билеты' },
    });
  await add('2026-07-20', '2026-08-02');
  await add('2026-06-25', '2026-07-04');
  const absencesIn = async (period: string) =>
    (await accountIn(period)).absences?.map(({ from, to, persons }) => `${from} ${to} ${persons}`);
  assert.deepEqual(await absencesIn('2026-05'), undefined);
  assert.deepEqual(await absencesIn('2026-06'), ['2026-06-25 2026-07-04 1']);
  assert.deepEqual(await absencesIn('2026-07'), [
    '2026-06-25 2026-07-04 1',
    '2026-07-20 2026-08-02 1',
  ]);
  assert.deepEqual(await absencesIn('2026-08'), ['2026-07-20 2026-08-02 1']);
});
