// Account transfers: the account, its meters, and its account services.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { addressOf } from '@kvartplata/contracts/address.ts';
import {
  createAccountService,
  listAccountServices,
} from '@kvartplata/contracts/core/account-services.ts';
import { createAccountTransfer } from '@kvartplata/contracts/core/account-transfers.ts';
import { listCoreChanges } from '@kvartplata/contracts/core/audit.ts';
import { createHouseService } from '@kvartplata/contracts/core/house-services.ts';
import { createMeterAct } from '@kvartplata/contracts/core/meter-acts.ts';
import { createMeter, listMeters, type Meter } from '@kvartplata/contracts/core/meters.ts';
import {
  createPersonalAccount,
  getPersonalAccount,
  replacePersonalAccount,
} from '@kvartplata/contracts/core/personal-accounts.ts';
import { listReadings } from '@kvartplata/contracts/core/readings.ts';
import { listRegisteredPersons } from '@kvartplata/contracts/core/registered-persons.ts';
import { listUtilityServices } from '@kvartplata/contracts/core/utility-services.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import { sql } from 'kysely';
import {
  accountOf,
  addReadings,
  makeMeteredHouse,
  type MeteredHouse,
} from '../../testing/metered-house.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const OWNER = 1;
const ACCOUNTANT = 2;
const BUYER = { payer: 'Новикова А. А.', registeredPersons: 3 };

let core: TestApp;
let house: MeteredHouse;
let nth = 0;
let accountId: number;
let meterId: number;
before(async () => {
  core = await createTestApp('2026-08-15T09:00:00Z');
  const organizationId = await core.organizationOf(OWNER);
  await core.db
    .insertInto('organizationMembers')
    .values({ organizationId, userId: ACCOUNTANT, role: 'accountant' })
    .execute();
  house = await makeMeteredHouse(core.db, organizationId, 30);
});
beforeEach(async () => {
  core.books.answer = { appliedMonths: [], chargedMonths: [], hasCharges: false };
  accountId = house.accountIds[nth] ?? 0;
  meterId = house.meterIds[nth] ?? 0;
  nth += 1;
  await addReadings(core.db, house, meterId, { '2026-06': '100' });
});
after(async () => core.close());

async function transfer(
  more: object = {},
  query: Readonly<Record<string, unknown>> = {},
  user = OWNER,
) {
  const body = { on: '2026-07-16', ...BUYER, ...more };
  const asked = { params: { personalAccountId: accountId }, body, query };
  return core.ask(user, createAccountTransfer, asked);
}

const reading = (value: string, more: object = {}) => ({ readings: [{ meterId, value, ...more }] });

async function metersOf(personalAccountId: number): Promise<readonly Meter[]> {
  return (await core.ask(OWNER, listMeters, { query: { personalAccountId } })).body.items;
}

test('the old account ends the day before, and the new one begins with its room, share and owners', async () => {
  const params = { personalAccountId: accountId };
  const old = (await core.ask(OWNER, getPersonalAccount, { params })).body;
  const { openedOn, payer, roomId, accountNumber } = old;
  const address = 'г. Тула, ул. Металлистов, д. 3, кв. 8';
  const own = { payerInn: '7707083893', payerAddress: address };
  await core.ask(OWNER, replacePersonalAccount, {
    params,
    body: { roomId, accountNumber, payer, openedOn, owners: 2, ...own },
  });
  const answer = await transfer(reading('110'));
  assert.equal(answer.status, 201, answer.text);
  const { id, formerAccountId, remarks, ...opened } = answer.body;
  assert.equal(
    answer.headers.get('location'),
    addressOf(getPersonalAccount, { params: { personalAccountId: id } }),
  );
  assert.equal(answer.headers.get('etag'), '"1"');
  assert.deepEqual([formerAccountId, remarks], [accountId, []]);
  const { owners, share, openedOn: begins, closedOn, payerInn, registeredPersons } = opened;
  assert.deepEqual([opened.roomId, owners, share], [roomId, 2, '1.00000000']);
  assert.deepEqual([begins, closedOn, payerInn], ['2026-07-16', null, null]);
  assert.equal(opened.payerAddress, null);
  assert.deepEqual([opened.payer, registeredPersons], [BUYER.payer, 3]);
  assert.equal(opened.accountNumber, `${accountNumber}-2`);
  const former = (await core.ask(OWNER, getPersonalAccount, { params })).body;
  assert.deepEqual(
    [former.closedOn, former.payerInn, former.payerAddress],
    ['2026-07-15', '7707083893', address],
  );
  const persons = await core.ask(OWNER, listRegisteredPersons, {
    params: { personalAccountId: id },
  });
  assert.deepEqual(persons.body.items, [{ count: 3, validFrom: '2026-07-16' }]);
});

test('the old account’s meter ends with the reading and continues from it at the new one', async () => {
  const { id } = (await transfer(reading('110.5'))).body;
  const [old] = await metersOf(accountId);
  assert.deepEqual([old?.id, old?.removedOn], [meterId, '2026-07-15']);
  const read = await core.ask(OWNER, listReadings, { params: { meterId } });
  const [last] = read.body.items;
  assert.deepEqual(
    [last?.period, last?.value, last?.takenOn],
    ['2026-07', '110.500', '2026-07-15'],
  );
  const [next] = await metersOf(id);
  assert.deepEqual(
    [next?.serialNumber, next?.installedOn, next?.initialReading, next?.replacedMeterId],
    [old?.serialNumber, '2026-07-16', '110.500', meterId],
  );
});

test('a meter without a reading is shared by days: it moves to the room, which has only these two', async () => {
  const { id, roomId } = (await transfer()).body;
  assert.deepEqual([await metersOf(accountId), await metersOf(id)], [[], []]);
  const ofRoom = await core.ask(OWNER, listMeters, { query: { roomId } });
  assert.deepEqual(
    ofRoom.body.items.map((meter) => [meter.id, meter.ownerType, meter.removedOn]),
    [[meterId, 'room', null]],
  );
});

test('a meter needs its reading if others share the room', async () => {
  const { roomId, accountNumber, openedOn } = (
    await core.ask(OWNER, getPersonalAccount, { params: { personalAccountId: accountId } })
  ).body;
  const half = { roomId, payer: 'Иванов', openedOn, share: '0.5' };
  await core.ask(OWNER, replacePersonalAccount, {
    params: { personalAccountId: accountId },
    body: { ...half, accountNumber },
  });
  const params = { houseId: house.houseId };
  await core.ask(OWNER, createPersonalAccount, {
    params,
    body: { ...half, accountNumber: 'HALF' },
  });
  const refused = await transfer();
  assert.deepEqual([refused.status, refused.problem.code], [409, 'reading-needed']);
  assert.equal((await transfer(reading('110'))).status, 201);
});

test('two meters of a service both need a reading, or neither', async () => {
  const body = {
    houseServiceId: house.houseServiceId,
    ownerType: 'account',
    personalAccountId: accountId,
    meterTypeId: house.meterTypeId,
    serialNumber: `K${nth}`,
    digits: 5,
    installedOn: '2026-01-01',
    initialReading: '0',
  };
  const added = await core.ask(OWNER, createMeter, { body });
  assert.equal(added.status, 201, added.text);
  assert.equal((await transfer(reading('110'))).problem.code, 'reading-needed');
  const { roomId } = (await transfer()).body;
  const ofRoom = await core.ask(OWNER, listMeters, { query: { roomId } });
  assert.equal(ofRoom.body.items.length, 2);
});

test('account services of the old account apply to the new one from that day on', async () => {
  const params = { personalAccountId: accountId };
  const body = {
    houseServiceId: house.houseServiceId,
    validFrom: '2026-01-01',
    charged: false,
    reason: 'direct-contract',
  };
  const made = await core.ask(OWNER, createAccountService, { params, body });
  assert.equal(made.status, 201, made.text);
  const { id } = (await transfer(reading('110'))).body;
  const copied = await core.ask(OWNER, listAccountServices, { params: { personalAccountId: id } });
  assert.deepEqual(
    copied.body.items.map(({ charged, reason, validFrom, validTo }) => [
      charged,
      reason,
      validFrom,
      validTo,
    ]),
    [[false, 'direct-contract', '2026-07-16', null]],
  );
});

test('if the house pays for major repairs, a remark says that the debt passes on by law', async () => {
  const utilities = await core.ask(OWNER, listUtilityServices, { query: { limit: 200 } });
  const repairs = utilities.body.items.find(({ code }) => code === 'major-repairs');
  const made = await core.ask(OWNER, createHouseService, {
    params: { houseId: house.houseId },
    body: { utilityServiceId: repairs?.id ?? 0, method: 'area', validFrom: '2026-07-16' },
  });
  assert.equal(made.status, 201, made.text);
  assert.deepEqual((await transfer(reading('110'))).body.remarks, ['major-repairs-debt']);
});

test('applied months are named, and charged ones that lose days have to be confirmed', async () => {
  core.books.answer = {
    appliedMonths: ['2026-07'],
    chargedMonths: ['2026-06', '2026-08'],
    hasCharges: true,
  };
  const refused = await transfer(reading('110'));
  assert.deepEqual([refused.status, refused.problem.code], [409, 'months-charged']);
  const answer = await transfer(reading('110'), { confirmed: true });
  assert.deepEqual([answer.status, answer.body.appliedMonths], [201, ['2026-07']]);
});

test('the audit log records both accounts and both meters', async () => {
  const { organizationId } = (await transfer(reading('110'))).body;
  const changes = await core.ask(OWNER, listCoreChanges, { query: { organizationId, limit: 5 } });
  assert.deepEqual(changes.body.items.map(({ action }) => action).toSorted(), [
    'meter.changed',
    'meter.created',
    'personal-account.changed',
    'personal-account.created',
    'reading.created',
  ]);
});

const refusals: {
  more: () => object;
  status: number;
  path?: string;
  code?: string;
  why: string;
}[] = [
  { more: () => ({ on: '2020-01-01' }), status: 400, path: '/on', why: 'the day of opening' },
  { more: () => ({ on: '2026-02-30' }), status: 400, path: '/on', why: 'no day' },
  { more: () => ({ payer: '' }), status: 400, path: '/payer', why: 'nobody' },
  { more: () => ({ debt: '1' }), status: 400, path: '/debt', why: 'no such field' },
  {
    more: () => ({ accountNumber: accountOf(house, 30) }),
    status: 409,
    code: 'account-number-taken',
    why: 'a number that is taken',
  },
  {
    more: () => ({ readings: [{ meterId: 987_654, value: '1' }] }),
    status: 400,
    path: '/readings/0/meterId',
    why: 'no meter of the account',
  },
  {
    more: () => ({ readings: [...reading('110').readings, ...reading('110').readings] }),
    status: 400,
    path: '/readings/1/meterId',
    why: 'twice',
  },
  {
    more: () => reading('99'),
    status: 409,
    path: '/readings/0/value',
    code: 'reading-below-previous',
    why: 'less than it showed before',
  },
  {
    more: () => ({ on: '2026-06-20', ...reading('101') }),
    status: 409,
    path: '/on',
    code: 'readings-contradict',
    why: 'a later reading',
  },
  {
    more: () => ({ on: '2026-09-16', ...reading('110') }),
    status: 409,
    path: '/on',
    code: 'reading-in-future',
    why: 'a reading of the future',
  },
];
for (const { more, status, path, code, why } of refusals)
  test(`nothing is stored of a transfer with ${why}: ${status}`, async () => {
    const answer = await transfer(more());
    assert.equal(answer.status, status, answer.text);
    if (path !== undefined) assert.equal(answer.problem.errors?.[0]?.path, path);
    if (code !== undefined) assert.equal(answer.problem.code, code);
    const params = { personalAccountId: accountId };
    assert.equal((await core.ask(OWNER, getPersonalAccount, { params })).body.closedOn, null);
    assert.equal((await metersOf(accountId)).length, 1);
  });

test('a closed account is not transferred after its last day', async () => {
  assert.equal((await transfer(reading('110'))).status, 201);
  const again = await transfer({ on: '2026-08-01' });
  assert.deepEqual([again.status, again.problem.errors?.[0]?.path], [400, '/on']);
});

test('of two transfers at the same moment one is refused, because the account has changed', async () => {
  const both = await core.db.transaction().execute(async (trx) => {
    await sql`select from rooms where house_id = ${house.houseId} for update`.execute(trx);
    const sent = [transfer(reading('110')), transfer(reading('110'))];
    await until('both have read the account and wait for its room', async () => {
      const { rows } = await sql<{ waiting: number }>`
        select count(*)::integer as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'
      `.execute(core.db);
      return rows[0]?.waiting === sent.length;
    });
    return sent;
  });
  const answers = await Promise.all(both);
  const codes = answers.map((one) => (one.status === 201 ? 'made' : one.problem.code));
  assert.deepEqual(new Set(codes), new Set(['made', 'version-stale']));
});

test('a meter that is out of order has to be dealt with first', async () => {
  const failed = { kind: 'failed', on: '2026-07-01', basis: 'Акт' } as const;
  const act = { params: { meterId }, body: failed };
  assert.equal((await core.ask(OWNER, createMeterAct, act)).status, 201);
  assert.equal((await transfer(reading('110'))).problem.code, 'meter-out-of-order');
});

test('an accountant is refused', async () => {
  assert.equal((await transfer(reading('110'), {}, ACCOUNTANT)).status, 403);
});
