import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { listMailMessages } from '@kvartplata/contracts/auth/mail-messages.ts';
import { insertMailMessage } from '@kvartplata/platform/mail/outbox.repository.ts';
import { sql } from 'kysely';
import { openTestApp, type TestApp } from '../testing/auth-app.ts';
import { listAllPages, signIn, type TestClient } from '../testing/test-client.ts';

type Item = Readonly<Record<string, unknown>>;

let auth: TestApp;
let admin: TestClient;
before(async () => {
  auth = await openTestApp();
  admin = await signIn(auth.app, 'admin');
  for (let nth = 1; nth <= 5; nth += 1)
    await insertMailMessage(auth.db, {
      template: 'invitation',
      facts: { organization: 'ТСЖ «Тайное»' },
      language: 'ru',
      recipient: `person${nth}@example.org`,
      createdAt: auth.now(),
      expiresAt: new Date(auth.now().getTime() + 60_000),
    });
  await sql`
    update mail_messages set outcome = 'refused', ended_at = ${auth.now()}, attempts = 1, reply = '550 no such mailbox'
    where recipient = 'person5@example.org'
  `.execute(auth.db);
});
after(async () => auth.close());

describe('what was sent by e-mail', () => {
  it('is listed newest first, with the reply of the mail server and without the text', async () => {
    const answer = await admin.get(listMailMessages.path);
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.json['isOn'], true);
    const [refused, waiting] = answer.json['items'] as readonly Item[];
    assert.deepEqual(
      [
        refused?.['recipient'],
        refused?.['outcome'],
        refused?.['reply'],
        refused?.['nextAttemptAt'],
      ],
      ['person5@example.org', 'refused', '550 no such mailbox', null],
    );
    assert.deepEqual(
      [waiting?.['outcome'], waiting?.['endedAt'], waiting?.['nextAttemptAt']],
      [null, null, auth.now().toISOString()],
    );
    assert.doesNotMatch(answer.text, /Тайное/);
  });

  it('is listed in pages that neither repeat nor omit any', async () => {
    const items = await listAllPages<Item>(admin, `${listMailMessages.path}?limit=2`);
    assert.deepEqual(
      items.map(({ recipient }) => recipient),
      [5, 4, 3, 2, 1].map((nth) => `person${nth}@example.org`),
    );
  });

  it('is for admins only', async () => {
    const other = await signIn(auth.app, 'somebody');
    assert.equal((await other.get(listMailMessages.path)).status, 403);
  });
});
