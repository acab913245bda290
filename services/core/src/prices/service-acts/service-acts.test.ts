import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { addressOf } from '@kvartplata/contracts/address.ts';
import { listCoreChanges } from '@kvartplata/contracts/core/audit.ts';
import { deleteHouseService } from '@kvartplata/contracts/core/house-services.ts';
import { deleteRoom } from '@kvartplata/contracts/core/rooms.ts';
import {
  createServiceAct,
  deleteServiceAct,
  getServiceAct,
  listServiceActs,
  replaceServiceAct,
  ServiceAct,
  type WrittenServiceAct,
} from '@kvartplata/contracts/core/service-acts.ts';
import type { AnswerOf } from '@kvartplata/contracts/endpoint.ts';
import { Check } from 'typebox/value';
import { makeMeteredHouse, type MeteredHouse } from '../../testing/metered-house.ts';
import { readSnapshotLines } from '../../testing/snapshot-lines.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const OWNER = 1;
const STRANGER = 2;
const ACCOUNTANT = 3;
const VIEWER = 4;

let core: TestApp;
let organizationId: number;
let strange: MeteredHouse;
let house: MeteredHouse;
let roomIds: readonly number[];
let services: Readonly<Record<'heating' | 'electricity' | 'gas' | 'hot-water', number>>;

before(async () => {
  core = await createTestApp('2026-08-15T09:00:00Z');
  organizationId = await core.organizationOf(OWNER);
  strange = await makeMeteredHouse(core.db, await core.organizationOf(STRANGER), 1);
  for (const [userId, role] of [
    [ACCOUNTANT, 'accountant'],
    [VIEWER, 'viewer'],
  ] as const)
    await core.db
      .insertInto('organizationMembers')
      .values({ organizationId, userId, role })
      .execute();
});
beforeEach(async () => {
  house = await makeMeteredHouse(core.db, organizationId, 3);
  const { houseId } = house;
  const rooms = await core.db
    .selectFrom('rooms')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('houseId', '=', houseId)
    .orderBy('id')
    .execute();
  roomIds = rooms.map(({ id }) => id);
  services = {
    heating: await addService('heating'),
    electricity: await addService('electricity'),
    gas: await addService('gas'),
    'hot-water': await addService('hot-water'),
  };
  core.books.answer = { appliedMonths: [], chargedMonths: [], hasCharges: false };
  core.books.questions.length = 0;
});
after(async () => core.close());

async function addService(code: string): Promise<number> {
  const { id: utilityServiceId } = await core.db
    .selectFrom('utilityServices')
    .select('id')
    .where('code', '=', code)
    .executeTakeFirstOrThrow();
  const isHeating = code === 'heating';
  const { id } = await core.db
    .insertInto('houseServices')
    .values({
      organizationId,
      houseId: house.houseId,
      utilityServiceId,
      method: isHeating ? 'heating' : 'norm',
      heatingMode: isHeating ? 'season' : null,
      validFrom: '2020-01-01',
      validTo: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const aBreak = () => ({
  houseServiceId: house.houseServiceId,
  kind: 'interruption' as const,
  from: '2026-07-05T08:00:00+03:00',
  to: '2026-07-05T18:30:00+03:00',
  basis: 'Акт № 12 от 05.07.2026',
});
const post = async (body: object, user = ACCOUNTANT) =>
  core.ask(user, createServiceAct, { params: { houseId: house.houseId }, body });
const put = async (id: number, body: object, ifMatch?: string) =>
  core.ask(ACCOUNTANT, replaceServiceAct, { params: { serviceActId: id }, body, ifMatch });

async function add(body: object = aBreak()): Promise<WrittenServiceAct> {
  const response = await post(body);
  assert.equal(response.status, 201, response.text);
  return response.body;
}

test('an act stores every field', async () => {
  const given = {
    ...aBreak(),
    houseServiceId: services.heating,
    measured: 12.5,
    required: '18',
    allowedHours: 16,
    roomIds: [roomIds[2], roomIds[0]],
  };
  const response = await post(given);
  assert.equal(response.status, 201, response.text);
  const { appliedMonths, ...act } = response.body;
  assert.ok(Check(ServiceAct, act));
  assert.deepEqual(appliedMonths, []);
  const { id, ...fields } = act;
  assert.deepEqual(fields, {
    organizationId,
    houseId: house.houseId,
    code: 'heating',
    name: 'Отопление',
    ...given,
    from: '2026-07-05T05:00:00.000Z',
    to: '2026-07-05T15:30:00.000Z',
    measured: '12.5000',
    required: '18.0000',
    roomIds: [roomIds[0], roomIds[2]],
  });
  const params = { serviceActId: id };
  assert.equal(response.headers.get('location'), addressOf(getServiceAct, { params }));
  const read = await core.ask(VIEWER, getServiceAct, { params });
  assert.deepEqual([read.body, read.headers.get('etag')], [act, '"1"']);
  const whole = await put(id, { ...aBreak(), houseServiceId: services.heating }, '"1"');
  assert.deepEqual(
    [whole.body.roomIds, whole.body.measured, whole.body.allowedHours],
    [null, null, null],
  );
  assert.equal(whole.headers.get('etag'), '"2"');
});

test('the acts of a house come in pages, the latest to begin first', async () => {
  const ids: number[] = [];
  for (const day of ['01', '03', '02'])
    ids.push(
      (
        await add({
          ...aBreak(),
          from: `2026-07-${day}T00:00:00Z`,
          to: `2026-07-${day}T01:00:00Z`,
        })
      ).id,
    );
  const seen: number[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const page: AnswerOf<typeof listServiceActs> = (
      await core.ask(VIEWER, listServiceActs, {
        params: { houseId: house.houseId },
        query: { limit: 1, cursor },
      })
    ).body;
    seen.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
  }
  assert.deepEqual(seen, [ids[1], ids[2], ids[0]]);
});

describe('an invalid act is refused with its reason', () => {
  type Services = typeof services;
  const cases: readonly (readonly [
    why: string,
    more: (of: Services) => object,
    path: string,
    code: string,
  ])[] = [
    [
      'ends before it begins',
      () => ({ to: '2026-07-05T07:59:59+03:00' }),
      '/to',
      'ends-before-start',
    ],
    ['is in the future', () => ({ to: '2026-08-15T12:00:01+03:00' }), '/to', 'after-now'],
    [
      'is longer than a year',
      () => ({ from: '2025-07-04T08:00:00+03:00' }),
      '/to',
      'span-too-long',
    ],
    ['has no offset', () => ({ from: '2026-07-05T08:00:00' }), '/from', 'not-an-instant'],
    [
      'is before the house has the service',
      () => ({ from: '2019-12-31T08:00:00Z', to: '2020-01-02T08:00:00Z' }),
      '/from',
      'before-day',
    ],
    [
      'is of common-house needs',
      () => ({ houseServiceId: house.commonServiceId }),
      '/houseServiceId',
      'not-for-service',
    ],
    [
      'is of cold water’s temperature',
      () => ({ kind: 'temperature', measured: 30 }),
      '/kind',
      'not-for-service',
    ],
    [
      'is of hot water that was not measured',
      (of) => ({ houseServiceId: of['hot-water'], kind: 'temperature' }),
      '/measured',
      'required',
    ],
    ['is of a pressure not measured', () => ({ kind: 'pressure' }), '/measured', 'required'],
    [
      'is of a pressure of heating that had to be any',
      (of) => ({ houseServiceId: of.heating, kind: 'pressure', measured: 0.4 }),
      '/required',
      'required',
    ],
    [
      'is of electricity without its hours',
      (of) => ({ houseServiceId: of.electricity }),
      '/allowedHours',
      'required',
    ],
    [
      'is of electricity with other hours',
      (of) => ({ houseServiceId: of.electricity, allowedHours: 8 }),
      '/allowedHours',
      'no-choice',
    ],
    [
      'allows bad quality for hours',
      () => ({ kind: 'quality', allowedHours: 8 }),
      '/allowedHours',
      'not-for-kind',
    ],
    [
      'is of a room of another house',
      () => ({ roomIds: [987_654_321] }),
      '/roomIds/0',
      'not-of-house',
    ],
  ];
  for (const [why, more, path, code] of cases)
    test(`one that ${why}`, async () => {
      const { id } = await add();
      for (const response of [
        await post({ ...aBreak(), ...more(services) }),
        await put(id, { ...aBreak(), ...more(services) }),
      ]) {
        assert.equal(response.status, 400, response.text);
        const [error] = response.problem.errors ?? [];
        assert.deepEqual([error?.path, error?.code], [path, code], response.text);
      }
    });

  test('one for a service that the house lacks', async () => {
    for (const houseServiceId of [strange.houseServiceId, 987_654_321])
      assert.equal((await post({ ...aBreak(), houseServiceId })).status, 404);
  });
});

test('two acts of a service and kind never overlap for any room, even when written concurrently', async () => {
  const answers = await Promise.all(Array.from({ length: 6 }, async () => post(aBreak())));
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [201, 409, 409, 409, 409, 409],
  );
  const refused = answers.find(({ status }) => status === 409);
  assert.equal(refused?.problem.code, 'period-overlap');
  const later = { from: '2026-07-06T08:00:00Z', to: '2026-07-06T09:00:00Z' };
  const first = await add({ ...aBreak(), ...later, roomIds: [roomIds[0]] });
  assert.equal((await post({ ...aBreak(), ...later })).status, 409);
  assert.equal((await post({ ...aBreak(), ...later, roomIds: roomIds.slice(0, 2) })).status, 409);
  assert.equal((await put(first.id, { ...aBreak(), ...later, roomIds: [roomIds[1]] })).status, 200);
  await add({ ...aBreak(), ...later, roomIds: [roomIds[0]] });
  await add({ ...aBreak(), ...later, kind: 'quality' });
  await add({ ...aBreak(), ...later, houseServiceId: services.gas });
  await add({ ...aBreak(), from: later.to, to: '2026-07-06T10:00:00Z' });
});

test('only one of many concurrent changes of one version succeeds', async () => {
  const { id } = await add();
  const answers = await Promise.all(
    Array.from({ length: 6 }, async (_, index) =>
      put(id, { ...aBreak(), to: `2026-07-05T1${index}:00:00Z` }, '"1"'),
    ),
  );
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  assert.equal(answers.filter(({ status }) => status === 412).length, 5);
});

test('acts are a 404 for strangers, and a viewer may only read them', async () => {
  const { id } = await add();
  const params = { serviceActId: id };
  for (const [user, statuses] of [
    [STRANGER, [404, 404, 404, 404, 404]],
    [VIEWER, [200, 200, 403, 403, 403]],
  ] as const) {
    const asked = [
      await core.ask(user, listServiceActs, { params: { houseId: house.houseId } }),
      await core.ask(user, getServiceAct, { params }),
      await post(aBreak(), user),
      await core.ask(user, replaceServiceAct, { params, body: aBreak() }),
      await core.ask(user, deleteServiceAct, { params }),
    ];
    assert.deepEqual(
      asked.map(({ status }) => status),
      statuses,
    );
  }
});

test('a change names the applied months of its hours in Moscow time', async () => {
  core.books.answer = { appliedMonths: ['2026-06'], chargedMonths: [], hasCharges: true };
  const asked = () => {
    const { from, to } = core.books.questions.pop() ?? {};
    return [from, to];
  };
  const evening = { ...aBreak(), from: '2026-06-30T20:00:00Z', to: '2026-06-30T21:00:00Z' };
  const { id, appliedMonths } = await add(evening);
  assert.deepEqual([appliedMonths, asked()], [['2026-06'], ['2026-06', '2026-06']]);
  await put(id, { ...evening, to: '2026-06-30T21:00:01Z' });
  assert.deepEqual(asked(), ['2026-06', '2026-07']);
  await put(id, { ...evening, to: '2026-06-30T21:00:01Z', basis: 'Акт № 13' });
  assert.deepEqual(core.books.questions, []);
  const deleted = await core.ask(ACCOUNTANT, deleteServiceAct, { params: { serviceActId: id } });
  assert.deepEqual([deleted.status, deleted.headers.get('applied-months')], [204, '2026-06']);
});

test('a service and a room with acts cannot be deleted', async () => {
  const body = { ...aBreak(), houseServiceId: services.gas, roomIds: [roomIds[0]] };
  const { id } = await add(body);
  await core.db.deleteFrom('meters').where('houseId', '=', house.houseId).execute();
  await core.db.deleteFrom('personalAccounts').where('houseId', '=', house.houseId).execute();
  const removals = async () => [
    await core.ask(OWNER, deleteHouseService, { params: { houseServiceId: services.gas } }),
    await core.ask(OWNER, deleteRoom, { params: { roomId: roomIds[0] ?? 0 } }),
  ];
  for (const removal of await removals()) assert.equal(removal.problem.code, 'has-children');
  await core.ask(ACCOUNTANT, deleteServiceAct, { params: { serviceActId: id } });
  for (const removal of await removals()) assert.equal(removal.status, 204, removal.text);
});

test('the snapshot of a month has the acts with hours in it, in Moscow time', async () => {
  await add({
    ...aBreak(),
    from: '2026-06-30T20:30:00Z',
    to: '2026-06-30T21:30:00Z',
    roomIds: [roomIds[2], roomIds[1]],
  });
  await add({ ...aBreak(), from: '2026-06-30T18:00:00Z', to: '2026-06-30T20:00:00Z' });
  const actsOf = async (period: string) => {
    for (const line of await readSnapshotLines(core.db, house, period))
      if (line.line === 'house') return line.acts;
    return undefined;
  };
  const night = {
    houseServiceId: house.houseServiceId,
    kind: 'interruption',
    from: '2026-06-30T23:30:00',
    to: '2026-07-01T00:30:00',
    measured: null,
    required: null,
    allowedHours: null,
    rooms: ['2', '3'],
  };
  assert.deepEqual(await actsOf('2026-07'), [night]);
  assert.equal((await actsOf('2026-06'))?.length, 2);
  assert.equal(await actsOf('2026-08'), undefined);
});

test('the audit log records an act before and after a change', async () => {
  const { id } = await add();
  await put(id, { ...aBreak(), basis: 'Акт № 13' });
  await core.ask(ACCOUNTANT, deleteServiceAct, { params: { serviceActId: id } });
  const { items } = (
    await core.ask(OWNER, listCoreChanges, { query: { object: `service-act:${id}` } })
  ).body;
  const basisOf = (act: unknown) => (act as ServiceAct | null)?.basis;
  assert.deepEqual(
    items.map((entry) => [entry.action, basisOf(entry.before), basisOf(entry.after)]),
    [
      ['service-act.deleted', 'Акт № 13', undefined],
      ['service-act.changed', 'Акт № 12 от 05.07.2026', 'Акт № 13'],
      ['service-act.created', undefined, 'Акт № 12 от 05.07.2026'],
    ],
  );
});
