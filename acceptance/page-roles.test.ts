// Our own page in a real browser: each role sees what it may do, and nothing that would be refused.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { OrganizationRole } from '@kvartplata/contracts/access.ts';
import { seedGoldenHouse } from '@kvartplata/contracts/core/golden-house.ts';
import { createOrganization } from '@kvartplata/contracts/core/organizations.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import type { Locator, Page } from 'playwright-core';
import { bringIn, clientOf, signUp } from '@kvartplata/platform/testing/people.ts';
import { findBarriers } from './testing/axe.ts';
import { openOwnPage, type OwnPage } from './testing/own-page.ts';
import { enter } from './testing/page-steps.ts';

/** A control that changes something, its page, and the smallest role that sees it. */
type Control = {
  readonly at: (houseId: number) => string;
  readonly name: string;
  readonly least: OrganizationRole;
};

const thisMonth = Temporal.Now.plainDateISO('Europe/Moscow').toPlainYearMonth().toString();
const CONTROLS: readonly Control[] = [
  { at: () => '/houses', name: 'Добавить дом', least: 'owner' },
  { at: () => '/houses', name: 'Загрузить из файла', least: 'accountant' },
  { at: (id) => `/houses/${id}`, name: 'Изменить карточку', least: 'owner' },
  { at: (id) => `/houses/${id}`, name: 'История', least: 'owner' },
  { at: (id) => `/houses/${id}`, name: 'Открыть счёт', least: 'owner' },
  { at: (id) => `/houses/${id}`, name: 'Добавить помещение', least: 'owner' },
  { at: (id) => `/houses/${id}/services`, name: 'Добавить услугу', least: 'owner' },
  { at: (id) => `/houses/${id}/services`, name: 'Настройки услуги', least: 'owner' },
  { at: (id) => `/houses/${id}/services`, name: 'Добавить тариф', least: 'owner' },
  { at: (id) => `/houses/${id}/services`, name: 'Добавить норматив', least: 'owner' },
  { at: (id) => `/houses/${id}/services`, name: 'Записать акт', least: 'accountant' },
  { at: (id) => `/houses/${id}/meters`, name: 'Добавить прибор', least: 'owner' },
  { at: (id) => `/houses/${id}/meters`, name: 'Загрузить из файла', least: 'accountant' },
  { at: (id) => `/houses/${id}/meters/1`, name: 'Изменить карточку', least: 'owner' },
  { at: (id) => `/houses/${id}/meters/1`, name: 'Заменить прибор', least: 'owner' },
  { at: (id) => `/houses/${id}/meters/1`, name: 'Записать поверку', least: 'owner' },
  { at: (id) => `/houses/${id}/meters/1`, name: 'Записать акт', least: 'owner' },
  { at: () => '/accounts/1', name: 'Изменить карточку', least: 'owner' },
  { at: () => '/accounts/1', name: 'Записать изменение', least: 'owner' },
  { at: () => '/accounts/1', name: 'Записать отсутствие', least: 'accountant' },
  { at: () => '/organization', name: 'Сохранить', least: 'owner' },
  { at: () => '/organization', name: 'Журнал изменений', least: 'owner' },
  { at: () => '/organization', name: 'Пригласить', least: 'owner' },
  { at: () => '/organization', name: 'Убрать', least: 'owner' },
  { at: () => '/organization', name: 'Удалить', least: 'owner' },
  { at: () => `/month/${thisMonth}`, name: 'Рассчитать', least: 'accountant' },
  { at: () => `/month/${thisMonth}`, name: 'Загрузить показания файлом', least: 'accountant' },
  { at: () => '/payments', name: 'Записать', least: 'accountant' },
  { at: () => '/penalties/rules', name: 'Добавить правило', least: 'owner' },
  { at: () => '/penalties/accruals', name: 'Начислить пени', least: 'accountant' },
  { at: () => '/payments', name: 'Записать', least: 'accountant' },
  { at: (id) => `/houses/${id}/readings/${thisMonth}`, name: 'Сохранить', least: 'accountant' },
];
const MAY: Readonly<Record<OrganizationRole, readonly OrganizationRole[]>> = {
  owner: ['owner', 'accountant'],
  accountant: ['accountant'],
  viewer: [],
};

describe('the page of each role', { skip: missing('chromium') }, () => {
  let own: OwnPage;
  let houseId: number;

  before(async () => {
    own = await openOwnPage();
    // The first user is the platform's admin, who may do everything.
    await signUp(own.services, 'admin');
    const owner = await signUp(own.services, 'owner');
    const { call } = clientOf(own.services, owner);
    const organization = { name: 'УК «Тихая Заводь»' };
    const { id: organizationId } = await call(createOrganization, { body: organization });
    ({ houseId } = await call(seedGoldenHouse, { body: { organizationId, houseId: 0 } }));
    for (const role of ['accountant', 'viewer'] as const) {
      const person = await signUp(own.services, role);
      await bringIn(own.services, owner, person, { organizationId, role });
    }
  });
  after(async () => own.stop());

  for (const role of ['owner', 'accountant', 'viewer'] as const)
    test(`the ${role} sees every control that the role may use, and no other`, async () => {
      const { page, context, faults } = await own.visit('/');
      await enter(page, role);
      await page.getByRole('navigation', { name: 'Разделы' }).waitFor();
      for (const [address, controls] of Map.groupBy(CONTROLS, ({ at }) => at(houseId))) {
        await page.goto(new URL(address, page.url()).href, { waitUntil: 'networkidle' });
        await page.getByRole('heading', { level: 1 }).waitFor();
        for (const { name, least } of controls)
          if (MAY[role].includes(least)) await buttonsOf(page, name).first().waitFor();
        for (const { name, least } of controls)
          if (!MAY[role].includes(least))
            assert.equal(await buttonsOf(page, name).count(), 0, `${role} at ${address}: ${name}`);
      }
      assert.deepEqual(faults, []);
      await context.close();
    });

  test('the actions on each member pass axe', async () => {
    const { page, context } = await own.visit('/organization');
    await enter(page, 'owner');
    await page.getByRole('button', { name: 'Сбросить код' }).first().waitFor();
    assert.deepEqual(await findBarriers(page), []);
    await context.close();
  });

  test('an owner is asked before removing a member, or giving up their own rights', async () => {
    const { page, context } = await own.visit('/organization');
    await enter(page, 'owner');
    const mine = page.getByRole('row', { name: /это вы/ });
    const role = mine.getByRole('combobox');
    const present = page.getByRole('region', { name: 'Сотрудники', exact: true });
    const other = present.getByRole('row', { name: /accountant/ });
    const dialog = page.getByRole('dialog');
    await role.selectOption('viewer');
    await dialog.getByText('Ваша новая роль – только просмотр').waitFor();
    await dialog.getByRole('button', { name: 'Закрыть' }).click();
    await other.getByRole('button', { name: /^Убрать: / }).click();
    await dialog.getByRole('button', { name: 'Закрыть' }).click();
    assert.equal(await role.inputValue(), 'owner');
    await other.getByRole('button', { name: /^Убрать: / }).click();
    await dialog.getByRole('button', { name: 'Да, убрать' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await other.waitFor({ state: 'hidden' });
    const former = page.getByRole('region', { name: 'Бывшие сотрудники' });
    await former.getByRole('row', { name: /accountant/ }).waitFor();
    assert.deepEqual(await findBarriers(page), []);
    await page.reload();
    await role.waitFor();
    assert.equal(await role.inputValue(), 'owner');
    await page.goto(new URL('/audit', page.url()).href);
    const people = page.getByRole('combobox', { name: 'Кто' }).getByRole('option');
    // After «Все» the owner, the viewer and whoever was the accountant.
    await people.nth(3).waitFor({ state: 'attached' });
    await context.close();
  });

  test('what a viewer may not change is shown read-only', async () => {
    const { page, context } = await own.visit('/organization');
    await enter(page, 'viewer');
    const name = page.getByLabel('Полное название');
    await name.waitFor();
    assert.equal(await name.inputValue(), 'УК «Тихая Заводь»');
    assert.ok(await name.isDisabled());
    await page.goto(new URL(`/houses/${houseId}/readings/${thisMonth}`, page.url()).href);
    const reading = page.getByRole('grid').getByRole('textbox').first();
    await reading.waitFor();
    assert.ok(!(await reading.isEditable()));
    await context.close();
  });

  test('a viewer leaves after a question, and starts without the organization', async () => {
    const { page, context, faults } = await own.visit('/organization');
    await enter(page, 'viewer');
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Покинуть организацию' }).click();
    await dialog.getByRole('button', { name: 'Закрыть' }).click();
    await page.getByRole('row', { name: /это вы/ }).waitFor();
    await page.getByRole('button', { name: 'Покинуть организацию' }).click();
    await dialog.getByRole('button', { name: 'Да, покинуть' }).click();
    await page.getByRole('heading', { name: 'Начните с организации' }).waitFor();
    assert.equal(new URL(page.url()).pathname, '/');
    assert.deepEqual(faults, []);
    await context.close();
  });

  test('the last owner is told why they cannot leave', async () => {
    const { page, context } = await own.visit('/organization');
    await enter(page, 'owner');
    await page.getByRole('button', { name: 'Покинуть организацию' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Да, покинуть' }).click();
    await dialog.getByText('должен остаться владелец').waitFor();
    await context.close();
  });
});

/** Including links: some pages are only linked for owners. */
function buttonsOf(page: Page, name: string): Locator {
  const main = page.getByRole('main');
  const named = { hasText: new RegExp(String.raw`^\s*${name}`) };
  return main.getByRole('button').or(main.getByRole('link')).filter(named);
}
