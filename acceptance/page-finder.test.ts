// Our own page in a real browser: from anywhere, with only the keyboard, to an account, a house, a page or an action.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { OrganizationRole } from '@kvartplata/contracts/access.ts';
import { createHouse } from '@kvartplata/contracts/core/houses.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import { bringIn, clientOf, signUp } from '@kvartplata/platform/testing/people.ts';
import type { Page, Request } from 'playwright-core';
import { findBarriers } from './testing/axe.ts';
import { makeBilledHouse } from './testing/billed-house.ts';
import { openOwnPage, type OwnPage, type Visit } from './testing/own-page.ts';
import { enter } from './testing/page-steps.ts';

const FIELD = 'г. Зареченск, ул. Полевая, д. 7';

describe('the finder', { skip: missing('chromium') }, () => {
  let own: OwnPage;
  let visit: Visit;
  let page: Page;

  before(async () => {
    own = await openOwnPage();
    // The first user is the platform's admin, who may do everything.
    await signUp(own.services, 'admin');
    const owner = await signUp(own.services, 'owner');
    const { organizationId } = await makeBilledHouse(own.services, owner);
    const { call } = clientOf(own.services, owner);
    for (const address of [FIELD, `${FIELD}1`])
      await call(createHouse, { body: { organizationId, address } });
    for (const role of ['accountant', 'viewer'] as const) {
      const person = await signUp(own.services, role);
      await bringIn(own.services, owner, person, { organizationId, role });
    }
    visit = await own.visit('/');
    ({ page } = visit);
    await enter(page, 'owner');
    await page.getByRole('navigation', { name: 'Разделы' }).waitFor();
  });
  after(async () => {
    assert.deepEqual(visit.faults, []);
    await own.stop();
  });

  const finder = () => page.getByRole('dialog', { name: 'Поиск' });
  const field = () => page.getByRole('combobox', { name: 'Поиск' });
  const group = (name: string) => page.getByRole('group', { name });
  const chosen = async (): Promise<string> =>
    (await finder().getByRole('option', { selected: true }).textContent()) ?? '';

  async function find(words: string): Promise<void> {
    await page.keyboard.press('Control+k');
    await page.keyboard.type(words);
  }

  test('offers actions before anything is typed, and opens none by itself', async () => {
    await page.keyboard.press('Control+k');
    await group('Действия').getByRole('option', { name: 'Внести платёж' }).waitFor();
    assert.equal(await page.getByRole('option', { selected: true }).count(), 0);
    await page.keyboard.press('Enter');
    assert.ok(await field().isVisible());
    assert.deepEqual(await findBarriers(page), []);
    await page.keyboard.press('ArrowDown');
    assert.equal(await chosen(), 'Внести платёж');
    await page.keyboard.press('ArrowUp');
    const last = page.getByRole('option').last();
    assert.equal(await chosen(), await last.textContent());
    await page.keyboard.press('Escape');
    await field().waitFor({ state: 'hidden' });
  });

  test('finds a house by words of its address, in any order', async () => {
    await find('7 полевая');
    await group('Дома').getByRole('option', { name: FIELD }).first().waitFor();
    assert.equal(await group('Дома').getByRole('option').count(), 2);
    assert.deepEqual(await findBarriers(page), []);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: FIELD, exact: true }).waitFor();
  });

  test('finds a page by its everyday name, in either language', async () => {
    await find('оборотка');
    await group('Страницы').getByRole('option', { name: 'Оборотно-сальдовая' }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/reports\/turnover$/);
    await find('key rate');
    await group('Страницы').getByRole('option', { name: 'Пени: ключевая ставка' }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/penalties\/rates$/);
  });

  test('leads to where a thing is done, with the focus there', async () => {
    await find('рассчитать месяц');
    await group('Действия').getByRole('option', { name: 'Рассчитать месяц' }).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('#step-calculate:focus').waitFor();
    await find('новый дом');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Добавить дом' });
    await dialog.getByLabel('Адрес', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    assert.equal(new URL(page.url()).search, '');
  });

  test('groups pages, houses and accounts, and arrow keys move through all of them', async () => {
    await find('зареченск');
    await group('Лицевые счета').getByRole('option').first().waitFor();
    const houses = await group('Дома').getByRole('option').count();
    assert.equal(houses, 3);
    for (let step = 0; step < houses; step += 1) await page.keyboard.press('ArrowDown');
    assert.match(await chosen(), /^LS01/);
    await page.keyboard.press('ArrowUp');
    const named = await field().getAttribute('aria-activedescendant');
    assert.equal(await page.getByRole('option', { selected: true }).getAttribute('id'), named);
    assert.match(await chosen(), /^г\. Зареченск/);
    await page.keyboard.press('Escape');
  });

  test('opens an account by its number, even when Enter comes before the answer', async () => {
    await find('ls05');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /^LS05/ }).waitFor();
  });

  test('requests few rows, and a late answer does not replace a newer one', async () => {
    const asked: URL[] = [];
    const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>();
    const late = /\/api\/(?:personal-accounts|houses)\?.*search=ls03/;
    await page.route(late, async (route) => {
      await mayAnswer;
      await route.continue().catch(() => undefined);
    });
    const note = (request: Request): void => {
      if (request.url().includes('search=')) asked.push(new URL(request.url()));
    };
    page.on('request', note);
    const isAsked = page.waitForRequest(late);
    await find('ls03');
    await isAsked;
    await field().fill('ls07');
    await group('Лицевые счета').getByRole('option', { name: /^LS07/ }).waitFor();
    answer();
    await field().fill('ls0');
    await group('Лицевые счета').getByRole('option', { name: /^LS01/ }).waitFor();
    await field().fill('ls07');
    await page.getByRole('option', { name: /^LS01/ }).waitFor({ state: 'detached' });
    await page.getByRole('option', { name: /^LS07/, selected: true }).waitFor();
    assert.equal(await group('Лицевые счета').getByRole('option').count(), 1);
    for (const { searchParams } of asked) assert.ok(Number(searchParams.get('limit')) <= 8);
    page.off('request', note);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.keyboard.press('Escape');
  });

  test('says when nothing is found', async () => {
    await find('ничего такого');
    await page.getByText(/^Ничего не нашлось/).waitFor();
    await page.keyboard.press('Escape');
  });

  test('is opened by a button on a phone, fits it, and can be closed there', async () => {
    await page.setViewportSize({ width: 360, height: 640 });
    await page.getByRole('button', { name: /^Найти/ }).click();
    await page.keyboard.type('садовая');
    await group('Лицевые счета').getByRole('option').first().waitFor();
    for (const theme of ['light', 'dark']) {
      await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`);
      assert.deepEqual(await findBarriers(page), []);
    }
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 360);
    await page.getByRole('button', { name: 'Закрыть' }).click();
    await field().waitFor({ state: 'hidden' });
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  const OFFERED: readonly { words: string; name: string; to: readonly OrganizationRole[] }[] = [
    { words: 'новый дом', name: 'Новый дом', to: ['owner'] },
    { words: 'журнал', name: 'Журнал изменений', to: ['owner'] },
    { words: 'рассчитать', name: 'Рассчитать месяц', to: ['owner', 'accountant'] },
    { words: 'внести платёж', name: 'Внести платёж', to: ['owner', 'accountant'] },
    {
      words: 'оборотка',
      name: 'Оборотно-сальдовая ведомость',
      to: ['owner', 'accountant', 'viewer'],
    },
  ];
  for (const role of ['owner', 'accountant', 'viewer'] as const)
    test(`offers the ${role} what the role may do`, async () => {
      const { page: theirs, context, faults } = await own.visit('/');
      await enter(theirs, role);
      await theirs.getByRole('button', { name: /^Найти/ }).waitFor();
      await theirs.keyboard.press('Control+k');
      for (const { words, name, to } of OFFERED) {
        await theirs.getByRole('combobox', { name: 'Поиск' }).fill(words);
        // All results are there by now, whether or not the services have responded.
        await theirs
          .getByText(/^(?:Найдено: \d|Ничего не нашлось)/)
          .first()
          .waitFor();
        const there = await theirs.getByRole('option', { name }).count();
        assert.equal(there > 0, to.includes(role), `${role}: ${name}`);
      }
      assert.deepEqual(faults, []);
      await context.close();
    });
});
