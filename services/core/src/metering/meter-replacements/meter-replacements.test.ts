import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { addressOf } from '@kvartplata/contracts/address.ts';
import { listCoreChanges } from '@kvartplata/contracts/core/audit.ts';
import {
  getHouseBillingSnapshot,
  type SnapshotLine,
} from '@kvartplata/contracts/core/billing-snapshot.ts';
import { createMeterReplacement } from '@kvartplata/contracts/core/meter-replacements.ts';
import {
  deleteMeter,
  getMeter,
  replaceMeter,
  type WrittenMeter,
} from '@kvartplata/contracts/core/meters.ts';
import { listReadings, type Reading } from '@kvartplata/contracts/core/readings.ts';
import { addReadings, makeMeteredHouse, type MeteredHouse } from '../../testing/metered-house.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const OWNER = 1;
const STRANGER = 2;
const ACCOUNTANT = 3;

let core: TestApp;
let organizationId: number;
let house: MeteredHouse;
let meterId: number;
let used = 0;

before(async () => {
  core = await createTestApp('2026-08-15T09:00:00Z');
  organizationId = await core.organizationOf(OWNER);
  await core.organizationOf(STRANGER);
  await core.db
    .insertInto('organizationMembers')
    .values({ organizationId: organizationId, userId: ACCOUNTANT, role: 'accountant' })
    .execute();
  house = await makeMeteredHouse(core.db, organizationId, 20);
});
beforeEach(async () => {
  core.books.answer = { appliedMonths: [], chargedMonths: [], hasCharges: false };
  core.books.questions.length = 0;
  meterId = house.meterIds[used] ?? 0;
  used += 1;
  await addReadings(core.db, house, meterId, { '2026-06': '150.000' });
});
after(async () => core.close());

function plain(more: object = {}, meter: object = {}): object {
  return {
    removedOn: '2026-07-10',
    finalReading: '154.320',
    meter: {
      serialNumber: `N${used}`,
      digits: 8,
      installedOn: '2026-07-10',
      initialReading: '0.015',
      ...meter,
    },
    ...more,
  };
}

const replace = async (body: object, user = OWNER, headers: Record<string, string> = {}) =>
  core.ask(user, createMeterReplacement, { params: { meterId }, body, headers });

async function replaceWell(body: object = plain()): Promise<WrittenMeter> {
  const response = await replace(body);
  assert.equal(response.status, 201, response.text);
  return response.body;
}

const meterOf = async (id: number) =>
  (await core.ask(OWNER, getMeter, { params: { meterId: id } })).body;
const readingsOf = async (id: number) =>
  (await core.ask(OWNER, listReadings, { params: { meterId: id } })).body.items;

test('a meter is removed with its final reading, and another continues for the same owner', async () => {
  const old = await meterOf(meterId);
  const response = await replace(plain({}, { verifiedUntil: '2032-07-09' }));
  assert.equal(response.status, 201, response.text);
  const { appliedMonths, ...installed } = response.body;
  assert.equal(
    response.headers.get('location'),
    addressOf(getMeter, { params: { meterId: installed.id } }),
  );
  assert.equal(response.headers.get('etag'), '"1"');
  assert.deepEqual(appliedMonths, []);
  assert.deepEqual(core.books.questions, [
    { organizationId, houseId: house.houseId, from: '2026-07', to: undefined },
  ]);
  assert.deepEqual(await meterOf(installed.id), {
    ...old,
    id: installed.id,
    serialNumber: `N${used}`,
    digits: 8,
    installedOn: '2026-07-10',
    initialReading: '0.015',
    verifiedUntil: '2032-07-09',
    removedOn: null,
    replacedMeterId: meterId,
    replacedByMeterId: null,
  });
  assert.deepEqual(await meterOf(meterId), {
    ...old,
    removedOn: '2026-07-10',
    replacedByMeterId: installed.id,
  });
  const [final] = await readingsOf(meterId);
  const { period, value, takenOn, source, consumption } = final as Reading;
  assert.deepEqual(
    [period, value, takenOn, source, consumption],
    ['2026-07', '154.320', '2026-07-10', 'operator', '4.320'],
  );
});

test('the month of a replacement counts both meters, the next month only the new one', async () => {
  const { id } = await replaceWell();
  await addReadings(core.db, house, id, { '2026-07': '2.000' });
  const metersOf = async (period: string) => {
    const asked = { params: { houseId: house.houseId }, query: { period } };
    const { text } = await core.askAsService(getHouseBillingSnapshot, asked);
    const lines = text.trimEnd().split('\n');
    const accounts = lines.map((line) => JSON.parse(line) as SnapshotLine);
    const ours = accounts.find(
      (line) => line.line === 'account' && line.meters.some((meter) => meter.meterId === id),
    );
    return ours?.line === 'account'
      ? ours.meters.map(({ meterId: meter, previous, current }) => [
          meter,
          previous?.value,
          current?.value,
        ])
      : [];
  };
  assert.deepEqual(await metersOf('2026-07'), [
    [meterId, '150.000', '154.320'],
    [id, '0.015', '2.000'],
  ]);
  assert.deepEqual(await metersOf('2026-08'), [[id, '2.000', undefined]]);
  assert.deepEqual(await metersOf('2026-06'), [
    [meterId, '10.000', '150.000'],
    [id, undefined, undefined],
  ]);
});

test('the final reading replaces that of the month, unless that is later', async () => {
  await addReadings(core.db, house, meterId, { '2026-07': '153.000' });
  const early = await replace(plain());
  assert.equal(early.status, 409);
  assert.equal(early.problem.code, 'readings-contradict');
  assert.equal(early.problem.errors?.[0]?.path, '/removedOn');
  await replaceWell(plain({ removedOn: '2026-07-28' }, { installedOn: '2026-07-28' }));
  assert.deepEqual(
    (await readingsOf(meterId)).map(({ period, value }) => [period, value]),
    [
      ['2026-07', '154.320'],
      ['2026-06', '150.000'],
    ],
  );
});

test('a counter that rolled over has that in its final reading', async () => {
  assert.equal((await replace(plain({ finalReading: '2' }))).status, 409);
  await replaceWell(plain({ finalReading: '2', rollover: true }));
  assert.equal((await readingsOf(meterId))[0]?.consumption, '99852.000');
});

const refused: {
  body: [object, object?];
  status: number;
  code: string;
  path: string;
  why: string;
}[] = [
  {
    body: [{ finalReading: '149.999' }],
    status: 409,
    code: 'reading-below-previous',
    path: '/finalReading',
    why: 'below the last reading',
  },
  {
    body: [{ finalReading: '100000' }],
    status: 409,
    code: 'reading-over-digits',
    path: '/finalReading',
    why: 'more than the old one can show',
  },
  {
    body: [{ removedOn: '2026-08-16' }, { installedOn: '2026-08-16' }],
    status: 409,
    code: 'reading-in-future',
    path: '/removedOn',
    why: 'taken off tomorrow',
  },
  {
    body: [{ removedOn: '2026-06-24' }],
    status: 409,
    code: 'readings-contradict',
    path: '/removedOn',
    why: 'read after it was taken off',
  },
  {
    body: [{}, { serialNumber: 'S20' }],
    status: 409,
    code: 'serial-number-taken',
    path: '',
    why: 'a device that counts elsewhere in the house',
  },
  {
    body: [{}, { installedOn: '2026-07-09' }],
    status: 400,
    code: 'validation-failed',
    path: '/meter/installedOn',
    why: 'two at a time',
  },
  {
    body: [{}, { digits: 2, initialReading: 100 }],
    status: 400,
    code: 'validation-failed',
    path: '/meter/initialReading',
    why: 'more than the new one can show',
  },
  {
    body: [{}, { houseServiceId: 1 }],
    status: 400,
    code: 'validation-failed',
    path: '/meter/houseServiceId',
    why: 'no such field',
  },
  {
    body: [{}, { meterTypeId: 987_654 }],
    status: 404,
    code: 'not-found',
    path: '',
    why: 'no such type',
  },
];
for (const { body, status, code, path, why } of refused) {
  test(`a replacement is refused as a whole: ${why}`, async () => {
    const [standing, audited] = [await meterOf(meterId), await auditOf(meterId)];
    const response = await replace(plain(...body));
    const problem = response.problem;
    assert.deepEqual([response.status, problem.code], [status, code], response.text);
    assert.equal(problem.errors?.[0]?.path ?? '', path);
    assert.deepEqual(await meterOf(meterId), standing);
    assert.equal((await readingsOf(meterId)).length, 1);
    assert.deepEqual(await auditOf(meterId), audited);
  });
}

test('a house type is refused for an account', async () => {
  const response = await replace(plain({}, { meterTypeId: house.houseMeterTypeId }));
  assert.equal(response.status, 400);
});

test('a meter is replaced once, by its owner, in the version that was read', async () => {
  assert.equal((await replace(plain(), STRANGER)).status, 404);
  assert.equal((await replace(plain(), ACCOUNTANT)).status, 403);
  assert.equal((await replace(plain(), OWNER, { 'if-match': '"7"' })).status, 412);
  const answers = await Promise.all(
    Array.from({ length: 5 }, async (_, index) =>
      replace(plain({}, { serialNumber: `P${index}` })),
    ),
  );
  const codes = answers.map((answer) => (answer.status === 201 ? undefined : answer.problem.code));
  assert.equal(codes.filter((code) => code === undefined).length, 1);
  assert.equal(codes.filter((code) => code === 'meter-removed').length, 4);
});

test('a meter with a successor cannot be deleted', async () => {
  const { id } = await replaceWell();
  await core.db.deleteFrom('meterReadings').where('meterId', '=', meterId).execute();
  const removal = await core.ask(OWNER, deleteMeter, { params: { meterId } });
  assert.equal(removal.problem.code, 'has-children');
  assert.equal((await core.ask(OWNER, deleteMeter, { params: { meterId: id } })).status, 204);
  assert.equal((await meterOf(meterId)).replacedByMeterId, null);
});

test('the audit log records both meters and the final reading', async () => {
  const { id } = await replaceWell();
  assert.deepEqual((await auditOf(meterId))[0], 'meter.changed');
  assert.deepEqual(await auditOf(id), ['meter.created']);
  const [final] = await readingsOf(meterId);
  const query = { object: `reading:${final?.id}` };
  const { items } = (await core.ask(OWNER, listCoreChanges, { query })).body;
  assert.deepEqual(
    items.map(({ action }) => action),
    ['reading.created'],
  );
});

async function auditOf(id: number): Promise<readonly string[]> {
  const query = { object: `meter:${id}` };
  const { items } = (await core.ask(OWNER, listCoreChanges, { query })).body;
  return items.map(({ action }) => action);
}

test('a later change of either meter keeps their days apart', async () => {
  const { body: successor } = await replace(plain());
  const change = async (id: number, more: object) => {
    const { body: stored } = await core.ask(OWNER, getMeter, { params: { meterId: id } });
    const { houseServiceId, ownerType, personalAccountId, meterTypeId, serialNumber } = stored;
    const { digits, initialReading, installedOn, removedOn } = stored;
    return core.ask(OWNER, replaceMeter, {
      params: { meterId: id },
      body: {
        houseServiceId,
        ownerType,
        personalAccountId,
        meterTypeId,
        serialNumber,
        digits,
        initialReading,
        installedOn,
        removedOn,
        ...more,
      },
    });
  };
  for (const [id, more, path, code] of [
    [meterId, { removedOn: null }, '/removedOn', 'required'],
    [meterId, { removedOn: '2026-07-11' }, '/removedOn', 'after-day'],
    [successor.id, { installedOn: '2026-07-09' }, '/installedOn', 'before-day'],
  ] as const) {
    const { status, problem } = await change(id, more);
    assert.equal(status, 400, JSON.stringify(problem));
    assert.deepEqual(
      problem.errors?.map((error) => [error.path, error.code]),
      [[path, code]],
    );
  }
  assert.equal((await change(successor.id, { installedOn: '2026-07-12' })).status, 200);
  assert.equal((await change(meterId, { removedOn: '2026-07-12' })).status, 200);
});
