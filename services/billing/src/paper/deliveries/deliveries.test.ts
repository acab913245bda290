// Receipts by e-mail over HTTP, with a real mail server: who gets one, its content, its outcome, and that nobody gets it twice.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { applyCycle } from '@kvartplata/contracts/billing/apply.ts';
import { listBillingChanges } from '@kvartplata/contracts/billing/audit.ts';
import {
  cancelDelivery,
  createDelivery,
  getDelivery,
  listDeliveries,
  type Delivery,
  type DeliveryWithLetters,
} from '@kvartplata/contracts/billing/deliveries.ts';
import { previewLetters } from '@kvartplata/contracts/billing/letter-preview.ts';
import { listAccountsOfHouse } from '@kvartplata/contracts/core/personal-accounts.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import {
  startMailServer,
  type MailServer,
  type ReceivedMail,
} from '@kvartplata/platform/mail/testing/mail-server.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import type { Caller } from '../../access/access.service.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { changeBankDetails, CONTRACTOR } from '../../testing/contractor.ts';
import { makeSmallHouse } from '../../testing/small-house.ts';
import {
  addMember,
  ask,
  calculate,
  inCore,
  seedHouse,
  type TestUser,
} from '../../testing/test-user.ts';
import { requestDelivery } from './deliveries.service.ts';

let stand: BillingStand;
let server: MailServer;
let user: TestUser;
let organizationId: number;
let period: string;
let [sent, other, draft] = [0, 0, 0];

before(async () => {
  server = await startMailServer();
  stand = await startBillingStand({
    variables: {
      SMTP_URL: server.url,
      MAIL_FROM: 'Квартплата <post@example.org>',
      MAIL_BOUNCES: 'bounces@example.org',
      PUBLIC_URL: 'https://kvartplata.example',
    },
  });
  user = await stand.newUser();
  const house = await seedHouse(stand.coreUrl, user);
  ({ organizationId } = house);
  period = house.months[1] ?? '';
  const small = async (address: string, prefix: string, emails: Record<string, string>) =>
    makeSmallHouse(stand, user, {
      organizationId,
      address,
      prefix,
      rooms: ['10', '2', '3'],
      emails,
    });
  sent = await small('ул. Абрикосовая, д. 2', 'A2', {
    2: 'anna@example.org',
    10: 'boris@example.org',
  });
  other = await small('ул. Абрикосовая, д. 4', 'A4', { 2: 'vera@example.org' });
  draft = await small('ул. Абрикосовая, д. 6', 'A6', { 2: 'gleb@example.org' });
  await changeBankDetails(stand, { user, organizationId }, CONTRACTOR);
  const { billingCycleId: cycleId } = await calculate(stand.app, user, { organizationId }, period);
  const body = { houseIds: [sent, other] };
  assert.equal((await ask(stand.app, user, applyCycle, { params: { cycleId }, body })).status, 200);
});
after(async () => {
  await stand.stop();
  await server.stop();
});

async function deliver(body: object): Promise<DeliveryWithLetters> {
  const asked = await ask(stand.app, user, createDelivery, {
    body: { period, channel: 'email', ...body },
  });
  assert.equal(asked.status, 202, asked.text);
  return untilSent(asked.body);
}

async function refusalOf(body: object): Promise<string> {
  const asked = { period, channel: 'email', ...body };
  const { status, problem } = await ask(stand.app, user, createDelivery, { body: asked });
  return `${status} ${problem.code}`;
}

async function untilSent({ id }: Pick<Delivery, 'id'>): Promise<DeliveryWithLetters> {
  let delivery: DeliveryWithLetters | undefined;
  await until('nothing waits', async () => {
    delivery = await read(id);
    return delivery.finishedAt !== null && delivery.outcomes.waiting === 0;
  });
  assert.ok(delivery);
  return delivery;
}

async function read(deliveryId: number, query: object = {}): Promise<DeliveryWithLetters> {
  const asked = { params: { deliveryId }, query: { ...query } };
  return (await ask(stand.app, user, getDelivery, asked)).body;
}

async function preview(houseId: number) {
  return ask(stand.app, user, previewLetters, { query: { houseId, period } });
}

const outcomesOf = ({ items }: DeliveryWithLetters): readonly string[] =>
  items.map(({ accountNumber, outcome }) => `${accountNumber} ${outcome}`);

function mailTo(address: string): readonly ReceivedMail[] {
  return server.received.filter(({ recipients }) => recipients.includes(address));
}

function leaveLinkOf(mail: ReceivedMail | undefined): string {
  const value = mail?.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '';
  return /\/r\/mail\/[^>]+/.exec(value)?.[0] ?? '';
}

test('it is refused with mail off, an unapplied month, contradicting fields, or by strangers', async () => {
  const off = { queue: stand.queue, mail: { isOn: false } };
  const houses = [{ houseId: 1, address: '', accounts: 1, mailedAccounts: 0 }];
  const caller = {
    core: { countHouseAccounts: async () => ({ houses }) },
    requireRole: async () => {},
  };
  await assert.rejects(
    requestDelivery(
      off,
      caller as unknown as Caller,
      { organizationId, period: Temporal.PlainYearMonth.from(period) },
      async () => {
        throw new Error('asked');
      },
    ),
    (error) => error instanceof Refusal && error.code === 'mail-off',
  );
  assert.equal(await refusalOf({ houseId: draft }), '409 months-not-applied');
  assert.equal(await refusalOf({}), '400 validation-failed');
  assert.equal(await refusalOf({ houseId: sent, organizationId }), '400 validation-failed');
  assert.equal(await refusalOf({ houseId: sent, channel: 'sms' }), '400 validation-failed');
  assert.equal(await refusalOf({ houseId: 987_654 }), '404 not-found');
  const viewer = await stand.newUser();
  await addMember(stand.coreUrl, { user, organizationId }, viewer, 'viewer');
  const body = { period, channel: 'email', houseId: sent } as const;
  const { status } = await ask(stand.app, viewer, createDelivery, { body });
  assert.equal(status, 403);
});

test('a preview shows the first letter without its links, and the outcome for each receipt', async () => {
  const { status, body, text } = await preview(sent);
  assert.equal(status, 200, text);
  const { letter, outcomes, withoutAddress } = body;
  assert.equal(letter?.recipient, 'anna@example.org');
  assert.match(letter?.subject ?? '', /^Квитанция за .+, лицевой счёт A2-2$/);
  assert.match(letter?.text ?? '', /К оплате: .+ ₽, до \d\d\.\d\d\.\d{4}/);
  assert.doesNotMatch(letter?.text ?? '', /https?:/);
  assert.deepEqual([outcomes.waiting, outcomes['no-address']], [2, 1]);
  assert.deepEqual(
    withoutAddress.map(({ accountNumber }) => accountNumber),
    ['A2-3'],
  );
  assert.equal(server.received.length, 0);
  const ofDraft = await preview(draft);
  assert.deepEqual([ofDraft.status, ofDraft.problem.code], [409, 'months-not-applied']);
  assert.equal((await preview(987_654)).status, 404);
});

test('those who agreed get the receipt as PDF with its link, once', async () => {
  server.behave({
    refuseRecipient: [554, '5.7.1 taken for spam'],
    refusedAddress: 'boris@example.org',
  });
  const delivery = await deliver({ houseId: sent });
  assert.equal(delivery.status, 'COMPLETED');
  assert.deepEqual(outcomesOf(delivery), ['A2-2 sent', 'A2-3 no-address', 'A2-10 refused']);
  assert.match(delivery.items[2]?.reply ?? '', /taken for spam/);
  const [mail, ...more] = mailTo('anna@example.org');
  assert.ok(mail);
  assert.equal(more.length, 0);
  assert.equal(mail.from?.name, CONTRACTOR.name);
  assert.equal(mail.from?.address, 'post@example.org');
  assert.equal(mail.replyTo?.[0]?.address, CONTRACTOR.email);
  assert.match(mail.subject ?? '', /^Квитанция за .+, лицевой счёт A2-2$/);
  assert.match(mail.text ?? '', /К оплате: .+ ₽, до \d\d\.\d\d\.\d{4}/);
  assert.match(mail.text ?? '', /https:\/\/kvartplata\.example\/r\/[0-9a-z.]+/);
  assert.match(mail.envelopeSender, /^bounces\+[0-9a-z.]+@example\.org$/);
  assert.equal(mail.messageId, `<${mail.envelopeSender.slice(8, -12)}@example.org>`);
  const [pdf, ...others] = mail.attachments;
  assert.equal(others.length, 0);
  assert.equal(pdf?.mimeType, 'application/pdf');
  assert.match(pdf?.filename ?? '', /^kvitanciya-\d{4}-\d\d-a2-2\.pdf$/);
  assert.equal(
    Buffer.from(pdf?.content as ArrayBuffer)
      .subarray(0, 5)
      .toString(),
    '%PDF-',
  );
  const oneClick = mail.headers.find(({ key }) => key === 'list-unsubscribe-post');
  assert.equal(oneClick?.value, 'List-Unsubscribe=One-Click');
});

test('a repeated delivery skips those already reached, and retries failed ones on request', async () => {
  server.behave({});
  const nobody = await preview(sent);
  assert.deepEqual([nobody.body.letter, nobody.body.outcomes['already-sent']], [null, 1]);
  const plain = await deliver({ houseId: sent });
  assert.deepEqual(outcomesOf(plain), [
    'A2-2 already-sent',
    'A2-3 no-address',
    'A2-10 tried-before',
  ]);
  const again = await deliver({ organizationId, again: true });
  assert.deepEqual(again.housesNotApplied.length, 2, 'the golden house and the draft');
  assert.deepEqual(outcomesOf(again), [
    'A2-2 already-sent',
    'A2-3 no-address',
    'A2-10 sent',
    'A4-2 sent',
    'A4-3 no-address',
    'A4-10 no-address',
  ]);
  assert.equal(mailTo('boris@example.org').length, 1);
  assert.equal(mailTo('anna@example.org').length, 1);
  const first = await read(again.id, { limit: 2, outcome: 'sent' });
  assert.deepEqual(outcomesOf(first), ['A2-10 sent', 'A4-2 sent']);
  const page = await read(again.id, { limit: 4 });
  const rest = await read(again.id, { limit: 4, cursor: page.nextCursor });
  assert.deepEqual([page.items.length, rest.items.length, rest.nextCursor], [4, 2, null]);
});

test('the link in the letter withdraws the consent, by a page without scripts or one click in a mail program', async () => {
  const [anna, boris] = [mailTo('anna@example.org')[0], mailTo('boris@example.org')[0]];
  const link = leaveLinkOf(anna);
  const page = await stand.app.inject({ url: link, headers: { 'accept-language': 'en' } });
  assert.equal(page.statusCode, 200);
  assert.match(page.body, /<form method="post"[^]*Stop them/);
  assert.doesNotMatch(page.body, /<script/);
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  // First as in RFC 8058, then as the page's own button sends it.
  for (const payload of ['List-Unsubscribe=One-Click', '']) {
    const left = await stand.app.inject({ method: 'POST', url: link, payload, headers: form });
    assert.equal(left.statusCode, 200, payload);
    assert.match(left.body, /Квитанции на этот адрес не приходят/);
  }
  const multipart =
    '--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';
  const pressed = await stand.app.inject({
    method: 'POST',
    url: leaveLinkOf(boris),
    payload: multipart,
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  });
  assert.equal(pressed.statusCode, 200);
  const forged = await stand.app.inject({
    url: link.replace(/.$/, (sign) => (sign === '0' ? '1' : '0')),
  });
  assert.equal(forged.statusCode, 404);
  const { items } = await inCore(stand, user).call(listAccountsOfHouse, {
    params: { houseId: sent },
  });
  const told = items.map(({ accountNumber, email, wantsPaper }) => [
    accountNumber,
    email,
    wantsPaper,
  ]);
  assert.deepEqual(told, [
    ['A2-10', null, true],
    ['A2-2', null, true],
    ['A2-3', null, true],
  ]);
  const next = await deliver({ houseId: sent });
  assert.deepEqual(outcomesOf(next), [
    'A2-2 unsubscribed',
    'A2-3 no-address',
    'A2-10 unsubscribed',
  ]);
});

test('waiting letters can be cancelled, and are sent by the next delivery', async () => {
  const house = await makeSmallHouse(stand, user, {
    organizationId,
    address: 'ул. Абрикосовая, д. 8',
    prefix: 'A8',
    emails: { 2: 'dina@example.org', 10: 'egor@example.org' },
  });
  const { billingCycleId: cycleId } = await calculate(stand.app, user, { houseId: house }, period);
  await ask(stand.app, user, applyCycle, { params: { cycleId }, body: { houseIds: [house] } });
  server.behave({ refuseRecipient: [451, 'later'] });
  const asked = await ask(stand.app, user, createDelivery, {
    body: { period, channel: 'email', houseId: house },
  });
  await until(
    'both were tried',
    async () =>
      (await read(asked.body.id)).items.filter(({ attempts }) => attempts === 1).length === 2,
  );
  const [dina] = (await read(asked.body.id)).items;
  assert.match(dina?.reply ?? '', /later/);
  assert.ok(dina?.nextAttemptAt);
  const params = { deliveryId: asked.body.id };
  const cancelled = await ask(stand.app, user, cancelDelivery, { params });
  assert.equal(cancelled.status, 200, cancelled.text);
  assert.equal(cancelled.body.outcomes.cancelled, 2);
  const twice = await ask(stand.app, user, cancelDelivery, { params });
  assert.equal(twice.problem.code, 'job-finished');
  server.behave({});
  const named = { ...CONTRACTOR, name: 'Приз на https://evil.example/win' };
  await changeBankDetails(stand, { user, organizationId }, named);
  const next = await deliver({ houseId: house });
  assert.deepEqual(outcomesOf(next), ['A8-2 sent', 'A8-10 sent']);
  assert.equal(mailTo('dina@example.org')[0]?.from?.name, 'Приз на …');
  const { items } = (await ask(stand.app, user, listDeliveries, { query: { organizationId } }))
    .body;
  assert.equal(items.length, 6);
  assert.equal(items[0]?.outcomes.sent, 2);
  const log = await ask(stand.app, user, listBillingChanges, { query: { organizationId } });
  const actions = log.body.items.map(({ action }) => action);
  assert.ok(actions.includes('delivery.requested') && actions.includes('delivery.cancelled'));
});
