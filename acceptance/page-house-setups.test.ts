// Our own page in a real browser: sixty houses get twelve services from one file, gaps are shown and filled as in another house,
// and chosen houses get a new tariff.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createHouse } from '@kvartplata/contracts/core/houses.ts';
import { createOrganization } from '@kvartplata/contracts/core/organizations.ts';
import { clientOf, signUp } from '@kvartplata/platform/testing/people.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { findBarriers } from './testing/axe.ts';
import { fillServices } from './testing/filled-services.ts';
import { openOwnPage, type OwnPage } from './testing/own-page.ts';
import { enter } from './testing/page-steps.ts';
import { assertWellDrawn } from './testing/well-drawn.ts';

const HOUSES = 60;
const SERVICES = [
  'Холодное водоснабжение',
  'Горячее водоснабжение',
  'Водоотведение',
  'Электроснабжение',
  'Газоснабжение',
  'Отопление',
  'Холодная вода на содержание общего имущества',
  'Горячая вода на содержание общего имущества',
  'Электроэнергия на содержание общего имущества',
  'Содержание жилого помещения',
  'Взнос на капитальный ремонт',
  'Обращение с твёрдыми коммунальными отходами',
];
const addressOf = (number: number): string => `Казань, Полевая, ${number}`;

describe('services of sixty houses on the page', { skip: missing('chromium') }, () => {
  let own: OwnPage;
  let page: Page;
  let faults: readonly string[];

  before(async () => {
    own = await openOwnPage();
    const owner = await signUp(own.services, 'owner');
    const { call } = clientOf(own.services, owner);
    const { id: organizationId } = await call(createOrganization, {
      body: { name: 'УК «Полевая»' },
    });
    for (let number = 1; number <= HOUSES; number += 1)
      await call(createHouse, { body: { organizationId, address: addressOf(number) } });
    ({ page, faults } = await own.visit('/house-setups'));
    await enter(page, 'owner');
  });
  after(async () => own.stop());

  test('a file with the houses is downloaded, filled in, previewed and stored', async () => {
    await page.getByText(/^Услуг у домов пока нет\./).waitFor();
    await page.getByRole('link', { name: 'Настроить из файла' }).click();
    const { length } = SERVICES;
    for (const service of SERVICES) await page.getByLabel(service, { exact: true }).check();
    await page.getByLabel('Начисляются с').fill('01.01.2026');
    const downloading = page.waitForEvent('download');
    await page
      .getByRole('button', { name: `Скачать файл: ${HOUSES} домов, ${length} услуг` })
      .click();
    const made = await readFile(await (await downloading).path());
    const file = await fillServices(made, (address, service) =>
      // One house lacks the last service.
      address === addressOf(2) && service === SERVICES.at(-1)
        ? undefined
        : { 'Тариф, руб.': '12,34', Документ: 'Протокол № 1' },
    );
    await page.locator('input[type=file]').setInputFiles({
      name: 'Услуги домов.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: file,
    });
    const rows = HOUSES * length - 1;
    await page.getByRole('button', { name: `Загрузить ${rows} строк` }).click();
    await page.getByText(`Загружено: ${rows} строк записано.`).waitFor();
    assert.deepEqual(await findBarriers(page), []);
  });

  test('the table shows every tariff and the one gap, which is filled as in another house', async () => {
    await page.getByRole('link', { name: 'Услуги домов таблицей' }).click();
    await page.getByText('Нет услуги: 1 клетка. Нет тарифа: 0 клеток.').waitFor();
    const rows = page.getByRole('row');
    assert.equal(await rows.count(), HOUSES + 1);
    const addresses = await page.getByRole('rowheader').allInnerTexts();
    assert.deepEqual(
      addresses,
      Array.from({ length: HOUSES }, (_, index) => addressOf(index + 1)),
    );
    await page.getByLabel('Дома', { exact: true }).selectOption('где чего-то нет');
    assert.equal(await rows.count(), 2);
    await page.getByLabel(`Выбрать: ${addressOf(2)}`).check();
    await page.getByRole('button', { name: 'Как в доме…' }).click();
    await page.getByLabel('Как в доме', { exact: true }).selectOption(addressOf(1));
    await page.getByLabel('С какого дня').fill('01.02.2026');
    await page.getByRole('button', { name: 'Показать, что изменится' }).click();
    await page.getByText(/^Добавится: 2, изменится: 0, останется как есть: \d+/).waitFor();
    await page
      .getByRole('row', { name: /Обращение с твёрдыми коммунальными отходами: тариф 12,34/ })
      .waitFor();
    await page.getByRole('button', { name: 'Записать' }).click();
    await page.getByText('У всех домов есть все услуги с тарифами.').waitFor();
  });

  test('a new tariff is previewed, refused with the reason where impossible, and given to the chosen houses', async () => {
    await page.getByLabel('Дома', { exact: true }).selectOption('все');
    await page.getByLabel('Выбрать все показанные').check();
    await page.getByRole('button', { name: 'Новый тариф' }).click();
    await page
      .getByLabel('Услуга', { exact: true })
      .selectOption('Обращение с твёрдыми коммунальными отходами');
    await page.getByLabel(/^Тариф, ₽/).fill('15,5');
    await page.getByLabel('Первый день').fill('15.01.2026');
    await page.getByLabel('Основание').fill('Протокол № 2');
    await page.getByRole('button', { name: 'Показать, что изменится' }).click();
    await page.getByRole('row', { name: /услуга у дома только с 01\.02\.2026/ }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Записать' }).count(), 0);
    await page.getByRole('button', { name: 'Назад' }).click();
    await page.getByLabel('Первый день').fill('01.03.2026');
    await page.getByRole('button', { name: 'Показать, что изменится' }).click();
    await page.getByText('Добавится: 0, изменится: 60, останется как есть: 0').waitFor();
    assert.deepEqual(await findBarriers(page), []);
    await page.getByRole('button', { name: 'Записать' }).click();
    await page.getByText('Записано: 60 строк.').waitFor();
    await page.getByRole('link', { name: '15,5', exact: true }).first().waitFor();
    assert.equal(await page.getByRole('link', { name: '15,5', exact: true }).count(), HOUSES);
  });

  test('a cell leads to the service of its house', async () => {
    await page.getByRole('link', { name: '15,5', exact: true }).first().click();
    await page
      .getByRole('heading', { name: 'Обращение с твёрдыми коммунальными отходами' })
      .waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Услуги домов' }).waitFor();
  });

  test('its pages look right', async () => {
    await assertWellDrawn(page, [
      '/house-setups',
      '/house-setups?shown=norms',
      '/imports?kind=services',
    ]);
    assert.deepEqual(faults, []);
  });
});
