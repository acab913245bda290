import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import {
  getReadingSheet,
  listOddReadings,
  type Reading,
  ReadingSheetRow,
  StoredReadingSheet,
  storeReadingSheet,
} from '@kvartplata/contracts/core/readings.ts';
import type { PageOf } from '@kvartplata/contracts/page.ts';
import type { Sent } from '@kvartplata/platform/testing/answered.ts';
import { sql } from 'kysely';
import { Check } from 'typebox/value';
import { addReadings, makeMeteredHouse, type MeteredHouse } from '../../testing/metered-house.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const OWNER = 1;
const STRANGER = 2;
const ACCOUNTANT = 3;
const VIEWER = 4;

let core: TestApp;
let organizationId: number;
let house: MeteredHouse;
let sisterHouse: MeteredHouse;
let foreignHouse: MeteredHouse;

before(async () => {
  core = await createTestApp('2026-08-15T09:00:00Z');
  organizationId = await core.organizationOf(OWNER);
  for (const [userId, role] of [
    [ACCOUNTANT, 'accountant'],
    [VIEWER, 'viewer'],
  ] as const)
    await core.db
      .insertInto('organizationMembers')
      .values({ organizationId: organizationId, userId, role })
      .execute();
  sisterHouse = await makeMeteredHouse(core.db, organizationId, 1);
  foreignHouse = await makeMeteredHouse(core.db, await core.organizationOf(STRANGER), 1);
});
beforeEach(async () => {
  core.books.answer = { appliedMonths: [], chargedMonths: [], hasCharges: false };
  core.books.questions.length = 0;
  house = await makeMeteredHouse(core.db, organizationId, 4);
});
after(async () => core.close());

type SheetBody = readonly Record<string, unknown>[];

const monthOf = (period = '2026-07', { houseId } = house) => ({ houseId, period });

async function send(body: unknown, params = monthOf(), user = ACCOUNTANT) {
  return core.ask(user, storeReadingSheet, { params, body });
}

async function sendWell(body: SheetBody, params = monthOf()): Promise<StoredReadingSheet> {
  const response = await send(body, params);
  assert.equal(response.status, 200, response.text);
  const answer = response.body;
  assert.ok(Check(StoredReadingSheet, answer));
  return answer;
}

function rows(...values: readonly string[]): SheetBody {
  return values.map((value, index) => ({
    meterId: house.meterIds[index],
    value,
    takenOn: '2026-07-25',
  }));
}

async function sheetOf(query = {}, params = monthOf()): Promise<PageOf<ReadingSheetRow>> {
  const response = await core.ask(VIEWER, getReadingSheet, { params, query });
  assert.equal(response.status, 200, response.text);
  return response.body;
}

test('a sheet is stored once: sending it again changes nothing', async () => {
  const sheet = rows('11', '12.5', '13.125', '14');
  assert.deepEqual(await sendWell(sheet), {
    period: '2026-07',
    accepted: 4,
    changed: 4,
    unchanged: 0,
    odd: [],
    appliedMonths: [],
  });
  const stored = await sheetOf();
  assert.deepEqual(
    stored.items.map(({ reading, consumption }) => [reading?.value, consumption]),
    [
      ['11.000', '1.000'],
      ['12.500', '2.500'],
      ['13.125', '3.125'],
      ['14.000', '4.000'],
    ],
  );
  core.books.questions.length = 0;
  const again = await sendWell(sheet);
  assert.deepEqual([again.accepted, again.changed, again.unchanged], [4, 0, 4]);
  assert.deepEqual(await sheetOf(), stored);
  assert.deepEqual(core.books.questions, []);
  const versions = await sql<{ version: number }>`
    select distinct version from meter_readings where house_id = ${house.houseId}
  `.execute(core.db);
  assert.deepEqual(versions.rows, [{ version: 1 }]);
});

test('a sheet replaces the readings it names and leaves the rest', async () => {
  await sendWell(
    rows('11', '12', '13', '14').map((row) => Object.assign(row, { source: 'resident' })),
  );
  const mixed = [
    { meterId: house.meterIds[1], value: '12.5', takenOn: '2026-07-25' },
    { meterId: house.meterIds[2], value: '13', takenOn: '2026-07-25' },
  ];
  const answer = await sendWell(mixed);
  assert.deepEqual([answer.accepted, answer.changed, answer.unchanged], [2, 1, 1]);
  assert.deepEqual(
    (await sheetOf()).items.map(({ reading }) => [reading?.value, reading?.source]),
    [
      ['11.000', 'resident'],
      ['12.500', 'operator'],
      ['13.000', 'resident'],
      ['14.000', 'resident'],
    ],
    'a reading that stands already keeps its source',
  );
});

test('a sheet with refused rows stores nothing, and names each of them', async () => {
  const sheet = [
    ...rows('11', '9.999', '100000'),
    { meterId: house.meterIds[3], value: '20', takenOn: '2026-08-16' },
  ];
  const response = await send(sheet);
  assert.equal(response.status, 409);
  const { code, errors } = response.problem;
  assert.equal(code, 'readings-refused');
  assert.deepEqual(errors, [
    {
      path: '/1/value',
      message: 'reading-below-previous: is below the last reading 10.000 of 2025-01-01',
    },
    { path: '/2/value', message: 'reading-over-digits: is more than 5 digits can show' },
    { path: '/3/takenOn', message: 'reading-in-future: is after today, 2026-08-15' },
  ]);
  assert.deepEqual(
    (await sheetOf()).items.map(({ reading }) => reading),
    [null, null, null, null],
  );
});

test('a meter of another house is a 404, which lists the other errors of the sheet too', async () => {
  for (const meterId of [sisterHouse.meterIds[0], foreignHouse.meterIds[0], 987_654]) {
    const sheet = [...rows('11', '1'), { meterId, value: '12', takenOn: '2026-07-25' }];
    const response = await send(sheet);
    assert.equal(response.status, 404, response.text);
    assert.deepEqual(
      response.problem.errors?.map(({ path }) => path),
      ['/1/value', '/2/meterId'],
    );
  }
  const { items } = await sheetOf();
  assert.ok(items.every(({ reading }) => reading === null));
});

test('a sheet of a foreign house is a 404, and a viewer may not send one', async () => {
  const sheet = rows('11');
  assert.equal((await send(sheet, monthOf('2026-07', foreignHouse))).status, 404);
  assert.equal((await send(sheet, monthOf(), STRANGER)).status, 404);
  assert.equal((await send(sheet, monthOf(), VIEWER)).status, 403);
  const params = monthOf();
  assert.equal((await core.ask(STRANGER, getReadingSheet, { params })).status, 404);
  const query = { period: '2026-07' };
  assert.equal((await core.ask(STRANGER, listOddReadings, { params, query })).status, 404);
});

const malformed: { sheet: unknown; path: string; why: string }[] = [
  { sheet: {}, path: '', why: 'no list' },
  { sheet: [], path: '', why: 'nothing in it' },
  { sheet: [{ meterId: 1, takenOn: '2026-07-25' }], path: '/0/value', why: 'no value' },
  { sheet: [{ meterId: '1', value: 1, takenOn: '2026-07-25' }], path: '/0/meterId', why: 'a text' },
  {
    sheet: [{ meterId: 1, value: '1.2345', takenOn: '2026-07-25' }],
    path: '/0/value',
    why: 'a fourth place',
  },
  { sheet: [{ meterId: 1, value: 1, takenOn: '2026-7-5' }], path: '/0/takenOn', why: 'no day' },
  {
    sheet: [{ meterId: 1, value: 1, takenOn: '2026-07-25', period: '2026-07' }],
    path: '/0/period',
    why: 'no such field',
  },
  {
    sheet: [5, 6, 5].map((meterId) => ({ meterId, value: 1, takenOn: '2026-07-25' })),
    path: '/2/meterId',
    why: 'a meter twice',
  },
];
for (const { sheet, path, why } of malformed) {
  test(`the sheet ${JSON.stringify(sheet).slice(0, 70)} is malformed: ${why}`, async () => {
    const response = await send(sheet);
    assert.equal(response.status, 400, response.text);
    assert.equal(response.problem.errors?.[0]?.path, path);
  });
}

test('an invalid month is malformed, and so is a sheet with too many rows or bytes', async () => {
  assert.equal((await send(rows('11'), monthOf('2026-13'))).status, 400);
  const row = { meterId: 1, value: '1', takenOn: '2026-07-25' };
  const long = Array.from({ length: 5001 }, (_, index) => ({ ...row, meterId: index + 1 }));
  assert.equal((await send(long)).status, 400);
  const heavy = [{ ...row, value: `0.${' '.repeat(1_100_000)}` }];
  assert.equal((await send(heavy)).status, 413);
});

test('concurrent sheets of one month are stored one after the other', async () => {
  const answers = await Promise.all([
    send(rows('11', '12', '13', '14')),
    send(rows('21', '22', '23', '24')),
  ]);
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200],
  );
  const values = (await sheetOf()).items.map(({ reading }) => reading?.value);
  const whole = [
    ['11.000', '12.000', '13.000', '14.000'],
    ['21.000', '22.000', '23.000', '24.000'],
  ];
  assert.ok(
    whole.some((sheet) => sheet.join() === values.join()),
    `mixed: ${values.join()}`,
  );
});

test('a change names the applied months up to the last reading that follows', async () => {
  const [first = 0, second = 0] = house.meterIds;
  await addReadings(core.db, house, first, { '2026-05': '20.000' });
  await addReadings(core.db, house, second, { '2026-06': '20.000' });
  core.books.answer = {
    appliedMonths: ['2026-03', '2026-05'],
    chargedMonths: [],
    hasCharges: true,
  };
  const march = [first, second].map((meterId) => ({ meterId, value: 15, takenOn: '2026-03-25' }));
  const { appliedMonths } = await sendWell(march, monthOf('2026-03'));
  assert.deepEqual(appliedMonths, ['2026-03', '2026-05']);
  assert.deepEqual(core.books.questions, [
    { organizationId, houseId: house.houseId, from: '2026-03', to: '2026-06' },
  ]);
});

test('the sheet has every meter in use, house meters first, then by account', async () => {
  const { houseId, commonServiceId, houseMeterTypeId, meterIds, accountIds } = house;
  const common = await core.db
    .insertInto('meters')
    .values({
      organizationId,
      houseId,
      houseServiceId: commonServiceId,
      ownerType: 'house',
      meterTypeId: houseMeterTypeId,
      serialNumber: 'H1',
      digits: 6,
      installedOn: '2026-07-31',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const setOf = async (meterId: number | undefined, columns: object) =>
    core.db
      .updateTable('meters')
      .set(columns)
      .where('id', '=', meterId ?? 0)
      .execute();
  await setOf(meterIds[0], { removedOn: '2026-06-30' });
  await setOf(meterIds[1], { removedOn: '2026-07-01' });
  await setOf(meterIds[2], { installedOn: '2026-08-01' });
  await addReadings(core.db, house, meterIds[3] ?? 0, {
    '2026-05': '12.000',
    '2026-07': '14.000',
  });
  const first = await sheetOf({ limit: 2 });
  const second = await sheetOf({ limit: 2, cursor: first.nextCursor });
  const items = [...first.items, ...second.items];
  assert.deepEqual(
    items.map(({ meterId }) => meterId),
    [common.id, meterIds[1], meterIds[3]],
  );
  assert.equal(second.nextCursor, null);
  for (const item of items) assert.ok(Check(ReadingSheetRow, item), JSON.stringify(item));
  assert.deepEqual(
    [items[0]?.personalAccountId, items[0]?.accountNumber, items[0]?.payer, items[0]?.roomNumber],
    [null, null, null, null],
  );
  const { reading, ...last } = items[2] as ReadingSheetRow;
  assert.deepEqual(last, {
    meterId: meterIds[3],
    serialNumber: 'S4',
    digits: 5,
    personalAccountId: accountIds[3],
    accountNumber: `${houseId}-4`,
    payer: 'Иванов 4',
    roomNumber: '4',
    houseServiceId: house.houseServiceId,
    serviceCode: 'cold-water',
    serviceName: 'Холодное водоснабжение',
    unit: 'м³',
    previous: { period: '2026-05', value: '12.000', takenOn: '2026-05-25' },
    consumption: '2.000',
    mean: null,
    odd: null,
  });
  assert.deepEqual([reading?.value, reading?.source], ['14.000', 'resident']);
});

test('odd readings are listed with their mean, and returned in the answer to the sheet', async () => {
  for (const meterId of house.meterIds)
    await addReadings(core.db, house, meterId, {
      '2026-04': '20.000',
      '2026-05': '22.000',
      '2026-06': '26.000',
    });
  // 16.000 in the 18 months since January 2025, 10.000 of them up to April 2026: a mean of 0.889.
  const sheet = rows('28.666', '28.667', '26', '27');
  const { odd } = await sendWell(sheet);
  const told = (list: readonly Pick<Reading, 'meterId' | 'consumption' | 'mean' | 'odd'>[]) =>
    list.map(({ meterId, consumption, mean, odd: what }) => [meterId, consumption, mean, what]);
  const expected = [
    [house.meterIds[1], '2.667', '0.889', 'jump'],
    [house.meterIds[2], '0.000', '0.889', 'zero'],
  ];
  assert.deepEqual(told(odd), expected);
  const list = async (query: Sent['query']) =>
    core.ask(VIEWER, listOddReadings, { params: { houseId: house.houseId }, query });
  const { body: first } = await list({ period: '2026-07', limit: 1 });
  const { body: second } = await list({
    period: '2026-07',
    limit: 1,
    cursor: first.nextCursor,
  });
  assert.deepEqual(told([...first.items, ...second.items]), expected);
  assert.equal(second.nextCursor, null);
  assert.deepEqual(first.items[0]?.previous, {
    period: '2026-06',
    value: '26.000',
    takenOn: '2026-06-25',
  });
  assert.equal((await list({})).status, 400);
});

test('a sheet of 2000 meters with a year of readings is stored in one go', async () => {
  const big = await makeMeteredHouse(core.db, organizationId, 2000);
  await sql`
    insert into meter_readings (organization_id, house_id, period, meter_id, value, taken_on, source)
    select organization_id, house_id, month::date, id, 10 + 3 * row_number() over (partition by id order by month),
      month::date + 24, 'resident'
    from meters, generate_series(timestamp '2025-07-01', '2026-06-01', '1 month') as month
    where house_id = ${big.houseId}
  `.execute(core.db);
  const sheet = big.meterIds.map((meterId) => ({ meterId, value: 50, takenOn: '2026-07-25' }));
  const month = monthOf('2026-07', big);
  const answer = await sendWell(sheet, month);
  assert.deepEqual([answer.accepted, answer.changed], [2000, 2000]);
  const again = await sendWell(sheet, month);
  assert.deepEqual([again.changed, again.unchanged], [0, 2000]);
  const audited = await sql<{ readings: number }>`
    select (select count(*) from jsonb_object_keys(after -> 'readings')) as readings
    from audit_log where action like 'reading%' and (after ->> 'houseId')::bigint = ${big.houseId}
  `.execute(core.db);
  assert.deepEqual(audited.rows, [{ readings: 2000 }]);
  let cursor: string | null | undefined;
  let shown = 0;
  do {
    const page: PageOf<ReadingSheetRow> = await sheetOf({ limit: 200, cursor }, month);
    shown += page.items.filter(({ reading }) => reading?.value === '50.000').length;
    cursor = page.nextCursor;
  } while (cursor !== null);
  assert.equal(shown, 2000);
});
