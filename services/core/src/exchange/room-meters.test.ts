// A meter that the accounts of a room share: entered, read, replaced, imported, and sent to billing.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  getHouseBillingSnapshot,
  SnapshotLine,
} from '@kvartplata/contracts/core/billing-snapshot.ts';
import { listUnverifiedMeters } from '@kvartplata/contracts/core/closing-facts.ts';
import {
  createHouseService,
  getHouseService,
  replaceHouseService,
} from '@kvartplata/contracts/core/house-services.ts';
import { importMeters, importReadings } from '@kvartplata/contracts/core/imports.ts';
import { createMeterReplacement } from '@kvartplata/contracts/core/meter-replacements.ts';
import {
  createMeter,
  getMeter,
  listMeters,
  replaceMeter,
} from '@kvartplata/contracts/core/meters.ts';
import { createPersonalAccount } from '@kvartplata/contracts/core/personal-accounts.ts';
import { createReading, getReadingSheet } from '@kvartplata/contracts/core/readings.ts';
import { getReceiptFacts } from '@kvartplata/contracts/core/receipt-facts.ts';
import { createRoom, deleteRoom } from '@kvartplata/contracts/core/rooms.ts';
import { Check } from 'typebox/value';
import { csv, importFile } from '../testing/import-files.ts';
import { makeMeteredHouse, type MeteredHouse } from '../testing/metered-house.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';

const OWNER = 1;
const DEVICE = { digits: 5, installedOn: '2026-01-01', initialReading: '100' };

let core: TestApp;
let house: MeteredHouse;
let roomId: number;
let accounts: readonly number[];
let meterId: number;

before(async () => {
  core = await createTestApp('2026-08-15T09:00:00Z', undefined, { queue: 'working' });
  house = await makeMeteredHouse(core.db, await core.organizationOf(OWNER), 1);
  roomId = await addRoom('17');
  accounts = [await addAccount('R-1'), await addAccount('R-2')];
  const added = await addMeter({ serialNumber: 'ROOM-1' });
  assert.equal(added.status, 201, added.text);
  assert.deepEqual([added.body.ownerType, added.body.roomId], ['room', roomId]);
  meterId = added.body.id;
});
after(async () => core.close());

async function addRoom(number: string): Promise<number> {
  const asked = { params: { houseId: house.houseId }, body: { number, area: '60' } };
  return (await core.ask(OWNER, createRoom, asked)).body.id;
}

async function addAccount(accountNumber: string): Promise<number> {
  const body = { roomId, accountNumber, payer: 'Иванов', share: '0.5', openedOn: '2026-01-01' };
  const params = { houseId: house.houseId };
  return (await core.ask(OWNER, createPersonalAccount, { params, body })).body.id;
}

async function addMeter(more: object) {
  const { houseServiceId, meterTypeId } = house;
  const body = { houseServiceId, ownerType: 'room', roomId, meterTypeId, ...DEVICE, ...more };
  return core.ask(OWNER, createMeter, { body });
}

async function linesOf(period: string): Promise<readonly SnapshotLine[]> {
  const asked = { params: { houseId: house.houseId }, query: { period } };
  const { text } = await core.askAsService(getHouseBillingSnapshot, asked);
  return text
    .trimEnd()
    .split('\n')
    .map((line) => {
      const parsed: unknown = JSON.parse(line);
      assert.ok(Check(SnapshotLine, parsed), line);
      return parsed;
    });
}

for (const { more, status, path, why } of [
  { more: { roomId: null }, status: 400, path: '/roomId', why: 'a room’s without a room' },
  { more: { ownerType: 'account' }, status: 400, path: '/personalAccountId', why: 'no account' },
  { more: { ownerType: 'house' }, status: 400, path: '/meterTypeId', why: 'a house’s with a room' },
  { more: { roomId: 987_654 }, status: 404, path: undefined, why: 'no such room' },
])
  test(`${JSON.stringify(more)} is a ${status}: ${why}`, async () => {
    const answer = await addMeter({ serialNumber: 'NONE', ...more });
    assert.equal(answer.status, status, answer.text);
    assert.equal(answer.problem.errors?.[0]?.path, path);
  });

test('a room’s meter has a type for accounts', async () => {
  const meterTypeId = house.houseMeterTypeId;
  const answer = await addMeter({ serialNumber: 'NONE', meterTypeId });
  assert.equal(answer.problem.errors?.[0]?.path, '/meterTypeId');
});

test('it is found by its room, counts as an individual meter of its service, and protects the room from deletion', async () => {
  const found = await core.ask(OWNER, listMeters, { query: { roomId } });
  assert.deepEqual(
    found.body.items.map(({ id }) => id),
    [meterId],
  );
  const asked = { params: { houseServiceId: house.houseServiceId } };
  const service = await core.ask(OWNER, getHouseService, asked);
  assert.equal(service.body.individualMeterCount, 2);
  assert.ok(service.body.meters.some((meter) => meter.roomId === roomId));
  const empty = await addRoom('18');
  await addMeter({ serialNumber: 'ROOM-18', roomId: empty });
  const refused = await core.ask(OWNER, deleteRoom, { params: { roomId: empty } });
  assert.equal(refused.problem.code, 'has-children');
});

test('the sheet of the month names the room of the meter', async () => {
  const asked = { params: { houseId: house.houseId, period: '2026-02' } };
  const sheet = await core.ask(OWNER, getReadingSheet, asked);
  const row = sheet.body.items.find((one) => one.meterId === meterId);
  assert.deepEqual([row?.roomNumber, row?.accountNumber, row?.payer], ['17', null, null]);
});

test('each account of the room includes the meter, and a late reading affects them all', async () => {
  const reading = { period: '2026-03', value: '112', takenOn: '2026-03-25' };
  const read = await core.ask(OWNER, createReading, { params: { meterId }, body: reading });
  assert.equal(read.status, 201, read.text);
  const lines = await linesOf('2026-03');
  const told = lines.flatMap((line) =>
    line.line === 'account' && accounts.includes(line.personalAccountId) ? [line.meters] : [],
  );
  assert.equal(told.length, 2);
  for (const meters of told)
    assert.deepEqual(
      meters.map((meter) => [meter.meterId, meter.ofRoom, meter.current?.value]),
      [[meterId, true, '112.000']],
    );
  const others = lines.flatMap((line) =>
    line.line === 'account' && !accounts.includes(line.personalAccountId) ? line.meters : [],
  );
  assert.ok(others.every(({ ofRoom }) => ofRoom === undefined));
  const [first] = lines;
  assert.ok(first?.line === 'house');
  assert.deepEqual(first.meters, []);
  const end = lines.at(-1);
  assert.ok(end?.line === 'end');
  assert.deepEqual(
    end.lateMeters.map((late) => [late.meterId, late.personalAccountId, late.estimatedSince]),
    accounts.map((account) => [meterId, account, '2026-01']),
  );
});

test('receipts of all accounts in the room show the meter', async () => {
  const asked = { params: { houseId: house.houseId }, query: { period: '2026-03' } };
  const facts = await core.askAsService(getReceiptFacts, asked);
  for (const account of facts.body.accounts.filter(({ roomNumber }) => roomNumber === '17'))
    assert.deepEqual(
      account.meters.map(({ serialNumber, current }) => [serialNumber, current?.value]),
      [['ROOM-1', '112.000']],
    );
});

test('it is listed with its room before a month is closed, once its verification has ended', async () => {
  const { houseServiceId, meterTypeId, organizationId } = house;
  const body = {
    houseServiceId,
    ownerType: 'room',
    roomId,
    meterTypeId,
    serialNumber: 'ROOM-1',
    ...DEVICE,
  };
  const changed = await core.ask(OWNER, replaceMeter, {
    params: { meterId },
    body: { ...body, verifiedUntil: '2026-03-10' },
  });
  assert.equal(changed.status, 200, changed.text);
  const asked = { params: { organizationId }, query: { period: '2026-03' } };
  const unverified = await core.askAsService(listUnverifiedMeters, asked);
  assert.deepEqual(
    unverified.body.items.map((meter) => [
      meter.serialNumber,
      meter.roomNumber,
      meter.accountNumber,
    ]),
    [['ROOM-1', '17', null]],
  );
});

test('the successor of the meter belongs to the same room', async () => {
  const body = {
    removedOn: '2026-04-10',
    finalReading: '120',
    meter: { serialNumber: 'ROOM-2', digits: 5, installedOn: '2026-04-10', initialReading: '0' },
  };
  const { etag } = Object.fromEntries(
    (await core.ask(OWNER, getMeter, { params: { meterId } })).headers.entries(),
  );
  const asked = { params: { meterId }, body, ifMatch: etag };
  const replaced = await core.ask(OWNER, createMeterReplacement, asked);
  assert.equal(replaced.status, 201, replaced.text);
  assert.deepEqual([replaced.body.ownerType, replaced.body.roomId], ['room', roomId]);
});

test('the service says how the meter is shared, by default by share, and a change affects charges', async () => {
  const code = { utilityServiceId: 2, method: 'meter', validFrom: '2026-01-01' };
  const params = { houseId: house.houseId };
  const made = await core.ask(OWNER, createHouseService, { params, body: code });
  assert.equal(made.status, 201, made.text);
  assert.equal(made.body.sharedMeterBy, 'share');
  core.books.questions.length = 0;
  const changed = await core.ask(OWNER, replaceHouseService, {
    params: { houseServiceId: made.body.id },
    body: { ...code, sharedMeterBy: 'persons' },
  });
  assert.equal(changed.body.sharedMeterBy, 'persons');
  assert.ok(core.books.questions.length > 0);
});

test('a file of meters names the room, and one of readings any of its accounts', async () => {
  const query = { houseId: house.houseId };
  const header = [
    'Лицевой счёт',
    'Помещение',
    'Услуга',
    'Вид прибора',
    'Заводской номер',
    'Разрядность',
    'Дата установки',
    'Начальное показание',
  ];
  const cells = (account: string, room: string) => [
    account,
    room,
    'cold-water',
    'cold-water',
    'ROOM-3',
    '5',
    '01.05.2026',
    '0',
  ];
  const refusalOf = async (row: readonly string[]): Promise<unknown> =>
    (await importFile(core, OWNER, importMeters, csv([header, row]), query)).errors.map(
      ({ column, code }) => [column, code],
    );
  assert.deepEqual(await refusalOf(cells('R-1', '17')), [['roomNumber', 'account-or-room']]);
  assert.deepEqual(await refusalOf(cells('', '99')), [['roomNumber', 'room-unknown']]);
  const stored = await importFile(core, OWNER, importMeters, csv([header, cells('', '19')]), query);
  assert.equal(stored.status, 'FAILED');
  await addRoom('19');
  const made = await importFile(core, OWNER, importMeters, csv([header, cells('', '19')]), query);
  assert.deepEqual([made.status, made.changed], ['COMPLETED', 1], JSON.stringify(made.errors));
  const again = await importFile(core, OWNER, importMeters, csv([header, cells('', '19')]), query);
  assert.equal(again.unchanged, 1);
  const readings = csv([
    ['Лицевой счёт', 'Услуга', 'Показание', 'Дата снятия', 'Расчётный период'],
    ['R-2', 'cold-water', '9', '25.05.2026', '05.2026'],
  ]);
  const read = await importFile(core, OWNER, importReadings, readings, query);
  assert.deepEqual([read.status, read.changed], ['COMPLETED', 1], JSON.stringify(read.errors));
});
