import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { listAuthChanges } from '@kvartplata/contracts/auth/audit.ts';
import { changePassword } from '@kvartplata/contracts/auth/own-sessions.ts';
import { requestPasswordReset, resetPassword } from '@kvartplata/contracts/auth/password-resets.ts';
import { startSession } from '@kvartplata/contracts/auth/sign-in.ts';
import { getCurrentUser } from '@kvartplata/contracts/auth/users.ts';
import type { WaitingMessage } from '@kvartplata/platform/mail/mail-message.ts';
import { workOutbox, type MailWork } from '@kvartplata/platform/mail/mail-worker.ts';
import { createOutbox } from '@kvartplata/platform/mail/outbox.repository.ts';
import type { Letter } from '@kvartplata/platform/mail/sender.ts';
import { writerOf } from '@kvartplata/platform/mail/write-message.ts';
import { sql } from 'kysely';
import { openTestApp, type TestApp } from '../testing/auth-app.ts';
import {
  createTestClient,
  PASSWORD,
  register,
  personNamed,
  seenByStranger,
  signIn,
  type Answer,
  type TestClient,
} from '../testing/test-client.ts';
import { passwordTemplates } from './password-letters.ts';
import { lookUpResets } from './password-resets.service.ts';
import { resetTokenFor } from './reset-token.ts';

const NEW_PASSWORD = 'новый конь 43';
const MINUTE = 60;

let auth: TestApp;
let stranger: TestClient;
let letters: Letter[] = [];
let people = 0;

before(async () => {
  auth = await openTestApp();
  stranger = createTestClient(auth.app);
});
after(async () => auth.close());
beforeEach(() => (letters = []));

/** Delivers everything in the outbox now. */
async function deliver(): Promise<void> {
  const templates = passwordTemplates({ origin: 'https://example.org', keys: auth.keys.resets });
  const work: MailWork<WaitingMessage> = {
    outbox: createOutbox(auth.db),
    write: writerOf({ service: 'auth', templates }, 'example.org'),
    sender: {
      send: async (letter, beforeContent) => {
        await beforeContent();
        letters.push(letter);
        return { result: 'accepted', reply: '250 ok', isServerThere: true };
      },
    },
    prepare: async (now) => lookUpResets(auth.db, now),
    now: auth.now,
    onAttempt: () => {},
  };
  await workOutbox(work);
}

async function registered(): Promise<{ readonly username: string; readonly client: TestClient }> {
  people += 1;
  const username = `person${people}`;
  return { username, client: await signIn(auth.app, username) };
}

const ask = async (email: string, more = {}): Promise<Answer> =>
  stranger.post(requestPasswordReset.path, { email, ...more });

function tokenIn(letter: Letter | undefined): string {
  const [, token = ''] = /reset-password#(\S+)/.exec(letter?.text ?? '') ?? [];
  return token;
}

async function tokenFor(username: string): Promise<string> {
  await ask(`${username}@example.org`);
  await deliver();
  return tokenIn(letters.at(-1));
}

const reset = async (token: string, password = NEW_PASSWORD): Promise<Answer> =>
  stranger.post(resetPassword.path, { token, password });

const logIn = async (username: string, password: string): Promise<number> =>
  (await createTestClient(auth.app).post(startSession.path, { username, password })).status;

describe('a forgotten password', () => {
  it('is answered alike whether or not the e-mail is known, and leaves the same rows', async () => {
    const { username } = await registered();
    const known = await ask(`${username}@example.org`);
    const unknown = await ask('nobody@example.org');
    assert.equal(known.status, 200, known.text);
    assert.equal(seenByStranger(known), seenByStranger(unknown));
    const { rows } = await sql<{ resets: number }>`
      select count(*)::integer as resets from password_resets where email_key is not null
    `.execute(auth.db);
    assert.equal(rows[0]?.resets, 2);
    await deliver();
    assert.deepEqual(
      letters.map(({ recipient }) => recipient),
      [`${username}@example.org`],
    );
    const left = await sql`select 1 from password_resets where email_key is not null`.execute(
      auth.db,
    );
    assert.equal(left.rows.length, 0, 'an address that nobody has is forgotten');
  });

  it('is replaced through the link of the letter: once, ending all sessions, and confirmed by e-mail', async () => {
    const { username, client } = await registered();
    const token = await tokenFor(username);
    const answer = await reset(token);
    assert.equal(answer.status, 200, answer.text);
    assert.equal((await client.get(getCurrentUser.path)).status, 401);
    assert.equal(await logIn(username, PASSWORD), 401);
    assert.equal(await logIn(username, NEW_PASSWORD), 200);
    const again = await reset(token, 'ещё один конь 44');
    assert.equal(again.status, 401);
    assert.equal(again.json['code'], 'reset-link-over');
    await deliver();
    assert.match(letters.at(-1)?.subject ?? '', /изменён/);
  });

  it('has its letter in the language of the request', async () => {
    const { username } = await registered();
    await ask(`${username}@example.org`, { language: 'en' });
    await deliver();
    assert.match(letters[0]?.text ?? '', /^Hello Иван/);
  });

  it('has a link that is valid for half an hour', async () => {
    const { username } = await registered();
    const token = await tokenFor(username);
    auth.advanceSeconds(30 * MINUTE);
    assert.equal((await reset(token)).json['code'], 'reset-link-over');
    assert.equal(await logIn(username, PASSWORD), 200);
  });

  it('has links that expire with any other change of the password', async () => {
    const { username, client } = await registered();
    const [first, second] = [await tokenFor(username), await tokenFor(username)];
    assert.equal((await reset(first)).status, 200);
    assert.equal((await reset(second, 'ещё один конь 44')).json['code'], 'reset-link-over');
    const changed = await registered();
    const third = await tokenFor(changed.username);
    const body = { currentPassword: PASSWORD, newPassword: 'выбранный конь' };
    assert.equal((await changed.client.post(changePassword.path, body)).status, 200);
    assert.equal((await reset(third)).json['code'], 'reset-link-over');
    assert.equal((await client.get(getCurrentUser.path)).status, 401);
  });

  it('keeps the link when the new password is refused', async () => {
    const { username } = await registered();
    const token = await tokenFor(username);
    assert.equal((await reset(token, 'short')).status, 400);
    assert.equal((await reset(token)).status, 200);
  });

  it('is replaced once when the link is opened many times at once', async () => {
    const { username } = await registered();
    const token = await tokenFor(username);
    const answers = await Promise.all(
      Array.from({ length: 5 }, async (_, nth) => reset(token, `верный конь номер ${nth}`)),
    );
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  });

  it('is not replaced with a token that was not sent', async () => {
    const { username } = await registered();
    const token = await tokenFor(username);
    const other = resetTokenFor(auth.keys.links, token.split('.')[0] ?? '');
    const broken = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
    for (const wrong of [other, broken, token.slice(1), `${token} `, 'x', '💥'])
      assert.equal((await reset(wrong)).status, 401, wrong);
    assert.equal((await reset(token)).status, 200);
  });

  it('stores nothing that would let a reader of the database set a password', async () => {
    const { username } = await registered();
    const token = await tokenFor(username);
    const [, secret = ''] = token.split('.');
    const { rows } = await sql<{ all: string }>`
      select (select json_agg(r)::text from password_resets r) || (select json_agg(m)::text from mail_messages m) as all
    `.execute(auth.db);
    assert.ok(secret.length > 40 && !rows[0]?.all.includes(secret));
  });

  it('is in the audit log, its request without a user', async () => {
    const { username } = await registered();
    await reset(await tokenFor(username));
    // The first to register.
    const admin = createTestClient(auth.app);
    await admin.post(startSession.path, { username: 'person1', password: PASSWORD });
    const { items } = (await admin.get(`${listAuthChanges.path}?what=password&limit=10`)).json as {
      items: { action: string; userId: number | null }[];
    };
    assert.deepEqual(
      items.slice(0, 2).map(({ action, userId }) => [action, userId === null]),
      [
        ['password.reset', false],
        ['password.reset-requested', true],
      ],
    );
  });

  it('can be requested five times an hour for an e-mail, known or not', async () => {
    for (const email of ['often@example.org', `${(await registered()).username}@example.org`]) {
      for (let nth = 0; nth < 5; nth += 1) assert.equal((await ask(email)).status, 200);
      assert.equal((await ask(email.toUpperCase())).status, 429);
    }
  });

  it('is refused where e-mail is off', async () => {
    const silent = await openTestApp({ mail: { isOn: false, nudge: () => {} } });
    const client = createTestClient(silent.app);
    await register(client, personNamed('person'));
    for (const email of ['person@example.org', 'nobody@example.org']) {
      const answer = await client.post(requestPasswordReset.path, { email });
      assert.equal(answer.json['code'], 'mail-off');
    }
    await silent.close();
  });
});
