// Our own page in a real browser: from the month's figures down to the inputs of a charge, and the files of all this.
import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import type { Client } from '@kvartplata/client/client.ts';
import { applyCycle } from '@kvartplata/contracts/billing/apply.ts';
import { getCollection, type CollectionReport } from '@kvartplata/contracts/billing/collection.ts';
import { getDebtors } from '@kvartplata/contracts/billing/debtors.ts';
import { createPayment } from '@kvartplata/contracts/billing/payments.ts';
import { getTurnoverBalance, type TurnoverReport } from '@kvartplata/contracts/billing/turnover.ts';
import { createMeter, listMeters } from '@kvartplata/contracts/core/meters.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import type { Page } from 'playwright-core';
import { clientOf, signUp } from '@kvartplata/platform/testing/people.ts';
import { computeMonth } from './testing/computed-month.ts';
import { makeBilledHouse, type BilledHouse } from './testing/billed-house.ts';
import { findBarriers } from './testing/axe.ts';
import { openOwnPage, type OwnPage, type Visit } from './testing/own-page.ts';
import { enter } from './testing/page-steps.ts';
import { assertWellDrawn } from './testing/well-drawn.ts';

describe('reports on the page', { skip: missing('chromium') }, () => {
  let own: OwnPage;
  let accountant: Client;
  let house: BilledHouse;
  let month: string;
  let visit: Visit;
  let page: Page;

  before(async () => {
    own = await openOwnPage();
    const person = await signUp(own.services, 'accountant');
    accountant = clientOf(own.services, person);
    house = await makeBilledHouse(own.services, person);
    month = house.months.at(-1) ?? '';
    await pay(1, '500.00');
    visit = await own.visit('/');
    ({ page } = visit);
    await enter(page, 'accountant');
    await page.getByRole('navigation', { name: 'Разделы' }).waitFor();
  });
  after(async () => own.stop());

  async function pay(personalAccountId: number, amount: string): Promise<void> {
    const body = { personalAccountId, amount, paidOn: `${month}-15` };
    await accountant.call(createPayment, { body });
  }

  async function turnover(): Promise<TurnoverReport> {
    const query = { houseId: house.houseId, period: month };
    return accountant.call(getTurnoverBalance, { query });
  }

  async function collection(): Promise<CollectionReport> {
    const query = { houseId: house.houseId, periodFrom: house.months[0], periodTo: month };
    return accountant.call(getCollection, { query });
  }

  async function open(address: string): Promise<void> {
    await page.goto(new URL(address, page.url()).href, { waitUntil: 'networkidle' });
  }

  /** In the page's money format. */
  const shown = (amount: string): string =>
    amount.replace('.', ',').replaceAll(/\B(?=(?:\d{3})+,)/g, '\u00a0');

  test('the start page shows the month of every house without a request per house', async () => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await open('/');
    const { charged, closing } = (await turnover()).totals;
    const row = page.getByRole('row', { name: /^г\. Зареченск/ });
    await row.getByText(shown(charged)).first().waitFor();
    await row.getByText(shown(closing.principal)).last().waitFor();
    await row.getByText('11 из 11').waitFor();
    const settled = (await collection()).items.find(({ paidOfMonth }) => paidOfMonth === '500.00');
    assert.ok(settled, 'the payment has settled a part of one month');
    const slider = page.getByRole('slider', { name: 'Начислено и погашено по месяцам, ₽' });
    await slider.focus();
    const told: (string | null)[] = [];
    for (const key of ['End', ...house.months.slice(1).map(() => 'ArrowLeft')]) {
      await page.keyboard.press(key);
      told.push(await slider.getAttribute('aria-valuetext'));
    }
    const expected = `начислено ${shown(settled.debtOfMonth)}, погашено 500,00 — ${shown(settled.rateOfMonth ?? '')}\u00a0%`;
    assert.equal(told.filter((text) => text?.endsWith(expected)).length, 1, told.join('\n'));
    const ofHouses = asked.filter((path) => /turnover-balance|\/readings\/\d/.test(path));
    assert.deepEqual(ofHouses, []);
  });

  test('the strip of months ends with a later month that is shown, and says where a year begins', async () => {
    const later = Temporal.PlainYearMonth.from(month).add({ months: 2 }).toString();
    await open(`/?period=${later}`);
    const months = page.getByRole('list', { name: 'Расчётные месяцы' });
    const last = months.getByRole('button').last();
    assert.equal(await last.getAttribute('aria-pressed'), 'true');
    assert.match((await last.getAttribute('title')) ?? '', new RegExp(` ${later.slice(0, 4)}$`));
    assert.match(await months.getByRole('button').first().innerText(), /^\S{3} 20\d\d\n/);
    assert.equal(await months.getByRole('button', { name: /^янв 20\d\d/i }).count(), 1);
  });

  test('a row of the turnover opens into its entries, and a charge into its steps', async () => {
    await open(`/reports/turnover?houseId=${house.houseId}&periodFrom=${month}&periodTo=${month}`);
    const report = await turnover();
    const [account] = report.accounts;
    await page.getByText(shown(report.totals.charged)).first().waitFor();
    await page.getByRole('button', { name: account?.accountNumber ?? '', exact: true }).click();
    const entries = page.getByRole('region', { name: 'Проводки с остатком' });
    await entries.getByText('оплата').waitFor();
    await entries.getByRole('button', { name: 'Холодное водоснабжение', exact: true }).click();
    await page.getByText('Пересчёт по этим шагам даёт ту же сумму.').waitFor();
    await page.getByRole('link', { name: 'Карточка счёта' }).click();
    await page.getByRole('heading', { name: new RegExp(`^${account?.accountNumber}`) }).waitFor();
    assert.equal(new URL(page.url()).searchParams.get('period'), month);
  });

  test('the turnover can be split by service, with the same total', async () => {
    await open(`/reports/turnover?houseId=${house.houseId}&periodFrom=${month}&periodTo=${month}`);
    await page.getByLabel('По услугам').check();
    const services = page.getByRole('region', { name: 'По услугам' });
    await services.getByText('Отопление').waitFor();
    const { charged } = (await turnover()).totals;
    await services
      .getByRole('row', { name: /^Итого/ })
      .getByText(shown(charged))
      .waitFor();
  });

  test('a long table is filtered by typing, and sorted by its column headers', async () => {
    await open(`/reports/turnover?houseId=${house.houseId}&periodFrom=${month}&periodTo=${month}`);
    const table = page.getByRole('region', { name: 'Оборотно-сальдовая ведомость' });
    await table.getByRole('button', { name: 'На конец' }).click();
    const names = await table.getByRole('rowheader').allTextContents();
    const { accounts } = await turnover();
    const byDebt = accounts.toSorted(
      (one, other) => Number(other.closing.principal) - Number(one.closing.principal),
    );
    assert.deepEqual(
      names,
      byDebt.map(({ accountNumber }) => accountNumber),
    );
    await page.getByLabel('Счёт или плательщик').fill('ls07');
    await table.getByRole('button', { name: 'LS01' }).waitFor({ state: 'detached' });
    assert.deepEqual(await table.getByRole('rowheader').allTextContents(), ['LS07']);
    assert.equal(await table.getByText('Итого').count(), 0, 'a part has no total of the whole');
  });

  for (const { name, address, begins } of [
    { name: 'XLSX', address: '/reports/turnover', begins: 'PK' },
    { name: 'XLSX', address: '/reports/debtors', begins: 'PK' },
    { name: 'XLSX', address: '/reports/collection', begins: 'PK' },
    { name: 'XLSX', address: '/accounts/1/statement', begins: 'PK' },
    { name: 'XLSX для подписи', address: '/accounts/1/reconciliation', begins: 'PK' },
    { name: 'XLSX для суда', address: '/accounts/1/penalties', begins: 'PK' },
    { name: 'XLSX', address: '/reports/ending-verifications', begins: 'PK' },
    { name: 'CSV', address: '/reports/ending-verifications', begins: '\u{feff}' },
    { name: 'Скачать: Начисления', address: '/reports/exports?houseId=1', begins: 'PK' },
    { name: 'Скачать: 1С', address: '/reports/exports', begins: '\u{feff}' },
    { name: 'Скачать: Долги для банка', address: '/reports/exports', begins: '\u{feff}' },
    { name: 'Скачать: Проводки', address: '/reports/exports', begins: '' },
  ])
    test(`${address} downloads the file of “${name}”`, async () => {
      await open(address);
      const downloading = page.waitForEvent('download');
      await page.getByRole('button', { name, exact: true }).click();
      const file = await buffer(await (await downloading).createReadStream());
      assert.ok(file.length > 100);
      assert.ok(file.toString().startsWith(begins));
    });

  test('letters about ending verifications are a PDF, and the page says when there is nobody to write to', async () => {
    const letters = page.getByRole('button', { name: 'Письма (PDF)' });
    await open('/reports/ending-verifications?within=7');
    await letters.click();
    await page.getByRole('alert').getByText('В эти дни поверка ни у кого не истекает').waitFor();
    const query = { houseId: house.houseId, personalAccountId: 1, limit: 1 };
    const [other] = (await accountant.call(listMeters, { query })).items;
    assert.ok(other);
    const today = Temporal.Now.plainDateISO('Europe/Moscow');
    const { houseServiceId, meterTypeId } = other;
    await accountant.call(createMeter, {
      body: {
        houseServiceId,
        ownerType: 'account',
        personalAccountId: 1,
        meterTypeId,
        serialNumber: 'ПВ-5',
        digits: 5,
        installedOn: today.toString(),
        initialReading: '0',
        verifiedUntil: today.add({ days: 5 }).toString(),
      },
    });
    await open('/reports/ending-verifications?within=7');
    await page.getByRole('rowheader', { name: 'ПВ-5' }).waitFor();
    const downloading = page.waitForEvent('download');
    await letters.click();
    const file = await buffer(await (await downloading).createReadStream());
    assert.ok(file.toString('latin1').startsWith('%PDF-'));
  });

  test('an account’s statement and reconciliation end with what it owes', async () => {
    const account = (await turnover()).accounts[0];
    const owed = shown(account?.closing.principal ?? '');
    for (const [address, region] of [
      ['statement', 'Проводки с остатком'],
      ['reconciliation', 'Акт сверки'],
    ] as const) {
      await open(`/accounts/${account?.personalAccountId}/${address}`);
      const table = page.getByRole('region', { name: region });
      await table.locator('tfoot').getByText(owed).waitFor();
    }
  });

  test('a payment of an account shows why it has paid these debts, with the article', async () => {
    const account = (await turnover()).accounts[0];
    await open(`/accounts/${account?.personalAccountId}`);
    await page.getByRole('button', { name: /^Почему платёж на/ }).click();
    const reasons = page.getByRole('dialog', { name: /^Платёж .* от / });
    await reasons.getByText('Плательщик месяц не назвал.').waitFor();
    await reasons.getByRole('cell', { name: 'Самый ранний долг: ГК РФ, ст. 319.1 п. 3' }).waitFor();
    assert.deepEqual(await findBarriers(page), []);
    await page.keyboard.press('Escape');
  });

  test('a failure is explained in words, and can be retried', async () => {
    await page.route(`**${getDebtors.path}?*`, async (route) =>
      route.fulfill({
        status: 429,
        headers: {
          'access-control-allow-origin': new URL(page.url()).origin,
          'access-control-allow-credentials': 'true',
          'access-control-expose-headers': 'retry-after',
          'retry-after': '7',
        },
        contentType: 'application/problem+json',
        body: JSON.stringify({ code: 'too-many-requests', status: 429 }),
      }),
    );
    await open('/reports/debtors');
    await page.getByText('Слишком много запросов. Повторите через 7 с.').waitFor();
    await page.unroute(`**${getDebtors.path}?*`);
    await page.getByRole('button', { name: 'Повторить' }).click();
    await page.getByRole('heading', { name: /^Должники на/ }).waitFor();
    await open('/reports/turnover?houseId=987654');
    await page.getByText('Этого нет или это не ваше').waitFor();
    for (const address of ['/houses/987654/services', '/accounts/987654']) {
      await open(address);
      await page.getByRole('heading', { name: 'Запись не найдена' }).waitFor();
      await page.getByText('Этого нет или это не ваше').waitFor();
    }
    await page.getByRole('link', { name: 'На главную' }).click();
    await page.getByRole('list', { name: 'Расчётные месяцы' }).waitFor();
  });

  test('reports end with the last applied month, also when that is the current one', async () => {
    const { organizationId } = house;
    const current = Temporal.PlainYearMonth.from(month).add({ months: 1 }).toString();
    const { billingCycleId } = await computeMonth(accountant, { organizationId }, current);
    await accountant.call(applyCycle, { params: { cycleId: billingCycleId } });
    const months = [
      ['/reports/turnover', 'По месяц'],
      ['/reports/payees', 'По месяц'],
      ['/reports/collection', 'По месяц'],
      ['/reports/exports', 'По месяц'],
      ['/reports/gis-zhkh', 'Месяц'],
    ] as const;
    for (const [address, label] of months) {
      await open(address);
      const begins = await page.getByLabel(label, { exact: true }).inputValue();
      assert.equal(begins, current, address);
    }
  });

  test('passes axe in English and both themes, and fits a narrow screen', async () => {
    await assertWellDrawn(page, [
      '/',
      '/reports/turnover?split=true',
      '/reports/debtors',
      '/reports/collection',
      '/reports/ending-verifications?within=180',
      `/reports/exports?houseId=${house.houseId}`,
      '/accounts/1',
      '/accounts/1/statement',
      '/accounts/1/reconciliation',
      '/accounts/1/penalties',
    ]);
    assert.deepEqual(visit.faults, []);
  });
});
