// Our own page in a browser that several people share: what one has typed but could not send is never sent or seen by another.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Client } from '@kvartplata/client/client.ts';
import {
  createPayment,
  listPayments,
  type Payment,
} from '@kvartplata/contracts/billing/payments.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import type { Page } from 'playwright-core';
import { clientOf, PASSWORD, signUp } from '@kvartplata/platform/testing/people.ts';
import { findBarriers } from './testing/axe.ts';
import { makeBilledHouse, type BilledHouse } from './testing/billed-house.ts';
import { openOwnPage, type OwnPage, type Visit } from './testing/own-page.ts';
import { endSessionBefore, enter } from './testing/page-steps.ts';

describe('the page in a shared browser', { skip: missing('chromium') }, () => {
  let own: OwnPage;
  let anna: Client;
  let house: BilledHouse;

  before(async () => {
    own = await openOwnPage();
    // Boris is the platform's admin: he may book whatever the page would send.
    await signUp(own.services, 'boris');
    const person = await signUp(own.services, 'anna');
    anna = clientOf(own.services, person);
    house = await makeBilledHouse(own.services, person);
  });
  after(async () => own.stop());

  async function payments(): Promise<readonly Payment[]> {
    const query = { organizationId: house.organizationId, limit: 200 };
    return (await anna.call(listPayments, { query })).items;
  }

  /** Anna on her payments page, with one that was not sent. */
  async function annaWithUnsent(): Promise<Visit> {
    const visit = await own.visit('/payments');
    const { page, context } = visit;
    await enter(page, 'anna');
    await context.route(`**${createPayment.path}`, async (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    );
    await page.getByLabel('Лицевой счёт').fill('LS06');
    await page.keyboard.press('Enter');
    await until('the account is found', async () =>
      (await page.getByLabel('Лицевой счёт').inputValue()).startsWith('LS06 · '),
    );
    await page.getByLabel('Сумма, ₽').fill('8,08');
    await page.keyboard.press('Enter');
    await page.getByText('Нет связи с сервером.').waitFor();
    await context.unroute(`**${createPayment.path}`);
    return visit;
  }

  /** What the context requests billing to book from here on. */
  function bookings({ context }: Visit): readonly string[] {
    const asked: string[] = [];
    context.on('request', (request) => {
      if (request.method() === 'POST' && request.url().startsWith(own.urls.billing))
        asked.push(request.url());
    });
    return asked;
  }

  async function signOut(page: Page, name: string): Promise<void> {
    await page.getByText(name, { exact: true }).click();
    await page.getByRole('button', { name: 'Выйти', exact: true }).click();
  }

  const inDoor = async (page: Page): Promise<void> =>
    page.getByRole('heading', { name: 'Вход', exact: true }).waitFor();
  const kept = async (page: Page): Promise<unknown> =>
    page.evaluate('[Object.keys(sessionStorage), Object.keys(localStorage).sort()]');

  /** Boris opens the payments of the organization with the waiting payment, and sees nothing of it. */
  async function assertNothingSeen(page: Page): Promise<void> {
    await page.goto(new URL('/payments', page.url()).href, { waitUntil: 'networkidle' });
    await page.getByLabel('Лицевой счёт').waitFor();
    assert.equal(await page.getByText('Не записано').count(), 0);
    assert.equal(await page.getByRole('button', { name: 'Отправить ещё раз' }).count(), 0);
    const stored = JSON.stringify(
      await page.evaluate('[{ ...sessionStorage }, { ...localStorage }]'),
    );
    assert.doesNotMatch(stored, /8\.08|LS06|unbooked/);
  }

  test('warns at the sign-out that a payment is not booked, and drops it for the next user', async () => {
    const visit = await annaWithUnsent();
    const { page, context, faults } = visit;
    await page.evaluate("localStorage.setItem('language', 'ru')");
    const asked = bookings(visit);
    await signOut(page, 'Пётр Сидоров');
    const dialog = page.getByRole('dialog', { name: 'Не всё сохранено' });
    await dialog.getByText('после выхода они пропадут', { exact: false }).waitFor();
    assert.deepEqual(await findBarriers(page), []);
    await dialog.getByRole('button', { name: 'Остаться' }).click();
    await page.getByRole('button', { name: 'Отправить ещё раз' }).waitFor();
    await signOut(page, 'Пётр Сидоров');
    await dialog.getByRole('button', { name: 'Выйти без сохранения' }).click();
    await inDoor(page);
    assert.deepEqual(await kept(page), [[], ['language']]);

    await enter(page, 'boris');
    await page.getByRole('navigation', { name: 'Разделы' }).waitFor();
    await assertNothingSeen(page);
    assert.deepEqual(asked, []);
    assert.deepEqual(await payments(), []);
    assert.deepEqual(faults, []);
    await context.close();
  });

  test('drops it when another user signs in after a session that was never signed out', async () => {
    const visit = await annaWithUnsent();
    const { page, context } = visit;
    const asked = bookings(visit);
    await context.clearCookies();
    await page.reload();
    await inDoor(page);
    await enter(page, 'boris');
    await page.getByLabel('Лицевой счёт').waitFor();
    await assertNothingSeen(page);
    assert.deepEqual(asked, []);
    await context.close();
  });

  test('sends nothing that waited for a sign-in when another user signs in instead', async () => {
    const visit = await annaWithUnsent();
    const { page, context } = visit;
    await endSessionBefore(context, createPayment);
    await page.getByRole('button', { name: 'Отправить ещё раз' }).click();
    const dialog = page.getByRole('dialog', { name: 'Сеанс закончился' });
    await dialog.waitFor();
    const asked = bookings(visit);
    await dialog.getByLabel('Имя пользователя или почта').fill('boris');
    await dialog.getByLabel('Пароль').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForURL(({ pathname }) => pathname === '/');
    await assertNothingSeen(page);
    assert.deepEqual(asked, []);
    assert.deepEqual(await payments(), []);
    await context.close();
  });

  test('signs out the user’s other tab too, so that it sends nothing in the next user’s name', async () => {
    const visit = await annaWithUnsent();
    const { page, context } = visit;
    const asked = bookings(visit);
    const other = await context.newPage();
    await other.goto(new URL('/', page.url()).href);
    await signOut(other, 'Пётр Сидоров');
    await inDoor(other);
    await inDoor(page);
    await enter(other, 'boris');
    await other.getByRole('navigation', { name: 'Разделы' }).waitFor();
    await page.reload();
    await assertNothingSeen(page);
    assert.deepEqual(asked, []);
    await context.close();
  });

  test('keeps it for the same user, who signs in again and sends it', async () => {
    const visit = await annaWithUnsent();
    const { page, context } = visit;
    await context.clearCookies();
    await page.reload();
    await inDoor(page);
    await enter(page, 'anna');
    await page.getByRole('button', { name: 'Отправить ещё раз' }).click();
    await page.getByText(/^Записано: LS06 /).waitFor();
    assert.deepEqual(
      (await payments()).map(({ amount }) => amount),
      ['8.08'],
    );
    await context.close();
  });
});
