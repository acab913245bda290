// Our own page in a real browser: a debtor's court case from the report of debtors to its documents, a restriction notice with
// its term, their due dates, and letters to all debtors.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Client } from '@kvartplata/client/client.ts';
import { listCourtCases } from '@kvartplata/contracts/billing/court-cases.ts';
import {
  getOpeningImport,
  importOpeningBalances,
} from '@kvartplata/contracts/billing/opening-balances.ts';
import {
  createDebtLetters,
  getDebtLetters,
  listDebtLetterAccounts,
} from '@kvartplata/contracts/billing/debt-letters.ts';
import { listRestrictionNotices } from '@kvartplata/contracts/billing/restriction-notices.ts';
import { seedGoldenHouse } from '@kvartplata/contracts/core/golden-house.ts';
import { createOrganization } from '@kvartplata/contracts/core/organizations.ts';
import {
  getPersonalAccount,
  listPersonalAccounts,
  replacePersonalAccount,
} from '@kvartplata/contracts/core/personal-accounts.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import { clientOf, signUp } from '@kvartplata/platform/testing/people.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import type { Page } from 'playwright-core';
import { openOwnPage, type OwnPage, type Visit } from './testing/own-page.ts';
import { enter } from './testing/page-steps.ts';
import { assertWellDrawn } from './testing/well-drawn.ts';

const SERVED = 'Вручено под подпись';

describe('debt work on the page', { skip: missing('chromium') }, () => {
  let own: OwnPage;
  let owner: Client;
  let organizationId: number;
  let visit: Visit;
  let page: Page;
  /** The first owes for electricity, the second for heating. */
  let debtors: readonly { readonly id: number; readonly accountNumber: string }[];

  before(async () => {
    own = await openOwnPage();
    const person = await signUp(own.services, 'owner');
    owner = clientOf(own.services, person);
    const body = { name: 'УК «Тихая Заводь»' };
    ({ id: organizationId } = await owner.call(createOrganization, { body }));
    const { houseId } = await owner.call(seedGoldenHouse, { body: { organizationId, houseId: 0 } });
    const { items } = await owner.call(listPersonalAccounts, { params: { houseId }, query: {} });
    debtors = items.slice(0, 2);
    await bringDebts();
    visit = await own.visit('/reports/debtors');
    ({ page } = visit);
    await enter(page, 'owner');
    await page.getByRole('navigation', { name: 'Разделы' }).waitFor();
  });
  after(async () => own.stop());

  async function bringDebts(): Promise<void> {
    const rows = debtors.flatMap(({ accountNumber }, nth) =>
      ['2026-06', '2026-07'].map(
        (month) =>
          `${accountNumber};${month};principal;${nth === 0 ? 'electricity' : 'heating'};12345.67`,
      ),
    );
    const file = new File([`account;month;kind;service;amount\n${rows.join('\n')}`], 'o.csv');
    const body = new FormData();
    body.append('file', file);
    const query = { organizationId, asOf: '2026-09' };
    const { id: openingImportId } = await owner.call(importOpeningBalances, { query, body });
    await until('the debts are booked', async () => {
      const { status, finishedAt } = await owner.call(getOpeningImport, {
        params: { openingImportId },
      });
      if (finishedAt !== null) assert.equal(status, 'COMPLETED');
      return finishedAt !== null;
    });
  }

  async function open(address: string): Promise<void> {
    await page.goto(new URL(address, page.url()).href, { waitUntil: 'networkidle' });
  }

  test('a case is opened from the debtor’s row, moves on a step, and has its documents', async () => {
    const { accountNumber = '' } = debtors[1] ?? {};
    await open('/reports/debtors');
    await page.getByRole('button', { name: `Судебное дело по счёту ${accountNumber}` }).click();
    const dialog = page.getByRole('dialog', { name: `Судебное дело по счёту ${accountNumber}` });
    await dialog.getByLabel('Суд', { exact: true }).fill('Мировому судье участка № 3 г. Твери');
    await dialog.getByRole('button', { name: 'Открыть дело' }).click();
    await page.getByRole('heading', { level: 1, name: /^Дело № \d+/ }).waitFor();
    await page
      .getByText(/24\s691,34/)
      .first()
      .waitFor();
    const months = page.getByRole('region', { name: 'Долг по месяцам и услугам' });
    await months.getByRole('row', { name: /^Итого .*24\s691,34$/ }).waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: /ZIP/ }).click();
    assert.match((await download).suggestedFilename(), /^delo-\d+-.*\.zip$/);
    await page.getByLabel('Номер и документ').fill('Исх. № 15');
    await page.getByRole('button', { name: 'Записать шаг' }).click();
    await page.getByText('Шаг записан.').waitFor();
    const { items } = await owner.call(listCourtCases, { query: { organizationId } });
    assert.deepEqual(
      items.map(({ state, total }) => [state, total]),
      [['claimed', '24691.34']],
    );
  });

  test('letters are previewed: who would get one, and who is left out and why', async () => {
    await open('/reports/debtors');
    await page.getByRole('link', { name: 'Письма должникам' }).click();
    await page.getByRole('heading', { name: 'Письма должникам' }).waitFor();
    await page.getByLabel('Что написать').selectOption('Уведомления об ограничении услуг');
    await page.getByRole('button', { name: 'Проверить, кому' }).click();
    await page.getByText(/^Можно написать 1\sписьмо/).waitFor();
    await page.getByRole('button', { name: /^Пропущено: 1\sдолжник/ }).click();
    const { accountNumber = '' } = debtors[1] ?? {};
    const row = page.getByRole('row', { name: new RegExp(`^${accountNumber}`) });
    await row.waitFor();
    assert.match(await row.innerText(), /нет долга за услуги, которые можно ограничить/);
  });

  test('letters are made with their notices, and their file can be downloaded', async () => {
    await open('/debt-work/letters');
    await page.getByLabel('Что написать').selectOption('Уведомления об ограничении услуг');
    await page.getByRole('button', { name: 'Сделать письма' }).click();
    const file = page.getByRole('button', { name: 'Скачать PDF' });
    await file.waitFor();
    const download = page.waitForEvent('download');
    await file.click();
    assert.match((await download).suggestedFilename(), /^uvedomleniya-[\d-]+\.pdf$/);
  });

  test('a claim letter is shown on its account’s card, and can be downloaded again as PDF', async () => {
    const { id: debtLettersId } = await owner.call(createDebtLetters, {
      body: { organizationId, kind: 'claim', form: 'pdf' },
    });
    const params = { debtLettersId };
    await until('the letters are made', async () => {
      const { status } = await owner.call(getDebtLetters, { params });
      return status === 'COMPLETED';
    });
    const query = { leftOut: 'false' } as const;
    const { items } = await owner.call(listDebtLetterAccounts, { params, query });
    const [written] = items;
    await open(`/accounts/${written?.personalAccountId}`);
    const claims = page.getByRole('region', { name: 'Претензии', exact: true }).first();
    await claims.getByRole('row').nth(1).waitFor();
    const download = page.waitForEvent('download');
    await claims.getByRole('button', { name: 'PDF' }).click();
    assert.match((await download).suggestedFilename(), /^pretenziya-\d+-\d+\.pdf$/);
  });

  test('a delivered notice starts its term, and is shown on its account’s card', async () => {
    await open('/debt-work/notices');
    await page.getByRole('button', { name: 'Электроснабжение' }).click();
    await page.getByLabel('Документ').fill(SERVED);
    await page.getByRole('button', { name: 'Записать шаг' }).click();
    await page.getByText('Шаг записан.').waitFor();
    const { items } = await owner.call(listRestrictionNotices, { query: { organizationId } });
    assert.equal(items[0]?.state, 'delivered');
    assert.ok(items[0]?.termEndsOn);
    await open('/debt-work');
    await page.getByRole('heading', { level: 1, name: 'Работа с долгами' }).waitFor();
    const [debtor] = debtors;
    await open(`/accounts/${debtor?.id}`);
    await page.getByText('Уведомления об ограничении услуг').first().waitFor();
  });

  test('an account that is closed is not warned, and its card says why', async () => {
    const [debtor] = debtors;
    const params = { personalAccountId: debtor?.id ?? 0 };
    const account = await owner.call(getPersonalAccount, { params });
    const { roomId, accountNumber, payer, owners, share, openedOn } = account;
    const closedOn = Temporal.Now.plainDateISO('Europe/Moscow').subtract({ days: 1 }).toString();
    const body = { roomId, accountNumber, payer, owners, share, openedOn, closedOn };
    await owner.call(replacePersonalAccount, { params, body });
    await open(`/accounts/${params.personalAccountId}`);
    await page.getByRole('button', { name: 'Уведомление', exact: true }).click();
    await page
      .getByRole('dialog')
      .getByText(/^Счёт закрыт .+: ограничить услугу прежнему плательщику нельзя/)
      .waitFor();
  });

  test('where a former owner lives is typed into the card of the closed account', async () => {
    const [debtor] = debtors;
    const params = { personalAccountId: debtor?.id ?? 0 };
    const { closedOn } = await owner.call(getPersonalAccount, { params });
    assert.notEqual(closedOn, null);
    await open(`/accounts/${params.personalAccountId}`);
    await page.getByRole('button', { name: 'Изменить карточку' }).click();
    const card = page.getByRole('dialog', { name: 'Карточка счёта' });
    await card.getByLabel('Адрес плательщика').fill(' г. Тула, ул. Мира, д. 3, кв. 8 ');
    await card.getByRole('button', { name: 'Сохранить' }).click();
    await page.getByText('Карточка счёта сохранена.').waitFor();
    await page.getByRole('definition').filter({ hasText: 'г. Тула, ул. Мира' }).waitFor();
    const stored = await owner.call(getPersonalAccount, { params });
    assert.deepEqual(
      [stored.payerAddress, stored.closedOn],
      ['г. Тула, ул. Мира, д. 3, кв. 8', closedOn],
    );
  });

  test('passes axe in English and both themes, and fits a narrow screen', async () => {
    await assertWellDrawn(page, [
      '/debt-work',
      '/debt-work/cases',
      '/debt-work/notices',
      '/debt-work/letters',
      '/reports/debtors',
    ]);
    await page.getByRole('link', { name: 'Letters to debtors' }).click();
    await page
      .getByText('Letters written')
      .or(page.getByText(/1\sletter/))
      .first()
      .waitFor();
    assert.deepEqual(visit.faults, []);
  });
});
