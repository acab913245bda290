// Our own page in a real browser, and nothing else: a new user from registration to the first month's receipts, payments and
// closing.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { moscowDayOf } from '@kvartplata/domain/calendar/day.ts';
import { verifyProof } from '@kvartplata/platform/proof/verify-proof.js';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import type { Page } from 'playwright-core';
import { findBarriers } from './testing/axe.ts';
import { openOwnPage, type OwnPage, type Visit } from './testing/own-page.ts';
import { addHouse, createOrganization, register } from './testing/page-steps.ts';

const ADDRESS = 'Казань, Садовая, 12';
/** The last completed month. */
const MONTH = moscowDayOf(new Date()).toPlainYearMonth().subtract({ months: 1 });
const PERIOD = MONTH.toString();
const SHORT_MONTH = new RegExp(
  `^${MONTH.toPlainDate({ day: 1 }).toLocaleString('ru', { month: 'short' }).slice(0, 3)}`,
  'i',
);
const FIRST_DAY = written(MONTH.toPlainDate({ day: 1 }));
const ACCOUNTS = [
  { number: '1001', payer: 'Соколова Анна Викторовна', room: '1', area: '54,3', reading: '7' },
  { number: '1002', payer: 'Морозов Игорь Павлович', room: '2', area: '40', reading: '3,5' },
];
/** By hand: 54.30 m² × 30.00 + 7 m³ × 50.00, and 40.00 m² × 30.00 + 3.5 m³ × 50.00. */
const CHARGED = ['1 979,00', '1 375,00'];

describe('the first month of a new organization', { skip: missing('chromium') }, () => {
  let own: OwnPage;
  let visit: Visit;
  let page: Page;

  before(async () => {
    own = await openOwnPage();
    visit = await own.visit('/register');
    ({ page } = visit);
  });
  after(async () => own.stop());

  /** An empty list shows its button twice. */
  const press = async (name: string): Promise<void> =>
    page.getByRole('button', { name }).first().click();
  const fill = async (fields: Readonly<Record<string, string>>): Promise<void> => {
    for (const [label, value] of Object.entries(fields))
      await page.getByLabel(label, { exact: true }).fill(value);
  };
  const follow = async (name: string): Promise<void> =>
    page.getByRole('link', { name, exact: true }).click();

  const firstSteps = async (done: number, next: string): Promise<void> => {
    await page.getByRole('link', { name: 'Главная' }).click();
    await page.getByText(`Сделано шагов: ${done} из 6.`).waitFor();
    await page.locator('[aria-current=step]').getByRole('heading', { name: next }).waitFor();
    assert.deepEqual(await findBarriers(page), []);
  };

  test('begins with a house, its rooms and its accounts', async () => {
    await register(page, 'olga');
    await createOrganization(page, 'ТСЖ «Садовая, 12»');
    await firstSteps(0, 'Добавить дома');
    assert.equal(await page.getByRole('list', { name: 'Расчётные месяцы' }).count(), 0);
    await follow('Месяц');
    await page.getByText(/^Домов пока нет: месяц начинается с дома/).waitFor();
    for (const list of ['/accounts', '/house-setups', '/corrections', '/reports/turnover']) {
      await page.goto(new URL(list, page.url()).href);
      await follow('К домам');
      await page.getByText(/^Домов пока нет. Добавьте первый/).waitFor();
    }
    await follow('Главная');
    await addHouse(page, ADDRESS);
    for (const { room, area } of ACCOUNTS) {
      await press('Добавить помещение');
      await fill({ Номер: room, 'Площадь, м²': area });
      await press('Сохранить');
      await page.getByRole('button', { name: room, exact: true }).waitFor();
    }
    for (const { number, payer, room } of ACCOUNTS) {
      await press('Открыть счёт');
      await fill({ 'Номер счёта': number, Помещение: room, Плательщик: payer });
      await fill({ 'Зарегистрировано человек': '2', Открыт: FIRST_DAY });
      await press('Сохранить');
      await page.getByRole('link', { name: number, exact: true }).waitFor();
    }
  });

  test('goes on with services, tariffs and meters', async () => {
    await firstSteps(2, 'Настроить услуги и тарифы');
    await page.getByText('2 открытых счёта.').waitFor();
    await follow('Услуги и тарифы дома');
    for (const { service, method, tariff } of [
      { service: 'Содержание жилого помещения', method: 'по площади', tariff: '30' },
      { service: 'Холодное водоснабжение', method: 'по приборам учёта', tariff: '50' },
    ]) {
      await press('Добавить услугу');
      await page.getByRole('combobox', { name: 'Услуга' }).selectOption(service);
      await page.getByLabel('Как начислять').selectOption(method);
      await fill({ 'Первый день': FIRST_DAY });
      await press('Сохранить');
      await page.getByRole('heading', { name: service }).waitFor();
      await press('Добавить тариф');
      await page.getByLabel(/^Тариф, ₽ за/).fill(tariff);
      await fill({ 'Первый день': FIRST_DAY, Основание: 'Протокол собрания № 1' });
      await press('Сохранить');
      await page
        .getByText(/^Тариф сохранён/)
        .first()
        .waitFor();
    }
    await follow('Приборы');
    for (const { number } of ACCOUNTS) {
      await press('Добавить прибор');
      await page.getByLabel('Услуга', { exact: true }).selectOption('Холодное водоснабжение');
      await fill({ 'Лицевой счёт': number, 'Заводской номер': `В-${number}` });
      await fill({ Установлен: FIRST_DAY, 'Поверен до': '01.01.2035' });
      await press('Сохранить');
      await page.getByRole('heading', { name: `Прибор В-${number}` }).waitFor();
      await follow('Приборы');
    }
  });

  test('leads to its readings from the start page', async () => {
    await firstSteps(4, 'Снять показания');
    await page.getByText('2 прибора.').waitFor();
    await page.getByText(/^Есть долги, пени или переплаты из прежней программы/).waitFor();
    await page.getByRole('link', { name: 'Начальные остатки' }).waitFor();
    await page.getByRole('button', { name: SHORT_MONTH }).click();
    await page.locator(`a[href="/month/${PERIOD}#step-readings"]`).first().click();
    await page.getByRole('heading', { name: /^Месяц: / }).waitFor();
    await page.locator('#step-readings:focus').waitFor();
  });

  test('has its readings entered, is calculated to the kopeck and applied', async () => {
    await page.goto(new URL(`/month/${PERIOD}`, page.url()).href);
    await follow('0 из 2');
    await page.getByRole('grid').getByRole('textbox').first().focus();
    for (const { reading } of ACCOUNTS) {
      await page.keyboard.type(reading);
      await page.keyboard.press('Enter');
    }
    await page.keyboard.press('Control+s');
    await page.getByText('Сохранено: 2 показания.').waitFor();

    await page.goto(new URL(`/month/${PERIOD}`, page.url()).href);
    await page.getByText('2 из 2').waitFor();
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/calculation-jobs'))
        sent.push(request.url());
    });
    await page.getByRole('button', { name: 'Рассчитать' }).dblclick();
    await page.getByText('Готово: 4 начисления по 2 счетам.').waitFor();
    assert.equal(sent.length, 1);
    await press('Провести 3 354,00 ₽');
    await press('Да, всё верно');
    await page.getByText('Месяц проведён, проводок: 4.').waitFor();
  });

  test('ends in receipts, a page for each account, once the bank details are entered', async () => {
    await press('Сделать квитанции');
    await page.getByText('Не хватает банковских реквизитов организации.').waitFor();
    await follow('К карточке организации');
    await fill({
      Банк: 'ПАО Сбербанк',
      БИК: '044525225',
      'Расчётный счёт': '40702810538000123456',
      'Корреспондентский счёт': '30101810400000000225',
    });
    await press('Сохранить');
    await page.getByText('Карточка сохранена.').waitFor();
    await page.goBack();
    await press('Сделать квитанции');
    assert.equal(await pagesOfReceipt('Скачать PDF'), 2);
    await page.getByLabel('Лицевой счёт').fill('морозов');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Квитанция PDF' }).waitFor();
    assert.equal(await pagesOfReceipt('Квитанция PDF'), 1);
  });

  async function pagesOfReceipt(button: string): Promise<number> {
    const downloading = page.waitForEvent('download');
    await press(button);
    const file = await buffer(await (await downloading).createReadStream());
    assert.equal(file.subarray(0, 5).toString(), '%PDF-');
    return file.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0;
  }

  test('has its first payments booked, and each account owes what it should', async () => {
    await follow('Платежи');
    await page.getByRole('heading', { name: 'Ввести платёж' }).waitFor();
    for (const [index, { number }] of ACCOUNTS.entries()) {
      await page.getByLabel('Лицевой счёт').fill(number);
      await page.keyboard.press('Enter');
      await page.getByText(`Долг ${CHARGED[index]} ₽`).waitFor();
      if (index === 0) await page.keyboard.press('ArrowDown');
      else await page.keyboard.type('375');
      await page.keyboard.press('Enter');
      await page.getByText(new RegExp(`^Записано: ${number} `)).waitFor();
    }
    await page
      .getByRole('row', { name: /^Итого без сторнированных/ })
      .getByText('2 354,00')
      .waitFor();
    await follow('1002');
    await page.getByText('1 000,00 ₽').waitFor();
  });

  test('is closed, under a seal that holds', async () => {
    await page.goto(new URL(`/month/${PERIOD}`, page.url()).href);
    await page.getByRole('heading', { name: 'Закрыть месяц' }).waitFor();
    await page.getByText('2 из 2').waitFor();
    await press('Закрыть месяц');
    await press('Да, всё верно');
    await page.getByText(/^Закрыт \d\d\./).waitFor();
    await press('Проверить печать');
    await page.getByText('Печать цела: 1 дом, 2 счёта, ни одна проводка не изменилась.').waitFor();
    await page.getByText('Печать № 1 из 1 в журнале печатей').waitFor();
    await page.getByRole('link', { name: 'Главная' }).click();
    await page.getByRole('row', { name: new RegExp(ADDRESS) }).waitFor();
    await page.getByText('С чего начать').waitFor({ state: 'detached' });
    assert.deepEqual(visit.faults, []);
  });

  test('the proof of an account can be downloaded, and verifies by itself', async () => {
    await page.goto(new URL('/accounts', page.url()).href);
    await follow('1002');
    const downloading = page.waitForEvent('download');
    await press('Доказательство');
    const file = await (await downloading).path();
    const proof: unknown = JSON.parse(readFileSync(file, 'utf8'));
    assert.equal((await verifyProof(proof)).isGood, true);
    assert.deepEqual(visit.faults, []);
  });
});

/** In the format of the fields: `01.11.2026`. */
function written(day: Temporal.PlainDate): string {
  return day.toString().split('-').toReversed().join('.');
}
