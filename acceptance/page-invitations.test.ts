// Our own page in a real browser: an owner invites, the invited person sees it wherever they start, and answers.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createOrganization } from '@kvartplata/contracts/core/organizations.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import type { Page } from 'playwright-core';
import { clientOf, signUp } from '@kvartplata/platform/testing/people.ts';
import { openOwnPage, type OwnPage } from './testing/own-page.ts';
import { enter } from './testing/page-steps.ts';
import { assertWellDrawn } from './testing/well-drawn.ts';

const COMPANY = 'УК «Тихая Заводь»';

describe('invitations on the page', { skip: missing('chromium') }, () => {
  let own: OwnPage;

  before(async () => {
    own = await openOwnPage();
    // The first user is the platform's admin, who may do everything.
    await signUp(own.services, 'admin');
    const owner = await signUp(own.services, 'owner');
    const { call } = clientOf(own.services, owner);
    await call(createOrganization, { body: { name: COMPANY } });
    await signUp(own.services, 'guest');
  });
  after(async () => own.stop());

  async function invite(page: Page, name: string): Promise<void> {
    await page.getByRole('button', { name: 'Пригласить' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Имя пользователя или почта').fill(name);
    await dialog.getByRole('button', { name: 'Пригласить' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('row', { name }).waitFor();
  }

  test('an owner invites by name and by e-mail, and withdraws an invitation', async () => {
    const { page, context, faults } = await own.visit('/organization');
    await enter(page, 'owner');
    await page.getByText('Платёж без месяца не гасит долг').waitFor();
    await invite(page, 'guest');
    await invite(page, 'somebody@example.org');
    await assertWellDrawn(page, ['/organization']);
    const mistaken = page.getByRole('row', { name: 'somebody@example.org' });
    await mistaken.getByRole('button', { name: 'Withdraw' }).click();
    await mistaken.waitFor({ state: 'hidden' });
    assert.deepEqual(faults, []);
    await context.close();
  });

  test('a refused field says why, in the language of the page', async () => {
    const { page, context } = await own.visit('/organization');
    await enter(page, 'owner');
    await page.getByLabel('ИНН').fill('7700000000');
    await page.getByRole('button', { name: 'Сохранить' }).click();
    await page.getByText('Контрольная цифра не сходится: проверьте номер').waitFor();
    await page.getByRole('button', { name: 'Пригласить' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Имя пользователя или почта').fill('somebody@example');
    await dialog.getByRole('button', { name: 'Пригласить' }).click();
    await dialog.getByText('Это не адрес электронной почты').waitFor();
    await context.close();
  });

  test('the invited person sees it after signing in, accepts, and can work there', async () => {
    const { page, context, faults } = await own.visit('/');
    await enter(page, 'guest');
    await page.getByRole('heading', { name: 'Вас приглашают' }).waitFor();
    const told = await page.getByRole('main').textContent();
    assert.ok(told?.includes(COMPANY) && told.includes('бухгалтер'), told ?? '');
    await assertWellDrawn(page, ['/']);
    await page.getByRole('button', { name: 'Accept' }).click();
    await page.getByRole('heading', { name: 'You are invited' }).waitFor({ state: 'hidden' });
    await page.goto(new URL('/organization', page.url()).href);
    await page.getByRole('heading', { name: COMPANY }).waitFor();
    await page.getByText('you', { exact: true }).waitFor();
    assert.deepEqual(faults, []);
    await context.close();
  });
});
