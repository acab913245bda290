// Our own page in a real browser: lists that are searched, narrowed and ordered, and come again on Back.
import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import type { Client } from '@kvartplata/client/client.ts';
import { getAccountList } from '@kvartplata/contracts/billing/account-list.ts';
import { createPayment } from '@kvartplata/contracts/billing/payments.ts';
import { createHouse } from '@kvartplata/contracts/core/houses.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import { clientOf, signUp } from '@kvartplata/platform/testing/people.ts';
import type { Page } from 'playwright-core';
import { findBarriers } from './testing/axe.ts';
import { makeBilledHouse, type BilledHouse } from './testing/billed-house.ts';
import { openOwnPage, type OwnPage, type Visit } from './testing/own-page.ts';
import { enter } from './testing/page-steps.ts';

const STREET = 'г. Зареченск, ул. Новая, д.';

describe('lists on the page', { skip: missing('chromium') }, () => {
  let own: OwnPage;
  let call: Client['call'];
  let house: BilledHouse;
  let visit: Visit;
  let page: Page;

  before(async () => {
    own = await openOwnPage();
    const person = await signUp(own.services, 'owner');
    ({ call } = clientOf(own.services, person));
    house = await makeBilledHouse(own.services, person);
    const { organizationId } = house;
    for (const number of ['10А', '2', '10/2', '10'])
      await call(createHouse, { body: { organizationId, address: `${STREET} ${number}` } });
    const month = house.months.at(-1) ?? '';
    const body = { personalAccountId: 2, amount: '15000.00', paidOn: `${month}-15` };
    await call(createPayment, { body });
    visit = await own.visit('/houses');
    ({ page } = visit);
    await enter(page, 'owner');
    await page.getByRole('heading', { name: 'Дома' }).waitFor();
  });
  after(async () => {
    assert.deepEqual(visit.faults, []);
    await own.stop();
  });

  const region = (name: string) => page.getByRole('region', { name });
  const names = async (list: string): Promise<readonly string[]> =>
    (await region(list).getByRole('rowheader').allTextContents()).map((text) => text.trim());

  test('houses stand in the order of their numbers, with accounts, debt and the month', async () => {
    await region('Дома')
      .getByRole('row', { name: /ул\. Садовая.* 10 .*проведён/ })
      .waitFor();
    const onNew = (await names('Дома')).filter((name) => name.startsWith(STREET));
    assert.deepEqual(
      onNew,
      ['2', '10', '10/2', '10А'].map((number) => `${STREET} ${number}`),
    );
    await region('Дома').getByRole('button', { name: 'Долг на конец' }).click();
    await page.locator('tbody tr:first-child th').filter({ hasText: 'Садовая' }).waitFor();
    assert.equal(new URL(page.url()).searchParams.get('sort'), '-debt');
  });

  test('chosen houses become a file', async () => {
    await page.getByLabel('Найти по адресу').fill('новая');
    await region('Дома')
      .getByRole('row', { name: /д\. 10А/ })
      .waitFor();
    await page.getByLabel(`Выбрать: ${STREET} 2`).check();
    await page.getByText('Выбрано: 1 строка').waitFor();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV' }).last().click();
    const text = (await buffer(await (await downloading).createReadStream())).toString();
    const lines = text.trim().split('\r\n');
    assert.equal(lines.length, 2);
    assert.match(lines[1] ?? '', /Новая, д\. 2;0;/);
  });

  test('accounts are ordered by debt and narrowed, and Back brings the same list', async () => {
    await page.goto(new URL('/accounts', page.url()).href);
    await region('Лицевые счета').getByRole('button', { name: 'Долг, ₽' }).click();
    const { organizationId } = house;
    const query = { organizationId, order: '-balance', limit: 200 } as const;
    const { items, totals } = await call(getAccountList, { query });
    await region('Лицевые счета').getByText('аванс').first().waitFor();
    await page.waitForURL(/sort=-balance/);
    await page
      .locator('tbody tr:first-child th')
      .filter({ hasText: items[0]?.accountNumber ?? '' })
      .waitFor();
    assert.deepEqual(
      await names('Лицевые счета'),
      items.map(({ accountNumber }) => accountNumber),
    );
    await region('Лицевые счета').getByText(`${totals.accounts} счетов`).waitFor();
    await page.getByRole('combobox', { name: 'Долг' }).selectOption('есть аванс');
    await page.locator('tbody tr').nth(1).waitFor({ state: 'detached' });
    await page.getByLabel('Номер, плательщик, помещение или адрес').fill('ls02');
    await page.waitForURL(/find=ls02/);
    assert.deepEqual(await findBarriers(page), []);
    await region('Лицевые счета').getByRole('link', { name: 'LS02' }).click();
    await page.getByRole('heading', { name: /^LS02/ }).waitFor();
    await page.goBack();
    await region('Лицевые счета').getByRole('link', { name: 'LS02' }).waitFor();
    const { searchParams } = new URL(page.url());
    assert.deepEqual(
      ['sort', 'balance', 'find'].map((name) => searchParams.get(name)),
      ['-balance', 'advance', 'ls02'],
    );
    assert.equal(
      await page.getByLabel('Номер, плательщик, помещение или адрес').inputValue(),
      'ls02',
    );
  });
});
