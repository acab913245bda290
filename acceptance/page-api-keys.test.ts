// Our own page in a real browser, organization → programs: a key is created, shown once, accepted by the services, and withdrawn;
// a webhook is added, its secret shown once, tested, and deleted, one of an owner who was removed too.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { createApiKey, listApiKeys } from '@kvartplata/contracts/auth/api-keys.ts';
import { enableTwoFactor, setUpTwoFactor } from '@kvartplata/contracts/auth/two-factor.ts';
import { createWebhook, listWebhooks } from '@kvartplata/contracts/billing/webhooks.ts';
import { removeMember } from '@kvartplata/contracts/core/members.ts';
import { createOrganization, listOrganizations } from '@kvartplata/contracts/core/organizations.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import {
  bringIn,
  clientOf,
  PASSWORD,
  signUp,
  type Person,
} from '@kvartplata/platform/testing/people.ts';
import { TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { openPageOf, type OwnPage } from './testing/own-page.ts';
import { enter } from './testing/page-steps.ts';
import { ask } from './testing/people.ts';
import { startThreeServices } from './testing/three-services.ts';
import { assertWellDrawn } from './testing/well-drawn.ts';

describe('the page of programs', { skip: missing('chromium') }, () => {
  let own: OwnPage;
  let owner: Person;
  let page: Page;
  /** A program that receives events. */
  let receiver: Server;
  const heard: { readonly headers: IncomingHttpHeaders; readonly body: string }[] = [];

  before(async () => {
    own = await openPageOf(async (origin) =>
      startThreeServices({}, { CORS_ORIGIN: origin, WEBHOOK_ALLOW_PRIVATE: 'true' }),
    );
    receiver = createServer((request, response) => {
      let body = '';
      request.on('data', (piece) => (body += String(piece)));
      request.on('end', () => {
        heard.push({ headers: request.headers, body });
        response.writeHead(204).end();
      });
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    owner = await signUp(own.services, 'owner');
    await clientOf(own.services, owner).call(createOrganization, { body: { name: 'УК «Ветер»' } });
    ({ page } = await own.visit('/organization'));
    await enter(page, 'owner');
    await page.getByRole('link', { name: 'Программы' }).click();
    await page.getByText(/^Ключей нет\./).waitFor();
  });
  after(async () => {
    await own.stop();
    receiver.closeAllConnections();
    receiver.close();
  });

  test('a key is created, shown once, and works', async () => {
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

  test('the page looks right, in both languages', async () => {
    await assertWellDrawn(page, ['/programs']);
    await page.getByRole('row', { name: /Чат-бот active/ }).waitFor();
  });

  test('the key is withdrawn', async () => {
    await page.getByRole('button', { name: 'Withdraw the key “Чат-бот”' }).click();
    const asked = page.getByRole('dialog', { name: 'Withdraw a key' });
    await asked.getByText('can no longer sign in').waitFor();
    await page.getByRole('row', { name: /Чат-бот active/ }).waitFor({ state: 'attached' });
    await asked.getByRole('button', { name: 'Yes, withdraw' }).click();
    await page.getByRole('row', { name: /Чат-бот withdrawn/ }).waitFor();
    const { items } = await clientOf(own.services, owner).call(listApiKeys);
    assert.deepEqual(
      items.map(({ status }) => status),
      ['WITHDRAWN'],
    );
  });

  test('an enabled second factor is asked for in a dialog, after which the key is created', async () => {
    const client = clientOf(own.services, owner);
    const { secret } = await client.call(setUpTwoFactor, { body: { password: PASSWORD } });
    const totp = new TOTP({ secret });
    await client.call(enableTwoFactor, { body: { code: totp.generate() } });
    await page.getByRole('button', { name: 'Make a key' }).click();
    const dialog = page.getByRole('dialog', { name: 'Make a key' });
    await dialog.getByLabel('Name').fill('Till');
    await dialog.getByRole('button', { name: 'Make a key' }).click();
    const asked = page.getByRole('dialog', { name: 'A code from your phone is needed' });
    const next = totp.generate({ timestamp: Date.now() + 30_000 });
    await asked.getByLabel('Authenticator code').fill(next);
    await asked.getByRole('button', { name: 'Confirm and save' }).click();
    const shown = page.getByRole('dialog', { name: 'New key' });
    await shown.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('row', { name: /Till active/ }).waitFor();
  });

  test('the key of a member who has left is shown as suspended, and is withdrawn', async () => {
    const colleague = await signUp(own.services, 'colleague');
    const [{ id: organizationId } = { id: 0 }] = await clientOf(own.services, owner).call(
      listOrganizations,
    );
    await bringIn(own.services, owner, colleague, { organizationId, role: 'accountant' });
    const expiresOn = Temporal.Now.plainDateISO('Europe/Moscow').toString();
    const client = clientOf(own.services, colleague);
    await client.call(createApiKey, {
      body: { organizationId, name: 'Robot', role: 'viewer', expiresOn },
    });
    await client.call(removeMember, { params: { organizationId, userId: colleague.userId } });
    await page.reload();
    await page.getByRole('row', { name: /Robot suspended.*no longer has this role/ }).waitFor();
    await page.getByRole('button', { name: 'Withdraw the key “Robot”' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Yes, withdraw' }).click();
    await page.getByRole('row', { name: /Robot withdrawn/ }).waitFor();
  });

  test('a webhook is added, its secret shown once, and its test delivery arrives signed', async () => {
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
    await page.getByRole('button', { name: 'Add a webhook' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a webhook' });
    await dialog.getByLabel('Address').fill(url);
    await dialog.getByRole('button', { name: 'Add a webhook' }).click();
    await dialog.getByText('Choose at least one event').waitFor();
    await dialog.getByLabel('payment booked').check();
    await dialog.getByRole('button', { name: 'Add a webhook' }).click();
    const shown = page.getByRole('dialog', { name: 'Secret of the webhook' });
    const secret = await shown.getByLabel('Secret', { exact: true }).inputValue();
    await shown.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: url }).click();
    const one = page.getByRole('dialog', { name: url });
    await one.getByText('Nothing has been sent yet.').waitFor();
    await one.getByRole('button', { name: 'Send a test' }).click();
    await one.getByRole('row', { name: /test .*delivered answered 204/ }).waitFor();
    const [{ headers, body } = { headers: {}, body: '' }, ...others] = heard;
    const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    const signature = createHmac('sha256', key).update(signed).digest('base64');
    assert.equal(headers['webhook-signature'], `v1,${signature}`);
    assert.deepEqual(others, []);
    assert.ok(!(await page.content()).includes(secret));
  });

  test('an owner whose webhooks would go on after the removal is named with them, before and after', async () => {
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    const partner = await signUp(own.services, 'partner');
    const [{ id: organizationId } = { id: 0 }] = await clientOf(own.services, owner).call(
      listOrganizations,
    );
    await bringIn(own.services, owner, partner, { organizationId, role: 'owner' });
    const url = 'http://127.0.0.1:9/of-partner';
    await clientOf(own.services, partner).call(createWebhook, {
      body: { organizationId, url, events: ['payment.booked'] },
    });
    await page.goto(new URL('/organization', page.url()).href);
    await page.getByRole('button', { name: /^Remove / }).click();
    const asked = page.getByRole('dialog', { name: 'Remove a member' });
    await asked.getByText(`webhooks that this person added go on: ${url}`).waitFor();
    await asked.getByRole('button', { name: 'Yes, remove' }).click();
    await asked.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Programs' }).click();
    await page.getByRole('row', { name: /of-partner.*no longer an owner/ }).waitFor();
    assert.equal(await page.getByText('no longer an owner', { exact: true }).count(), 1);
    await page.getByRole('button', { name: url }).click();
    const one = page.getByRole('dialog', { name: url });
    await one.getByRole('button', { name: 'Delete', exact: true }).click();
    await one.getByRole('button', { name: 'Yes, delete' }).click();
    await page.getByRole('row', { name: /of-partner/ }).waitFor({ state: 'detached' });
  });

  test('the webhook is deleted', async () => {
    await page.getByRole('button', { name: /\/hook$/ }).click();
    const one = page.getByRole('dialog');
    await one.getByRole('button', { name: 'Delete', exact: true }).click();
    await one.getByRole('button', { name: 'Yes, delete' }).click();
    await page.getByText(/^No webhooks\./).waitFor();
    const { items } = await clientOf(own.services, owner).call(listWebhooks, { query: {} });
    assert.deepEqual(items, []);
  });
});
