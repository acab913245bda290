import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { sql, type Kysely } from 'kysely';
import { openDatabase } from '../database/database.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { until } from '../testing/until.ts';
import { startMailLoop, workOutbox, type MailWork } from './mail-worker.ts';
import { createOutbox, insertMailMessage } from './outbox.repository.ts';
import type { Attempt } from './sender.ts';
import { createSmtpSender } from './smtp-sender.ts';
import { startMailServer, type MailServer } from './testing/mail-server.ts';
import type { Templates, WaitingMessage } from './mail-message.ts';
import { writerOf } from './write-message.ts';

type Row = {
  readonly outcome: string | null;
  readonly attempts: number;
  readonly reply: string | null;
  readonly nextAttemptAt: Date;
};

const START = Date.parse('2026-07-01T09:00:00Z');
const DAY_MS = 24 * 60 * 60_000;

let database: TestDatabase;
let db: Kysely<unknown>;
let server: MailServer;
let nowMs = START;
let attempts: Attempt[] = [];

before(async () => {
  database = await createTestDatabase('auth');
  ({ db } = openDatabase<unknown>({
    url: database.url,
    poolSize: 4,
    applicationName: 'mail-test',
    role: 'auth_app',
  }));
});
after(async () => {
  await db.destroy();
  await database.drop();
});
beforeEach(async () => {
  server = await startMailServer();
  [nowMs, attempts] = [START, []];
  await sql`delete from mail_messages`.execute(db);
});
afterEach(async () => server.stop());

const TEMPLATES: Templates = {
  greeting: ({ name = '' }, language) => ({
    subject: language === 'ru' ? 'Привет' : 'Hello',
    text: `${name}, ёлки`,
  }),
};

function work(overrides: Partial<MailWork<WaitingMessage>> = {}): MailWork<WaitingMessage> {
  return {
    outbox: createOutbox(db),
    write: writerOf({ service: 'auth', templates: TEMPLATES }, 'example.org'),
    sender: createSmtpSender({
      url: server.url,
      from: 'Квартплата <post@example.org>',
      timeoutMs: 500,
    }),
    prepare: async () => {},
    now: () => new Date(nowMs),
    onAttempt: (attempt) => void attempts.push(attempt),
    ...overrides,
  };
}

async function write(recipient = 'anna@example.org', livesMs = 3 * DAY_MS): Promise<void> {
  await insertMailMessage(db, {
    template: 'greeting',
    facts: { name: 'Анна' },
    language: 'ru',
    recipient,
    createdAt: new Date(nowMs),
    expiresAt: new Date(nowMs + livesMs),
  });
}

async function rows(): Promise<readonly Row[]> {
  const found = await sql<Row>`
    select outcome, attempts, reply, next_attempt_at from mail_messages order by id
  `.execute(db);
  return found.rows;
}

async function onlyRow(): Promise<Row> {
  const [row, ...others] = await rows();
  assert.ok(row !== undefined && others.length === 0);
  return row;
}

describe('the outbox', () => {
  it('delivers a message once, in the format that mail programs read', async () => {
    await write();
    assert.equal(await workOutbox(work()), 1);
    assert.equal(await workOutbox(work()), 0);
    const [mail, ...others] = server.received;
    assert.equal(others.length, 0);
    assert.deepEqual(mail?.recipients, ['anna@example.org']);
    assert.equal(mail?.from?.name, 'Квартплата');
    assert.equal(mail?.subject, 'Привет');
    assert.equal(mail?.text?.trim(), 'Анна, ёлки');
    assert.match(mail?.messageId ?? '', new RegExp(`^<auth-\\d+-${START}@example\\.org>$`));
    assert.equal((await onlyRow()).outcome, 'sent');
  });

  it('ends a message that the server rejects for good, with its reply', async () => {
    server.behave({ refuseRecipient: [550, 'no such mailbox'] });
    await write();
    await workOutbox(work());
    const { outcome, reply } = await onlyRow();
    assert.equal(outcome, 'refused');
    assert.match(reply ?? '', /no such mailbox/);
    assert.equal(server.received.length, 0);
  });

  for (const [what, behaviour] of [
    ['a recipient', { refuseRecipient: [451, 'greylisted'] }],
    ['a content that it has heard', { refuseContent: [452, 'disk full'] }],
  ] as const) {
    it(`retries when the server puts off ${what}`, async () => {
      server.behave(behaviour);
      await write();
      await workOutbox(work());
      assert.equal((await onlyRow()).outcome, null);
      assert.equal(await workOutbox(work()), 0, 'not before its time');
      server.behave({});
      nowMs += 60_000;
      assert.equal(await workOutbox(work()), 1);
      assert.equal((await onlyRow()).outcome, 'sent');
    });
  }

  it('delivers within the hour when the server was unavailable for a day', async () => {
    const { port } = new URL(server.url);
    await write();
    await server.stop();
    const back = nowMs + DAY_MS;
    while (nowMs < back) {
      await workOutbox(work());
      nowMs += 10 * 60_000;
    }
    assert.ok((await onlyRow()).attempts < 40, 'with growing pauses');
    server = await startMailServer(Number(port));
    for (const end = nowMs + 60 * 60_000; nowMs <= end; nowMs += 10 * 60_000)
      await workOutbox(work());
    assert.equal((await onlyRow()).outcome, 'sent');
    assert.equal(server.received.length, 1);
  });

  it('tries an unavailable server once a round, however many messages wait', async () => {
    await server.stop();
    for (let nth = 0; nth < 5; nth += 1) await write(`person${nth}@example.org`);
    await workOutbox(work());
    assert.equal(attempts.length, 1);
    assert.equal(attempts[0]?.isServerThere, false);
    server = await startMailServer();
  });

  it('never resends a message whose content got no reply', async () => {
    server.behave({ beforeAnswer: async () => Promise.withResolvers<void>().promise });
    await write();
    await workOutbox(work());
    assert.equal(attempts[0]?.result, 'no-answer');
    server.behave({});
    nowMs += DAY_MS;
    await workOutbox(work());
    assert.equal(server.received.length, 1);
    assert.equal((await onlyRow()).outcome, 'unconfirmed');
  });

  it('does not send an expired message', async () => {
    await write('anna@example.org', 60_000);
    nowMs += 60_000;
    await workOutbox(work());
    assert.equal(server.received.length, 0);
    assert.equal((await onlyRow()).outcome, 'expired');
  });

  it('sends ten messages an hour to one address, and the rest later', async () => {
    for (let nth = 0; nth < 12; nth += 1) await write();
    await write('boris@example.org');
    assert.equal(await workOutbox(work()), 11);
    nowMs += 61 * 60_000;
    assert.equal(await workOutbox(work()), 2);
  });

  it('sends each message once, however many processes work on the outbox', async () => {
    for (let nth = 0; nth < 8; nth += 1) await write(`person${nth}@example.org`);
    const sent = await Promise.all([work(), work(), work()].map(async (each) => workOutbox(each)));
    assert.equal(
      sent.reduce((sum, each) => sum + each, 0),
      8,
    );
    assert.equal(server.received.length, 8);
  });

  it('leaves a message to the process that has taken it over in the meantime', async () => {
    await write();
    const slow = work();
    await workOutbox({
      ...slow,
      sender: {
        send: async (letter, beforeContent) =>
          slow.sender.send(letter, async () => {
            // So long after the claim that another process has taken over the message and sent it.
            nowMs += 10 * 60_000;
            await workOutbox(work());
            await beforeContent();
          }),
      },
    });
    assert.equal(server.received.length, 1);
    assert.equal((await onlyRow()).outcome, 'sent');
  });

  it('stops at once while the server says nothing, and the next process sends the message', async () => {
    server.behave({ hangsAtRecipient: true });
    const { url, from } = { url: server.url, from: 'post@example.org' };
    const patient = work({ sender: createSmtpSender({ url, from }) });
    await write();
    const loop = startMailLoop(patient, (error) => assert.fail(String(error)));
    await until('the server is asked', () => server.askedFor.length === 1);
    const startedAt = performance.now();
    await loop.stop();
    assert.ok(performance.now() - startedAt < 5_000, `${performance.now() - startedAt} ms`);
    assert.deepEqual(attempts, []);
    const row = await onlyRow();
    assert.deepEqual([row.outcome, row.reply], [null, 'the service was stopping']);
    server.behave({});
    assert.equal(await workOutbox(work()), 1);
    assert.equal(server.received.length, 1);
  });

  it('stops within seconds while the reply to a content does not come, which stays unconfirmed', async () => {
    const arrived = Promise.withResolvers<void>();
    server.behave({
      beforeAnswer: async () => {
        arrived.resolve();
        return new Promise(() => undefined);
      },
    });
    const { url, from } = { url: server.url, from: 'post@example.org' };
    await write();
    const loop = startMailLoop(work({ sender: createSmtpSender({ url, from }) }), (error) =>
      assert.fail(String(error)),
    );
    await arrived.promise;
    const startedAt = performance.now();
    await loop.stop();
    assert.ok(performance.now() - startedAt < 10_000, `${performance.now() - startedAt} ms`);
    assert.equal((await onlyRow()).outcome, 'unconfirmed');
  });

  it('runs when nudged, and stops after the current message', async () => {
    const loop = startMailLoop(work(), (error) => assert.fail(String(error)));
    await write();
    loop.nudge();
    await until('the message is there', () => server.received.length === 1);
    await loop.stop();
    assert.equal((await onlyRow()).outcome, 'sent');
  });
});
