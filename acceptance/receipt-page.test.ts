// A resident opens a receipt's link on a phone, in a real browser without scripts, reads how a line was calculated, and disputes
// it.
import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { closeCycle } from '@kvartplata/contracts/billing/close.ts';
import { listCycles } from '@kvartplata/contracts/billing/cycles.ts';
import { listDisputes, settleDispute } from '@kvartplata/contracts/billing/disputes.ts';
import { getPersonalAccount } from '@kvartplata/contracts/core/personal-accounts.ts';
import { createReceiptLinks } from '@kvartplata/billing-service/src/paper/receipt-links/receipt-links.service.ts';
import { makeTemporaryFolder } from '@kvartplata/platform/testing/temporary-folder.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import type { Browser, Page } from 'playwright-core';
import { findBarriers } from './testing/axe.ts';
import { openBrowser } from './testing/browser.ts';
import { clientOf } from '@kvartplata/platform/testing/people.ts';
import { startThreeServices, type ThreeServices } from './testing/three-services.ts';
import { makeTwoCompanies, type TwoCompanies } from './testing/two-companies.ts';

const LOOKS = [
  { language: 'ru', colorScheme: 'light', width: 360 },
  { language: 'en', colorScheme: 'dark', width: 1366 },
] as const;

describe('the page of a receipt', { skip: missing('chromium') }, () => {
  let services: ThreeServices;
  let companies: TwoCompanies;
  let browser: Browser;
  let page: Page;
  let url: string;
  /** Errors in the browser's console, such as violations of the page's policy. */
  const complaints: string[] = [];

  before(async () => {
    services = await startThreeServices();
    companies = await makeTwoCompanies(services);
    browser = await openBrowser();
    const context = await browser.newContext({
      javaScriptEnabled: false,
      locale: 'ru-RU',
      viewport: { width: 360, height: 740 },
    });
    page = await context.newPage();
    page.on('console', (message) => complaints.push(message.text()));
    const { organizationId, houseId, personalAccountId } = companies.own;
    const period = Temporal.Now.plainDateISO('Europe/Moscow')
      .toPlainYearMonth()
      .subtract({ months: 12 });
    const links = createReceiptLinks(services.keys.links, services.urls.billing, () => new Date());
    const { payer } = await clientOf(services, companies.people.owner).call(getPersonalAccount, {
      params: { personalAccountId },
    });
    const receipt = { organizationId, houseId, personalAccountId, period };
    ({ url } = links.linkTo({ ...receipt, withdrawals: 0, payer }));
    await page.goto(url);
  });
  after(async () => {
    await browser.close();
    await services.stop();
  });

  test('has its styles, and fits the screen', async () => {
    const line = page.locator('[id^=line-]').first();
    const box = await line.boundingBox();
    assert.ok(box !== null && box.x >= 0 && box.x + box.width <= 360, JSON.stringify(box));
    const styled = await line.locator('.sum').boundingBox();
    assert.ok(styled && styled.x > box.width / 2, 'the sum stands at the right');
    assert.deepEqual(complaints, []);
  });

  test('passes axe in both languages and themes, and fits its screen', async () => {
    const context = await browser.newContext();
    const shown = await context.newPage();
    for (const { language, colorScheme, width } of LOOKS) {
      await shown.emulateMedia({ colorScheme });
      await shown.setViewportSize({ width, height: 800 });
      await shown.goto(`${url}?lang=${language}`);
      const told = `${language} ${colorScheme} ${width}`;
      assert.deepEqual(await findBarriers(shown), [], told);
      assert.equal(await shown.evaluate('document.documentElement.scrollWidth'), width, told);
      assert.equal(await shown.locator('html').getAttribute('lang'), language);
    }
    await context.close();
  });

  test('does not break the name of a service beside its sum', async () => {
    const context = await browser.newContext({ viewport: { width: 320, height: 740 } });
    const shown = await context.newPage();
    await shown.goto(`${url}?lang=ru`);
    const name = shown.locator('.head h2').first();
    const height = async (text: string): Promise<number> => {
      await name.evaluate((one, put) => (one.textContent = put), text);
      return (await name.boundingBox())?.height ?? 0;
    };
    assert.equal(await height('Электроснабжение'), await height('Газ'));
    await context.close();
  });

  test('is printed dark on white, without its forms', async () => {
    const context = await browser.newContext({ colorScheme: 'dark' });
    const shown = await context.newPage();
    await shown.goto(`${url}?lang=ru`);
    await shown.emulateMedia({ media: 'print' });
    const ink = await shown.evaluate('getComputedStyle(document.body).color');
    assert.equal(ink, 'rgb(27, 37, 48)');
    assert.equal(await shown.locator('button:visible, input:visible').count(), 0);
    assert.equal(await shown.getByText('Не согласен с этой строкой').first().isVisible(), false);
    await shown.getByText('Как посчитано').first().waitFor();
    await context.close();
  });

  test('explains on request how a line was calculated', async () => {
    const line = page.locator('[id^=line-]').first();
    const steps = line.locator('ol');
    assert.equal(await steps.first().isVisible(), false);
    await line.getByText('Как посчитано').click();
    assert.match(await steps.first().innerText(), /Правила № 354/);
  });

  test('accepts a resident’s dispute, and shows the answer', async () => {
    const line = page.locator('[id^=line-]').first();
    await line.getByText('Не согласен с этой строкой').click();
    await line.locator('textarea').fill('Счётчик стоит');
    await line.getByText('Отправить возражение').click();
    await page.getByText('Ждёт ответа бухгалтера').waitFor();
    assert.match(page.url(), /\/r\/[^/]+#line-01$/);
    const { owner } = companies.people;
    const { items } = await clientOf(services, owner).call(listDisputes, {
      query: { houseId: companies.own.houseId },
    });
    const mine = items.find(({ reason }) => reason === 'Счётчик стоит');
    assert.ok(mine);
    await clientOf(services, owner).call(settleDispute, {
      params: { disputeId: mine.id },
      body: { answer: 'Пересчитаем в августе' },
    });
    await page.reload();
    await page.getByText('Пересчитаем в августе').waitFor();
    assert.equal(await line.locator('textarea').count(), 1);
    assert.deepEqual(complaints, []);
  });

  test('lets a refused form be corrected, sent again, and read in the other language', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false, locale: 'ru-RU' });
    const refused = await context.newPage();
    await refused.goto(url);
    const meter = refused.locator('#readings');
    const [, last = ''] = /Было ([\d,]+)/.exec(await meter.innerText()) ?? [];
    const typeReading = async (value: string): Promise<void> => {
      await meter.locator('[name^=meter-]').first().fill(value);
      await meter.getByText('Отправить показания').click();
    };
    await typeReading('0');
    await refused.getByText('Меньше прошлого показания').waitFor();
    const value = String(Number.parseInt(last, 10) + 1);
    await typeReading(value);
    await refused.getByText(`Принято ${value}`).waitFor();

    const email = refused.locator('[name=email]');
    await email.fill('resident@nowhere');
    await refused.getByText('Сохранить').click();
    assert.match(refused.url(), /\/preferences$/);
    await refused.getByText('In English').click();
    assert.match(refused.url(), /\/r\/[^/]+\?lang=en$/);
    await email.fill('resident@example.org');
    await refused.getByText('Save').click();
    await refused.getByText('Saved').waitFor();
    await context.close();
  });

  test('shows the proof once the month is closed, and the saved page does so offline', async () => {
    const client = clientOf(services, companies.people.owner);
    const { items } = await client.call(listCycles, {});
    const applied = items.find(({ status }) => status === 'APPLIED');
    await client.call(closeCycle, { params: { cycleId: applied?.id ?? 0 } });
    await page.goto(url);
    await page.getByText('Сверить с бумажной квитанцией').click();
    await page.locator('#since').fill('0');
    await page.getByText('Показать отпечаток того журнала').click();
    assert.match(page.url(), /\/proof\.html\?since=0$/);
    assert.deepEqual(complaints, []);

    const saved = await (await fetch(page.url())).text();
    const folder = makeTemporaryFolder('kvartplata-proof-');
    const showsAt = async (address: string, offline = true): Promise<string> => {
      const context = await browser.newContext({ offline });
      const shown = await context.newPage();
      const said: string[] = [];
      shown.on('console', (message) => said.push(message.text()));
      await shown.goto(address);
      const verdict = shown.locator('#verdict');
      await verdict.filter({ hasText: /^\s*(Доказано|Не доказано|Этот браузер)/ }).waitFor();
      const facts = await shown.locator('#facts').isVisible();
      assert.deepEqual(said, []);
      const told = `${await verdict.innerText()} ${facts ? await shown.locator('#facts').innerText() : ''}`;
      await context.close();
      return told;
    };
    const showsIn = async (name: string, text: string): Promise<string> => {
      writeFileSync(path.join(folder, name), text);
      return showsAt(pathToFileURL(path.join(folder, name)).href);
    };
    assert.match(await showsAt(page.url(), false), /^Доказано/);
    const shown = await showsIn('saved.html', saved);
    assert.match(shown, /^Доказано/);
    assert.match(shown, /Когда печатей было 0, отпечаток был/);
    const leaf = /"leaf":"([^"]+)"/.exec(saved)?.[1] ?? '';
    const [, , , , charged = ''] = leaf.split('|');
    assert.ok(
      shown.replaceAll(/\s/g, '').includes(`Начислено${charged.replace('.', ',')}₽`),
      shown,
    );
    const forged = await showsIn('forged.html', saved.replace(leaf, leaf.replace(charged, '0.01')));
    assert.match(forged, /^Не доказано: такой строки в опечатанном месяце нет/);
    rmSync(folder, { recursive: true });
  });
});
