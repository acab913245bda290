// Our own page in a real browser: admins see who has registered, all users can end their sessions, and owners those of their
// organization.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createHouse, deleteHouse } from '@kvartplata/contracts/core/houses.ts';
import { createOrganization } from '@kvartplata/contracts/core/organizations.ts';
import { clientOf, signUp, type Person } from '@kvartplata/platform/testing/people.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import type { Page } from 'playwright-core';
import { openOwnPage, type OwnPage, type Visit } from './testing/own-page.ts';
import { enter } from './testing/page-steps.ts';
import { assertWellDrawn } from './testing/well-drawn.ts';

describe('users on the page', { skip: missing('chromium') }, () => {
  let own: OwnPage;
  let owner: Person;

  before(async () => {
    own = await openOwnPage();
    // The first user is the platform's admin.
    await signUp(own.services, 'admin');
    owner = await signUp(own.services, 'owner');
    await signUp(own.services, 'guest');
  });
  after(async () => own.stop());

  async function visitAs(username: string, address: string): Promise<Visit> {
    const visit = await own.visit('/');
    await enter(visit.page, username);
    await visit.page.getByRole('navigation', { name: 'Разделы' }).waitFor();
    await visit.page.goto(new URL(address, visit.page.url()).href);
    return visit;
  }

  async function change(page: Page, username: string, what: string): Promise<void> {
    const row = page.getByRole('row').filter({ hasText: `${username}@example.org` });
    await row.getByRole('button', { name: what }).click();
    await page.getByRole('dialog').getByRole('button', { name: what }).click();
  }

  const roleOf = async (username: string): Promise<unknown> =>
    (
      await own.services.owners.auth.query('select platform_role from users where username = $1', [
        username,
      ])
    ).rows[0]?.platform_role;

  test('an admin finds a user and makes them an admin, and the last admin cannot be demoted', async () => {
    const { page, context, faults } = await visitAs('admin', '/');
    await page.getByText('Пётр Сидоров', { exact: true }).click();
    await page.getByRole('link', { name: 'Пользователи' }).click();
    await page.getByRole('heading', { name: 'Пользователи' }).waitFor();
    await change(page, 'admin', 'Снять с администраторов');
    await page.getByText('У системы должен остаться администратор').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('searchbox').fill('owner@');
    await page.getByRole('row', { name: 'admin@example.org' }).waitFor({ state: 'hidden' });
    await change(page, 'owner', 'Сделать администратором');
    await page.getByText('Роль изменена: Пётр Сидоров.').waitFor();
    assert.equal(await roleOf('owner'), 'admin');
    await change(page, 'owner', 'Снять с администраторов');
    await page.getByRole('button', { name: 'Сделать администратором' }).waitFor();
    assert.equal(await roleOf('owner'), 'user');
    await assertWellDrawn(page, ['/users']);
    assert.deepEqual(faults, []);
    await context.close();
  });

  test('users who are not admins see neither the link nor the list', async () => {
    const { page, context, faults } = await visitAs('owner', '/users');
    await page.getByText('Этот список видит администратор платформы.').waitFor();
    assert.equal(await page.getByRole('link', { name: 'Пользователи' }).count(), 0);
    assert.deepEqual(faults, []);
    await context.close();
  });

  test('signing out everywhere ends the session of another browser too', async () => {
    const elsewhere = await visitAs('guest', '/security');
    const { page, context, faults } = await visitAs('guest', '/security');
    await page.getByRole('button', { name: 'Выйти везде' }).click();
    await page.getByRole('heading', { name: 'Вход', exact: true }).waitFor();
    await elsewhere.page.reload();
    await elsewhere.page.getByRole('heading', { name: 'Вход', exact: true }).waitFor();
    assert.deepEqual(faults, []);
    await Promise.all([context.close(), elsewhere.context.close()]);
  });

  test('an owner deletes an organization once it has no houses', async () => {
    const { call } = clientOf(own.services, owner);
    const { id } = await call(createOrganization, { body: { name: 'УК «Ошибка»' } });
    const house = await call(createHouse, {
      body: { organizationId: id, address: 'Казань, Лишняя, 1' },
    });
    const { page, context, faults } = await visitAs('owner', '/organization');
    const remove = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Удалить', exact: true }).click();
      await page.getByRole('button', { name: 'Да, удалить' }).click();
    };
    await remove();
    await page.getByText('У организации ещё есть дома').waitFor();
    await page.getByRole('button', { name: 'Оставить' }).click();
    await call(deleteHouse, { params: { houseId: house.id } });
    await remove();
    await page.getByText('Организация удалена.').waitFor();
    await page.getByRole('heading', { name: 'Начните с организации' }).waitFor();
    assert.deepEqual(faults, []);
    await context.close();
  });
});
