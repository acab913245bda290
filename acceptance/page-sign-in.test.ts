// Our own page in a real browser: signing in, working, and a session that ends in the middle of the work.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { refreshSession } from '@kvartplata/contracts/auth/sessions.ts';
import { createHouse } from '@kvartplata/contracts/core/houses.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import { TOTP } from 'otpauth';
import { PASSWORD } from '@kvartplata/platform/testing/people.ts';
import { findBarriers } from './testing/axe.ts';
import { openOwnPage, type OwnPage } from './testing/own-page.ts';
import {
  addHouse,
  createOrganization,
  endSessionBefore,
  enter,
  leave,
  register,
} from './testing/page-steps.ts';

describe('the page in a browser', { skip: missing('chromium') }, () => {
  let own: OwnPage;
  before(async () => {
    own = await openOwnPage();
  });
  after(async () => own.stop());

  test('takes a new user from registration to a house, out, and in again', async () => {
    const { page, context, faults } = await own.visit('/houses');
    await page.getByRole('link', { name: 'Зарегистрироваться' }).click();
    await register(page, 'anna');
    await createOrganization(page, 'ТСЖ «Садовая, 12»');
    await addHouse(page, 'Казань, Садовая, 12');
    await leave(page);

    await page.goto(page.url().replace(/\/sign-in.*/, '/houses'));
    await page.getByRole('heading', { name: 'Вход', exact: true }).waitFor();
    await enter(page, 'anna');
    await page.getByRole('link', { name: 'Казань, Садовая, 12' }).click();
    await page.getByRole('heading', { name: 'Казань, Садовая, 12' }).waitFor();
    assert.deepEqual(faults, []);
    await context.close();
  });

  test('turns on sign-in by code with the displayed key, and asks for the code', async () => {
    const { page, context, faults } = await own.visit('/register');
    await register(page, 'boris');
    await page.goto(page.url().replace(/\/$/, '/security'));
    await page.getByRole('button', { name: 'Включить вход по коду' }).click();
    await page.getByAltText('QR-код для приложения').waitFor();
    const secret = (await page.locator('code').textContent()) ?? '';
    const totp = new TOTP({ secret });
    await page.getByLabel('Код из приложения').fill(totp.generate());
    await page.getByRole('button', { name: 'Включить', exact: true }).click();
    await page.getByRole('list', { name: 'Резервные коды' }).waitFor();
    const codes = await page
      .getByRole('list', { name: 'Резервные коды' })
      .locator('li')
      .allTextContents();
    assert.equal(codes.length, 10);
    await page.getByRole('button', { name: 'Коды у меня, готово' }).click();
    await page.getByText('Осталось: 10 резервных кодов').waitFor();
    await leave(page);

    await enter(page, 'boris');
    await page.getByLabel('Код из приложения').fill('000000');
    await page.getByRole('button', { name: 'Подтвердить' }).click();
    await page.getByText('Код не подходит.').waitFor();
    await page.getByLabel('Код из приложения').fill(codes[0] ?? '');
    await page.getByRole('button', { name: 'Подтвердить' }).click();
    await page.getByRole('heading', { name: 'Начните с организации' }).waitFor();
    assert.deepEqual(faults, []);
    await context.close();
  });

  test('shows a user that somebody has tried to guess their password', async () => {
    const { page, context, faults } = await own.visit('/register');
    await register(page, 'daria');
    await leave(page);
    await page.getByLabel('Имя пользователя или почта').fill('daria');
    await page.getByLabel('Пароль').fill('чужая догадка');
    await page.getByRole('button', { name: 'Войти' }).click();
    await page.getByText('Имя пользователя или пароль не подходят').waitFor();
    await until('the failed sign-in is in the audit log', async () => {
      const { rows } = await own.services.owners.auth.query(
        `select 1 from audit_log where action = 'sign-in.failed'`,
      );
      return rows.length === 1;
    });
    await enter(page, 'daria');
    await page.getByRole('heading', { name: 'Начните с организации' }).waitFor();
    await page.goto(new URL('/security', page.url()).href);
    await page.getByText('Неудачных попыток входа за 30 дней: 1, последняя').waitFor();
    assert.deepEqual(faults, []);
    await context.close();
  });

  test('renews the session once for all waiting requests, unnoticed by the user', async () => {
    const { page, context, faults } = await own.visit('/register');
    await register(page, 'egor');
    await createOrganization(page, 'УК «Восточная»');
    await addHouse(page, 'Казань, Новая, 9');
    await page.getByRole('link', { name: 'Дома' }).first().click();
    const link = page.getByRole('link', { name: 'Казань, Новая, 9' });
    await link.waitFor();
    await page.reload();
    await link.waitFor();
    await context.clearCookies({ name: 'access_token' });
    const renewals: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith(refreshSession.path) && request.method() === 'POST')
        renewals.push(request.url());
    });
    await link.click();
    await page.getByRole('heading', { name: 'Казань, Новая, 9' }).waitFor();
    await page.getByText('В доме пока нет помещений.').waitFor();
    assert.equal(renewals.length, 1);
    assert.deepEqual(faults, []);
    await context.close();
  });

  test('keeps what is typed when the session ends, and saves it after the sign-in', async () => {
    const { page, context, faults } = await own.visit('/register');
    await register(page, 'vera');
    await createOrganization(page, 'УК «Северная»');
    await page.getByRole('link', { name: 'Добавить дом' }).click();
    await page.getByLabel('Адрес', { exact: true }).fill('Казань, Лесная, 3');
    await endSessionBefore(context, createHouse);
    await page.getByRole('button', { name: 'Сохранить' }).click();

    await page.getByRole('heading', { name: 'Сеанс закончился' }).waitFor();
    assert.deepEqual(await findBarriers(page), []);
    // At once: a browser closes the dialog at the second one, and the third would reach the form below it.
    await Promise.all([1, 2, 3].map(async () => page.keyboard.press('Escape')));
    assert.equal(await page.getByRole('dialog', { name: 'Введённое не сохранено' }).count(), 0);
    await page
      .getByRole('dialog', { name: 'Сеанс закончился' })
      .getByLabel('Пароль')
      .fill(PASSWORD);
    await page.getByRole('button', { name: 'Войти' }).click();
    await page.getByRole('heading', { name: 'Казань, Лесная, 3' }).waitFor();
    assert.deepEqual(faults, []);
    await context.close();
  });

  test('says that another user has changed the record, and shows both versions', async () => {
    const { page, context, faults } = await own.visit('/register');
    await register(page, 'galina');
    await createOrganization(page, 'УК «Западная»');
    await addHouse(page, 'Казань, Речная, 5');
    const other = await context.newPage();
    for (const tab of [page, other]) {
      await tab.bringToFront();
      await tab.goto(page.url());
      await tab.getByRole('button', { name: 'Изменить карточку' }).click();
    }
    await other.bringToFront();
    await other.getByLabel('Адрес', { exact: true }).fill('Казань, Речная, 5А');
    await other.getByRole('button', { name: 'Сохранить' }).click();
    await other.getByRole('heading', { name: 'Казань, Речная, 5А' }).waitFor();

    await page.bringToFront();
    await page.getByLabel('Площадь общего имущества, м²').fill('312,5');
    await page.getByRole('button', { name: 'Сохранить' }).click();
    await page.getByText('Пока вы правили, запись изменил кто-то другой.').waitFor();
    await page.getByRole('button', { name: 'Показать новую версию рядом с моей' }).click();
    await page.getByText('Другой пользователь записал: Казань, Речная, 5А').waitFor();
    await page.getByRole('button', { name: 'Сохранить' }).click();
    await page.getByText('Карточка дома сохранена.').waitFor();
    await page.getByRole('heading', { name: 'Казань, Речная, 5', exact: true }).waitFor();
    assert.deepEqual(faults, []);
    await context.close();
  });
});
