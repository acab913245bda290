// Our own page in a real browser: the payments of other days and months, for those who only look as well.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { closeCycle } from '@kvartplata/contracts/billing/close.ts';
import { listCycles } from '@kvartplata/contracts/billing/cycles.ts';
import { createPayment } from '@kvartplata/contracts/billing/payments.ts';
import { bringIn, clientOf, signUp } from '@kvartplata/platform/testing/people.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import type { Page } from 'playwright-core';
import { makeBilledHouse } from './testing/billed-house.ts';
import { openOwnPage, type OwnPage } from './testing/own-page.ts';
import { enter } from './testing/page-steps.ts';

function nameOf(month: string): string {
  const named = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat('ru-RU', named)
    .format(new Date(`${month}-01T00:00:00Z`))
    .replace(/\sг\.$/, '');
}

const THIS_MONTH = Temporal.Now.plainDateISO('Europe/Moscow').toPlainYearMonth();

describe('payments of other days and months', { skip: missing('chromium') }, () => {
  let own: OwnPage;
  /** The last applied month, now closed. */
  let closed: string;

  before(async () => {
    own = await openOwnPage();
    const owner = await signUp(own.services, 'owner');
    const { call } = clientOf(own.services, owner);
    const { organizationId, months } = await makeBilledHouse(own.services, owner);
    closed = months.at(-1) ?? '';
    const paid = { personalAccountId: 1, amount: '500.00', paidOn: `${closed}-15` };
    await call(createPayment, { body: paid });
    const { items } = await call(listCycles, { query: { organizationId } });
    await call(closeCycle, { params: { cycleId: items[0]?.id ?? 0 } });
    const viewer = await signUp(own.services, 'viewer');
    await bringIn(own.services, owner, viewer, { organizationId, role: 'viewer' });
  });
  after(async () => own.stop());

  const rowOf = (page: Page, amount: string) =>
    page
      .getByRole('region', { name: 'Платежи' })
      .getByRole('row')
      .filter({ hasText: amount })
      .first();

  test('a payment of a closed month is announced and listed where it is booked', async () => {
    const { page, context } = await own.visit('/payments');
    await enter(page, 'owner');
    await page.getByLabel('Лицевой счёт').fill('LS02');
    await page.keyboard.press('Enter');
    await page.getByLabel('Сумма, ₽').fill('777,77');
    await page.getByLabel('Дата').fill(`20.${closed.split('-').toReversed().join('.')}`);
    await page.keyboard.press('Enter');
    const inThisMonth = `проведён за ${nameOf(THIS_MONTH.toString())}`;

    await page
      .getByText(
        new RegExp(`^Записано: .*777,77.*, ${inThisMonth.replaceAll(' ', String.raw`\s`)}\\.$`),
      )
      .waitFor();
    await page.getByRole('button', { name: 'Месяц', exact: true }).click();
    await page.getByLabel('Месяц', { exact: true }).selectOption(THIS_MONTH.toString());
    await rowOf(page, '777,77').getByText(inThisMonth).waitFor();
    assert.equal(await rowOf(page, '500,00').count(), 0);
    await page.getByLabel('Месяц', { exact: true }).selectOption(closed);
    await page.getByRole('heading', { name: `проведённые за ${nameOf(closed)}` }).waitFor();
    await rowOf(page, '500,00').waitFor();
    assert.equal(await rowOf(page, '777,77').count(), 0);
    await context.close();
  });

  test('a viewer chooses any month or day', async () => {
    const { page, context } = await own.visit(`/month/${closed}`);
    await enter(page, 'viewer');
    await page.getByRole('link', { name: 'Платежи месяца' }).click();
    await rowOf(page, '500,00').waitFor();
    await page.getByLabel('Месяц', { exact: true }).selectOption(THIS_MONTH.toString());
    await rowOf(page, '500,00').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'День', exact: true }).click();
    await page
      .getByLabel('День', { exact: true })
      .fill(`15.${closed.split('-').toReversed().join('.')}`);
    await rowOf(page, '500,00').waitFor();
    await page.getByLabel('День', { exact: true }).fill('16.');
    assert.equal(await page.getByLabel('День', { exact: true }).inputValue(), '16.');
    await context.close();
  });
});
