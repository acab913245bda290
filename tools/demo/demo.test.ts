// The demo as its user sees it: in Russian and in English, and then on the page, where a sum shown on two screens has to be the
// same on both.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { parseBillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import type { Browser, Page } from 'playwright-core';
import { openBrowser } from '../../acceptance/testing/browser.ts';
import { DEMO_USER } from './bill-a-year.ts';
import { foreignLines, sumsOf } from './testing/languages.ts';
import { plain, readTable, type ShownRow } from './testing/read-tables.ts';
import { runDemo, type DemoRun } from './testing/run-demo.ts';

const HOUSE = 'г. Зареченск, ул. Садовая, д. 12';
const WIDEST = 100;

let russian: DemoRun;
before(async () => {
  russian = await runDemo({ speaks: 'ru_RU.UTF-8', args: [] });
});
after(async () => russian.stop());

test('the demo speaks Russian where the system does, English when asked, with the same sums', async () => {
  const english = await runDemo({ speaks: 'ru_RU.UTF-8', args: ['--lang', 'en'] });
  await english.stop();
  assert.deepEqual(foreignLines(russian.printed, 'ru'), []);
  assert.deepEqual(foreignLines(english.printed, 'en'), []);
  assert.deepEqual(sumsOf(russian.printed), sumsOf(english.printed));
});

test('its lines fit a terminal of a hundred columns, except for addresses and files', () => {
  const wide = russian.printed
    .split('\n')
    .filter((line) => Array.from(line).length > WIDEST && !/\S{60}|\/docs/.test(line));
  assert.deepEqual(wide, []);
});

describe('a sum of the demo is the same on every page', { skip: missing('chromium') }, () => {
  let browser: Browser;
  let page: Page;
  let houseId: string;
  /** The last billed month. */
  let period: string;
  let startPage: ShownRow;

  before(async () => {
    browser = await openBrowser();
    const context = await browser.newContext({
      viewport: { width: 1366, height: 768 },
      timezoneId: 'Europe/Moscow',
    });
    page = await context.newPage();
    await page.goto(`${russian.pageUrl}/sign-in`);
    await page.getByLabel('Имя пользователя или почта').fill(DEMO_USER.username);
    await page.getByLabel('Пароль').fill(DEMO_USER.password);
    await page.getByRole('button', { name: 'Войти' }).click();
    const row = page.getByRole('row', { name: HOUSE });
    const readings = (await row.locator('a[href*="/readings/"]').getAttribute('href')) ?? '';
    [, houseId = '', period = ''] = /\/houses\/(\d+)\/readings\/([\d-]+)/.exec(readings) ?? [];
    startPage = (await readTable(page, 'Дома')).rows.get(HOUSE) ?? {};
  });
  after(async () => browser?.close());

  async function open(address: string): Promise<void> {
    await page.goto(`${russian.pageUrl}${address}`, { waitUntil: 'networkidle' });
    await page.getByRole('heading', { level: 1 }).waitFor();
  }

  async function turnover(month: string): ReturnType<typeof readTable> {
    await open(`/reports/turnover?houseId=${houseId}&periodFrom=${month}&periodTo=${month}`);
    return readTable(page, 'Оборотно-сальдовая ведомость');
  }

  test('the start page and the turnover', async () => {
    const { totals } = await turnover(period);
    for (const name of ['На начало', 'Оплачено', 'На конец'])
      assert.equal(startPage[name], totals[name], name);
  });

  test('the start page and the month', async () => {
    await open(`/?period=${period}`);
    const { totals } = await readTable(page, 'Дома');
    await open(`/month/${period}`);
    await page.getByText(`Оплачено за месяц ${totals['Оплачено']} ₽`).waitFor();
    // No penalties were accrued in this month.
    const charged = totals['Начислено с пенями'];
    await page.getByText(`Вместе со строками вручную и сторно: ${charged} ₽`).waitFor();
  });

  test('the turnover of every month, the collection and where each payment is booked', async () => {
    const first = parseBillingMonth(period).subtract({ months: 11 }).toString();
    const asked = `houseId=${houseId}&periodFrom=${first}&periodTo=${period}`;
    await open(`/reports/collection?${asked}`);
    const { rows } = await readTable(page, 'Собираемость', (row) => row['Месяц'] ?? '');
    assert.equal(rows.size, 12);
    const unpaid: string[] = [];
    for (let nth = 0; nth < 12; nth += 1) {
      const month = parseBillingMonth(first).add({ months: nth });
      const { totals } = await turnover(month.toString());
      const row = rows.get(nameOf(month)) ?? {};
      assert.equal(row['Оплачено'], totals['Оплачено']?.replace('–', '0,00'), month.toString());
      if (row['Оплачено'] === '0,00') unpaid.push(month.toString());
    }
    assert.deepEqual(unpaid, [first], 'each month is paid in the one after it');
  });

  test('the debtors, the turnover of their accounts and the cards of these', async () => {
    await open(`/reports/debtors?houseId=${houseId}`);
    const debtors = await readTable(page, 'Должники');
    const now = parseBillingMonth(period).add({ months: 1 }).toString();
    const { rows } = await turnover(now);
    for (const [number, debtor] of debtors.rows) {
      assert.equal(rows.get(number)?.['На конец'], debtor['Долг, ₽'], number);
      await open(`/reports/debtors?houseId=${houseId}`);
      await page.getByRole('link', { name: number, exact: true }).click();
      const balance = page.locator('.balance strong');
      await balance.waitFor();
      assert.equal(plain(await balance.innerText()), `${debtor['Долг, ₽']} ₽`, number);
      const [newest] = (await readTable(page, 'По месяцам')).rows.values();
      assert.equal(newest?.['Сальдо'], debtor['Долг, ₽'], number);
    }
    assert.ok(debtors.rows.size > 0);
  });

  test('the receipt by its link and the card of its account', async () => {
    const [link = ''] = /https?:\/\/\S+\/r\/\S+/.exec(russian.printed) ?? [];
    await page.goto(link);
    const total = await page.locator('.total .sum').innerText();
    const number = (await page.locator('.kicker').innerText()).split(' ').at(-1) ?? '';
    await open(`/accounts?find=${number}`);
    await page.getByRole('link', { name: number, exact: true }).first().click();
    await page.locator('.balance strong').waitFor();
    await open(`${new URL(page.url()).pathname}?period=${period}`);
    const { totals } = await readTable(page, 'Начисления');
    assert.equal(plain(total), `${totals['Сумма, ₽']} ₽`);
  });
});

/** As on the page: `ноябрь 2026`. */
function nameOf(month: Temporal.PlainYearMonth): string {
  return month
    .toPlainDate({ day: 1 })
    .toLocaleString('ru-RU', { month: 'long', year: 'numeric' })
    .replace(/\sг\.$/, '');
}
