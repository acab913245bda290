// The first admin outside development, in a real browser: whoever sets up the platform enters the secret printed at its start.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import { findBarriers } from './testing/axe.ts';
import { openOwnPage, type OwnPage } from './testing/own-page.ts';
import { fillRegistration } from './testing/page-steps.ts';

const SECRET = '0123456789abcdef0123456789abcdef';

describe('the person who sets up the platform', { skip: missing('chromium') }, () => {
  let own: OwnPage;
  before(async () => {
    own = await openOwnPage();
    await own.services.restart({ APP_ENV: 'production', BOOTSTRAP_ADMIN: 'chief' });
    // Only the hash of the printed secret is stored: the test replaces it with that of a secret it knows.
    const { rowCount } = await own.services.owners.auth.query(
      'update bootstrap_secret set secret_hash = sha256($1::text::bytea)',
      [SECRET],
    );
    assert.equal(rowCount, 1);
  });
  after(async () => own.stop());

  test('opens a field for the bootstrap secret, and becomes an admin with the right one', async () => {
    const { page, context, faults } = await own.visit('/register');
    await fillRegistration(page, 'chief');
    const send = page.getByRole('button', { name: 'Зарегистрироваться' });
    const secret = page.getByLabel('Секрет установки');
    assert.equal(await secret.isVisible(), false);
    await send.click();
    await page.getByText('Имя пользователя или почта уже заняты').first().waitFor();

    await page.getByText('Я устанавливаю эту систему').click();
    assert.deepEqual(await findBarriers(page), []);
    await secret.fill('fedcba9876543210');
    await send.click();
    await page.getByText('Секрет установки не подходит или уже использован').first().waitFor();
    assert.equal(await secret.getAttribute('aria-invalid'), 'true');

    await secret.fill(` ${SECRET} `);
    await send.click();
    await page.getByRole('heading', { name: 'Начните с организации' }).waitFor();
    const { rows } = await own.services.owners.auth.query(
      'select username, platform_role from users',
    );
    assert.deepEqual(rows, [{ username: 'chief', platform_role: 'admin' }]);
    assert.deepEqual(faults, []);
    await context.close();
  });
});
