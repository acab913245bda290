// Our own page in a real browser: a payment above the organization's limit asks for a code in a dialog, and is then booked
// automatically, once.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { enableTwoFactor, setUpTwoFactor } from '@kvartplata/contracts/auth/two-factor.ts';
import { listPayments } from '@kvartplata/contracts/billing/payments.ts';
import { getOrganization, replaceOrganization } from '@kvartplata/contracts/core/organizations.ts';
import type { Client } from '@kvartplata/client/client.ts';
import { clientOf, PASSWORD, signUp } from '@kvartplata/platform/testing/people.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import { TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { findBarriers } from './testing/axe.ts';
import { makeBilledHouse, type BilledHouse } from './testing/billed-house.ts';
import { openOwnPage, type OwnPage } from './testing/own-page.ts';
import { enter } from './testing/page-steps.ts';

describe('money above the limit on the page', { skip: missing('chromium') }, () => {
  let own: OwnPage;
  let cashier: Client;
  let house: BilledHouse;

  before(async () => {
    own = await openOwnPage();
    const person = await signUp(own.services, 'cashier');
    cashier = clientOf(own.services, person);
    house = await makeBilledHouse(own.services, person);
    const params = { organizationId: house.organizationId };
    const { name } = await cashier.call(getOrganization, { params });
    await cashier.call(replaceOrganization, { params, body: { name, stepUpAbove: '1000' } });
  });
  after(async () => own.stop());

  async function pay(page: Page): Promise<void> {
    await page.keyboard.type('ls03');
    await page.keyboard.press('Enter');
    await page.getByText(/^Долг [\d\s]+,\d\d\s₽: стрелка вниз/).waitFor();
    await page.keyboard.type('1000,01');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Нужен код из телефона' }).waitFor();
  }

  test('a higher limit needs a code like the money above it, and what was typed stays', async () => {
    const { page, context, faults } = await own.visit('/organization');
    await enter(page, 'cashier');
    const limit = page.getByLabel('Код из телефона для денег выше, ₽');
    await limit.fill('2000');
    await page.getByRole('button', { name: 'Сохранить' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Нужен код из телефона' });
    await dialog.getByRole('link', { name: 'Включить вход по коду' }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText(/^Для этого нужен код из телефона\. Повторите и введите код/).waitFor();
    assert.equal(await limit.inputValue(), '2000');
    assert.deepEqual(faults, []);
    await context.close();
  });

  test('tells a user without a second factor to turn it on, and asks one who has it for a code', async () => {
    const { page, context, faults } = await own.visit('/payments');
    await enter(page, 'cashier');
    await page.getByLabel('Лицевой счёт').waitFor();
    await pay(page);
    const dialog = page.getByRole('dialog', { name: 'Нужен код из телефона' });
    await dialog.getByRole('link', { name: 'Включить вход по коду' }).waitFor();
    assert.deepEqual(await findBarriers(page), []);
    await dialog.getByRole('button', { name: 'Закрыть' }).last().click();
    await page.getByText('Для этого нужен код из телефона').waitFor();

    const { secret } = await cashier.call(setUpTwoFactor, { body: { password: PASSWORD } });
    const totp = new TOTP({ secret });
    await cashier.call(enableTwoFactor, { body: { code: totp.generate() } });
    await page.getByRole('button', { name: 'Отправить ещё раз' }).click();
    const asked = page.getByRole('dialog', { name: 'Нужен код из телефона' });
    await asked.getByLabel('Код из приложения').fill('000000');
    await asked.getByRole('button', { name: 'Подтвердить и записать' }).click();
    await asked.getByText('Код не подходит').waitFor();
    const next = totp.generate({ timestamp: Date.now() + 30_000 });
    await asked.getByLabel('Код из приложения').fill(next);
    await asked.getByRole('button', { name: 'Подтвердить и записать' }).click();
    await asked.waitFor({ state: 'hidden' });
    await page.getByText('С открытия страницы: 1 платёж на').waitFor();
    const query = { organizationId: house.organizationId, limit: 10 };
    const { items } = await cashier.call(listPayments, { query });
    assert.deepEqual(
      items.map(({ amount }) => amount),
      ['1000.01'],
    );
    assert.deepEqual(faults, []);
    await context.close();
  });
});
