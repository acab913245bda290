// Our own page in a real browser: a key of a program is made, shown once, good at the services, and withdrawn.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { listApiKeys } from '@kvartplata/contracts/auth/api-keys.ts';
import { createOrganization, listOrganizations } from '@kvartplata/contracts/core/organizations.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import { clientOf, signUp, type Person } from '@kvartplata/platform/testing/people.ts';
import type { Page } from 'playwright-core';
import { openOwnPage, type OwnPage } from './testing/own-page.ts';
import { enter } from './testing/page-steps.ts';
import { ask } from './testing/people.ts';
import { assertWellDrawn } from './testing/well-drawn.ts';

describe('the page’s API keys', { skip: missing('chromium') }, () => {
  let own: OwnPage;
  let owner: Person;
  let page: Page;

  before(async () => {
    own = await openOwnPage();
    owner = await signUp(own.services, 'owner');
    await clientOf(own.services, owner).call(createOrganization, { body: { name: 'УК «Ветер»' } });
    ({ page } = await own.visit('/organization'));
    await enter(page, 'owner');
    await page.getByRole('link', { name: 'Программы' }).click();
    await page.getByText(/^Ключей нет\./).waitFor();
  });
  after(async () => own.stop());

  test('a key is made and shown once, and opens the services', async () => {
    await page.getByRole('button', { name: 'Создать ключ' }).click();
    const dialog = page.getByRole('dialog', { name: 'Создать ключ' });
    await dialog.getByLabel('Название').fill('Чат-бот');
    await dialog.getByLabel('Роль').selectOption('accountant');
    await dialog.getByLabel('Действует по').fill('31.12.1999');
    await dialog.getByRole('button', { name: 'Создать ключ' }).click();
    await dialog.locator('[aria-invalid="true"]').waitFor();
    assert.equal(await dialog.getByLabel('Действует по').getAttribute('aria-invalid'), 'true');
    const end = Temporal.Now.plainDateISO('Europe/Moscow').add({ days: 90 });
    await dialog.getByLabel('Действует по').fill(end.toString());
    await dialog.getByRole('button', { name: 'Создать ключ' }).click();
    const shown = page.getByRole('dialog', { name: 'Новый ключ' });
    const key = await shown.getByLabel('Ключ', { exact: true }).inputValue();
    const answer = await ask(own.services, `Bearer ${key}`, listOrganizations);
    assert.equal(answer.status, 200);
    await shown.getByRole('button', { name: 'Готово' }).click();
    await page.getByRole('row', { name: /Чат-бот действует.*бухгалтер/ }).waitFor();
    assert.ok(!(await page.content()).includes(key));
  });

  test('it looks well, in both languages', async () => {
    await assertWellDrawn(page, ['/programs']);
    await page.getByRole('row', { name: /Чат-бот active/ }).waitFor();
  });

  test('it is withdrawn', async () => {
    await page.getByRole('button', { name: 'Withdraw the key “Чат-бот”' }).click();
    await page.getByRole('row', { name: /Чат-бот withdrawn/ }).waitFor();
    const { items } = await clientOf(own.services, owner).call(listApiKeys);
    assert.deepEqual(
      items.map(({ status }) => status),
      ['WITHDRAWN'],
    );
  });
});
