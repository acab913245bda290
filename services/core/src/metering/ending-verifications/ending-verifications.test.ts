// Meters whose verification ends soon: the list, its pages, and the file.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { listCoreChanges } from '@kvartplata/contracts/core/audit.ts';
import {
  EndingVerification,
  exportEndingVerifications,
  listEndingVerifications,
} from '@kvartplata/contracts/core/ending-verifications.ts';
import { Check } from 'typebox/value';
import { makeMeteredHouse, type MeteredHouse } from '../../testing/metered-house.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const OWNER = 1;
const STRANGER = 2;
const VIEWER = 3;

let core: TestApp;
let house: MeteredHouse;
let organizationId: number;

before(async () => {
  core = await createTestApp('2026-08-15T09:00:00Z');
  organizationId = await core.organizationOf(OWNER);
  await core.organizationOf(STRANGER);
  await core.db
    .insertInto('organizationMembers')
    .values({ organizationId, userId: VIEWER, role: 'viewer' })
    .execute();
  house = await makeMeteredHouse(core.db, organizationId, 8);
  const other = await makeMeteredHouse(core.db, organizationId, 1, 'г. Тула, ул. Мира, д. 3');
  for (const [meterId, more] of [
    [house.meterIds[0], { verifiedUntil: '2026-09-14' }],
    [house.meterIds[1], { verifiedUntil: '2026-09-15' }],
    [house.meterIds[2], { verifiedUntil: '2026-08-15' }],
    [house.meterIds[3], { verifiedUntil: '2026-08-14' }],
    [house.meterIds[4], { verifiedUntil: '2026-08-20', removedOn: '2026-08-16' }],
    [house.meterIds[5], { verifiedUntil: '2026-08-21' }],
    [other.meterIds[0], { verifiedUntil: '2026-08-20' }],
  ] as const)
    await core.db
      .updateTable('meters')
      .set(more)
      .where('id', '=', meterId ?? 0)
      .execute();
  await core.db
    .updateTable('personalAccounts')
    .set({ closedOn: '2026-08-01' })
    .where('id', '=', house.accountIds[5] ?? 0)
    .execute();
});
after(async () => core.close());

const list = async (query: Record<string, string | number> = {}, user = VIEWER) =>
  core.ask(user, listEndingVerifications, { params: { organizationId }, query });
const daysIn = async (query: Record<string, string | number> = {}) =>
  (await list(query)).body.items.map(({ verifiedUntil }) => verifiedUntil);

test('verifications that end in the next thirty days are listed, the earliest first', async () => {
  const { items, nextCursor } = (await list()).body;
  assert.ok(items.every((item) => Check(EndingVerification, item)));
  assert.equal(nextCursor, null);
  assert.deepEqual(
    items.map(({ verifiedUntil, daysLeft }) => [verifiedUntil, daysLeft]),
    [
      ['2026-08-15', 0],
      ['2026-08-20', 5],
      ['2026-09-14', 30],
    ],
  );
  const [first] = items;
  assert.deepEqual(first, {
    meterId: house.meterIds[2],
    houseId: house.houseId,
    address: 'г. Тула, пр. Ленина, д. 2',
    roomNumber: '3',
    serviceName: 'Холодное водоснабжение',
    coefficientAllowed: true,
    serialNumber: 'S3',
    verifiedUntil: '2026-08-15',
    daysLeft: 0,
    accounts: [
      {
        personalAccountId: house.accountIds[2],
        accountNumber: `${house.houseId}-3`,
        payer: 'Иванов 3',
        payerAddress: null,
      },
    ],
  });
});

test('a number of days and a house filter the list, which comes in pages', async () => {
  assert.deepEqual(await daysIn({ within: 0 }), ['2026-08-15']);
  assert.equal((await daysIn({ within: 31 })).length, 4);
  assert.deepEqual(await daysIn({ houseId: house.houseId }), ['2026-08-15', '2026-09-14']);
  const first = (await list({ limit: 2 })).body;
  const second = (await list({ limit: 2, cursor: first.nextCursor ?? '' })).body;
  assert.deepEqual(
    [...first.items, ...second.items].map(({ verifiedUntil }) => verifiedUntil),
    ['2026-08-15', '2026-08-20', '2026-09-14'],
  );
});

test('words of the meter, the account, the payer and the address filter the list, all together', async () => {
  assert.deepEqual(await daysIn({ search: 'ленина' }), ['2026-08-15', '2026-09-14']);
  assert.deepEqual(await daysIn({ search: 'мира' }), ['2026-08-20']);
  assert.deepEqual(await daysIn({ search: `иванов ${house.houseId}-3` }), ['2026-08-15']);
  assert.deepEqual(await daysIn({ search: 'холодное ленина s1' }), ['2026-09-14']);
  assert.deepEqual(await daysIn({ search: 'ленина мира' }), []);
});

test('a meter of a room names its accounts, one of the house none, and electricity is left out', async () => {
  const roomMeter = house.meterIds[6] ?? 0;
  const { roomId } = await core.db
    .selectFrom('personalAccounts')
    .select('roomId')
    .where('id', '=', house.accountIds[6] ?? 0)
    .executeTakeFirstOrThrow();
  await core.db
    .updateTable('meters')
    .set({ ownerType: 'room', personalAccountId: null, roomId, verifiedUntil: '2026-12-01' })
    .where('id', '=', roomMeter)
    .execute();
  await core.db
    .updateTable('meters')
    .set({ ownerType: 'house', personalAccountId: null, verifiedUntil: '2026-12-02' })
    .where('id', '=', house.meterIds[7] ?? 0)
    .execute();
  const late = async () => (await list({ within: 120 })).body.items.slice(4);
  assert.deepEqual(
    (await late()).map(({ roomNumber, accounts }) => [
      roomNumber,
      accounts.map(({ payer }) => payer),
    ]),
    [
      ['7', ['Иванов 7']],
      [null, []],
    ],
  );
  const { id: electricity } = await core.db
    .selectFrom('utilityServices')
    .select('id')
    .where('code', '=', 'electricity')
    .executeTakeFirstOrThrow();
  const { id } = await core.db
    .insertInto('houseServices')
    .values({
      organizationId,
      houseId: house.houseId,
      utilityServiceId: electricity,
      method: 'meter',
      validFrom: '2020-01-01',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await core.db
    .updateTable('meters')
    .set({ houseServiceId: id })
    .where('id', '=', roomMeter)
    .execute();
  assert.equal((await late()).length, 1);
});

test('the file has a row for each account, and the audit log records its download', async () => {
  const query = { format: 'csv', within: 5 } as const;
  const answer = await core.ask(VIEWER, exportEndingVerifications, {
    params: { organizationId },
    query,
  });
  assert.equal(answer.status, 200, answer.text);
  assert.match(answer.headers.get('content-disposition') ?? '', /poverka-istekaet\.csv/);
  assert.deepEqual(answer.text.replace('\uFEFF', '').trimEnd().split('\r\n'), [
    'Поверен до;Лицевой счёт;Адрес;Помещение;Плательщик;Услуга;Прибор',
    `15.08.2026;${house.houseId}-3;"г. Тула, пр. Ленина, д. 2";3;Иванов 3;Холодное водоснабжение;S3`,
    `20.08.2026;${house.houseId + 1}-1;"г. Тула, ул. Мира, д. 3";1;Иванов 1;Холодное водоснабжение;S1`,
  ]);
  const object = `organization:${organizationId}`;
  const { items } = (await core.ask(OWNER, listCoreChanges, { query: { object } })).body;
  assert.equal(items[0]?.action, 'organization.ending-verifications-exported');
});

test('invalid requests are refused, and another company sees nothing', async () => {
  for (const query of [{ within: 367 }, { within: -1 }, { within: 'month' }, { days: 3 }])
    assert.equal((await list(query as Record<string, string>)).status, 400);
  assert.equal((await list({ houseId: 999_999 })).status, 404);
  assert.equal((await list({}, STRANGER)).status, 404);
  const asked = { params: { organizationId } };
  assert.equal((await core.ask(STRANGER, exportEndingVerifications, asked)).status, 404);
});
