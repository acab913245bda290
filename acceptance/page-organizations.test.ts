// Our own page in a real browser, for a person in two organizations: nothing of one is shown under the name of the other.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { createOrganization } from '@kvartplata/contracts/core/organizations.ts';
import { clientOf, signUp } from '@kvartplata/platform/testing/people.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import type { Page } from 'playwright-core';
import { makeBilledHouse } from './testing/billed-house.ts';
import { openOwnPage, type OwnPage } from './testing/own-page.ts';
import { enter } from './testing/page-steps.ts';
import { makeServedHouse } from './testing/served-house.ts';

const BILLED = 'УК «Тихая Заводь»';
const OTHER = 'ТСЖ «Речная, 7»';

describe('the page of a person in two organizations', { skip: missing('chromium') }, () => {
  let own: OwnPage;
  let page: Page;
  let houseId: number;
  let otherId: number;
  let otherHouseId: number;

  before(async () => {
    own = await openOwnPage();
    const person = await signUp(own.services, 'accountant');
    ({ houseId } = await makeBilledHouse(own.services, person));
    const client = clientOf(own.services, person);
    ({ id: otherId } = await client.call(createOrganization, { body: { name: OTHER } }));
    const month = Temporal.PlainYearMonth.from('2026-01');
    ({ houseId: otherHouseId } = await makeServedHouse(client, otherId, 'cold-water', month));
    ({ page } = await own.visit('/'));
    await enter(page, 'accountant');
    await page.getByRole('navigation', { name: 'Разделы' }).waitFor();
  });
  beforeEach(async () => {
    await open('/houses');
    await choose(BILLED);
  });
  after(async () => own.stop());

  async function open(address: string): Promise<void> {
    await page.goto(new URL(address, page.url()).href, { waitUntil: 'networkidle' });
  }

  const choice = () => page.getByRole('combobox', { name: 'Организация' });
  const choose = async (name: string): Promise<void> => {
    await choice().selectOption(name);
  };
  /** Waits until the header names it. */
  const isChosen = async (name: string): Promise<void> =>
    choice().locator('option:checked', { hasText: name }).waitFor({ state: 'attached' });
  const address = (): string => page.url().slice(new URL(page.url()).origin.length);
  const housesShown = () => page.getByLabel('Дом', { exact: true }).locator('option:checked');

  const lists = [
    '/reports/turnover',
    '/reports/payees',
    '/accounts',
    '/payments',
    '/debt-work/cases',
  ];
  for (const list of lists)
    test(`${list} lets go of the old organization’s house`, async () => {
      await open(`${list}?houseId=${houseId}&find=7`);
      await isChosen(BILLED);
      await choose(OTHER);
      await isChosen(OTHER);
      await page.waitForURL((url) => !url.searchParams.has('houseId'));
      assert.match(address(), new RegExp(`^${list}`));
    });

  test('a file downloaded after the choice is the chosen organization’s', async () => {
    await open(`/reports/exports?houseId=${houseId}`);
    await choose(OTHER);
    await isChosen(OTHER);
    const asked = page.waitForRequest(/bank-debts/);
    await page.getByRole('button', { name: 'Скачать: Долги для банка' }).click();
    const { search } = new URL((await asked).url());
    assert.equal(search, `?organizationId=${otherId}`);
  });

  const records = [
    { at: () => `/houses/${houseId}/services`, to: '/houses' },
    { at: () => `/houses/${houseId}/readings/2026-01`, to: '/houses' },
    { at: () => '/accounts/1', to: '/accounts' },
    { at: () => '/accounts/1/statement', to: '/accounts' },
  ];
  for (const { at, to } of records)
    test(`the choice leads from a record to its list, ${to}`, async () => {
      await open(at());
      await choose(OTHER);
      await page.waitForURL((url) => url.pathname === to);
      await isChosen(OTHER);
    });

  test('a link to a record chooses the record’s organization', async () => {
    await open(`/houses/${otherHouseId}`);
    await isChosen(OTHER);
    await open('/accounts/1/penalties');
    await isChosen(BILLED);
  });

  test('so does a link to a list that is narrowed to a house', async () => {
    await open(`/reports/exports?houseId=${otherHouseId}`);
    await isChosen(OTHER);
    assert.equal(await housesShown().textContent(), 'ул. Тихая, 1');
    await open(`/imports?kind=readings&houseId=${houseId}`);
    await isChosen(BILLED);
  });

  test('a list that is narrowed to nobody’s house says so', async () => {
    await open('/reports/turnover?houseId=99999');
    await page.getByRole('heading', { name: 'Запись не найдена' }).waitFor();
    await isChosen(BILLED);
  });

  test('unsaved input is asked about before another organization is chosen', async () => {
    await open('/organization');
    await page.getByLabel('Полное название').fill('Другое имя');
    await choose(OTHER);
    await page.getByRole('button', { name: 'Вернуться к форме' }).click();
    await isChosen(BILLED);
    await choose(OTHER);
    await page.getByRole('button', { name: 'Закрыть без сохранения' }).click();
    await isChosen(OTHER);
    assert.equal(await page.getByLabel('Полное название').inputValue(), OTHER);
  });

  test('unsaved input is asked about before signing out', async () => {
    await open('/organization');
    const name = page.getByLabel('Полное название');
    await name.fill('Другое имя');
    const signOut = async () => {
      await page.getByText('Пётр Сидоров', { exact: true }).click();
      await page.getByRole('button', { name: 'Выйти', exact: true }).click();
    };
    await signOut();
    await page.getByRole('button', { name: 'Вернуться к форме' }).click();
    assert.equal(await name.inputValue(), 'Другое имя');
    await signOut();
    await page.getByRole('button', { name: 'Закрыть без сохранения' }).click();
    await page.getByRole('button', { name: 'Войти' }).waitFor();
  });
});
