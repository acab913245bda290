// A house that comes as files: a thousand accounts, their meters and readings are imported, and the month is billed to the
// kopeck.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { buffer } from 'node:stream/consumers';
import type { Client } from '@kvartplata/client/client.ts';
import { listAccountBalances } from '@kvartplata/contracts/billing/account-balances.ts';
import { applyCycle } from '@kvartplata/contracts/billing/apply.ts';
import { getCycle } from '@kvartplata/contracts/billing/cycles.ts';
import { createHouseService } from '@kvartplata/contracts/core/house-services.ts';
import { listHouses } from '@kvartplata/contracts/core/houses.ts';
import {
  downloadRefusedRows,
  getImport,
  type Import,
  importHouses,
  importMeters,
  importReadings,
} from '@kvartplata/contracts/core/imports.ts';
import { createOrganization } from '@kvartplata/contracts/core/organizations.ts';
import { listAccountsOfHouse } from '@kvartplata/contracts/core/personal-accounts.ts';
import { createTariff } from '@kvartplata/contracts/core/tariffs.ts';
import { listUtilityServices } from '@kvartplata/contracts/core/utility-services.ts';
import type { PageOf } from '@kvartplata/contracts/page.ts';
import type { ChargingMethod } from '@kvartplata/domain/charging/charging-methods.ts';
import { formatKopecks, parseKopecks } from '@kvartplata/domain/money/kopecks.ts';
import { sumBy } from '@kvartplata/domain/money/sums.ts';
import { writeTable } from '@kvartplata/platform/table-files/write-table.ts';
import type { Cell } from '@kvartplata/platform/table-files/written-table.ts';
import { rowsOf } from '@kvartplata/platform/testing/table-files.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import { clientOf, type Person, signUp } from '@kvartplata/platform/testing/people.ts';
import { computeMonth } from './testing/computed-month.ts';
import { startThreeServices, type ThreeServices } from './testing/three-services.ts';

const ACCOUNTS = 1000;
const ADDRESS = 'г. Самара, ул. Садовая, д. 12';
/** The previous month: all its readings can have been taken. */
const MONTH = Temporal.Now.plainDateISO('Europe/Moscow').toPlainYearMonth().subtract({ months: 1 });
const FIRST_DAY = MONTH.toPlainDate({ day: 1 }).toString();
const READ_ON = MONTH.toPlainDate({ day: 25 }).toString();
const HOUSES = [
  'Адрес дома',
  'Номер помещения',
  'Площадь помещения, кв. м',
  'Лицевой счёт',
  'Плательщик',
  'Зарегистрировано человек',
  'Дата открытия счёта',
];
const METERS = [
  'Лицевой счёт',
  'Услуга',
  'Вид прибора',
  'Заводской номер',
  'Разрядность',
  'Дата установки',
  'Начальное показание',
];
/** By hand: 0.5, 1.5, … 9.5 m³ × 49.19; the first is 24.595. */
const WATER = '24.60 73.79 122.98 172.17 221.36 270.55 319.74 368.93 418.12 467.31'.split(' ');
const READINGS = ['Заводской номер', 'Показание', 'Дата снятия', 'Расчётный период'];

describe('a house of a thousand accounts', () => {
  let services: ThreeServices;
  let owner: Person;
  let call: Client['call'];
  let houseId: number;
  before(async () => {
    services = await startThreeServices();
    await signUp(services, 'administrator');
    owner = await signUp(services, 'owner');
    ({ call } = clientOf(services, owner));
    await call(createOrganization, { body: { name: 'УК' } });
  });
  after(async () => services.stop());

  const fromHouses = async (body: FormData) => call(importHouses, { body });
  const fromMeters = async (body: FormData) => call(importMeters, { query: { houseId }, body });
  const fromReadings = async (body: FormData) => call(importReadings, { query: { houseId }, body });

  async function importRows(
    begin: (body: FormData) => Promise<Import>,
    header: readonly string[],
    rows: readonly (readonly Cell[])[],
  ): Promise<Import> {
    const table = { rows: [header, ...rows], sheetName: 'Лист', widths: [] };
    const file = new Uint8Array(await buffer(writeTable('xlsx', table)));
    const form = new FormData();
    form.append('file', new Blob([file]), 'Файл.xlsx');
    let told = await begin(form);
    await until(`import ${told.id} has ended`, async () => {
      told = await call(getImport, { params: { importId: told.id } });
      return told.finishedAt !== null;
    });
    return told;
  }

  test('with errors in its file is not stored, and every wrong row is named with its line', async () => {
    const spoiled = new Map<number, readonly [column: number, cell: Cell, code: string]>([
      [2, [2, { decimal: '0' }, 'decimal']],
      [17, [0, '', 'required']],
      [333, [3, 'ЛС 1', 'account-number-form']],
      [334, [3, account(1), 'repeated']],
      [500, [6, '31.02.2020', 'day']],
      [999, [5, '-1', 'whole-number']],
      [1001, [4, 'я'.repeat(201), 'too-long']],
    ]);
    const rows = houseRows().map((row, index) => {
      const [column, cell] = spoiled.get(index + 2) ?? [-1, ''];
      return row.map((own, at) => (at === column ? cell : own));
    });
    const told = await importRows(fromHouses, HOUSES, rows);
    assert.deepEqual([told.status, told.refused, told.accepted], ['FAILED', 7, ACCOUNTS - 7]);
    assert.deepEqual(
      told.errors.map(({ line, code }) => [line, code]),
      [...spoiled].map(([line, [, , code]]) => [line, code]),
    );
    const refused = await clientOf(services, owner).callFile(downloadRefusedRows, {
      params: { importId: told.id },
      query: { format: 'xlsx' },
    });
    const lines = (await rowsOf(Buffer.from(await refused.arrayBuffer()))).map(
      ({ cells }) => cells[0],
    );
    assert.deepEqual(lines, ['Строка', ...[...spoiled.keys()].map(String)]);
    const houses = await call(listHouses);
    assert.deepEqual(houses.items, []);
  });

  test('is imported from XLSX with its meters and readings', async () => {
    const houses = await importRows(fromHouses, HOUSES, houseRows());
    assert.deepEqual(
      [houses.status, houses.changed],
      ['COMPLETED', ACCOUNTS],
      JSON.stringify(houses),
    );
    const { items } = await call(listHouses);
    houseId = items[0]?.id ?? 0;
    await addService('upkeep', 'area', '34.18');
    await addService('cold-water', 'meter', '49.19');
    const meters = await importRows(fromMeters, METERS, meterRows());
    assert.deepEqual(
      [meters.status, meters.changed],
      ['COMPLETED', ACCOUNTS],
      JSON.stringify(meters),
    );
    const readings = await importRows(fromReadings, READINGS, readingRows());
    assert.deepEqual(
      [readings.status, readings.changed],
      ['COMPLETED', ACCOUNTS],
      JSON.stringify(readings),
    );
  });

  /**
   * By hand. Upkeep: 500 × 40.50 m² × 34.18 = 1384.29 each, 500 × 60.25 m² × 34.18 = 2059.345, so 2059.35 each:
   * 692,145.00 + 1,029,675.00. Cold water: 100 times each of `WATER`, in all 2459.55: 245,955.00.
   */
  test('is billed to the kopeck', async () => {
    const job = await computeMonth(clientOf(services, owner), { houseId }, MONTH.toString());
    assert.deepEqual(
      [job.status, job.processedAccounts, job.createdCharges, job.skipped],
      ['COMPLETED', ACCOUNTS, 2 * ACCOUNTS, []],
    );
    const cycle = await call(getCycle, {
      params: { cycleId: job.billingCycleId },
    });
    assert.deepEqual([cycle.accounts, cycle.chargesTotal], [ACCOUNTS, '1967775.00']);
    const { cycle: applied, ...booked } = await call(applyCycle, {
      params: { cycleId: cycle.id },
    });
    assert.equal(applied.status, 'APPLIED');
    assert.deepEqual(booked, {
      chargesApplied: 2 * ACCOUNTS,
      ledgerEntriesCreated: 2 * ACCOUNTS,
      accountsUpdated: ACCOUNTS,
      totalAmount: '1967775.00',
    });
  });

  test('owes what it was charged, account by account', async () => {
    const balances = await readAll((cursor) =>
      call(listAccountBalances, { query: { houseId, cursor } }),
    );
    assert.equal(balances.length, ACCOUNTS);
    const owed = sumBy(balances, ({ principalDebt }) => parseKopecks(principalDebt));
    assert.equal(formatKopecks(owed), '1967775.00');
    const accounts = await readAll((cursor) =>
      call(listAccountsOfHouse, { params: { houseId }, query: { limit: 200, cursor } }),
    );
    const debts = new Map(balances.map((one) => [one.personalAccountId, one.principalDebt]));
    for (const { id, accountNumber } of accounts) {
      const nth = Number(accountNumber.slice(3));
      const upkeep = nth % 2 === 0 ? '1384.29' : '2059.35';
      const water = parseKopecks(WATER[nth % 10] ?? '');
      assert.equal(debts.get(id), formatKopecks(parseKopecks(upkeep) + water), accountNumber);
    }
  });

  async function readAll<T>(
    read: (cursor: string | undefined) => Promise<PageOf<T>>,
  ): Promise<readonly T[]> {
    const items: T[] = [];
    let cursor: string | undefined;
    do {
      const page = await read(cursor);
      items.push(...page.items);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    return items;
  }

  async function addService(code: string, method: ChargingMethod, tariff: string): Promise<void> {
    const { items } = await call(listUtilityServices);
    const { id } = await call(createHouseService, {
      params: { houseId },
      body: {
        utilityServiceId: items.find((service) => service.code === code)?.id ?? 0,
        method,
        validFrom: FIRST_DAY,
      },
    });
    await call(createTariff, {
      params: { houseServiceId: id },
      body: {
        value: tariff,
        validFrom: FIRST_DAY,
        basis: 'Приказ',
      },
    });
  }
});

function account(nth: number): string {
  return `ЛС-${String(nth).padStart(4, '0')}`;
}

function houseRows(): Cell[][] {
  return Array.from({ length: ACCOUNTS }, (_, nth) => [
    ADDRESS,
    { decimal: String(nth + 1) },
    { decimal: nth % 2 === 0 ? '40.5' : '60.25' },
    account(nth),
    `Соколова Анна ${nth}`,
    { decimal: '2' },
    { day: '2020-01-01' },
  ]);
}

function meterRows(): Cell[][] {
  return Array.from({ length: ACCOUNTS }, (_, nth) => [
    account(nth),
    'Холодное водоснабжение',
    'Счётчик холодной воды',
    `СХВ-${nth}`,
    { decimal: '5' },
    { day: FIRST_DAY },
    { decimal: '10.25' },
  ]);
}

function readingRows(): Cell[][] {
  return Array.from({ length: ACCOUNTS }, (_, nth) => [
    `СХВ-${nth}`,
    { decimal: String(10.75 + (nth % 10)) },
    { day: READ_ON },
    MONTH.toString(),
  ]);
}
