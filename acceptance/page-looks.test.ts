// Every page in both themes and three common widths: axe finds nothing, nothing is wider than the screen or the paper; each window
// has a title of its own; and only the sheet is printed.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createCourtCase } from '@kvartplata/contracts/billing/court-cases.ts';
import { importPayments } from '@kvartplata/contracts/billing/payment-imports.ts';
import { textOfPages } from '@kvartplata/billing-service/src/testing/pdf-pages.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import { clientOf, signUp } from '@kvartplata/platform/testing/people.ts';
import type { Page } from 'playwright-core';
import { findBarriers } from './testing/axe.ts';
import { makeBilledHouse, type BilledHouse } from './testing/billed-house.ts';
import { findCutOff } from './testing/cut-off.ts';
import { openOwnPage, type OwnPage, type Visit } from './testing/own-page.ts';
import { addDelivery } from './testing/ended-imports.ts';
import { addressesOfPages } from './testing/pages.ts';
import { enter } from './testing/page-steps.ts';

/** What only the widest screen can break in addition to the wide one. */
const BY_WIDTH = ['color-contrast', 'target-size', 'scrollable-region-focusable'];
/** What can differ by theme is checked in both; the rest on a phone and on a wide screen. */
const LOOKS = [
  { width: 360, theme: 'light', rules: undefined },
  { width: 360, theme: 'dark', rules: ['color-contrast'] },
  { width: 1366, theme: 'dark', rules: undefined },
  { width: 1366, theme: 'light', rules: ['color-contrast'] },
  { width: 1920, theme: 'light', rules: BY_WIDTH },
  { width: 1920, theme: 'dark', rules: ['color-contrast'] },
] as const;
const LISTS_OF_NAMES = [
  '/accounts',
  '/accounts/1',
  '/houses/1',
  '/organization',
  '/reports/turnover',
  '/users',
];
/** The widest part of a portrait page that is printed, in pixels: A4 without its margins. */
const PAPER_PX = 703;
const LANDSCAPE_PX = 1032;
const PRINTED_WITH_BUTTONS = [
  '/',
  '/accounts/1',
  '/houses/1/services',
  '/payments/imports/1',
  '/penalties/rates',
  '/reports/debtors',
];
/** Not a meter's own page, which its number names. */
const OF_A_HOUSE = /^\/houses\/\d+\/(?!meters\/\d)/;
const ADDRESS = 'ул. Садовая, д. 12';
const ONLY_ON_SCREEN = /^(?:Почему|Изменить|Сальдо на день)/;
const PRINTED = ['/accounts', '/reports/turnover', '/reports/debtors', '/reports/collection'];

/** The last month that is overdue on every day of the current one. */
const OVERDUE = -2;

describe('every page', { skip: missing('chromium') }, () => {
  let own: OwnPage;
  let house: BilledHouse;
  let visit: Visit;
  let page: Page;
  let addresses: readonly string[];

  before(async () => {
    own = await openOwnPage();
    const person = await signUp(own.services, 'accountant');
    house = await makeBilledHouse(own.services, person, OVERDUE);
    const period = house.months.at(OVERDUE) ?? '';
    const { organizationId } = house;
    const body = new FormData();
    const text = `account;amount;date\nLS01;100.00;${period}-20\nLS99;50.00;${period}-20\n`;
    body.append('file', new Blob([text]), 'Касса.csv');
    const { id } = await clientOf(own.services, person).call(importPayments, {
      query: { profile: 'csv', organizationId },
      body,
    });
    const opened = await clientOf(own.services, person).call(createCourtCase, {
      body: { personalAccountId: 1 },
    });
    const place = { organizationId, houseId: house.houseId, personalAccountId: 1 };
    const deliveryId = await addDelivery(own.services, place);
    addresses = addressesOfPages({
      houseId: String(house.houseId),
      accountId: '1',
      meterId: '1',
      importId: String(id),
      caseId: String(opened.id),
      deliveryId: String(deliveryId),
      period,
    });
    visit = await own.visit('/');
    ({ page } = visit);
    await enter(page, 'accountant');
    await page.getByRole('navigation', { name: 'Разделы' }).waitFor();
  });
  after(async () => own.stop());

  async function open(address: string): Promise<void> {
    await page.goto(new URL(address, page.url()).href, { waitUntil: 'networkidle' });
    await page.getByRole('main').waitFor();
  }

  /** Of every element, drawings included. */
  async function coloursIn(theme: 'light' | 'dark'): Promise<string> {
    await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`);
    return page.evaluate<string>(`[...document.querySelectorAll('main *')].map((one) => {
      const { color, backgroundColor, borderTopColor, fill, stroke } = getComputedStyle(one);
      return [one.className?.baseVal ?? one.className, color, backgroundColor, borderTopColor, fill, stroke].join(' ');
    }).join('\\n')`);
  }

  /** What is wider than the paper cannot be read. */
  async function tooWideInPrint(): Promise<boolean> {
    const isLandscape = (await page.locator('.page:has(.setup-table, .grid-frame)').count()) > 0;
    const width = isLandscape ? LANDSCAPE_PX : PAPER_PX;
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ media: 'print' });
    const widest = await page.evaluate<number>('document.documentElement.scrollWidth');
    await page.emulateMedia({ media: null });
    return widest > width;
  }

  test('passes axe and fits its screen and paper, in both themes at each width, under a title of its own', async () => {
    const found: string[] = [];
    const titles = new Map<string, string>();
    for (const address of addresses) {
      await open(address);
      const title = await page.title();
      if (titles.has(title)) found.push(`${address}: ${title}, as ${titles.get(title)}`);
      titles.set(title, address);
      if (OF_A_HOUSE.test(address) && !title.includes(ADDRESS))
        found.push(`${address}: ${title}, as that of another house`);
      for (const { width, theme, rules } of LOOKS) {
        await page.setViewportSize({ width, height: 800 });
        await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`);
        const told = `${address} ${width} ${theme}`;
        for (const barrier of await findBarriers(page, rules)) found.push(`${told}: ${barrier}`);
        const widest = await page.evaluate('document.documentElement.scrollWidth');
        if (widest !== width) found.push(`${told}: as wide as ${String(widest)}`);
        if (width < 1366 || theme === 'dark') continue;
        for (const spoiled of await findCutOff(page)) found.push(`${told}: ${spoiled}`);
      }
      if (await tooWideInPrint()) found.push(`${address}: wider than the paper`);
    }
    assert.deepEqual(found, []);
    assert.deepEqual(visit.faults, []);
  });

  test('keeps the height of its bar with the longest possible names', async () => {
    await page.setViewportSize({ width: 1366, height: 800 });
    await open('/');
    const bar = page.getByRole('banner');
    const { height } = (await bar.boundingBox()) ?? {};
    await page.evaluate(`for (const name of document.querySelectorAll('.organization, .menu.push > summary > span'))
      name.textContent = 'Ж'.repeat(201)`);
    assert.equal((await bar.boundingBox())?.height, height);
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 1366);
  });

  test('keeps its width, and its figures in view, with the longest name in one word', async () => {
    await page.setViewportSize({ width: 1366, height: 800 });
    for (const address of LISTS_OF_NAMES) {
      await open(address);
      await page
        .getByText(/Соколова|Сидоров/)
        .last()
        .waitFor();
      await page.evaluate(`for (const place of document.querySelectorAll('h1, td, tbody th'))
        place.innerHTML = place.innerHTML.replaceAll(/Соколова|Сидоров/g, 'Ж'.repeat(80))`);
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 1366, address);
      const hidden = await page.evaluate(
        `[...document.querySelectorAll('.table-frame')].map((one) => one.scrollWidth - one.clientWidth)`,
      );
      assert.deepEqual(new Set(hidden as number[]), new Set([0]), address);
    }
  });

  test('shows the last figures of its tables on a screen of 1024 pixels', async () => {
    await page.setViewportSize({ width: 1024, height: 768 });
    for (const address of ['/', '/houses/1', '/houses/1/meters/1', '/accounts/1']) {
      await open(address);
      await page.locator('.table-frame td').first().waitFor();
      const hidden = await page.evaluate<number[]>(
        `[...document.querySelectorAll('.table-frame')].map((one) => one.scrollWidth - one.clientWidth)`,
      );
      assert.deepEqual(new Set(hidden), new Set([0]), address);
    }
  });

  test('shows a message in two lines beside the longest name of a user', async () => {
    await open('/');
    const bar = page.getByRole('banner');
    const { height } = (await bar.boundingBox()) ?? {};
    await page.evaluate(`document.querySelector('.menu.push > summary > span').textContent = 'Ж'.repeat(80);
      document.querySelector('.toasts').innerHTML = '<div class="toast done"><svg class="icon"></svg>' +
        '<p>2 строки с ошибкой: исправьте их или сотрите.</p><button class="button quiet"><svg class="icon"></svg></button></div>'`);
    for (const width of [1366, 1280, 1210]) {
      await page.setViewportSize({ width, height: 800 });
      assert.equal((await bar.boundingBox())?.height, height, String(width));
    }
  });

  test(
    'is printed on A4 without its navigation and controls',
    { skip: missing('pdftoppm') },
    async () => {
      await page.setViewportSize({ width: 1366, height: 800 });
      for (const address of PRINTED) {
        await open(address);
        await page
          .locator('td, tbody th')
          .getByText(/LS01|Садовая/)
          .first()
          .waitFor();
        const pages = textOfPages(await page.pdf({ preferCSSPageSize: true }));
        const text = pages.join('\n');
        assert.match(text, /LS01|Садовая/, address);
        assert.doesNotMatch(text, /Организация|Найти|Ctrl K|XLSX/, address);
        assert.match(text, /\b1 ?\/ ?\d/, `${address} counts its pages`);
      }
    },
  );

  test('is printed as it is in the light theme, without its buttons and as wide as the paper', async () => {
    await page.setViewportSize({ width: PAPER_PX, height: 1000 });
    try {
      for (const address of PRINTED_WITH_BUTTONS) {
        await page.emulateMedia({ media: 'screen' });
        await open(address);
        await page.emulateMedia({ media: 'print' });
        assert.equal(await page.locator('main .button:not(.in-table):visible').count(), 0, address);
        assert.equal(await page.getByRole('button', { name: ONLY_ON_SCREEN }).count(), 0, address);
        const width = await page.evaluate('document.documentElement.scrollWidth');
        assert.equal(width, PAPER_PX, address);
        assert.equal(await coloursIn('dark'), await coloursIn('light'), address);
      }
    } finally {
      await page.emulateMedia({ media: 'screen' });
    }
  });

  test('prints the readings in rows that are as high as their text', async () => {
    await page.setViewportSize({ width: 1366, height: 800 });
    await open(`/houses/${house.houseId}/readings/${house.months.at(-1)}`);
    await page.getByText('LS10').waitFor();
    try {
      await page.emulateMedia({ media: 'print' });
      await page.evaluate(`dispatchEvent(new Event('beforeprint'))`);
      const heights = await page.evaluate<number[]>(
        `[...document.querySelectorAll('.grid-body > .grid-row')].map((row) => row.offsetHeight)`,
      );
      assert.equal(heights.length, 11);
      assert.ok(Math.max(...heights) < 36, heights.join(' '));
    } finally {
      await page.evaluate(`dispatchEvent(new Event('afterprint'))`);
      await page.emulateMedia({ media: 'screen' });
    }
  });

  test('says after a while that there is no answer, can be interrupted, and can be retried', async () => {
    const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>();
    await page.route('**/api/houses?**', async (route) => {
      await mayAnswer;
      await route.continue().catch(() => undefined);
    });
    await page.goto(new URL('/houses', page.url()).href);
    await page.getByText('Сервер не отвечает дольше 5 секунд').waitFor();
    await page.getByRole('button', { name: 'Прервать' }).click();
    await page.getByText('Вы не дождались ответа').waitFor();
    answer();
    await page.unroute('**/api/houses?**');
    await page.getByRole('button', { name: 'Повторить' }).click();
    await page.getByRole('link', { name: /Садовая/ }).waitFor();
  });

  test('stays up while a service or a part of its script is unavailable, and recovers by itself', async () => {
    await open('/houses');
    await page.route(/accounts-page|\/api\/personal-accounts/, async (route) => route.abort());
    await page.route(/^http:\/\/[^/]+\/$/, async (route) => route.abort());
    await page.getByRole('link', { name: 'Счета' }).first().click();
    await page.getByRole('navigation', { name: 'Разделы' }).waitFor();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.getByRole('link', { name: 'LS01' }).waitFor();
  });

  test('replaces a selected reading with what is typed, and deletes an emptied one', async () => {
    await open(`/houses/${house.houseId}/readings/${house.months.at(-1)}`);
    const reading = page.getByRole('textbox', { name: /LS10/ });
    await reading.focus();
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Delete');
    await page.getByText('будет удалено').waitFor();
    await page.keyboard.type('7');
    assert.equal(await reading.inputValue(), '7');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Control+S');
    await page.getByText('Удалено: 1 показание.').waitFor();
    await page.getByText('Снято 10 из 11').waitFor();
  });

  test('a day is chosen by the keyboard from a calendar that opens below its field', async () => {
    await open('/penalties/calculator');
    const due = page.getByLabel('Оплатить до');
    await due.fill('280226');
    await due.press('Alt+ArrowDown');
    await page.locator('button:focus', { hasText: /^28$/ }).waitFor();
    assert.deepEqual(await findBarriers(page), []);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('PageDown');
    await page.keyboard.press('Enter');
    assert.equal(await due.inputValue(), '01.04.2026');
    await due.press('Alt+ArrowDown');
    await page.getByRole('dialog', { name: 'Календарь' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Календарь' }).waitFor({ state: 'hidden' });
    assert.equal(await page.evaluate('document.activeElement.name'), 'dueDate');
  });
});
