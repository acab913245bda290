// The applied months that an import comes too late for: the requests to billing, and what is shown.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import {
  type Import,
  importHouses,
  importMeters,
  importReadings,
} from '@kvartplata/contracts/core/imports.ts';
import type { Sent } from '@kvartplata/platform/testing/answered.ts';
import { houseFile, type HouseRow } from '../../testing/house-file.ts';
import { csv, importFile, type Importing } from '../../testing/import-files.ts';
import { addReadings, makeMeteredHouse, type MeteredHouse } from '../../testing/metered-house.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const METERS =
  'Лицевой счёт;Услуга;Вид прибора;Заводской номер;Разрядность;Дата установки;Начальное показание;Поверен до';
const READINGS = 'Заводской номер;Показание;Дата снятия;Расчётный период';

let core: TestApp;
let owner = 0;
let house: MeteredHouse;

before(async () => {
  core = await createTestApp('2026-08-15T09:00:00Z', undefined, { queue: 'working' });
});
beforeEach(async () => {
  owner += 1;
  house = await makeMeteredHouse(core.db, await core.organizationOf(owner), 2);
  core.books.answer = { appliedMonths: ['2026-05'], chargedMonths: [], hasCharges: true };
});
after(async () => core.close());

/** The result, and the first and last months in the requests to billing. */
async function put(
  importing: Importing,
  file: string,
  query?: Sent['query'],
): Promise<{ told: Import; asked: unknown }> {
  core.books.questions.length = 0;
  const told = await importFile(core, owner, importing, file, query);
  const asked = core.books.questions.map(({ houseId, from, to }) => {
    assert.equal(houseId, house.houseId);
    return [from, to];
  });
  return { told, asked };
}

/** An account of the house as it is stored, with the row's changes. */
function account(row: HouseRow): string {
  const address = 'г. Тула, пр. Ленина, д. 2';
  const stored = { account: `${house.houseId}-1`, room: '1', area: '50', persons: '1' };
  return houseFile([{ address, payer: 'Иванов 1', opened: '01.01.2020', ...stored, ...row }]);
}

const accounts: { why: string; row: HouseRow; asked: readonly (string | undefined)[] | null }[] = [
  { why: 'another payer', row: { payer: 'Петров' }, asked: null },
  { why: 'another area', row: { area: '51' }, asked: [undefined, undefined] },
  { why: 'another common area', row: { common: '100' }, asked: [undefined, undefined] },
  { why: 'a new room', row: { room: '3', account: 'A' }, asked: [undefined, undefined] },
  { why: 'another share', row: { share: '0,5' }, asked: ['2020-01', undefined] },
  { why: 'opened earlier', row: { opened: '15.12.2019' }, asked: ['2019-12', undefined] },
  { why: 'closed', row: { closed: '31.08.2026' }, asked: ['2026-09', undefined] },
  { why: 'another count of persons', row: { persons: '3' }, asked: ['2026-08', undefined] },
];
for (const { why, row, asked } of accounts) {
  test(`for an account: ${why}`, async () => {
    await put(importHouses, account({}));
    const change = await put(importHouses, account(row));
    assert.deepEqual(change.asked, asked === null ? [] : [asked], JSON.stringify(change.told));
    const months = asked === null ? [] : [{ houseId: house.houseId, months: ['2026-05'] }];
    assert.deepEqual(change.told.appliedMonths, months);
  });
}

test('billing is not asked about a new house', async () => {
  const { told, asked } = await put(importHouses, houseFile([{ account: 'A' }]));
  assert.deepEqual([told.appliedMonths, asked], [[], []]);
});

test('for meters: from the first day that counts differently, and for a verification from its end', async () => {
  const { houseId } = house;
  const asked = async (installed: string, verified: string) => {
    const row = `${houseId}-1;cold-water;cold-water;S1;5;${installed};10;${verified}`;
    return (await put(importMeters, `${METERS}\n${row}`, { houseId })).asked;
  };
  assert.deepEqual(await asked('01.01.2025', ''), []);
  assert.deepEqual(await asked('01.02.2025', ''), [['2025-01', undefined]]);
  assert.deepEqual(await asked('01.02.2025', '30.04.2026'), [['2026-05', undefined]]);
  assert.deepEqual(await asked('01.02.2025', '31.07.2026'), [['2026-05', undefined]]);
});

test('for readings: from their month to that of the next one, in a dry run too', async () => {
  await addReadings(core.db, house, house.meterIds[0] ?? 0, {
    '2026-03': '13',
    '2026-07': '20',
  });
  const query = { houseId: house.houseId };
  const file = csv([
    [READINGS],
    ['S1', '14', '20.04.2026', '04.2026'],
    ['S1', '15', '20.05.2026', '05.2026'],
  ]);
  const tried = await put(importReadings, file, { ...query, dryRun: true });
  assert.deepEqual(tried.asked, [['2026-04', '2026-07']]);
  const done = await put(importReadings, file, query);
  assert.deepEqual([done.asked, done.told.appliedMonths], [tried.asked, tried.told.appliedMonths]);
  const again = await put(importReadings, file, query);
  assert.deepEqual([again.asked, again.told.appliedMonths], [[], []]);
});

test('a refused file affects no months, and while billing is unavailable they are unknown', async () => {
  const refused = await put(importHouses, account({ area: '51', persons: '-1' }));
  assert.deepEqual([refused.told.status, refused.told.appliedMonths], ['FAILED', []]);
  core.books.answer = 'away';
  const { told } = await put(importHouses, account({ area: '51' }));
  assert.deepEqual([told.status, told.appliedMonths], ['COMPLETED', null]);
});
