// ГИС ЖКХ on the page: payment documents with everything that they lack by name, account numbers, directory entries of services,
// and requests about debts.
import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import type { Client } from '@kvartplata/client/client.ts';
import {
  exportGisZhkh,
  listGisServices,
  replaceGisServices,
} from '@kvartplata/contracts/billing/gis-zhkh.ts';
import { applyCycle } from '@kvartplata/contracts/billing/apply.ts';
import { createPayment } from '@kvartplata/contracts/billing/payments.ts';
import { importGisAccounts } from '@kvartplata/contracts/core/gis-accounts.ts';
import { downloadGisMeterRows, importGisMeters } from '@kvartplata/contracts/core/gis-meters.ts';
import { replaceOrganization } from '@kvartplata/contracts/core/organizations.ts';
import { listAccountsOfHouse } from '@kvartplata/contracts/core/personal-accounts.ts';
import { clientOf, signUp } from '@kvartplata/platform/testing/people.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import type { Page } from 'playwright-core';
import { computeMonth } from './testing/computed-month.ts';
import { makeBilledHouse, type BilledHouse } from './testing/billed-house.ts';
import { openOwnPage, type OwnPage, type Visit } from './testing/own-page.ts';
import { enter } from './testing/page-steps.ts';
import { makeServedHouse } from './testing/served-house.ts';
import { assertWellDrawn } from './testing/well-drawn.ts';

const BANK_DETAILS = {
  bankName: 'ПАО Сбербанк',
  bic: '044525225',
  settlementAccount: '40702810538000123456',
  correspondentAccount: '30101810400000000225',
};
const guidOf = (nth: number): string => `00000000-0000-4000-8000-${String(nth).padStart(12, '0')}`;

/** The response of ГИС ЖКХ: the first document is refused, the others are accepted. */
function answerTo(guids: readonly string[]): string {
  const results = guids.map((guid, nth) => {
    const outcome =
      nth === 0
        ? '<b:Error><b:ErrorCode>INT016041</b:ErrorCode><b:Description>Лицевой счёт не найден</b:Description></b:Error>'
        : '<b:UpdateDate>2026-11-05T10:00:00+03:00</b:UpdateDate>';
    return `<ImportResult><b:TransportGUID>${guid}</b:TransportGUID>${outcome}</ImportResult>`;
  });
  return `<getStateResult xmlns="http://dom.gosuslugi.ru/schema/integration/bills/" xmlns:b="http://dom.gosuslugi.ru/schema/integration/base/">
<b:RequestState>3</b:RequestState>${results.join('')}</getStateResult>`;
}

describe('the page of ГИС ЖКХ', { skip: missing('chromium') }, () => {
  let own: OwnPage;
  let accountant: Client;
  let house: BilledHouse;
  let visit: Visit;
  let page: Page;

  before(async () => {
    own = await openOwnPage();
    const person = await signUp(own.services, 'accountant');
    accountant = clientOf(own.services, person);
    house = await makeBilledHouse(own.services, person);
    const { organizationId } = house;
    await accountant.call(replaceOrganization, {
      params: { organizationId },
      body: { name: 'УК «Тихая Заводь»', bankDetails: BANK_DETAILS },
    });
    visit = await own.visit('/');
    ({ page } = visit);
    await enter(page, 'accountant');
    await page.getByRole('navigation', { name: 'Разделы' }).waitFor();
  });
  after(async () => own.stop());

  async function open(address: string): Promise<void> {
    await page.goto(new URL(address, page.url()).href, { waitUntil: 'networkidle' });
  }

  const documents = (): string => `/reports/gis-zhkh?periodTo=${house.months.at(-1) ?? ''}`;

  async function numberAccounts(): Promise<void> {
    const { houseId, organizationId } = house;
    const { items } = await accountant.call(listAccountsOfHouse, {
      params: { houseId },
      query: { limit: 200 },
    });
    const rows = items.map(({ id, accountNumber }) => {
      const number = `60АВ${String(id).padStart(6, '0')}`;
      return [accountNumber, number, `${number}-01`, guidOf(id)].join(';');
    });
    const body = new FormData();
    const head = 'Лицевой счёт;Единый лицевой счёт;Идентификатор ЖКУ;Код счёта в ГИС ЖКХ';
    body.append('file', new File([[head, ...rows].join('\n')], 'Номера.csv'));
    const told = await accountant.call(importGisAccounts, { query: { organizationId }, body });
    assert.deepEqual([told.status, told.changed], ['COMPLETED', items.length]);
  }

  test('names the accounts and services that prevent a house’s documents from being made', async () => {
    await open(documents());
    await page.getByText('ещё нет').waitFor();
    await page.getByRole('button', { name: /^Скачать XML/ }).click();
    await page.getByRole('alert').getByText('ГИС ЖКХ не примет файл').waitFor();
    await page.getByText('Счёт LS01: нет единого лицевого счёта').waitFor();
    await page.getByRole('link', { name: 'Загрузить номера счетов' }).click();
    await page.getByRole('heading', { name: 'Загрузить номера ГИС ЖКХ' }).waitFor();
    const arrives = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Скачать счета без номеров' }).click();
    assert.match((await arrives).suggestedFilename(), /gis-accounts/);
  });

  test('makes the file once accounts have numbers and services their entries', async () => {
    await numberAccounts();
    await open(documents());
    const table = page.getByRole('region', { name: /Коды услуг/ });
    await table.getByRole('row', { name: /^Пени/ }).waitFor();
    for (const [nth, row] of (await table.getByRole('row').all()).slice(1).entries()) {
      const list = row.getByRole('combobox');
      if ((await list.inputValue()) === '') {
        const name = (await row.innerText()).split('\t')[0] ?? '';
        const isNeeds = name.includes('на содержание общего имущества');
        const kind = isNeeds ? 'resource' : /^Содержание/.test(name) ? 'housing' : 'municipal';
        await list.selectOption(kind);
      }
      await row.getByRole('textbox', { name: /^Код/ }).fill(`${nth + 1}.1`);
      await row.getByRole('textbox', { name: /^GUID/ }).fill(guidOf(nth + 1));
    }
    const cut = `[...document.querySelectorAll('td:last-child > .input')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length`;
    assert.equal(await page.evaluate(cut), 0);
    // What is typed is not lost by a link.
    await page.getByRole('link', { name: 'Дома', exact: true }).first().click();
    await page.getByRole('button', { name: 'Остаться на странице' }).click();
    await page.getByRole('button', { name: 'Сохранить' }).click();
    await page.getByText('Коды услуг сохранены.').waitFor();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: /^Скачать XML/ }).click();
    const file = await buffer(await (await downloading).createReadStream());
    assert.match(file.toString(), /<importPaymentDocumentRequest/);
    await page
      .getByText(/документ(?:а|ов)?$/)
      .first()
      .waitFor();
  });

  test('a changed entry leaves those that another user has saved meanwhile', async () => {
    await open(documents());
    const query = { organizationId: house.organizationId };
    const { items } = await accountant.call(listGisServices, { query });
    const [first, second, ...rest] = items;
    assert.ok(first !== undefined && second !== undefined);
    await page.locator(`input[value="${first.code}"]`).fill('77.1');
    const theirs = [first, { ...second, code: '88.1' }, ...rest];
    await accountant.call(replaceGisServices, { query, body: { items: theirs } });
    await page.getByRole('button', { name: 'Сохранить' }).click();
    await page.getByText('Коды услуг сохранены.').waitFor();
    const { items: stored } = await accountant.call(listGisServices, { query });
    const codeOf = (subject: string) => stored.find((one) => one.subject === subject)?.code;
    assert.deepEqual([codeOf(first.subject), codeOf(second.subject)], ['77.1', '88.1']);
  });

  test('reads the answer, and shows which documents were refused and why', async () => {
    await open(documents());
    await page.getByRole('button', { name: 'загрузить' }).click();
    const file = await accountant.callFile(exportGisZhkh, {
      query: { houseId: house.houseId, period: house.months.at(-1) ?? '' },
    });
    const guids = [
      ...(await file.text()).matchAll(/TransportGUID>([^<]+)<\/base:TransportGUID><Pay/g),
    ];
    await page.locator('input[type=file]').setInputFiles({
      name: 'answer.xml',
      mimeType: 'application/xml',
      buffer: Buffer.from(answerTo(guids.map(([, guid = '']) => guid))),
    });
    await page
      .getByRole('row', { name: /LS01/ })
      .getByText('Лицевой счёт не найден (INT016041)')
      .waitFor();
    await page.getByRole('button', { name: /^принято \d+, отклонено 1$/ }).waitFor();
  });

  test('names meters without a code, exports readings without them, and payments as they were paid', async () => {
    await open(documents());
    await page.getByRole('button', { name: /^Показания/ }).click();
    await page
      .getByRole('link', { name: /^У прибора № .+ нет кода ГИС ЖКХ$/ })
      .first()
      .waitFor();
    await page.getByRole('link', { name: 'Загрузить коды приборов' }).click();
    await page.getByRole('heading', { name: 'Загрузить коды приборов ГИС ЖКХ' }).waitFor();
    const sheet = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Скачать приборы без кода' }).click();
    assert.match((await sheet).suggestedFilename(), /gis-meters/);
    const { organizationId } = house;
    const rows = await accountant.callFile(downloadGisMeterRows, {
      query: { organizationId, format: 'csv' },
    });
    const [head = '', , ...devices] = (await rows.text()).split(/\r?\n/).filter(Boolean);
    const filled = devices.map((row, nth) => {
      const [serialNumber, , ...others] = row.split(';');
      return [serialNumber, guidOf(100 + nth), ...others].join(';');
    });
    const body = new FormData();
    body.append('file', new File([[head, ...filled].join('\n')], 'Приборы.csv'));
    const told = await accountant.call(importGisMeters, { query: { organizationId }, body });
    assert.deepEqual([told.status, told.changed], ['COMPLETED', devices.length]);
    await open(documents());
    assert.match(await fileBy(/^Показания/), /<importMeteringDeviceValuesRequest/);
    await page.getByRole('button', { name: /^Платежи/ }).click();
    await page.getByText('За этот месяц в ГИС ЖКХ передавать нечего').waitFor();
    const paidOn = `${house.months.at(-1) ?? ''}-15`;
    const [first] = (
      await accountant.call(listAccountsOfHouse, { params: { houseId: house.houseId } })
    ).items;
    await accountant.call(createPayment, {
      body: { personalAccountId: first?.id ?? 0, amount: '123.45', paidOn },
    });
    await open(documents());
    assert.match(await fileBy(/^Платежи/), /<Amount>123\.45<\/Amount>/);
  });

  async function fileBy(name: RegExp | string): Promise<string> {
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name }).click();
    return (await buffer(await (await downloading).createReadStream())).toString();
  }

  test('downloads the files of all houses one after another, and says why a house has none', async () => {
    const { organizationId } = house;
    const month = Temporal.PlainYearMonth.from(house.months.at(-1) ?? '');
    await makeServedHouse(accountant, organizationId, 'cold-water', month);
    const { billingCycleId } = await computeMonth(accountant, { organizationId }, month.toString());
    await accountant.call(applyCycle, { params: { cycleId: billingCycleId } });
    await open(documents());
    await page.getByLabel('Файлы всех домов').selectOption('платежи');
    assert.match(await fileBy('Скачать по всем домам'), /<Amount>123\.45<\/Amount>/);
    await page.getByText('Скачано: 1 файл. Нечего сообщать: 1 дом.').waitFor();
    await page.getByLabel('Файлы всех домов').selectOption('платёжные документы');
    await page.getByRole('button', { name: 'Скачать по всем домам' }).click();
    await page.getByText('Скачано: 1 файл.').waitFor();
    await page.getByRole('alert').getByText('ГИС ЖКХ не примет файл').waitFor();
    await page.getByText(/^Счёт \d-1: нет единого лицевого счёта$/).waitFor();
  });

  test('a request about a debt is recorded, shown on the start page, and answered', async () => {
    await open('/debt-requests');
    await page.getByRole('button', { name: 'Новый запрос' }).click();
    await page.getByLabel('Лицевой счёт').fill('LS04');
    await page.getByRole('option', { name: /LS04/ }).click();
    await page.getByLabel('Номер запроса').fill('10-26-000417');
    await page.getByLabel('Кто спрашивает').fill('Центр жилищных субсидий');
    await page.getByRole('button', { name: 'Записать запрос' }).click();
    await page.getByText(/^Запрос записан: ответить до/).waitFor();
    await open('/');
    await page.getByRole('link', { name: '10-26-000417, счёт LS04' }).click();
    await page.getByRole('button', { name: '10-26-000417' }).click();
    await page.getByText('Долгом считается только то, что подтвердил суд').waitFor();
    const act = page.locator('[name=courtAct]');
    await act.fill('Решение № 2-1');
    // Another row or another list does not take away what is typed.
    for (const other of ['10-26-000417', 'С ответом']) {
      await page.getByRole('button', { name: other }).click();
      await page.getByRole('button', { name: 'Вернуться к форме' }).click();
      assert.equal(await act.inputValue(), 'Решение № 2-1');
    }
    await act.fill('');
    await page.getByRole('button', { name: 'Ответить' }).click();
    await page.getByText('На все запросы ответили.').waitFor();
    await page.getByRole('button', { name: 'С ответом' }).click();
    await page.getByRole('button', { name: '10-26-000417' }).click();
    await page.getByText('Задолженности нет').waitFor();
  });

  test('passes axe in English and both themes, and fits a narrow screen', async () => {
    await assertWellDrawn(page, [
      documents(),
      '/debt-requests',
      '/imports?kind=gis-accounts',
      '/imports?kind=gis-meters',
    ]);
    assert.deepEqual(visit.faults, []);
  });
});
