// Letters that do not arrive: refused by the mail server at once, or reported later; and files that are no report about one's own
// letter.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  listAccountLetters,
  reopenAddress,
} from '@kvartplata/contracts/billing/account-letters.ts';
import { applyCycle } from '@kvartplata/contracts/billing/apply.ts';
import { listBillingChanges } from '@kvartplata/contracts/billing/audit.ts';
import { reportBounce } from '@kvartplata/contracts/billing/bounces.ts';
import {
  createDelivery,
  getDelivery,
  type DeliveryWithLetters,
} from '@kvartplata/contracts/billing/deliveries.ts';
import {
  getPersonalAccount,
  replacePersonalAccount,
} from '@kvartplata/contracts/core/personal-accounts.ts';
import { startMailServer, type MailServer } from '@kvartplata/platform/mail/testing/mail-server.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { reportForm, reportOf, type ReportedLetter } from '../../testing/bounce-report.ts';
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

const ROOMS = ['1', '2', '3', '4'];

let stand: BillingStand;
let server: MailServer;
let user: TestUser;
let organizationId: number;
let period: string;
let later: string;
let houseId: number;

before(async () => {
  server = await startMailServer();
  stand = await startBillingStand({
    variables: { SMTP_URL: server.url, MAIL_FROM: 'Квартплата <post@example.org>' },
  });
  user = await stand.newUser();
  const seeded = await seedHouse(stand.coreUrl, user);
  ({ organizationId } = seeded);
  [, period = '', later = ''] = seeded.months;
  houseId = await makeSmallHouse(stand, user, {
    organizationId,
    address: 'ул. Сливовая, д. 1',
    prefix: 'S1',
    rooms: ROOMS,
    emails: Object.fromEntries(ROOMS.map((room) => [room, addressOf(room)])),
  });
  await changeBankDetails(stand, { user, organizationId }, CONTRACTOR);
  const { billingCycleId: cycleId } = await calculate(stand.app, user, { houseId }, period);
  await ask(stand.app, user, applyCycle, { params: { cycleId }, body: { houseIds: [houseId] } });
});
after(async () => {
  await stand.stop();
  await server.stop();
});

const addressOf = (room: string): string => `room${room}@example.org`;

async function deliver(again = false): Promise<DeliveryWithLetters> {
  const body = { period, channel: 'email', houseId, again } as const;
  const { body: asked } = await ask(stand.app, user, createDelivery, { body });
  return untilSent(asked.id);
}

async function untilSent(deliveryId: number): Promise<DeliveryWithLetters> {
  let delivery: DeliveryWithLetters | undefined;
  await until('nothing waits', async () => {
    delivery = (await ask(stand.app, user, getDelivery, { params: { deliveryId } })).body;
    return delivery.finishedAt !== null && delivery.outcomes.waiting === 0;
  });
  assert.ok(delivery);
  return delivery;
}

function outcomesOf({ items }: DeliveryWithLetters): readonly string[] {
  return items.map(({ outcome }) => outcome);
}

/** The token that identifies the last letter to the room. */
function tokenOf(room: string): string {
  const mail = server.received.findLast(({ recipients }) => recipients.includes(addressOf(room)));
  return /^<([^@]+)@/.exec(mail?.messageId ?? '')?.[1] ?? '';
}

async function report(letter: ReportedLetter | Buffer, reporter = user) {
  const file = Buffer.isBuffer(letter) ? letter : reportOf(letter);
  return ask(stand.app, reporter, reportBounce, {
    query: { organizationId },
    body: reportForm(file),
  });
}

async function countChanges(what: string): Promise<number> {
  const { body } = await ask(stand.app, user, listBillingChanges, { query: { organizationId } });
  return body.items.filter(({ action }) => action === what).length;
}

async function moveAddress(personalAccountId: number, email: string): Promise<void> {
  const { call } = inCore(stand, user);
  const params = { personalAccountId };
  const { roomId, accountNumber, payer, owners, share, openedOn } = await call(getPersonalAccount, {
    params,
  });
  const body = { roomId, accountNumber, payer, owners, share, openedOn, email };
  await call(replacePersonalAccount, { params, body });
}

test('an address that the mail server rejects for good bounces at once, and gets letters again when changed', async () => {
  server.behave({
    refuseRecipient: [550, '5.1.1 no such mailbox'],
    refusedAddress: addressOf('1'),
  });
  const first = await deliver();
  assert.deepEqual(outcomesOf(first), ['bounced', 'sent', 'sent', 'sent']);
  assert.match(first.items[0]?.reply ?? '', /5\.1\.1 no such mailbox/);
  server.behave({});
  assert.equal(outcomesOf(await deliver(true))[0], 'address-bounced');
  await moveAddress(first.items[0]?.personalAccountId ?? 0, 'anna@example.org');
  const next = await deliver();
  assert.deepEqual(outcomesOf(next), ['sent', 'already-sent', 'already-sent', 'already-sent']);
  assert.equal(next.items[0]?.recipient, 'anna@example.org');
});

test('a bounce report about an invalid address closes it, and a repeated one changes nothing', async () => {
  const token = tokenOf('2');
  for (const nth of [1, 2]) {
    const { status, body, text } = await report({ token });
    assert.equal(status, 200, text);
    const { failure, outcome, recipient, accountNumber } = body;
    assert.deepEqual(
      [failure, outcome, recipient, accountNumber],
      ['address', 'bounced', addressOf('2'), 'S1-2'],
      `the ${nth}. time`,
    );
  }
  const again = await deliver(true);
  assert.equal(outcomesOf(again)[1], 'address-bounced');
  assert.equal(await countChanges('delivery.bounced'), 1);
});

test('a closed address gets letters again once reopened, and only by its exact address', async () => {
  const { items } = await deliver();
  const { personalAccountId = 0 } = items[1] ?? {};
  const params = { personalAccountId };
  const reopen = async (recipient: string, who = user) =>
    ask(stand.app, who, reopenAddress, { params, body: { recipient } });
  const { body: closed } = await ask(stand.app, user, listAccountLetters, { params });
  assert.equal(closed.closedAddress?.recipient, addressOf('2'));
  assert.equal(closed.closedAddress.reason, 'bounced');
  assert.match(closed.closedAddress.reply ?? '', /5\.1\.1/);
  const other = await reopen(addressOf('1'));
  assert.equal(other.status, 200, other.text);
  assert.equal(other.body.closedAddress?.recipient, addressOf('2'));
  assert.equal((await reopen(addressOf('2'), await stand.newUser())).status, 404);
  for (const _ of ['once', 'again'])
    assert.deepEqual((await reopen('ROOM2@example.org')).body, { closedAddress: null });

  assert.equal(outcomesOf(await deliver())[1], 'tried-before');
  assert.equal(outcomesOf(await deliver(true))[1], 'sent');
  assert.equal(await countChanges('personal-account.address-reopened'), 1);
});

test("an account's letters are listed page by page, newest first", async () => {
  const { items } = await deliver();
  const { personalAccountId = 0 } = items[1] ?? {};
  const outcomes: string[] = [];
  let cursor: string | undefined;
  do {
    const { body, text } = await ask(stand.app, user, listAccountLetters, {
      params: { personalAccountId },
      query: { limit: 2, cursor },
    });
    assert.ok(body.items.length <= 2, text);
    outcomes.push(...body.items.map(({ outcome }) => outcome));
    cursor = body.nextCursor ?? undefined;
  } while (cursor !== undefined);
  assert.deepEqual(outcomes.slice(0, 3), ['already-sent', 'sent', 'tried-before']);
  assert.ok(outcomes.includes('bounced') && outcomes.includes('address-bounced'));
});

test('a delayed letter is only reported, and an expired one may be sent again', async () => {
  const delayed = await report({ token: tokenOf('3'), action: 'delayed', status: '4.4.1' });
  assert.deepEqual([delayed.body.failure, delayed.body.outcome], ['none', 'sent']);
  const expired = await report({ token: tokenOf('3'), action: 'failed', status: '4.4.7' });
  assert.deepEqual([expired.body.failure, expired.body.outcome], ['expired', 'expired']);
  assert.equal(outcomesOf(await deliver())[2], 'tried-before');
  const earlier = tokenOf('3');
  assert.equal(outcomesOf(await deliver(true))[2], 'sent');
  assert.notEqual(tokenOf('3'), earlier);
});

test('a late report about a former address leaves the present one closed', async () => {
  const ofFormer = tokenOf('3');
  const { personalAccountId = 0 } = (await deliver()).items[2] ?? {};
  await moveAddress(personalAccountId, 'boris@example.org');
  server.behave({ refuseRecipient: [550, '5.1.1 gone'], refusedAddress: 'boris@example.org' });
  assert.equal(outcomesOf(await deliver())[2], 'bounced');
  server.behave({});
  assert.equal((await report({ token: ofFormer })).body.outcome, 'bounced');
  const params = { personalAccountId };
  const { body } = await ask(stand.app, user, listAccountLetters, { params });
  assert.equal(body.closedAddress?.recipient, 'boris@example.org');
  assert.equal(outcomesOf(await deliver(true))[2], 'address-bounced');
});

test('a letter that waits is not sent once another one to its address has bounced', async () => {
  const { billingCycleId: cycleId } = await calculate(stand.app, user, { houseId }, later);
  await ask(stand.app, user, applyCycle, { params: { cycleId }, body: { houseIds: [houseId] } });
  const address = addressOf('2');
  server.behave({ refuseRecipient: [451, '4.2.1 later'], refusedAddress: address });
  const body = { period: later, channel: 'email', houseId } as const;
  const { body: waiting } = await ask(stand.app, user, createDelivery, { body });
  const params = { deliveryId: waiting.id };
  await until('the letter has been tried', async () => {
    const { items } = (await ask(stand.app, user, getDelivery, { params })).body;
    return (items[1]?.reply ?? null) !== null;
  });
  assert.equal((await report({ token: tokenOf('2') })).body.outcome, 'bounced');
  server.behave({});
  const sent = server.received.length;
  await stand.owner.query(
    `update delivery_letters set next_attempt_at = now() where delivery_id = $1 and outcome = 'waiting'`,
    [waiting.id],
  );
  assert.equal(outcomesOf(await untilSent(waiting.id))[1], 'address-bounced');
  assert.ok(server.received.slice(sent).every(({ recipients }) => !recipients.includes(address)));
});

test("a report of another organization's letter gets the same 404 as of none, and an unreadable one is refused", async () => {
  const token = tokenOf('4');
  const stranger = await stand.newUser();
  const { organizationId: theirs } = await seedHouse(stand.coreUrl, stranger);
  const body = reportForm(reportOf({ token }));
  const ofStranger = await ask(stand.app, stranger, reportBounce, {
    query: { organizationId: theirs },
    body,
  });
  const forged = token.replace(/.$/, (sign) => (sign === '0' ? '1' : '0'));
  const ofNone = await ask(stand.app, stranger, reportBounce, {
    query: { organizationId: theirs },
    body: reportForm(reportOf({ token: forged })),
  });
  assert.equal(ofStranger.status, 404);
  const { requestId: _, ...told } = ofStranger.problem;
  const { requestId: __, ...describedNone } = ofNone.problem;
  assert.deepEqual(told, describedNone);
  assert.equal((await report({ token }, stranger)).status, 404);
  const viewer = await stand.newUser();
  await addMember(stand.coreUrl, { user, organizationId }, viewer, 'viewer');
  assert.equal((await report({ token }, viewer)).status, 403);
  const whole = reportOf({ token });
  const cut = await report(whole.subarray(0, whole.indexOf('Action:')));
  assert.deepEqual([cut.status, cut.problem.code], [400, 'bounce-unreadable']);
  const letter = await report(Buffer.from('Subject: hello\r\n\r\nhello\r\n'));
  assert.deepEqual([letter.status, letter.problem.code], [400, 'bounce-unreadable']);
  const huge = await report(Buffer.concat([whole, Buffer.alloc(1_048_576, 32)]));
  assert.equal(huge.status, 413);
  assert.equal(outcomesOf(await deliver())[3], 'already-sent');
});

test('a report of a million lines is refused, and does not block other requests', async () => {
  const status = 'Content-Type: message/delivery-status\r\n\r\nAction: failed\r\n';
  const head = `Content-Type: multipart/report; boundary=b\r\n\r\n--b\r\n${status}`;
  let turns = 0;
  const turning = setInterval(() => (turns += 1), 10);
  const refused = await report(Buffer.from(`${head}${'\n'.repeat(1_000_000)}`));
  clearInterval(turning);
  assert.deepEqual([refused.status, refused.problem.code], [400, 'bounce-unreadable']);
  assert.ok(turns > 20, `${turns} turns`);
});
