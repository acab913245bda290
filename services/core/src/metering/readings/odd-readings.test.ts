// The odd readings of all houses: page by page, of chosen houses, as a file, and found again after a change.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { listCoreChanges } from '@kvartplata/contracts/core/audit.ts';
import { listOddReadingFacts } from '@kvartplata/contracts/core/closing-facts.ts';
import {
  downloadOddReadings,
  listOddReadingsOfHouses,
  storeReadingSheet,
} from '@kvartplata/contracts/core/readings.ts';
import { rowsOf } from '@kvartplata/platform/testing/table-files.ts';
import { sql } from 'kysely';
import { addReadings, makeMeteredHouse, type MeteredHouse } from '../../testing/metered-house.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const OWNER = 1;
const STRANGER = 2;
const VIEWER = 3;
const PERIOD = '2026-07';
const SECOND = 'г. Тула, пр. Ленина, д. 4';

let core: TestApp;
let organizationId: number;
let houses: readonly [MeteredHouse, MeteredHouse, MeteredHouse];

before(async () => {
  core = await createTestApp('2026-08-15T09:00:00Z');
  organizationId = await core.organizationOf(OWNER);
  await core.organizationOf(STRANGER);
  await core.db
    .insertInto('organizationMembers')
    .values({ organizationId, userId: VIEWER, role: 'viewer' })
    .execute();
  houses = [
    await makeMeteredHouse(core.db, organizationId, 3),
    await makeMeteredHouse(core.db, organizationId, 2, SECOND),
    await makeMeteredHouse(core.db, organizationId, 1, 'г. Тула, пр. Ленина, д. 6'),
  ];
  const year = { '2026-03': '20', '2026-04': '30', '2026-05': '40', '2026-06': '50' };
  for (const house of houses)
    for (const meterId of house.meterIds) await addReadings(core.db, house, meterId, year);
});
after(async () => core.close());

/** Adds a reading with each value to the house's meters, in order. */
async function read(house: MeteredHouse, values: readonly string[]): Promise<void> {
  const body = values.map((value, nth) => ({
    meterId: house.meterIds[nth] ?? 0,
    value,
    takenOn: `${PERIOD}-25`,
  }));
  const params = { houseId: house.houseId, period: PERIOD };
  const { status, text } = await core.ask(OWNER, storeReadingSheet, { params, body });
  assert.equal(status, 200, text);
}

async function list(query: object = {}): Promise<{ rows: readonly string[]; count: number }> {
  const rows: string[] = [];
  let cursor: string | undefined;
  for (;;) {
    const asked = { query: { organizationId, period: PERIOD, limit: 1, cursor, ...query } };
    const { status, body, text } = await core.ask(VIEWER, listOddReadingsOfHouses, asked);
    assert.equal(status, 200, text);
    rows.push(
      ...body.items.map((row) => `${row.address.slice(-4)} ${row.serialNumber} ${row.odd}`),
    );
    if (body.nextCursor === null) return { rows, count: body.count };
    cursor = body.nextCursor;
  }
}

test('a month without readings has no odd ones, and those found come in order of house, page by page', async () => {
  assert.deepEqual(await list(), { rows: [], count: 0 });
  await read(houses[0], ['50', '55', '150']);
  await read(houses[1], ['55', '50']);
  await read(houses[2], ['55']);
  const all = ['д. 2 S1 zero', 'д. 2 S3 jump', 'д. 4 S2 zero'];
  assert.deepEqual(await list(), { rows: all, count: 3 });
  assert.deepEqual(await list({ limit: 200 }), { rows: all, count: 3 });
  const houseIds = `${houses[1].houseId},${houses[2].houseId}`;
  assert.deepEqual(await list({ houseIds }), { rows: all.slice(2), count: 1 });
  assert.deepEqual(await list({ houseIds: String(houses[2].houseId) }), { rows: [], count: 0 });
  const told = await core.askAsService(listOddReadingFacts, {
    params: { organizationId },
    query: { period: PERIOD },
  });
  assert.deepEqual(
    [told.body.count, told.body.items.map(({ serialNumber }) => serialNumber)],
    [3, ['S1', 'S3', 'S2']],
  );
});

test('only a house that changed is counted again, also after a reading of an earlier month', async () => {
  await read(houses[1], ['55', '56']);
  // Bypasses the triggers, to see whether the house is read again.
  await core.db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`
      update meter_readings set value = 50 where house_id = ${houses[2].houseId} and period = ${`${PERIOD}-01`}
    `.execute(trx);
  });
  assert.deepEqual(await list(), { rows: ['д. 2 S1 zero', 'д. 2 S3 jump'], count: 2 });
  await core.db
    .updateTable('meterReadings')
    .set({ value: '45' })
    .where('houseId', '=', houses[0].houseId)
    .where('meterId', '=', houses[0].meterIds[0] ?? 0)
    .where('period', '=', '2026-06-01')
    .execute();
  assert.deepEqual(await list(), { rows: ['д. 2 S3 jump'], count: 1 });
});

test('odd readings can be downloaded as a file, and the audit log records who did', async () => {
  const query = { organizationId, period: PERIOD };
  const file = await core.ask(VIEWER, downloadOddReadings, { query });
  const rows = await rowsOf(Buffer.from(file.bytes));
  assert.deepEqual(
    rows.slice(1).map(({ cells }) => cells),
    [
      [
        'г. Тула, пр. Ленина, д. 2',
        '3',
        `${houses[0].houseId}-3`,
        'Иванов 3',
        'Холодное водоснабжение',
        'S3',
        '50',
        '150',
        '2026-07-25',
        '100',
        '2.222',
        'более чем втрое больше обычного',
      ],
    ],
  );
  const csv = await core.ask(VIEWER, downloadOddReadings, { query: { ...query, format: 'csv' } });
  assert.match(csv.text, /^\uFEFF?Адрес дома;Помещение;/);
  const { items } = (
    await core.ask(OWNER, listCoreChanges, { query: { object: `organization:${organizationId}` } })
  ).body;
  assert.deepEqual(
    items.slice(0, 2).map(({ action, userId, after: told }) => [action, userId, told]),
    Array.from({ length: 2 }, () => [
      'organization.odd-readings-exported',
      VIEWER,
      { period: PERIOD, houses: 3, readings: 1 },
    ]),
  );
});

const others = async (): Promise<number> => {
  const { items } = { items: await core.db.selectFrom('houses').select('id').execute() };
  return Math.max(...items.map(({ id }) => id)) + 1000;
};
const refused: readonly {
  readonly why: string;
  readonly user?: number;
  readonly query: () => object | Promise<object>;
  readonly answer: readonly [number, string];
}[] = [
  {
    why: 'no month is named',
    query: () => ({ organizationId }),
    answer: [400, 'validation-failed'],
  },
  {
    why: 'it is no month',
    query: () => ({ organizationId, period: '2026-13' }),
    answer: [400, 'validation-failed'],
  },
  {
    why: 'a house is none',
    query: () => ({ organizationId, period: PERIOD, houseIds: 'all' }),
    answer: [400, 'validation-failed'],
  },
  {
    why: 'a house is not there',
    query: async () => ({ organizationId, period: PERIOD, houseIds: String(await others()) }),
    answer: [404, 'not-found'],
  },
  {
    why: 'the cursor is of another list',
    query: () => ({ organizationId, period: PERIOD, cursor: 'WzFd' }),
    answer: [400, 'validation-failed'],
  },
  {
    why: 'the organization is another’s',
    user: STRANGER,
    query: () => ({ organizationId, period: PERIOD }),
    answer: [404, 'not-found'],
  },
];
for (const { why, user = OWNER, query, answer } of refused)
  test(`is refused: ${why}`, async () => {
    const asked = { query: (await query()) as never };
    const { status, problem } = await core.ask(user, listOddReadingsOfHouses, asked);
    assert.deepEqual([status, problem.code], answer);
  });
