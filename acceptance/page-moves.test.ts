// A company moves in using only the page: its files are checked, corrected, stored, and undone.
import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { textOfPages } from '@kvartplata/billing-service/src/testing/pdf-pages.ts';
import { createOrganization } from '@kvartplata/contracts/core/organizations.ts';
import { moscowDayOf } from '@kvartplata/domain/calendar/day.ts';
import { clientOf, signUp } from '@kvartplata/platform/testing/people.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import type { Page } from 'playwright-core';
import { findBarriers } from './testing/axe.ts';
import { openOwnPage, type OwnPage } from './testing/own-page.ts';
import { enter } from './testing/page-steps.ts';
import { assertWellDrawn } from './testing/well-drawn.ts';

const ACCOUNTS = `Адрес дома;Номер помещения;Площадь помещения, кв. м;Лицевой счёт;Плательщик;Зарегистрировано человек;Дата открытия счёта
г. Тверь, ул. Речная, д. 5;1;50;501;Смирнова А. А.;2;01.01.2020`;
const TARIFFS = `Адрес дома;Услуга;Действует с;Тариф, руб.;Документ
все дома;Содержание жилого помещения;01.01.2020;30;Протокол № 1`;
const BALANCES = `account;month;kind;service;amount
501;05.2025;основной долг;;1234,56`;

/** As named on the page: the first one that it offers. */
const MONTH = moscowDayOf(new Date())
  .toLocaleString('ru', { month: 'long', year: 'numeric' })
  .replace(' г.', '');
const BANK = {
  Банк: 'ПАО Сбербанк',
  БИК: '044525225',
  'Расчётный счёт': '40702810538000123456',
  'Корреспондентский счёт': '30101810400000000225',
};

describe('the page of a move', { skip: missing('chromium', 'pdftoppm') }, () => {
  let own: OwnPage;
  let page: Page;
  before(async () => {
    own = await openOwnPage();
    await signUp(own.services, 'administrator');
    const owner = await signUp(own.services, 'owner');
    await clientOf(own.services, owner).call(createOrganization, { body: { name: 'УК «Речная»' } });
    ({ page } = await own.visit('/houses'));
    await enter(page, 'owner');
  });
  after(async () => own.stop());

  async function choose(part: string, name: string, content: string): Promise<void> {
    await page
      .getByRole('region', { name: part })
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
  }

  test('checks the files together, and names each wrong row', async () => {
    await page.getByRole('link', { name: 'Переезд' }).click();
    await page.getByRole('heading', { name: 'Переезд из другой программы' }).waitFor();
    await choose('Дома и счета', 'счета.csv', ACCOUNTS);
    await choose('Услуги и тарифы', 'тарифы.csv', TARIFFS);
    await choose('Долги, пени и авансы', 'долги.csv', BALANCES.replace('501;', '502;'));
    await page.getByRole('button', { name: 'Проверить всё' }).click();
    await page.getByText('Не записано ничего. Исправьте строки и проверьте ещё раз.').waitFor();
    await page.getByRole('row', { name: /^2 Лицевой счёт нет такого лицевого счёта 1$/ }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Перенести' }).count(), 0);
    assert.deepEqual(await findBarriers(page), []);
  });

  test('stores them as a whole, and undoes them as a whole', async () => {
    await choose('Долги, пени и авансы', 'долги.csv', BALANCES);
    await page.getByRole('button', { name: 'Проверить всё' }).click();
    await page.getByText('Ошибок нет: можно переносить.').waitFor();
    await page.getByRole('button', { name: 'Перенести' }).click();
    await page.getByText(/^Готово: домов 1, счетов 1, приборов 0\./).waitFor();
    await page.getByRole('row', { name: /домов 1, счетов 1, приборов 0 перенесён/ }).waitFor();
    await page.getByRole('button', { name: 'Отменить переезд' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Отменить переезд' }).click();
    await page.getByText('Переезд отменяется.').waitFor();
    await page.goto(`${new URL(page.url()).origin}/houses`);
    await page.getByText(/^Домов пока нет\./).waitFor();
  });

  test('leads on to the first printed receipt, with the debt that was moved', async () => {
    const press = async (name: string): Promise<void> =>
      page.getByRole('button', { name }).first().click();
    await page.goto(`${new URL(page.url()).origin}/moves`);
    await choose('Дома и счета', 'счета.csv', ACCOUNTS);
    await choose('Услуги и тарифы', 'тарифы.csv', TARIFFS);
    await choose('Долги, пени и авансы', 'долги.csv', BALANCES);
    await press('Проверить всё');
    await press('Перенести');
    await page.getByRole('link', { name: 'Оборотная ведомость' }).waitFor();
    await page.getByRole('link', { name: `Открыть месяц: ${MONTH}` }).click();
    await press('Рассчитать');
    await press('Провести 1 500,00 ₽');
    await press('Да, всё верно');
    await page.getByText('Месяц проведён, проводок: 1.').waitFor();
    await press('Сделать квитанции');
    await page.getByRole('link', { name: 'К карточке организации' }).click();
    for (const [field, value] of Object.entries(BANK)) await page.getByLabel(field).fill(value);
    await press('Сохранить');
    await page.getByText('Карточка сохранена.').waitFor();
    await page.goBack();
    await press('Сделать квитанции');
    const downloading = page.waitForEvent('download');
    await press('Скачать PDF');
    const file = await buffer(await (await downloading).createReadStream());
    const [receipt = ''] = textOfPages(file);
    for (const sum of ['1 234,56', '1 500,00', '2 734,56'])
      assert.ok(receipt.includes(sum), `${sum} in ${receipt}`);
  });

  test('looks right in both languages', async () => {
    await assertWellDrawn(page, ['/moves', '/imports', '/imports?kind=services']);
    await page.goto(`${new URL(page.url()).origin}/moves`);
    await page
      .getByRole('cell', { name: /^1\shouse, 1\saccount, 0\smeters$/ })
      .first()
      .waitFor();
  });
});
