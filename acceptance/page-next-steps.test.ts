// Our own page in a real browser: after a bank's registry is booked, the page shows what comes next.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { importPayments } from '@kvartplata/contracts/billing/payment-imports.ts';
import {
  closeUnidentifiedPayment,
  listUnidentifiedPayments,
} from '@kvartplata/contracts/billing/unidentified-payments.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import { clientOf, signUp } from '@kvartplata/platform/testing/people.ts';
import { findBarriers } from './testing/axe.ts';
import { makeBilledHouse, type BilledHouse } from './testing/billed-house.ts';
import { openOwnPage, type OwnPage, type Visit } from './testing/own-page.ts';
import { enter } from './testing/page-steps.ts';

describe('a booked registry', { skip: missing('chromium') }, () => {
  let own: OwnPage;
  let house: BilledHouse;
  let visit: Visit;
  let book: (name: string, rows: string, head?: string) => Promise<number>;
  let settle: (importId: number, most?: number) => Promise<void>;

  before(async () => {
    own = await openOwnPage();
    const person = await signUp(own.services, 'accountant');
    house = await makeBilledHouse(own.services, person);
    const { call } = clientOf(own.services, person);
    const { organizationId } = house;
    book = async (name, rows, head = 'account;amount;date') => {
      const body = new FormData();
      body.append('file', new Blob([`${head}\n${rows}\n`]), name);
      return (await call(importPayments, { query: { profile: 'csv', organizationId }, body })).id;
    };
    settle = async (importId, most) => {
      const query = { organizationId, importId, ...(most === undefined ? {} : { limit: most }) };
      const { items } = await call(listUnidentifiedPayments, { query });
      for (const { id: unidentifiedPaymentId } of items)
        await call(closeUnidentifiedPayment, {
          params: { unidentifiedPaymentId },
          body: { outcome: 'returned', reason: 'Возвращён банку' },
        });
    };
    visit = await own.visit('/');
    await enter(visit.page, 'accountant');
    await visit.page.getByRole('navigation', { name: 'Разделы' }).waitFor();
  });
  after(async () => {
    assert.deepEqual(visit.faults, []);
    await own.stop();
  });

  test('leads to its unidentified payments while there are any, and to the month', async () => {
    const { page } = visit;
    const month = house.months.at(-1) ?? '';
    const next = page.getByRole('region', { name: 'Дальше:' });
    const mixed = await book(
      'mixed.csv',
      `LS01;100.00;${month}-20\nLS98;30.00;${month}-20\nLS99;50.00;${month}-20`,
    );
    await page.goto(new URL(`/payments/imports/${mixed}`, page.url()).href);
    await next.getByText(/чьи это деньги: 2\sплатежа на 80,00\s₽/).waitFor();
    await settle(mixed, 1);
    await page.reload();
    await next.getByText(/чьи это деньги: 1\sплатёж на 50,00\s₽/).waitFor();
    await next.getByRole('link', { name: /^К месяцу: / }).waitFor();
    assert.deepEqual(await findBarriers(page), []);
    await next.getByRole('link', { name: 'Разобрать невыясненные' }).click();
    await page.waitForURL(/\/payments\/unidentified$/);
    await settle(mixed);
    await page.goBack();
    await page.reload();
    await next.getByText(/невыясненные платежи разобраны/).waitFor();
    assert.equal(await next.getByRole('link', { name: 'Разобрать невыясненные' }).count(), 0);

    const whole = await book('whole.csv', `LS02;70.00;${month}-21`);
    await page.goto(new URL(`/payments/imports/${whole}`, page.url()).href);
    await next.getByText(/все платежи записаны/).waitFor();
    const toMonth = next.getByRole('link', { name: /^К месяцу: / });
    await toMonth.waitFor();
    assert.equal(await next.getByRole('link').count(), 1);
    await toMonth.click();
    await page.locator('#step-payments:focus').waitFor();
    assert.ok(page.url().endsWith(`/month/${month}#step-payments`), page.url());
  });

  test('is not complete while money of rejected rows is not booked', async () => {
    const { page } = visit;
    const month = house.months.at(-1) ?? '';
    const next = page.getByRole('region', { name: 'Дальше:' });
    const open = async (id: number) =>
      page.goto(new URL(`/payments/imports/${id}`, page.url()).href);
    const partly = await book('partly.csv', `LS03;10.00;${month}-22\nLS04;десять;${month}-22`);
    await open(partly);
    await next.getByText('посмотрите отклонённые строки – деньги по ним не записаны').waitFor();
    assert.equal(await next.getByText('все платежи записаны').count(), 0);

    const row = `LS05;10.00;${month}-22;17`;
    await open(await book('twice.csv', `${row}\n${row}`, 'account;amount;date;operation'));
    await next.getByText(/все платежи записаны/).waitFor();
  });
});
