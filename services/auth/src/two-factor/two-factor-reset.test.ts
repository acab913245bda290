// Core's request when somebody has lost their second factor.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addressOf } from '@kvartplata/contracts/address.ts';
import { resetSecondFactor } from '@kvartplata/contracts/auth/internal.ts';
import { startSession } from '@kvartplata/contracts/auth/sign-in.ts';
import { getCurrentUser } from '@kvartplata/contracts/auth/users.ts';
import { signServiceToken } from '@kvartplata/platform/identity/service-token.ts';
import { sql } from 'kysely';
import { openTestApp, type TestApp } from '../testing/auth-app.ts';
import { signInWithTwoFactor } from '../testing/authenticator.ts';
import { createTestClient, PASSWORD, signIn } from '../testing/test-client.ts';

let auth: TestApp;
before(async () => {
  auth = await openTestApp();
});
after(async () => auth.close());

async function reset(userId: number, resetBy: number, requestId = 'first'): Promise<unknown> {
  const token = await signServiceToken(auth.keys.service, 'core', 'auth', auth.now());
  const answer = await createTestClient(auth.app).post(
    addressOf(resetSecondFactor, { params: { userId } }),
    { resetBy, organizationId: 7, language: 'ru' },
    { authorization: `Bearer ${token}`, 'x-request-id': requestId },
  );
  return answer.json['outcome'] ?? answer.json['code'];
}

test('the factor is off, the sessions are over, and the person is notified', async () => {
  const admin = await signIn(auth.app, 'admin');
  const adminId = Number((await admin.get(getCurrentUser.path)).json['id']);
  const anna = await signInWithTwoFactor(auth, 'anna');
  assert.equal(await reset(anna.userId, adminId), 'reset');
  assert.equal((await anna.client.get(getCurrentUser.path)).status, 401);
  const credentials = { username: 'anna', password: PASSWORD };
  const again = await createTestClient(auth.app).post(startSession.path, credentials);
  assert.equal(again.json['twoFactorRequired'], false);
  assert.equal(await reset(anna.userId, adminId, 'another'), 'not-enabled');
  assert.equal(await reset(anna.userId, adminId), 'reset', 'the answer was lost');

  const letters = await sql`select recipient, template from mail_messages`.execute(auth.db);
  assert.deepEqual(letters.rows, [{ recipient: 'anna@example.org', template: 'two-factor-reset' }]);
  const audited = await sql`
    select user_id, organization_id, before from audit_log where action = 'two-factor.reset'
  `.execute(auth.db);
  const fields = { method: 'totp', userId: anna.userId };
  assert.deepEqual(audited.rows, [{ userId: adminId, organizationId: 7, before: fields }]);
});

test('a platform admin keeps the factor, and an unknown user is not found', async () => {
  const { id } = await auth.db
    .selectFrom('users')
    .select('id')
    .where('username', '=', 'admin')
    .executeTakeFirstOrThrow();
  assert.equal(await reset(id, 1), 'admin');
  assert.equal(await reset(999_999, id), 'not-found');
});
