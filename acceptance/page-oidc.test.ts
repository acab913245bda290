// Our own page in a real browser, with a real provider: an account there is linked, and then signs its owner in.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  startRealProvider,
  CLIENT,
  type RealProvider,
} from '@kvartplata/auth-service/src/testing/real-oidc-provider.ts';
import { finishOidcSignIn } from '@kvartplata/contracts/auth/oidc.ts';
import { freePort } from '@kvartplata/platform/lifecycle/free-port.ts';
import { PASSWORD } from '@kvartplata/platform/testing/people.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import type { Page } from 'playwright-core';
import { findBarriers } from './testing/axe.ts';
import { openPageOf, type OwnPage } from './testing/own-page.ts';
import { leave, register } from './testing/page-steps.ts';
import { startThreeServices } from './testing/three-services.ts';
import { assertWellDrawn } from './testing/well-drawn.ts';

describe('a sign-in through a provider on the page', { skip: missing('chromium') }, () => {
  let provider: RealProvider;
  let own: OwnPage;
  before(async () => {
    const port = await freePort();
    own = await openPageOf(async (origin) =>
      startThreeServices(
        {},
        {
          CORS_ORIGIN: origin,
          OIDC_ISSUER: `http://localhost:${port}`,
          OIDC_CLIENT_ID: CLIENT.clientId,
          OIDC_CLIENT_SECRET: CLIENT.clientSecret,
          OIDC_NAME: 'Единый вход',
        },
      ),
    );
    provider = await startRealProvider(`${own.urls.auth}${finishOidcSignIn.path}`, port);
  });
  after(async () => {
    await own.stop();
    await provider.stop();
  });

  async function nameAccount(page: Page, login: string): Promise<void> {
    await page.getByLabel('Account').fill(login);
    await page.getByRole('button', { name: 'Go on' }).click();
  }

  test('is linked after the password, signs in without it, and is unlinked', async () => {
    const { page, context, faults } = await own.visit('/register');
    await register(page, 'anna');
    await page.goto(new URL('/security', page.url()).href);
    await page.getByRole('button', { name: 'Привязать учётную запись' }).click();
    const sheet = page.locator('section, .sheet').filter({ hasText: 'Вход через Единый вход' });
    await sheet.getByLabel('Пароль').last().fill(PASSWORD);
    await page.getByRole('button', { name: 'Привязать учётную запись' }).click();
    await nameAccount(page, 'anna-there');
    await page.getByText('Учётная запись привязана.').waitFor();
    await page.getByText('Привязана учётная запись «anna-there@provider.example»').waitFor();
    assert.deepEqual(await findBarriers(page), []);

    await leave(page);
    await page.goto(new URL('/organizations/new', page.url()).href);
    // By now the provider knows this browser and does not prompt.
    await page.getByRole('link', { name: 'Войти через Единый вход' }).click();
    await page.waitForURL('**/organizations/new');
    await page.getByRole('heading', { level: 1 }).waitFor();

    await page.goto(new URL('/security', page.url()).href);
    await page.getByText('через провайдера').waitFor();
    await page.getByRole('button', { name: 'Отвязать' }).click();
    await page.getByRole('button', { name: 'Привязать учётную запись' }).waitFor();
    assert.deepEqual(faults, []);
    await context.close();
  });

  test('tells somebody whose identity is not linked how to link it', async () => {
    const { page, context, faults } = await own.visit('/sign-in');
    await page.getByRole('link', { name: 'Войти через Единый вход' }).click();
    await nameAccount(page, 'stranger');
    await page.getByText('войдите по паролю и привяжите её').waitFor();
    assert.deepEqual(await findBarriers(page), []);
    await page.goto(new URL('/sign-in?code=true', page.url()).href);
    await page.getByLabel('Код из приложения').waitFor();
    await assertWellDrawn(page, ['/sign-in', '/sign-in?failed=oidc-identity-unknown']);
    assert.deepEqual(faults, []);
    await context.close();
  });
});
