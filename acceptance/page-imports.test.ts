// Our own page in a real browser: a house is imported from a file, once the file has no errors.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { listImports } from '@kvartplata/contracts/core/imports.ts';
import { createHouseService } from '@kvartplata/contracts/core/house-services.ts';
import { listMeterTypes } from '@kvartplata/contracts/core/meter-types.ts';
import { createMeter } from '@kvartplata/contracts/core/meters.ts';
import { listAccountsOfHouse } from '@kvartplata/contracts/core/personal-accounts.ts';
import {
  createReading,
  deleteReading,
  getReading,
  listReadings,
} from '@kvartplata/contracts/core/readings.ts';
import { listUtilityServices } from '@kvartplata/contracts/core/utility-services.ts';
import { createOrganization } from '@kvartplata/contracts/core/organizations.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import type { Page } from 'playwright-core';
import { clientOf, signUp, type Person } from '@kvartplata/platform/testing/people.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import { findBarriers } from './testing/axe.ts';
import { openOwnPage, type OwnPage } from './testing/own-page.ts';
import { enter } from './testing/page-steps.ts';
import { assertWellDrawn } from './testing/well-drawn.ts';

const HEADER =
  'Адрес дома;Номер помещения;Площадь помещения, кв. м;Лицевой счёт;Плательщик;Зарегистрировано человек;Дата открытия счёта';
const GOOD = 'Казань, Полевая, 9;1;54,3;П1;Иванов И. И.;2;01.01.2026';

/** The user returns from another window after longer than the page trusts its data. */
async function comeBackLater(page: Page): Promise<void> {
  await page.evaluate(`
    const { now } = Date;
    Date.now = () => now() + 60_000;
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  `);
}

describe('files on the page', { skip: missing('chromium') }, () => {
  let own: OwnPage;
  let page: Page;
  let faults: readonly string[];
  let houseId = '';
  let person: Person;

  before(async () => {
    own = await openOwnPage();
    person = await signUp(own.services, 'owner');
    const { call } = clientOf(own.services, person);
    await call(createOrganization, { body: { name: 'УК «Полевая»' } });
    ({ page, faults } = await own.visit('/houses'));
    await enter(page, 'owner');
  });
  after(async () => own.stop());

  async function choose(name: string, lines: readonly string[]): Promise<void> {
    const buffer = Buffer.from([HEADER, ...lines].join('\r\n'));
    const file = { name, mimeType: 'text/csv', buffer };
    await page.locator('input[type=file]').setInputFiles(file);
  }

  test('a wrong file has each mistake listed by its line, and cannot be stored', async () => {
    await page.getByRole('link', { name: 'Загрузить из файла' }).click();
    await page.getByRole('heading', { name: 'Загрузить дома и счета' }).waitFor();
    await choose('дома.csv', [GOOD, 'Казань, Полевая, 9;2;много;П2;;1;01.01.2026']);
    await page.getByText(/^С ошибками: 1\sстрока\./).waitFor();
    await page.getByRole('row', { name: /^3 Площадь помещения, кв. м нужно число/ }).waitFor();
    await page.getByRole('row', { name: '3 Плательщик не заполнено' }).waitFor();
    assert.equal(await page.getByRole('button', { name: /^Загрузить/ }).count(), 0);
  });

  test('an unreadable file, or one with other columns, is refused with an explanation', async () => {
    const [name, mimeType] = ['дома.xlsx', 'application/octet-stream'];
    const broken = { name, mimeType, buffer: Buffer.from('PK\u0003\u0004 и ничего больше') };
    await page.locator('input[type=file]').setInputFiles(broken);
    await page.getByText('Файл не читается как таблица.').waitFor();
    await page.getByText(/^Сохраните её в Excel как XLSX без пароля/).waitFor();
    const long = Buffer.from(`${HEADER}\r\n${'ж'.repeat(40_000)}`);
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'дома.csv', mimeType, buffer: long });
    await page.getByText(/^В строке 2 ячейка длиннее 32\s767 знаков\.$/).waitFor();
    await page.getByText(/^Сохраните её в Excel как XLSX без пароля/).waitFor();
    const columns = { name: 'дома.csv', mimeType, buffer: Buffer.from('Адрес дома;Этаж\r\nК;1') };
    await page.locator('input[type=file]').setInputFiles(columns);
    await page.getByText('В файле не те колонки.').waitFor();
    await page.getByText('колонка «Этаж» неизвестна').waitFor();
    await page.getByText('нет колонки «Плательщик»').waitFor();
    assert.deepEqual(await findBarriers(page), []);
  });

  test('a corrected file is stored, and its house appears', async () => {
    await choose('дома.csv', [GOOD, 'Казань, Полевая, 9;2;40;П2;Петров П. П.;1;01.01.2026']);
    await page.getByRole('button', { name: 'Загрузить 2 строки' }).click();
    await page.getByText('Загружено: 2 строки записано.').waitFor();
    const next = page.getByRole('region', { name: 'Дальше:' });
    await next.getByText('настройте услуги и тарифы этих домов').waitFor();
    await next.getByRole('link', { name: 'Услуги домов таблицей' }).waitFor();
    assert.deepEqual(await findBarriers(page), []);
    await next.getByRole('link', { name: 'Загрузить услуги и тарифы' }).click();
    await page.getByRole('heading', { name: 'Загрузить услуги и тарифы' }).waitFor();
    await page.goBack();
    await page.getByRole('row', { name: /дома\.csv загружен дома и счета/ }).waitFor();
    await page.getByRole('link', { name: 'Дома' }).first().click();
    await page.getByRole('link', { name: 'Казань, Полевая, 9' }).click();
    await page.getByRole('link', { name: 'П2', exact: true }).waitFor();
    houseId = page.url().split('/').at(-1) ?? '';
  });

  test('the same file again has nothing to store, and the page names the earlier import', async () => {
    await page.goto(new URL('/imports', page.url()).href);
    await choose('дома.csv', [GOOD, 'Казань, Полевая, 9;2;40;П2;Петров П. П.;1;01.01.2026']);
    await page.getByText('Всё это уже записано: загружать нечего.').waitFor();
    await page.getByText(/^Этот же файл уже загружали: загрузка №\s\d+\.$/).waitFor();
    assert.equal(await page.getByRole('button', { name: /^Загрузить/ }).count(), 0);
  });

  test('readings of all houses are imported from a file of their meters, and undone after a preview', async () => {
    const { call, callWhole } = clientOf(own.services, person);
    const { items: known } = await call(listUtilityServices, { query: { limit: 200 } });
    const cold = known.find(({ code }) => code === 'cold-water');
    const { id: houseServiceId } = await call(createHouseService, {
      params: { houseId: Number(houseId) },
      body: { utilityServiceId: cold?.id ?? 0, method: 'meter', validFrom: '2026-01-01' },
    });
    const { items: types } = await call(listMeterTypes, {});
    const { items: accounts } = await call(listAccountsOfHouse, {
      params: { houseId: Number(houseId) },
    });
    const meter = await call(createMeter, {
      body: {
        houseServiceId,
        ownerType: 'account',
        personalAccountId: accounts[0]?.id ?? 0,
        meterTypeId: types.find(({ code }) => code === 'cold-water')?.id ?? 0,
        serialNumber: '4471902',
        digits: 5,
        installedOn: '2026-01-01',
        initialReading: '10',
      },
    });
    await page.goto(new URL('/imports?kind=readings&period=2026-02', page.url()).href);
    await page.getByRole('heading', { name: 'Загрузить показания' }).waitFor();
    const arrives = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Скачать: 1 дом, CSV' }).click();
    const sheet = await readFile(await (await arrives).path(), 'utf8');
    assert.match(sheet, /\r\n"Казань, Полевая, 9";4471902;П1;[^;]+;;28\.02\.2026;/);
    const filled = sheet.replace(/;;28\.02\.2026;/, ';15;28.02.2026;');
    const buffer = Buffer.from(filled);
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'показания.csv', mimeType: 'text/csv', buffer });
    await page.getByRole('button', { name: 'Загрузить 1 строку' }).click();
    await page.getByText('Загружено: 1 строка записано.').waitFor();
    assert.deepEqual(await findBarriers(page), []);

    const undo = page.getByRole('button', { name: 'Отменить загрузку: показания.csv' });
    const later = await call(createReading, {
      params: { meterId: meter.id },
      body: { period: '2026-03', value: '17', takenOn: '2026-03-25' },
    });
    await undo.first().click();
    const dialog = page.getByRole('dialog', { name: 'Отменить загрузку: показания.csv' });
    await dialog.getByText(/^Отменить нельзя: 1\sстроку/).waitFor();
    await dialog.getByText('у прибора есть более позднее показание, за 03.2026').waitFor();
    assert.deepEqual(await findBarriers(page), []);
    await page.keyboard.press('Escape');
    const params = { readingId: later.id };
    const { headers } = await callWhole(getReading, { params });
    await call(deleteReading, { params, ifMatch: headers.get('etag') ?? '' });

    const stored = page.getByRole('row', { name: /показания\.csv загружен/ });
    await stored.getByRole('button').click();
    await dialog.getByText(/^Будет отменено: 1\sстрока\./).waitFor();
    const { promise: listIsReloaded, resolve: answerDialog } = Promise.withResolvers<void>();
    await page.route(/\/api\/imports\/\d+$/, async (route) => {
      await listIsReloaded;
      await route.continue();
    });
    await dialog.getByRole('button', { name: 'Отменить загрузку', exact: true }).click();
    await until('the import is taken back', async () => {
      const { items } = await call(listImports, { query: { limit: 200 } });
      return items.some(({ undoneBy }) => undoneBy !== null);
    });
    await comeBackLater(page);
    await page.getByRole('row', { name: /показания\.csv отменён показания/ }).waitFor();
    answerDialog();
    await page.getByText('Загрузка отменена: 1 строка.').waitFor();
    await page.getByRole('row', { name: /показания\.csv отменён показания/ }).waitFor();
    const { items: left } = await call(listReadings, { params: { meterId: meter.id } });
    assert.deepEqual(left, []);
    await undo.first().waitFor({ state: 'detached' });
  });

  test('the page says why an import of houses cannot be undone', async () => {
    await page.goto(new URL('/imports', page.url()).href);
    await page.getByText(/^Загрузку домов и приборов отменить нельзя/).waitFor();
    const stored = page.getByRole('row', { name: /^дома\.csv загружен/ }).first();
    await stored.waitFor();
    assert.equal(await stored.getByRole('button').count(), 0);
  });

  test('the pages of imports and of changes look right', async () => {
    const ofHouse = `/imports?kind=meters&houseId=${houseId}`;
    const history = `/audit?object=house:${houseId}`;
    const readings = '/imports?kind=readings';
    await assertWellDrawn(page, ['/imports', readings, ofHouse, '/audit', history]);
    assert.deepEqual(faults, []);
  });
});
