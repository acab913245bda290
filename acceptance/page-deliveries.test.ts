// Receipts by e-mail on the page: sent from the month's page with one click, each address with its outcome, failed ones retried,
// and one reader unsubscribes.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { replaceOrganization } from '@kvartplata/contracts/core/organizations.ts';
import { startMailServer, type MailServer } from '@kvartplata/platform/mail/testing/mail-server.ts';
import { clientOf, signUp } from '@kvartplata/platform/testing/people.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import { reportOf } from '@kvartplata/billing-service/src/testing/bounce-report.ts';
import type { Page } from 'playwright-core';
import { findBarriers } from './testing/axe.ts';
import { makeBilledHouse, type BilledHouse } from './testing/billed-house.ts';
import { openPageOf, type OwnPage, type Visit } from './testing/own-page.ts';
import { enter } from './testing/page-steps.ts';
import { startThreeServices } from './testing/three-services.ts';
import { assertWellDrawn } from './testing/well-drawn.ts';

const BANK_DETAILS = {
  bankName: 'ПАО Сбербанк',
  bic: '044525225',
  settlementAccount: '40702810538000123456',
  correspondentAccount: '30101810400000000225',
};

describe('receipts by e-mail on the page', { skip: missing('chromium') }, () => {
  let mail: MailServer;
  let own: OwnPage;
  let house: BilledHouse;
  let visit: Visit;
  let page: Page;

  before(async () => {
    mail = await startMailServer();
    own = await openPageOf(async (origin) =>
      startThreeServices(
        {},
        { CORS_ORIGIN: origin, SMTP_URL: mail.url, MAIL_FROM: 'Квартплата <post@example.org>' },
      ),
    );
    const person = await signUp(own.services, 'accountant');
    house = await makeBilledHouse(own.services, person);
    await clientOf(own.services, person).call(replaceOrganization, {
      params: { organizationId: house.organizationId },
      body: { name: 'УК «Тихая Заводь»', bankDetails: BANK_DETAILS },
    });
    visit = await own.visit('/');
    ({ page } = visit);
    await enter(page, 'accountant');
    await page.getByRole('navigation', { name: 'Разделы' }).waitFor();
  });
  after(async () => {
    await own.stop();
    await mail.stop();
  });

  const month = (): string => `/month/${house.months.at(-1) ?? ''}`;

  async function open(address: string): Promise<void> {
    await page.goto(new URL(address, page.url()).href, { waitUntil: 'networkidle' });
  }

  async function agree(emails: readonly string[]): Promise<void> {
    for (const [nth, email] of emails.entries())
      await own.services.owners.core.query(
        `update personal_accounts set email = $1 where id = (select id from personal_accounts where house_id = $2
           order by id offset $3 limit 1)`,
        [email, house.houseId, nth],
      );
  }

  test('shows how many agreed, sends to them, and lists each address with its outcome', async () => {
    await open(month());
    await page.getByText('Адрес для квитанций пока никто не указал').waitFor();
    await agree(['anna@example.org', 'boris@example.org']);
    mail.behave({
      refuseRecipient: [554, '5.7.1 taken for spam'],
      refusedAddress: 'boris@example.org',
    });
    await open(month());
    await page.getByText(/Согласились получать квитанции по почте: 2\s+счёта/).waitFor();
    await page.getByRole('button', { name: 'Посмотреть письмо' }).click();
    await page.getByText(/Письмо получат: 2\s+счёта/).waitFor();
    await page.getByRole('article', { name: 'Письмо' }).getByText('anna@example.org').waitFor();
    await page.getByText('Нет адреса:').waitFor();
    assert.deepEqual(await findBarriers(page), []);
    await page.getByRole('button', { name: 'Отправить по e-mail' }).click();
    await page.getByText('отправлено: 1', { exact: true }).waitFor();
    await page.getByText('почтовый сервер отказал: 1').waitFor();
    assert.equal(mail.received.length, 1);
    assert.deepEqual(await findBarriers(page), []);

    await page.getByRole('link', { name: 'Кому и что отправлено' }).click();
    await page.getByRole('cell', { name: 'anna@example.org' }).waitFor();
    await page.getByText('taken for spam').waitFor();
    await page.getByLabel('Что с письмом').selectOption('sent');
    await page.getByRole('cell', { name: 'boris@example.org' }).waitFor({ state: 'detached' });
    assert.match(page.url(), /outcome=sent/);
  });

  test('retries the failed letters, and lists what was sent', async () => {
    mail.behave({});
    await open(month());
    // A delivery to those that have agreed since does not hide the failed ones.
    await page.getByRole('button', { name: 'Отправить по e-mail' }).click();
    await page.getByText('раньше не получилось: 1').waitFor();
    await page.getByRole('button', { name: /Повторить для 1/ }).click();
    await page.getByText(/отправлено раньше: 1/).waitFor();
    await page.getByText('отправлено: 1', { exact: true }).waitFor();
    assert.deepEqual(
      mail.received.map(({ recipients }) => recipients[0]),
      ['anna@example.org', 'boris@example.org'],
    );
    await open('/organization');
    await page.getByRole('link', { name: 'Отправленные письма' }).click();
    await page.getByRole('heading', { name: 'Отправленные письма', level: 1 }).waitFor();
    await page.getByRole('row').nth(3).waitFor();
    assert.deepEqual(visit.faults, []);
  });

  test('reads reports of undelivered letters, and names files that are not such reports', async () => {
    const token = /^<([^@]+)@/.exec(mail.received[1]?.messageId ?? '')?.[1] ?? '';
    const mimeType = 'message/rfc822';
    await page.locator('input[type=file]').setInputFiles([
      { name: 'report.eml', mimeType, buffer: reportOf({ token }) },
      { name: 'letter.eml', mimeType, buffer: Buffer.from('Subject: hello\r\n\r\nhello\r\n') },
      { name: 'other.eml', mimeType, buffer: reportOf({ token: 'somebody-else' }) },
    ]);
    await page.getByText('Адрес не принимает письма').waitFor();
    await page.getByText('550 5.1.1').waitFor();
    await page.getByText('Файл – не отчёт почтового сервера').waitFor();
    await page.getByText('Отчёт не о письме этой организации').waitFor();
    assert.deepEqual(await findBarriers(page), []);
    await open('/deliveries/3?outcome=bounced');
    await page.getByRole('cell', { name: 'boris@example.org' }).waitFor();
    const here = page.getByRole('navigation', { name: 'Разделы' }).locator('[aria-current]');
    assert.deepEqual(await here.allTextContents(), ['Месяц']);
  });

  test('shows the letters of an account on its card, where a closed address can be reopened', async () => {
    await page.getByRole('rowheader').getByRole('link').click();
    await page.getByText('На boris@example.org письма не доходят').waitFor();
    await page.getByRole('cell', { name: /не доставлено/ }).waitFor();
    assert.deepEqual(await findBarriers(page), []);
    await page.getByRole('button', { name: 'Адрес работает, писать снова' }).click();
    await page.getByText('На адрес снова будут приходить квитанции').waitFor();
    await page.getByText('На boris@example.org письма не доходят').waitFor({ state: 'detached' });
    await open(month());
    await page.getByRole('button', { name: /Повторить для 1/ }).click();
    await page.getByText('отправлено: 1', { exact: true }).waitFor();
    assert.equal(mail.received.at(-1)?.recipients[0], 'boris@example.org');
    assert.equal(mail.received.length, 3);
    assert.deepEqual(visit.faults, []);
  });

  test('lets a reader unsubscribe with one click, without a script', async () => {
    const link = /https?:\S+\/r\/mail\/\S+/.exec(mail.received[0]?.text ?? '')?.[0] ?? '';
    const back = page.url();
    const address = new URL(new URL(link).pathname, own.services.urls.billing).href;
    await page.goto(`${address}?lang=ru`);
    assert.deepEqual(await findBarriers(page), []);
    await page.getByRole('button', { name: 'Больше не присылать' }).click();
    await page.getByRole('heading', { name: 'Квитанции на этот адрес не приходят' }).waitFor();
    const { rows } = await own.services.owners.core.query<{ email: string | null }>(
      'select email from personal_accounts where house_id = $1 and email is not null',
      [house.houseId],
    );
    assert.deepEqual(rows, [{ email: 'boris@example.org' }]);
    await page.goto(back);
  });

  test('looks right in both languages, wide and narrow', async () => {
    await open('/');
    await assertWellDrawn(page, ['/deliveries', '/deliveries/1', month()]);
    await visit.context.close();
  });
});
