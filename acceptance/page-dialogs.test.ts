// Dialogs with forms, in a real browser: typed input is not lost by accident, and the focus returns to where it was.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import { signUp } from '@kvartplata/platform/testing/people.ts';
import type { Locator, Page } from 'playwright-core';
import { findBarriers } from './testing/axe.ts';
import { makeBilledHouse } from './testing/billed-house.ts';
import { openOwnPage, type OwnPage } from './testing/own-page.ts';
import { enter } from './testing/page-steps.ts';

describe('a dialog with a form', { skip: missing('chromium') }, () => {
  let own: OwnPage;
  let page: Page;
  let opener: Locator;
  let form: Locator;
  let question: Locator;

  before(async () => {
    own = await openOwnPage();
    const person = await signUp(own.services, 'accountant');
    const house = await makeBilledHouse(own.services, person);
    ({ page } = await own.visit('/'));
    await enter(page, 'accountant');
    await page.getByRole('navigation', { name: 'Разделы' }).waitFor();
    await page.goto(new URL(`/houses/${house.houseId}`, page.url()).href);
    opener = page.getByRole('button', { name: 'Добавить помещение' });
    form = page.getByRole('dialog', { name: 'Добавить помещение' });
    question = page.getByRole('dialog', { name: 'Введённое не сохранено' });
  });
  after(async () => own.stop());

  async function assertFocus(on: Locator): Promise<void> {
    await on.and(page.locator(':focus')).waitFor();
  }

  test('closes at once while nothing is typed, and returns the focus', async () => {
    for (const close of [
      async () => page.keyboard.press('Escape'),
      async () => form.getByRole('button', { name: 'Закрыть' }).click(),
      async () => form.getByRole('button', { name: 'Отмена' }).click(),
    ]) {
      await opener.click();
      await form.waitFor();
      await close();
      await form.waitFor({ state: 'detached' });
      await assertFocus(opener);
    }
  });

  test('asks before discarding what was typed, whichever way it is closed', async () => {
    await opener.click();
    const field = form.getByLabel('Номер');
    await field.fill('77');
    for (const close of [
      async () => field.press('Escape'),
      async () => form.getByRole('button', { name: 'Закрыть' }).click(),
      async () => form.getByRole('button', { name: 'Отмена' }).click(),
    ]) {
      await close();
      await question.waitFor();
      assert.deepEqual(await findBarriers(page), []);
      await question.getByRole('button', { name: 'Вернуться к форме' }).click();
      await question.waitFor({ state: 'detached' });
      assert.equal(await field.inputValue(), '77');
    }
    // At once: the first one asks, the second returns to the form, and the seventh has asked again.
    await Promise.all(Array.from({ length: 7 }, async () => page.keyboard.press('Escape')));
    assert.equal(await field.inputValue(), '77');
    await question.getByRole('button', { name: 'Закрыть без сохранения' }).click();
    await form.waitFor({ state: 'detached' });
    await assertFocus(opener);
  });

  test('still asks when the browser has closed the form by itself', async () => {
    await opener.click();
    await form.getByLabel('Номер').fill('77');
    await page.keyboard.press('Escape');
    await question.waitFor();
    // As a phone's back gesture does, before the question is shown.
    await form.evaluate((element) => (element as unknown as { close: () => void }).close());
    await form.waitFor();
    await question.getByRole('button', { name: 'Закрыть без сохранения' }).click();
    await form.waitFor({ state: 'detached' });
    await assertFocus(opener);
  });

  test('asks before the Back of the browser discards what was typed', async () => {
    const address = page.url();
    await page.getByRole('link', { name: 'Дома', exact: true }).first().click();
    await page.getByRole('link', { name: /Садовая/ }).click();
    await opener.click();
    try {
      await form.getByLabel('Номер').fill('77');
      await page.evaluate('history.back()');
      await question.getByRole('button', { name: 'Вернуться к форме' }).click();
      await question.waitFor({ state: 'detached' });
      assert.equal(await form.getByLabel('Номер').inputValue(), '77');
      assert.equal(page.url(), address);
      await page.evaluate('history.back()');
      await question.getByRole('button', { name: 'Закрыть без сохранения' }).click();
      await page.getByRole('heading', { name: 'Дома', level: 1 }).waitFor();
    } finally {
      // With no dialog and nothing typed, whatever has failed.
      await page.goto(address);
      await opener.waitFor();
    }
  });

  test('does not ask once the typed text is removed', async () => {
    await opener.click();
    await form.getByLabel('Номер').fill('77');
    await form.getByLabel('Номер').fill('');
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'detached' });
    await assertFocus(opener);
  });

  test('does not close while it is being saved, in whatever way', async () => {
    const address = page.url();
    const held = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    await page.route('**/rooms', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      asked.resolve();
      await held.promise;
      return route.abort();
    });
    await page.getByRole('link', { name: 'Дома', exact: true }).first().click();
    await page.getByRole('link', { name: /Садовая/ }).click();
    await opener.click();
    await form.getByLabel('Номер').fill('78');
    await form.getByLabel('Площадь').fill('40');
    await form.getByRole('button', { name: 'Сохранить' }).click();
    await asked.promise;
    await page.keyboard.press('Escape');
    await form.getByRole('button', { name: 'Закрыть' }).click();
    await form.getByRole('button', { name: 'Отмена' }).click();
    await page.evaluate('history.back()');
    assert.equal(await question.count(), 0);
    assert.equal(await form.getByLabel('Номер').inputValue(), '78');
    assert.equal(page.url(), address);
    held.resolve();
    // Refused: now it is unsaved again.
    await form.getByRole('alert').waitFor();
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Закрыть без сохранения' }).click();
    await form.waitFor({ state: 'detached' });
    await page.unroute('**/rooms');
  });

  test('returns the focus after what was typed is saved', async () => {
    await opener.click();
    await form.getByLabel('Номер').fill('77');
    await form.getByLabel('Площадь').fill('40');
    await form.getByRole('button', { name: 'Сохранить' }).click();
    await form.waitFor({ state: 'detached' });
    await assertFocus(opener);
  });

  test('leaves the focus on the page when the button that opened it is gone', async () => {
    await page.getByRole('button', { name: '77', exact: true }).click();
    const room = page.getByRole('dialog', { name: /77/ });
    await room.getByRole('button', { name: 'Удалить' }).click();
    await room.getByRole('button', { name: 'Да, удалить' }).click();
    await room.waitFor({ state: 'detached' });
    await assertFocus(page.getByRole('main'));
  });

  test('the finder returns the focus to where it was opened from', async () => {
    await opener.focus();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Поиск' }).waitFor();
    await page.keyboard.press('Escape');
    await assertFocus(opener);
  });

  test('a form on the page asks before a link or Back discards what was typed, not once it is saved', async () => {
    await page.goto(new URL('/houses', page.url()).href);
    await page.getByRole('main').waitFor();
    await page.getByRole('link', { name: 'Организация' }).first().click();
    const phone = page.getByRole('main').getByLabel('Телефон', { exact: true });
    await phone.fill('+7 812 1234567');
    const address = page.url();
    for (const leave of [
      async () => page.getByRole('link', { name: 'Дома', exact: true }).first().click(),
      async () => page.evaluate('history.back()'),
    ]) {
      await leave();
      await question.getByText('Если уйти со страницы').waitFor();
      await question.getByRole('button', { name: 'Остаться на странице' }).click();
      await question.waitFor({ state: 'detached' });
      assert.equal(page.url(), address);
      assert.equal(await phone.inputValue(), '+7 812 1234567');
    }
    await page.getByRole('main').getByRole('button', { name: 'Сохранить' }).first().click();
    await page.getByText('Карточка сохранена.').waitFor();
    await page.getByRole('link', { name: 'Дома', exact: true }).first().click();
    await page.getByRole('heading', { name: 'Дома', level: 1 }).waitFor();
  });
});
