// Our own page in a real browser: a refused payment is corrected without losing it, or what is being typed.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Client } from '@kvartplata/client/client.ts';
import { createPayment, listPayments } from '@kvartplata/contracts/billing/payments.ts';
import { clientOf, signUp } from '@kvartplata/platform/testing/people.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import type { Page } from 'playwright-core';
import { findBarriers } from './testing/axe.ts';
import { makeBilledHouse } from './testing/billed-house.ts';
import { openOwnPage, type OwnPage } from './testing/own-page.ts';
import { enter } from './testing/page-steps.ts';

const BOOKING = `**${createPayment.path}`;

describe('entering payments', { skip: missing('chromium') }, () => {
  let own: OwnPage;
  let cashier: Client;
  let organizationId: number;
  let page: Page;

  before(async () => {
    own = await openOwnPage();
    const person = await signUp(own.services, 'cashier');
    cashier = clientOf(own.services, person);
    ({ organizationId } = await makeBilledHouse(own.services, person));
    ({ page } = await own.visit('/payments'));
    await enter(page, 'cashier');
    await type('LS04', '100,5', 'ПП 17');
    await page.keyboard.press('Enter');
    await page.getByText(/^Записано: LS04 /).waitFor();
  });
  after(async () => own.stop());

  async function type(account: string, amount: string, document: string): Promise<void> {
    await page.getByLabel('Лицевой счёт').fill(account);
    await page.keyboard.press('Enter');
    await page.getByLabel('Сумма, ₽').fill(amount);
    await page.getByLabel('Документ').fill(document);
  }

  async function amounts(): Promise<readonly string[]> {
    const { items } = await cashier.call(listPayments, { query: { organizationId } });
    return items.map(({ amount }) => amount);
  }

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const amount = async () => page.getByLabel('Сумма, ₽').inputValue();
  const kept = async () => page.evaluate<string>("sessionStorage['own:unbooked-payments']");

  test('a payment is not corrected while its first request still runs, but sent again', async () => {
    await page.route(BOOKING, async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      const response = await route.fetch();
      const body = JSON.stringify({ status: 409, code: 'idempotency-key-in-use' });
      return route.fulfill({ response, status: 409, body });
    });
    await type('LS06', '8,08', '');
    await page.keyboard.press('Enter');
    await page.getByText('Записан ли этот платёж, неизвестно.').waitFor();
    assert.equal(await button('Исправить').count(), 0);
    await page.unroute(BOOKING);
    await button('Отправить ещё раз').click();
    await page.getByText(/^Записано: LS06 /).waitFor();
    assert.deepEqual((await amounts()).toSorted(), ['100.50', '8.08']);
  });

  test('a correction asks before it replaces what is typed, and keeps the payment until it is sent', async () => {
    await type('LS04', '100,5', 'ПП 17');
    await page.keyboard.press('Enter');
    await page.getByText('Такой платёж уже записан').waitFor();
    await type('LS05', '5,05', '');

    await page.route('**/api/personal-accounts/*', async (route) => route.abort());
    await button('Исправить').click();
    await page.getByText('Нет связи с сервером.').waitFor();
    await page.unroute('**/api/personal-accounts/*');

    await button('Исправить').click();
    await button('Вернуться к форме').click();
    assert.equal(await amount(), '5,05');
    await button('Исправить').click();
    await button('Закрыть без сохранения').click();
    await page.getByText('исправляется выше').waitFor();
    assert.equal(await page.getByRole('dialog').count(), 0);
    assert.equal(await amount(), '100,5');
    assert.equal(await button('Отправить ещё раз').count(), 0);
    assert.match(await kept(), /ПП 17/);
    assert.deepEqual(await findBarriers(page), []);

    await button('Не исправлять').click();
    await button('Отправить ещё раз').waitFor();
    assert.equal(await amount(), '');
    await button('Исправить').click();
    await page.getByText('исправляется выше').waitFor();
    await page.getByLabel('Документ').fill('ПП 18');
    await button('Записать').click();
    await page.getByText(/^Записано: LS04 /).waitFor();
    assert.deepEqual((await amounts()).toSorted(), ['100.50', '100.50', '8.08']);
    assert.equal(await kept(), undefined);
  });

  test('a link asks before it leaves a payment that is half typed', async () => {
    await type('LS05', '5,05', '');
    await page.getByRole('link', { name: 'Дома', exact: true }).click();
    await button('Остаться на странице').click();
    assert.equal(await amount(), '5,05');
    await page.keyboard.press('Escape');
    await button('Записать').click();
    await page.getByText(/^Записано: LS05 /).waitFor();
    await page.getByRole('link', { name: 'Дома', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Дома' }).waitFor();
  });

  test('does not promise that an old payment is booked once: nobody remembers its key', async () => {
    await page.goto(new URL('/payments', page.url()).href);
    await page.route(BOOKING, async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      await route.fetch();
      return route.abort();
    });
    await type('LS06', '9,09', '');
    await page.keyboard.press('Enter');
    await page.getByText('дважды он не запишется').waitFor();
    await page.unroute(BOOKING);
    await page.evaluate(`sessionStorage['own:unbooked-payments'] =
      sessionStorage['own:unbooked-payments'].replace(/"sentAt":\\d+/, '"sentAt":0')`);
    await page.reload();
    await page.getByText('Найдите его среди платежей этого дня').waitFor();
    assert.equal(await page.getByText('дважды он не запишется').count(), 0);
    assert.deepEqual(await findBarriers(page), []);
    await button('Убрать').click();
    assert.equal((await amounts()).filter((booked) => booked === '9.09').length, 1);
  });
});
