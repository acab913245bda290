import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, describe, it } from 'node:test';
import { addressOf } from '@kvartplata/contracts/address.ts';
import {
  writeInvitationLetter,
  type InvitationLetter,
} from '@kvartplata/contracts/auth/internal.ts';
import { signServiceToken } from '@kvartplata/platform/identity/service-token.ts';
import { sql } from 'kysely';
import { openTestApp, type TestApp } from '../testing/auth-app.ts';
import { createTestClient } from '../testing/test-client.ts';
import { invitationTemplates } from './invitation-letters.ts';

type Row = {
  readonly recipient: string;
  readonly language: 'ru' | 'en';
  readonly facts: Readonly<Record<string, string>>;
};

const LETTER: InvitationLetter = {
  email: 'vera@example.org',
  organizationId: 7,
  organizationName: 'ТСЖ «Садовая, 12»',
  role: 'accountant',
  language: 'ru',
  invitedBy: 3,
};

let auth: TestApp;
before(async () => {
  auth = await openTestApp();
});
after(async () => auth.close());
beforeEach(async () => void (await sql`delete from mail_messages`.execute(auth.db)));

async function write(
  letter: Partial<InvitationLetter> = {},
  letterId = randomUUID(),
  app = auth,
): Promise<number> {
  const token = await signServiceToken(app.keys.service, 'core', 'auth', app.now());
  const { status } = await createTestClient(app.app).post(
    addressOf(writeInvitationLetter, { params: { letterId } }),
    { ...LETTER, ...letter },
    { authorization: `Bearer ${token}` },
  );
  return status;
}

async function written(app = auth): Promise<readonly Row[]> {
  const found = await sql<Row>`
    select recipient, language, facts from mail_messages where template = 'invitation' order by id
  `.execute(app.db);
  return found.rows;
}

const textOf = (row: Row | undefined): string =>
  row === undefined
    ? ''
    : (invitationTemplates('https://example.org')['invitation']?.(row.facts, row.language).text ??
      '');

describe('a letter to a person invited by core', () => {
  it('says who invites them, and where to sign in or register', async () => {
    assert.equal(await write(), 200);
    const [row] = await written();
    assert.equal(row?.recipient, 'vera@example.org');
    assert.match(textOf(row), /«ТСЖ «Садовая, 12»» приглашает вас.+Роль: бухгалтер\./);
    assert.match(textOf(row), /с этой почтой, vera@example\.org:\s+https:\/\/example\.org\//);
  });

  it('is written once when core asks again', async () => {
    const letterId = randomUUID();
    for (let asked = 0; asked < 3; asked += 1) assert.equal(await write({}, letterId), 200);
    assert.equal((await written()).length, 1);
  });

  it('has no link chosen by the organization, and no long text of it', async () => {
    await write({
      organizationName: `Премия! https://evil.example/get www.evil.example evil.example/get ${'я'.repeat(250)}`,
    });
    const text = textOf((await written())[0]);
    assert.doesNotMatch(text, /evil/);
    assert.ok(text.length < 700, text);
  });

  it('is written at most fifty times a day for an organization, and answered alike beyond', async () => {
    const eighth = { organizationId: 8, invitedBy: 8 };
    for (let nth = 0; nth < 52; nth += 1)
      assert.equal(await write({ ...eighth, email: `person${nth}@example.org` }), 200);
    assert.equal((await written()).length, 50);
    assert.equal(await write({ organizationId: 9, invitedBy: 4 }), 200);
    assert.equal((await written()).length, 51);
  });

  it('is written at most fifty times a day for a user, however many organizations invite', async () => {
    for (let nth = 0; nth < 52; nth += 1)
      assert.equal(await write({ organizationId: 1000 + nth, invitedBy: 5 }), 200);
    assert.equal((await written()).length, 50);
  });

  it('is not written where e-mail is off', async () => {
    const silent = await openTestApp({ mail: { isOn: false, nudge: () => {} } });
    assert.equal(await write({}, randomUUID(), silent), 200);
    assert.equal((await written(silent)).length, 0);
    await silent.close();
  });
});
