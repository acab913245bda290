// Our own page in a real browser: lists are searched, filtered and sorted, and restored on Back.
import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import type { Client } from '@kvartplata/client/client.ts';
import { getAccountList } from '@kvartplata/contracts/billing/account-list.ts';
import { createPayment } from '@kvartplata/contracts/billing/payments.ts';
import { createHouse } from '@kvartplata/contracts/core/houses.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
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
    (await region(list).getByRole('rowheader').allTextContents()).map((text) =>
      text.replaceAll('\u00a0', ' ').trim(),
    );

  test('houses are sorted by their numbers, with accounts, debt and the month', async () => {
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

  test('a room’s new number shows at once beside its accounts', async () => {
    await page.goto(new URL(`/houses/${house.houseId}`, page.url()).href);
    const account = region('Лицевые счета').getByRole('row', { name: /LS03/ });
    await account.waitFor();
    await region('Помещения').getByRole('button', { name: '3', exact: true }).click();
    await page.getByLabel('Номер', { exact: true }).fill('3А');
    await page.getByRole('button', { name: 'Сохранить' }).click();
    await account.getByText('3А').waitFor();
    await page.goto(new URL('/houses', page.url()).href);
  });

  test('chosen houses are downloaded as a file', async () => {
    await page.getByLabel('Найти по адресу').fill('новая');
    await region('Дома')
      .getByRole('row', { name: /д\.\s10А/ })
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

  test('accounts are sorted by debt and filtered, and Back restores the same list', async () => {
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

  /** Each list, what is done to it, and the resulting URL; `shows` is the page that shows it again. */
  const narrowed: readonly {
    readonly list: string;
    readonly address: (of: BilledHouse) => string;
    readonly narrow: () => Promise<unknown>;
    readonly says: Readonly<Record<string, string>>;
    readonly shows: () => Promise<string>;
    readonly again: string;
  }[] = [
    {
      list: 'rooms',
      address: ({ houseId }) => `/houses/${houseId}`,
      narrow: async () => page.getByLabel('Номер или вид помещения').fill('жилое 10'),
      says: { room: 'жилое 10' },
      shows: async () => (await names('Помещения')).join(),
      again: '10',
    },
    {
      list: 'meters',
      address: ({ houseId }) => `/houses/${houseId}/meters`,
      narrow: async () => {
        await page.getByLabel('Какие приборы').selectOption('all');
        await page.waitForURL(/meters=all/);
        await page.getByLabel('Номер, счёт, услуга').fill('ls03 холодное');
      },
      says: { meters: 'all', find: 'ls03 холодное' },
      shows: async () => page.getByLabel('Номер, счёт, услуга').inputValue(),
      again: 'ls03 холодное',
    },
    {
      list: 'payments',
      address: ({ months }) => `/payments?day=${months.at(-1)}-15`,
      narrow: async () => {
        await page.getByLabel('Откуда').selectOption('Сбербанк');
        await page.getByText('По этим условиям платежей нет.').waitFor();
        await page.getByLabel('Откуда').selectOption('вручную');
        await page.getByLabel('Состояние').selectOption('проведённые');
        await page.getByLabel('Счёт, плательщик, помещение или адрес').fill('ls02');
      },
      says: { source: 'manual', status: 'BOOKED', find: 'ls02' },
      shows: async () =>
        (await region('Платежи').getByRole('link', { name: 'LS02' }).count()).toString(),
      again: '1',
    },
    {
      list: 'unidentified payments',
      address: () => '/payments/unidentified',
      narrow: async () => page.getByLabel('Показать').selectOption('Не нам'),
      says: { status: 'CLOSED' },
      shows: async () => page.getByLabel('Показать').inputValue(),
      again: 'CLOSED',
    },
    {
      list: 'disputes',
      address: () => '/disputes',
      narrow: async () => page.getByRole('button', { name: 'С ответом' }).click(),
      says: { status: 'SETTLED' },
      shows: async () => page.getByRole('button', { pressed: true }).innerText(),
      again: 'С ответом',
    },
    {
      list: 'ending verifications',
      address: () => '/reports/ending-verifications?within=180',
      narrow: async () => page.getByLabel('Прибор, счёт, плательщик или адрес').fill('никто'),
      says: { within: '180', find: 'никто' },
      shows: async () => page.getByText('По этим условиям приборов нет.').innerText(),
      again: 'По этим условиям приборов нет.',
    },
    {
      list: 'services',
      address: () => '/utility-services',
      narrow: async () => {
        await page.getByLabel('Вид', { exact: true }).selectOption('коммунальная услуга');
        await page.getByLabel('Услуга или единица').fill('водоотв');
      },
      says: { kind: 'utility', find: 'водоотв' },
      shows: async () => (await names('Справочник услуг')).join(),
      again: 'Водоотведение',
    },
    {
      list: 'imports',
      address: () => '/imports',
      narrow: async () => page.getByLabel('Что', { exact: true }).selectOption('приборы'),
      says: { listed: 'meters' },
      shows: async () => page.getByLabel('Что', { exact: true }).inputValue(),
      again: 'meters',
    },
    {
      list: 'readings',
      address: ({ houseId, months }) => `/houses/${houseId}/readings/${months.at(-1)}`,
      narrow: async () => {
        await page.getByLabel('Какие показать').selectOption('unread');
        await page.getByLabel('Какие показать').selectOption('Все приборы');
        await page.getByLabel('Услуга', { exact: true }).selectOption('Холодное водоснабжение');
      },
      says: { service: 'cold-water' },
      shows: async () => page.getByLabel('Услуга', { exact: true }).inputValue(),
      again: 'cold-water',
    },
  ];
  for (const { list, address, narrow, says, shows, again } of narrowed)
    test(`the filters of the list of ${list} are kept in the URL, and Back restores them`, async () => {
      await page.goto(new URL(address(house), page.url()).href);
      await narrow();
      await page.waitForURL(({ searchParams }) =>
        Object.entries(says).every(([name, value]) => searchParams.get(name) === value),
      );
      await page.getByRole('link', { name: 'Главная' }).click();
      await page.waitForURL(({ pathname }) => pathname === '/');
      await page.goBack();
      await until(`${list} are narrowed again`, async () => (await shows()) === again);
    });

  test('an address keeps only the parameters and values that its page knows', async () => {
    await page.goto(new URL('/accounts?page=77&status=lost&balance=debt', page.url()).href);
    await region('Счета').getByRole('rowheader').first().waitFor();
    assert.equal(new URL(page.url()).search, '?balance=debt');
  });
});
