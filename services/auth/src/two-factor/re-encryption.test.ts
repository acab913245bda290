import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { deriveKeys } from '@kvartplata/platform/identity/keys.ts';
import { openTestApp, restartTestApp, type TestApp } from '../testing/auth-app.ts';
import {
  beginSignIn,
  signInWithTwoFactor,
  STEP_SECONDS,
  verifyLogIn,
  type Owner,
} from '../testing/authenticator.ts';
import type { Db } from '../tables.ts';
import { reencryptSecrets } from './re-encryption.job.ts';
import { encryptSecret } from './secret-encryption.ts';
import { newTotpSecret } from './totp.ts';

const OLD = Buffer.from('the secret until today');
const NEW = Buffer.from('the secret from now on');

describe('a new JWT_SECRET', () => {
  let auth: TestApp;
  before(async () => {
    auth = await openTestApp({ keys: deriveKeys(OLD) });
  });
  after(async () => auth.close());

  /** The status of a new sign-in at a service with these keys. */
  const signInUnder = async (owner: Owner, secret: Buffer, previous?: Buffer): Promise<number> => {
    const restarted = await restartTestApp(auth, deriveKeys(secret, previous));
    auth.advanceSeconds(STEP_SECONDS);
    const client = await beginSignIn(restarted, owner.username);
    const { status } = await verifyLogIn(client, { code: owner.code() });
    await restarted.close();
    return status;
  };
  const reencrypt = async (secret: Buffer, previous?: Buffer) =>
    reencryptSecrets(auth.db, deriveKeys(secret, previous).totp);

  it('keeps codes valid while the old one is the previous, and then without it', async () => {
    const owner = await signInWithTwoFactor(auth, 'anna');
    assert.equal(await signInUnder(owner, NEW, OLD), 200);
    assert.equal(await signInUnder(owner, NEW), 500);
    assert.deepEqual(await reencrypt(NEW, OLD), { reencrypted: 1, unreadable: 0 });
    assert.deepEqual(await reencrypt(NEW, OLD), { reencrypted: 0, unreadable: 0 });
    assert.equal(await signInUnder(owner, NEW), 200);
    assert.equal(await signInUnder(owner, OLD), 500);
    await reencrypt(OLD, NEW);
  });

  it('finds each of many secrets once across concurrent processes', async () => {
    const owner = await signInWithTwoFactor(auth, 'boris');
    await insertFactors(auth.db, 500);
    assert.deepEqual(await reencrypt(OLD), { reencrypted: 0, unreadable: 0 });
    const runs = await Promise.all(Array.from({ length: 4 }, async () => reencrypt(NEW, OLD)));
    assert.equal(
      runs.reduce((sum, run) => sum + run.reencrypted, 0),
      502,
    );
    assert.equal(await signInUnder(owner, NEW), 200);
    await reencrypt(OLD, NEW);
  });

  it('does not block the start for secrets that no key opens, and reports how many', async () => {
    const lost = await reencrypt(NEW);
    assert.equal(lost.reencrypted, 0);
    assert.ok(lost.unreadable > 0);
  });

  it('opens no secret that was moved to the row of another user', async () => {
    const victim = await signInWithTwoFactor(auth, 'victim');
    const thief = await signInWithTwoFactor(auth, 'thief');
    const own = await auth.db
      .selectFrom('twoFactors')
      .select(['secretEncrypted', 'secretKid'])
      .where('userId', '=', thief.userId)
      .executeTakeFirstOrThrow();
    await auth.db.updateTable('twoFactors').set(own).where('userId', '=', victim.userId).execute();
    const client = await beginSignIn(auth, 'victim');
    const answer = await verifyLogIn(client, { code: thief.code() });
    assert.deepEqual([answer.status, answer.json['code']], [500, 'internal-error']);
    assert.equal(client.cookies.has('access_token'), false);
    const byRecovery = await verifyLogIn(client, { recoveryCode: victim.recoveryCodes[0] });
    assert.equal(byRecovery.status, 200);
  });
});

/** A number of users, each with a factor whose secret is under the old key. */
async function insertFactors(db: Db, count: number): Promise<void> {
  const at = new Date('2026-07-01T00:00:00Z');
  const users = await db
    .insertInto('users')
    .values(
      Array.from({ length: count }, (_, index) => ({
        firstName: 'Иван',
        lastName: 'Петров',
        username: `one.of.many.${index}`,
        usernameKey: `one.of.many.${index}`,
        email: `${index}@example.org`,
        emailKey: `${index}@example.org`,
        passwordHash: '$argon2id$',
        platformRole: 'user' as const,
        createdAt: at,
      })),
    )
    .returning('id')
    .execute();
  const factors = users.map(({ id }) => {
    const { bytes, kid } = encryptSecret(deriveKeys(OLD).totp, id, newTotpSecret());
    return {
      userId: id,
      secretEncrypted: bytes,
      secretKid: kid,
      createdAt: at,
      enabledAt: at,
    };
  });
  await db.insertInto('twoFactors').values(factors).execute();
}
