// Readings and preferences that residents send through a receipt link.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { listCoreChanges } from '@kvartplata/contracts/core/audit.ts';
import { getPersonalAccount } from '@kvartplata/contracts/core/personal-accounts.ts';
import { listReadings, storeReadingSheet } from '@kvartplata/contracts/core/readings.ts';
import {
  getResidentAccount,
  storeResidentPreferences,
  storeResidentReadings,
  type ResidentReadingsOutcome,
} from '@kvartplata/contracts/core/residents-door.ts';
import { addReadings, makeMeteredHouse, type MeteredHouse } from '../../testing/metered-house.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const OWNER = 1;
const PERIOD = '2026-08';

let core: TestApp;
let house: MeteredHouse;

before(async () => {
  core = await createTestApp('2026-08-20T09:00:00Z');
  const organizationId = await core.organizationOf(OWNER);
  house = await makeMeteredHouse(core.db, organizationId, 8);
  for (const meterId of house.meterIds)
    await addReadings(core.db, house, meterId, {
      '2026-04': '20',
      '2026-05': '30',
      '2026-06': '40',
      '2026-07': '50',
    });
});
after(async () => core.close());

function placeOf(nth: number) {
  return { houseId: house.houseId, personalAccountId: house.accountIds[nth] ?? 0 };
}

function meter(nth: number): number {
  return house.meterIds[nth] ?? 0;
}

type Sending = { readonly confirmed?: boolean; readonly period?: string };

async function send(
  nth: number,
  values: Readonly<Record<number, string>>,
  { confirmed = false, period = PERIOD }: Sending = {},
): Promise<ResidentReadingsOutcome> {
  const readings = Object.entries(values).map(([id, value]) => ({ meterId: Number(id), value }));
  const body = { period, readings, confirmed };
  const {
    status,
    body: outcome,
    text,
  } = await core.askAsService(storeResidentReadings, {
    params: placeOf(nth),
    body,
  });
  assert.equal(status, 200, text);
  return outcome;
}

async function problemOf(
  nth: number,
  values: Readonly<Record<number, string>>,
): Promise<string | null | undefined> {
  const { outcome, rows } = await send(nth, values);
  assert.equal(outcome, 'refused');
  return rows.find(({ problem }) => problem !== null)?.problem;
}

async function stored(nth: number) {
  const asked = { params: { meterId: meter(nth) }, query: { limit: 1 } };
  const { body } = await core.ask(OWNER, listReadings, asked);
  const [reading] = body.items;
  return [reading?.period, reading?.value, reading?.source, reading?.takenOn];
}

async function accountAudit(nth: number): Promise<readonly object[]> {
  const query = { object: `personal-account:${placeOf(nth).personalAccountId}` };
  const { body } = await core.ask(OWNER, listCoreChanges, { query });
  return body.items.map(({ action, userId, before: was, after: is }) => ({
    action,
    userId,
    was,
    is,
  }));
}

test('a resident sees the meters, the days for readings and the delivery of receipts', async () => {
  const { body } = await core.askAsService(getResidentAccount, { params: placeOf(0) });
  const { meters, window, email, wantsPaper, closedOn } = body;
  assert.deepEqual(window, {
    period: PERIOD,
    from: '2026-08-01',
    to: '2026-08-31',
    isOpen: true,
  });
  assert.deepEqual([email, wantsPaper, closedOn], [null, true, null]);
  assert.deepEqual(meters, [
    {
      meterId: meter(0),
      serviceName: 'Холодное водоснабжение',
      unit: 'м³',
      serialNumber: 'S1',
      digits: 5,
      verifiedUntil: null,
      previous: { value: '50.000', takenOn: '2026-07-25' },
      mean: '2.105',
      reading: null,
    },
  ]);
});

test('a resident’s reading is stored once as theirs, and may be corrected', async () => {
  const first = await send(0, { [meter(0)]: '52.125' });
  assert.deepEqual([first.outcome, first.rows[0]?.consumption], ['stored', '2.125']);
  assert.deepEqual(await stored(0), [PERIOD, '52.125', 'resident', '2026-08-20']);
  assert.equal((await send(0, { [meter(0)]: '52.125' })).outcome, 'stored');
  assert.equal((await send(0, { [meter(0)]: '53' })).outcome, 'stored');
  assert.deepEqual(await stored(0), [PERIOD, '53.000', 'resident', '2026-08-20']);
  assert.deepEqual(await accountAudit(0), [
    {
      action: 'personal-account.readings-received',
      userId: null,
      was: null,
      is: { period: PERIOD, readings: { [meter(0)]: '53.000' } },
    },
    {
      action: 'personal-account.readings-received',
      userId: null,
      was: null,
      is: { period: PERIOD, readings: { [meter(0)]: '52.125' } },
    },
  ]);
});

test('an odd reading is stored only when confirmed', async () => {
  for (const { value, odd } of [
    { value: '500', odd: 'jump' },
    { value: '50', odd: 'zero' },
  ] as const) {
    const asked = await send(1, { [meter(1)]: value });
    assert.deepEqual([asked.outcome, asked.rows[0]?.odd], ['odd', odd]);
    assert.equal((await stored(1))[0], '2026-07');
  }
  const meant = await send(1, { [meter(1)]: '500' }, { confirmed: true });
  assert.deepEqual([meant.outcome, meant.rows[0]?.odd], ['stored', 'jump']);
  assert.equal((await send(1, { [meter(1)]: '500' })).outcome, 'stored', 'it stands there already');
});

test('a reading that breaks a rule, or is for another’s meter, is refused with its reason', async () => {
  assert.equal(await problemOf(2, { [meter(2)]: '49.999' }), 'reading-below-previous');
  assert.equal(await problemOf(2, { [meter(2)]: '123456' }), 'reading-over-digits');
  assert.equal(await problemOf(2, { [meter(3)]: '52' }), 'not-found');
  assert.equal(await problemOf(2, { 987654: '52' }), 'not-found');
  assert.equal((await stored(2))[0], '2026-07');
  assert.equal((await stored(3))[0], '2026-07');
});

test('a reading by the managing company is not overwritten', async () => {
  const params = { houseId: house.houseId, period: PERIOD };
  const body = [{ meterId: meter(3), value: '52', takenOn: '2026-08-19' }];
  await core.ask(OWNER, storeReadingSheet, { params, body });
  assert.equal(await problemOf(3, { [meter(3)]: '51' }), 'reading-exists');
  assert.equal((await send(3, { [meter(3)]: '52' })).outcome, 'stored');
  assert.deepEqual(await stored(3), [PERIOD, '52.000', 'operator', '2026-08-19']);
});

test('concurrent readings of one meter leave one stored', async () => {
  const outcomes = await Promise.all(
    ['51.5', '52', '52.5', '53'].map(async (value) => send(4, { [meter(4)]: value })),
  );
  assert.ok(outcomes.every(({ outcome }) => outcome === 'stored'));
  assert.equal((await stored(4))[2], 'resident');
});

test('outside the days of the house readings are refused, and the next days are given', async (t) => {
  const between = async (fromDay: number | null, toDay: number | null): Promise<void> => {
    await core.db
      .updateTable('houses')
      .set({ readingFromDay: fromDay, readingToDay: toDay })
      .where('id', '=', house.houseId)
      .execute();
  };
  t.after(async () => between(null, null));
  await between(21, 25);
  const sent = await send(5, { [meter(5)]: '52' });
  assert.deepEqual([sent.outcome, sent.rows[0]?.problem], ['closed', null]);
  const { body } = await core.askAsService(getResidentAccount, { params: placeOf(5) });
  assert.deepEqual(body.window, {
    period: PERIOD,
    from: '2026-08-21',
    to: '2026-08-25',
    isOpen: false,
  });
  await between(20, 25);
  for (const period of ['2026-07', '2026-09'])
    assert.equal((await send(5, { [meter(5)]: '52' }, { period })).outcome, 'closed');
  assert.equal((await send(5, { [meter(5)]: '52' })).outcome, 'stored');
});

test('a closed account accepts no readings', async () => {
  await core.db
    .updateTable('personalAccounts')
    .set({ closedOn: '2026-08-19' })
    .where('id', '=', placeOf(6).personalAccountId)
    .execute();
  assert.equal((await send(6, { [meter(6)]: '52' })).outcome, 'closed');
});

test('the delivery of receipts is stored with the time of the request', async () => {
  const params = placeOf(7);
  const chosen = { email: 'resident@example.org', wantsPaper: false };
  for (const body of [chosen, chosen]) {
    const { status } = await core.askAsService(storeResidentPreferences, { params, body });
    assert.equal(status, 200);
  }
  const account = { params: { personalAccountId: params.personalAccountId } };
  const read = await core.ask(OWNER, getPersonalAccount, account);
  assert.deepEqual([read.body.email, read.body.wantsPaper], [chosen.email, false]);
  assert.deepEqual(await accountAudit(7), [
    {
      action: 'personal-account.preferences-chosen',
      userId: null,
      was: { email: null, wantsPaper: true },
      is: chosen,
    },
  ]);
});

test('an account of another house is a 404, and users are refused', async () => {
  const params = { houseId: 987_654, personalAccountId: placeOf(0).personalAccountId };
  assert.equal((await core.askAsService(getResidentAccount, { params })).status, 404);
  assert.equal((await core.ask('admin', getResidentAccount, { params: placeOf(0) })).status, 401);
});
