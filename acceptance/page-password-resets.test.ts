// Our own page in a real browser: a forgotten password, the letter that a real mail server receives, and the new password.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createInvitation } from '@kvartplata/contracts/core/invitations.ts';
import { createOrganization } from '@kvartplata/contracts/core/organizations.ts';
import { startMailServer, type MailServer } from '@kvartplata/platform/mail/testing/mail-server.ts';
import { clientOf, signUp } from '@kvartplata/platform/testing/people.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import { findBarriers } from './testing/axe.ts';
import { openPageOf, type OwnPage } from './testing/own-page.ts';
import { leave, register } from './testing/page-steps.ts';
import { startThreeServices } from './testing/three-services.ts';
import { assertWellDrawn } from './testing/well-drawn.ts';

const NEW_PASSWORD = 'совсем другой конь 43';

describe('a forgotten password on the page', { skip: missing('chromium') }, () => {
  let mail: MailServer;
  let own: OwnPage;
  before(async () => {
    mail = await startMailServer();
    own = await openPageOf(async (origin) =>
      startThreeServices(
        {},
        { CORS_ORIGIN: origin, SMTP_URL: mail.url, MAIL_FROM: 'Квартплата <post@example.org>' },
      ),
    );
  });
  after(async () => {
    await own.stop();
    await mail.stop();
  });

  test('leads from the sign-in to an e-mail, from its link to a new password, and in', async () => {
    const { page, context, faults } = await own.visit('/register');
    await register(page, 'anna');
    await leave(page);
    await page.getByRole('link', { name: 'Забыли пароль?' }).click();
    await page.getByLabel('Электронная почта').fill('anna@example.org');
    await page.getByRole('button', { name: 'Получить ссылку' }).click();
    await page.getByText('письмо со ссылкой уже в пути').waitFor();
    await until('the letter is there', () => mail.received.length === 1);
    const [, link = ''] = /(http\S+reset-password#\S+)/.exec(mail.received[0]?.text ?? '') ?? [];
    assert.match(mail.received[0]?.text ?? '', /Имя пользователя: anna/);

    await page.goto(link);
    await page.getByRole('heading', { name: 'Новый пароль' }).waitFor();
    assert.deepEqual(await findBarriers(page), []);
    await page.getByLabel('Новый пароль').fill(NEW_PASSWORD);
    await page.getByRole('button', { name: 'Сохранить пароль' }).click();
    await page.getByText('Пароль изменён. Войдите с ним.').waitFor();
    await page.getByLabel('Имя пользователя или почта').fill('anna@example.org');
    await page.getByLabel('Пароль').fill(NEW_PASSWORD);
    await page.getByRole('button', { name: 'Войти' }).click();
    await page.getByRole('heading', { name: 'Начните с организации' }).waitFor();

    await leave(page);
    await page.goto(link);
    await page.getByLabel('Новый пароль').fill('и ещё один конь 44');
    await page.getByRole('button', { name: 'Сохранить пароль' }).click();
    await page.getByText('Ссылка уже использована или устарела').first().waitFor();
    await page.getByRole('link', { name: 'Попросить другую' }).click();
    await page.getByRole('heading', { name: 'Забытый пароль' }).waitFor();
    assert.deepEqual(faults, []);
    await context.close();
  });

  test('is not the only cause of letters: invitations by e-mail send them to users and strangers', async () => {
    const admin = clientOf(own.services, await signUp(own.services, 'admin'));
    const { id: organizationId } = await admin.call(createOrganization, {
      body: { name: 'ТСЖ «Садовая, 12»' },
    });
    const sent = mail.received.length;
    for (const email of ['newcomer@example.org', 'admin@example.org'])
      await admin.call(createInvitation, {
        params: { organizationId },
        body: { email, role: 'accountant' },
      });
    await until('both letters are there', () => mail.received.length === sent + 2);
    for (const { text } of mail.received.slice(sent))
      assert.match(text ?? '', /«ТСЖ «Садовая, 12»» приглашает вас/);
  });

  test('looks right in both languages, wide and narrow', async () => {
    const { page, context, faults } = await own.visit('/forgotten-password');
    await page.getByRole('heading', { name: 'Забытый пароль' }).waitFor();
    await assertWellDrawn(page, ['/forgotten-password', '/reset-password#x', '/sign-in']);
    assert.deepEqual(faults, []);
    await context.close();
  });
});
