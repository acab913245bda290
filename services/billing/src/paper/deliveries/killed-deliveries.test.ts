// The billing process is killed three times while the letters of a house are sent: none arrives twice, and none is lost silently.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { applyCycle } from '@kvartplata/contracts/billing/apply.ts';
import { createDelivery } from '@kvartplata/contracts/billing/deliveries.ts';
import { openDatabase, type Database } from '@kvartplata/platform/database/database.ts';
import { startMailServer, type MailServer } from '@kvartplata/platform/mail/testing/mail-server.ts';
import type { ServiceProcess } from '@kvartplata/platform/testing/service-process.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import type { BillingTables } from '../../tables.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { changeBankDetails, CONTRACTOR } from '../../testing/contractor.ts';
import { endLeases, hold, untilBillingWaits, untilNobodyWaits } from '../../testing/held-tables.ts';
import { makeSmallHouse } from '../../testing/small-house.ts';
import { ask, calculate, seedHouse, type TestUser } from '../../testing/test-user.ts';

const ROOMS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];

let stand: BillingStand;
let server: MailServer;
let user: TestUser;
let outside: Database<BillingTables>;
let worker: ServiceProcess;
let houseId: number;
let period: string;

before(async () => {
  server = await startMailServer();
  stand = await startBillingStand({
    works: false,
    variables: { SMTP_URL: server.url, MAIL_FROM: 'Квартплата <post@example.org>' },
  });
  outside = openDatabase({ url: stand.databaseUrl, poolSize: 2, applicationName: 'test-outside' });
  worker = await stand.startWorker();
  user = await stand.newUser();
  const { organizationId, months } = await seedHouse(stand.coreUrl, user);
  period = months[1] ?? '';
  houseId = await makeSmallHouse(stand, user, {
    organizationId,
    address: 'ул. Вишнёвая, д. 1',
    prefix: 'V1',
    rooms: ROOMS,
    emails: Object.fromEntries(ROOMS.map((room) => [room, `room${room}@example.org`])),
  });
  await changeBankDetails(stand, { user, organizationId }, CONTRACTOR);
  const { billingCycleId: cycleId } = await calculate(stand.app, user, { houseId }, period);
  const applied = await ask(stand.app, user, applyCycle, {
    params: { cycleId },
    body: { houseIds: [houseId] },
  });
  assert.equal(applied.status, 200, applied.text);
});
after(async () => {
  await outside.db.destroy();
  await stand.stop();
  await server.stop();
});

async function startAgain(): Promise<void> {
  server.behave({});
  await endLeases(outside);
  // Instead of waiting five minutes until the dead process's claims expire.
  await outside.pool.query(
    `update delivery_letters set locked_until = now() - interval '1 second' where outcome = 'waiting' and locked_until is not null`,
  );
  worker = await stand.startWorker();
}

async function untilHeard(letters: number): Promise<void> {
  await until(`${letters} letters were heard`, () => server.received.length >= letters);
}

async function lettersBy(outcome: string): Promise<readonly string[]> {
  const { rows } = await outside.pool.query<{ recipient: string }>(
    'select recipient from delivery_letters where outcome = $1 order by position',
    [outcome],
  );
  return rows.map(({ recipient }) => recipient);
}

/** The server stops responding at a step of the next letter. */
async function killAtRecipient(): Promise<void> {
  server.behave({ hangsAtRecipient: true });
  const asked = server.askedFor.length;
  await until('a recipient waits for its answer', () => server.askedFor.length > asked);
  await worker.kill();
}

async function killAtMark(): Promise<void> {
  const release = await hold(outside, 'lock table delivery_letters in exclusive mode');
  await untilBillingWaits(outside);
  await worker.kill();
  await release();
  await untilNobodyWaits(outside);
}

async function killBeforeAnswer(): Promise<void> {
  const content = Promise.withResolvers<void>();
  server.behave({
    beforeAnswer: async () => {
      content.resolve();
      return Promise.withResolvers<void>().promise;
    },
  });
  await content.promise;
  await worker.kill();
}

test('no letter is delivered twice, and one possibly lost is marked so, whether the process dies before its mark, at it, or before the answer', async () => {
  const body = { period, channel: 'email', houseId } as const;
  const asked = await ask(stand.app, user, createDelivery, { body });
  assert.equal(asked.status, 202, asked.text);
  for (const [nth, kill] of [killAtRecipient, killAtMark, killBeforeAnswer].entries()) {
    await untilHeard(1 + 2 * nth);
    await kill();
    await startAgain();
  }
  await until('nothing waits', async () => {
    const ended = [...(await lettersBy('sent')), ...(await lettersBy('unconfirmed'))];
    return ended.length === ROOMS.length;
  });
  const heard = server.received.flatMap(({ recipients }) => recipients);
  assert.equal(new Set(heard).size, heard.length, String(heard));
  // Only a letter at its mark can be lost.
  assert.ok(heard.length >= ROOMS.length - 1, String(heard));
  assert.equal(new Set(server.received.map(({ messageId }) => messageId)).size, heard.length);
  // Letters whose process died after marking them and before recording the server's answer: whether they arrived is not known.
  const unconfirmed = await lettersBy('unconfirmed');
  assert.ok(unconfirmed.length >= 1 && unconfirmed.length <= 2, String(unconfirmed));
  const silent = (await lettersBy('sent')).filter((recipient) => !heard.includes(recipient));
  assert.deepEqual(silent, []);
  assert.doesNotMatch(worker.output(), /room\d@example\.org/);
});
