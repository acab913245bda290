// Sixty houses using only the page: from an empty organization to two months that are charged, paid, printed and closed, with
// mistakes that are corrected on the way, and services that freeze and die meanwhile.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { textOfPages } from '@kvartplata/billing-service/src/testing/pdf-pages.ts';
import { listHouses } from '@kvartplata/contracts/core/houses.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import type { Page } from 'playwright-core';
import { findBarriers } from '../acceptance/testing/axe.ts';
import { fillServices } from '../acceptance/testing/filled-services.ts';
import {
  openPageOf,
  type OwnPage,
  type Served,
  type Visit,
} from '../acceptance/testing/own-page.ts';
import { createOrganization, register, tabTo } from '../acceptance/testing/page-steps.ts';
import { assertBooksHold } from './testing/books.ts';
import { openClient, type Client } from './testing/client.ts';
import { ledgerSums } from './testing/ledger-sums.ts';
import * as sixty from './testing/sixty-houses.ts';
import { startStand, type Stand } from './testing/stand.ts';

const PERIOD = sixty.MONTH.toString();
const NEXT = sixty.NEXT_MONTH.toString();
const FIRST = 1;
/** Houses without readings in the first month. */
const UNREAD = [2, 3] as const;
/** The house whose readings come too late. */
const LATE = sixty.HOUSES;
/** A job may have to wait long after its worker was killed. */
const PATIENCE = { timeout: 120_000 };
/** Not a number, less than before, and for a fifth flat, which the house does not have. */
const WRONG_READINGS = ['105', 'много', '90', '105', '105'];
const READINGS = ['105', '105', '105', '105'];
/** Cannot be booked: an account that does not exist, and invalid amounts. */
const STRAY = 77_700n;
const WRONG_ROWS = [
  `99999;${sixty.roubles(STRAY)};${sixty.FIRST_DAY};Неизвестный`,
  `${sixty.accountOf(3, 2)};0,00;${sixty.FIRST_DAY};Ким В. Д.`,
];

type Served60 = Served & Stand;

describe('sixty houses on the page', { skip: missing('chromium', 'pdftoppm') }, () => {
  let own: OwnPage<Served60>;
  let visit: Visit;
  let page: Page;
  let client: Client;
  let organizationId = 0;
  let houseIds: ReadonlyMap<string, number>;
  /** The total of the correction, in kopecks. */
  let corrected = 0n;

  before(async () => {
    own = await openPageOf(async (origin) => {
      const stand = await startStand({ variablesOf: () => ({ CORS_ORIGIN: origin }) });
      return { ...stand, urls: stand.platform.urls };
    });
    visit = await own.visit('/register');
    ({ page } = visit);
  });
  after(async () => own.stop());

  const open = async (path: string): Promise<void> => {
    await page.goto(new URL(path, page.url()).href);
    await page.getByRole('heading', { level: 1 }).waitFor();
  };
  const press = async (name: string | RegExp): Promise<void> =>
    page.getByRole('button', { name }).first().click();
  const reads = async (text: string | RegExp): Promise<void> =>
    page.getByText(text).first().waitFor(PATIENCE);
  const houseId = (house: number): number => houseIds.get(sixty.addressOf(house)) ?? 0;
  const choose = async (name: string, buffer: Buffer): Promise<void> =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer });
  const downloaded = async (button: string | RegExp): Promise<Buffer> => {
    const downloading = page.waitForEvent('download');
    await press(button);
    return readFile(await (await downloading).path());
  };
  const inHouses = (label: string) => page.getByRole('group', { name: label, exact: true });

  test('houses, rooms and accounts come from one file, services with tariffs and norms from another', async () => {
    await register(page, 'olga');
    await createOrganization(page, 'УК «Полевая»');
    await page.getByRole('link', { name: 'Загрузить из файла' }).first().click();
    await choose('Дома.csv', sixty.houseFile());
    await press(`Загрузить ${sixty.ACCOUNTS} строк`);
    await reads(`Загружено: ${sixty.ACCOUNTS} строк записано.`);

    await page.getByRole('link', { name: 'Услуги и тарифы', exact: true }).click();
    const services = Object.keys(sixty.SERVICES);
    for (const service of services) await page.getByLabel(service, { exact: true }).check();
    await page.getByLabel('Начисляются с').fill(sixty.FIRST_DAY);
    const made = await downloaded(`Скачать файл: ${sixty.HOUSES} домов, ${services.length} услуг`);
    const filled = await fillServices(made, (_, service) => sixty.cellsOfService(service));
    const rows = sixty.HOUSES * services.length;
    await choose('Услуги домов.xlsx', filled);
    await press(`Загрузить ${rows} строк`);
    await reads(`Загружено: ${rows} строк записано.`);

    await page.getByRole('link', { name: 'Приборы', exact: true }).click();
    await choose('Приборы.csv', sixty.meterFile([FIRST, ...UNREAD, LATE]));
    await press('Загрузить 16 строк');
    await reads('Загружено: 16 строк записано.');

    await open('/organization');
    for (const [label, value] of [
      ['Банк', 'ПАО Сбербанк'],
      ['БИК', '044525225'],
      ['Расчётный счёт', '40702810538000123456'],
      ['Корреспондентский счёт', '30101810400000000225'],
    ] as const)
      await page.getByLabel(label, { exact: true }).fill(value);
    await press('Сохранить');
    await reads('Карточка сохранена.');
    client = openClient(own.urls, 'olga');
    const { items } = await client.ask(listHouses, { query: { limit: 200 } });
    organizationId = items[0]?.organizationId ?? 0;
    houseIds = new Map(items.map(({ id, address }) => [address, id]));
    assert.equal(houseIds.size, sixty.HOUSES);
  });

  test('a service that hangs is reported after a while, and the page recovers by itself', async () => {
    const goOn = own.services.platform.freeze('core');
    try {
      await page.getByRole('link', { name: 'Дома', exact: true }).first().click();
      await reads(/^Сервер не отвечает дольше 5\sсекунд/);
    } finally {
      goOn();
    }
    await page.getByRole('link', { name: sixty.addressOf(sixty.HOUSES) }).waitFor(PATIENCE);
    await page.getByText(/^Сервер не отвечает/).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Услуги домов', exact: true }).first().click();
    await reads('У всех домов есть все услуги с тарифами.');
  });

  test('mistakes in a file of readings are listed by row, fixed and imported again', async () => {
    await open(`/houses/${houseId(FIRST)}/readings/${PERIOD}`);
    await page.getByRole('link', { name: 'Загрузить из файла' }).click();
    await page.getByRole('heading', { name: 'Загрузить показания' }).waitFor();
    await choose('Показания.csv', sixty.readingFile(FIRST, WRONG_READINGS));
    await reads(/^С ошибками: 3\sстроки\./);
    await page.getByRole('row', { name: /^3 Показание нужно число/ }).waitFor();
    await page.getByRole('row', { name: /^4 Показание/ }).waitFor();
    await page.getByRole('row', { name: /^6 Заводской номер/ }).waitFor();
    assert.deepEqual(await findBarriers(page), []);
    assert.equal(await page.getByRole('button', { name: /^Загрузить/ }).count(), 0);
    await choose('Показания.csv', sixty.readingFile(FIRST, READINGS));
    await press('Загрузить 4 строки');
    await reads('Загружено: 4 строки записано.');
  });

  test('payments are imported from a registry, and an unidentified one is assigned to its account', async () => {
    await open('/payments/imports');
    await choose('Реестр.csv', sixty.registryFile(WRONG_ROWS));
    const paid = sixty.registryTotal();
    await press(`Записать ${sixty.HOUSES} платежей на ${sixty.shown(paid)} ₽`);
    await reads('Записан');
    await page.getByRole('button', { name: 'отклонено: 1' }).waitFor();
    await page.getByRole('link', { name: 'Разобрать невыясненные' }).click();
    await press('Неизвестный');
    await page.getByLabel('Лицевой счёт').fill(sixty.accountOf(3, 2));
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Записать на счёт' }).waitFor();
    await until('the account is chosen', async () =>
      (await page.getByLabel('Лицевой счёт').inputValue()).startsWith(
        `${sixty.accountOf(3, 2)} · `,
      ),
    );
    await press('Записать на счёт');
    await reads(/^777,00\s₽ записаны на /);
  });

  test('all houses are calculated, although the service is killed meanwhile', async () => {
    const { links, killAndRestart } = own.services.platform;
    await open(`/month/${PERIOD}`);
    links['billing-core'].set({ kind: 'delay', ms: 400 });
    await press('Рассчитать');
    await page.getByText('Ждёт очереди.').or(page.getByLabel('Ход расчёта')).first().waitFor();
    await killAndRestart('billing');
    links['billing-core'].set({ kind: 'none' });
    await reads(/^Готово: [\d\s]+начислени\S+ по\s240\sсчетам\.$/);
  });

  test('remarks are accepted by kind and house, then the rest of that kind', async () => {
    await page.getByRole('link', { name: 'Все замечания таблицей' }).click();
    await page.getByLabel('Вид').selectOption('readings-missing');
    const all = await remarks();
    await page.getByLabel('Дом', { exact: true }).selectOption(sixty.addressOf(UNREAD[0]));
    const some = await remarks();
    assert.ok(some > 0 && some < all, `${some} of ${all}`);
    await accept(some, 'Жильцы в отъезде');
    await page.getByLabel('Дом', { exact: true }).selectOption('Все дома');
    await accept(all - some, 'Дом передаст показания позже');
    await page.getByLabel('Показать').selectOption('accepted');
    await reads('принято: Жильцы в отъезде');
    assert.deepEqual(await findBarriers(page), []);
  });

  async function remarks(): Promise<number> {
    const told = page.getByText(/^Замечаний: \d+, не принято: [1-9]\d*$/);
    return Number(/\d+/.exec(await told.innerText())?.[0]);
  }

  async function accept(count: number, why: string): Promise<void> {
    await press(`Принять показанные: ${count}`);
    await page.keyboard.type(why);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }

  test('the month is applied, and a payment entered by mistake is reversed by the keyboard alone', async () => {
    await open(`/month/${PERIOD}`);
    await press(/^Провести [\d\s]+,\d\d\s₽$/);
    await press('Да, всё верно');
    await reads(/^Месяц проведён, проводок: \d+\.$/);

    await open('/payments');
    await page.keyboard.type(sixty.accountOf(FIRST, 2));
    await page.keyboard.press('Enter');
    await reads(/^Долг [\d\s]+,\d\d\s₽/);
    await page.keyboard.type('5000');
    await page.keyboard.press('Enter');
    await reads(new RegExp(`^Записано: ${sixty.accountOf(FIRST, 2)} `));
    await tabTo(page, 'Сторно платежа на 5 000,00 ₽');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Сторно платежа' }).waitFor();
    await page.keyboard.type('Введён не тот счёт');
    await page.keyboard.press('Enter');
    await reads('Платёж на 5 000,00 ₽ сторнирован.');
  });

  test('a wrong reading of a booked month is corrected, showing what was charged and what is due', async () => {
    await open(`/houses/${houseId(FIRST)}/readings/${PERIOD}`);
    const label = `Показание ${sixty.meterOf(FIRST, 1)}, ${sixty.accountOf(FIRST, 1)}`;
    await page.getByLabel(label).fill('107');
    await page.keyboard.press('Control+s');
    await reads(/^Сохранено: 1\sпоказание\./);
    await open(`/houses/${houseId(FIRST)}/corrections?periodFrom=${PERIOD}&periodTo=${PERIOD}`);
    await page.getByLabel('Причина').fill('Показание записано с ошибкой');
    await page.keyboard.press('Enter');
    const lines = page.getByRole('region', { name: 'Строки исправления' });
    // 7 m³ instead of 5, at 45.32 per cubic metre.
    await lines
      .getByRole('row', { name: /^10011 Холодное водоснабжение .* 226,60 317,24 90,64 / })
      .waitFor();
    const total = await lines.locator('tfoot td').allInnerTexts();
    corrected = sixty.kopecksOf(total[5] ?? '');
    assert.ok(corrected >= 9_064n);
    assert.deepEqual(await findBarriers(page), []);
    await press('Провести исправление');
    await reads(/^Исправление проведено: /);
    await press('Показание записано с ошибкой');
    await page.getByRole('dialog').getByRole('region', { name: 'Строки исправления' }).waitFor();
    await page.keyboard.press('Escape');
  });

  test('the receipts of all houses are one file, with one sheet for each account', async () => {
    await open(`/month/${PERIOD}`);
    await page.getByLabel('Вид', { exact: true }).selectOption('pdf');
    await press('Сделать квитанции');
    await page.getByRole('button', { name: 'Скачать PDF' }).first().waitFor(PATIENCE);
    const pages = textOfPages(await downloaded('Скачать PDF'));
    assertSheets(pages, sixty.ACCOUNTS);
    const first = pages.filter((text) => text.includes(sixty.accountOf(FIRST, 1))).join(' ');
    for (const words of [sixty.addressOf(FIRST), 'Холодное водоснабжение', '226,60', '2 501,01'])
      assert.ok(first.includes(words), `${words} in ${first}`);
  });

  test('the month of all houses is closed under a seal that holds', async () => {
    await press('Закрыть месяц');
    await press('Да, всё верно');
    await reads(/^Закрыт \d\d\./);
    await press('Проверить печать');
    await reads(`Печать цела: 60 домов, ${sixty.ACCOUNTS} счетов, ни одна проводка не изменилась.`);
  });

  test('the next month is applied without the house whose readings are late', async () => {
    await open(`/month/${NEXT}`);
    const houses = inHouses('Какие дома рассчитать');
    await houses.getByRole('button', { name: 'Выбрать дома' }).click();
    await houses.getByLabel(sixty.addressOf(LATE), { exact: true }).uncheck();
    await press('Рассчитать');
    await reads(/^Готово: [\d\s]+начислени\S+ по\s236\sсчетам\.$/);
    await press(/^Провести [\d\s]+,\d\d\s₽$/);
    await press('Да, всё верно');
    await reads(/^Месяц проведён, проводок: \d+\.$/);
  });

  test('its readings are entered on a phone, and it is calculated, applied and printed alone', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await open(`/houses/${houseId(LATE)}/readings/${NEXT}`);
    for (const [index, value] of ['111', '112', '113', '114'].entries())
      await page
        .getByLabel(new RegExp(`^Показание ${sixty.meterOf(LATE, index + 1)}, `))
        .fill(value);
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 360);
    assert.deepEqual(await findBarriers(page), []);
    await press('Сохранить 4 показания');
    await reads('Сохранено: 4 показания.');
    await page.setViewportSize({ width: 1280, height: 800 });

    await open(`/month/${NEXT}`);
    await reads('можно рассчитать и провести отдельно');
    await press('Рассчитать непроведённые дома');
    await reads(/^Готово: [\d\s]+начислени\S+ по\s4\sсчетам\.$/);
    await press(/^Провести [\d\s]+,\d\d\s₽$/);
    await press('Да, всё верно');
    await page.getByRole('button', { name: /^Провести/ }).waitFor({ state: 'detached' });
    const houses = inHouses('Дома');
    await houses.getByRole('button', { name: 'Выбрать дома' }).click();
    await houses.getByRole('button', { name: 'Снять все' }).click();
    await houses.getByLabel(sixty.addressOf(LATE), { exact: true }).check();
    await press('Сделать квитанции');
    await page.getByRole('button', { name: 'Скачать PDF' }).first().waitFor(PATIENCE);
    const pages = textOfPages(await downloaded('Скачать PDF'));
    assertSheets(pages, 4);
    const first = pages.filter((text) => text.includes(sixty.addressOf(LATE)));
    assert.equal(accountsIn(first).size, 4);
  });

  test('the start page sorts the houses by their numbers', async () => {
    await open('/');
    const names = page.getByRole('region', { name: 'Дома' }).getByRole('rowheader');
    await names.first().waitFor(PATIENCE);
    const first = (await names.allInnerTexts()).slice(0, 3);
    assert.deepEqual(
      first.map((name) => name.replaceAll(/\s+/g, ' ')),
      [1, 2, 3].map(sixty.addressOf),
    );
  });

  test('the turnover of all houses equals what was done, to the kopeck', async () => {
    await open(`/reports/turnover?all=true&periodFrom=${PERIOD}&periodTo=${NEXT}&split=true`);
    const services = page.getByRole('region', { name: 'По услугам' });
    for (const name of Object.keys(sixty.SERVICES))
      await services.getByRole('rowheader', { name, exact: true }).waitFor(PATIENCE);
    const table = page.getByRole('region', { name: 'Оборотно-сальдовая ведомость' });
    await table.getByRole('row', { name: /^Итого / }).waitFor(PATIENCE);
    const total = await table.locator('tfoot td').allInnerTexts();
    const [opening, charged, recalculated, penalty, paid, storno, closing] = total
      .slice(3)
      .map(sixty.kopecksOf);
    const paper = textOfPages(await page.pdf({ preferCSSPageSize: true }));
    assert.equal(accountsIn(paper).size, sixty.ACCOUNTS);
    for (const text of paper) assert.match(text, /Счёт .*Начислено/);
    const ledger = await ledgerSums(client, organizationId);
    assert.equal(paid, sixty.registryTotal() + STRAY);
    assert.deepEqual([opening, penalty, storno], [0n, 0n, 0n]);
    const both = (charged ?? 0n) + (recalculated ?? 0n);
    assert.deepEqual({ charged: both, paid, owed: closing }, ledger);
    const row = table.getByRole('row', { name: new RegExp(`^${sixty.accountOf(FIRST, 1)} `) });
    const cells = await row.locator('td').allInnerTexts();
    assert.equal(sixty.kopecksOf(cells[4] ?? ''), corrected);
    await assertBooksHold(own.services.books, []);
    assert.deepEqual(visit.faults, []);
    assert.deepEqual(client.strange, []);
  });
});

/** Each account has one or two pages, one after the other. */
function assertSheets(pages: readonly string[], accounts: number): void {
  const sheets = pages.map((text) => [...accountsIn([text])].join(' '));
  const inTurn = sheets.filter((one, at) => one !== sheets[at - 1]);
  assert.equal(inTurn.length, accounts);
  assert.equal(new Set(inTurn).size, accounts);
  for (const account of inTurn) {
    assert.match(account, /^1\d{4}$/);
    assert.ok(sheets.filter((one) => one === account).length <= 2, account);
  }
}

function accountsIn(pages: readonly string[]): ReadonlySet<string> {
  const numbers = new Set(sixty.allAccounts());
  return new Set(pages.flatMap((text) => text.match(/\b1\d{4}\b/g) ?? [])).intersection(numbers);
}
