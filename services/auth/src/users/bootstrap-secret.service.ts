// The first admin of the platform: in development the first user to register, otherwise the user whom the operator names and
// gives the secret that the service printed when it started.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { PlatformRole } from '@kvartplata/contracts/access.ts';
import { nameKey } from '@kvartplata/contracts/auth/name-key.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { Db, Trx } from '../tables.ts';
import {
  deleteBootstrapSecret,
  findBootstrapSecretHash,
  insertBootstrapSecret,
} from './bootstrap-secret.repository.ts';
import { hasAdmin, hasUser, lockAdmins } from './users.repository.ts';

export type FirstAdminSettings = {
  /** In development the first user to register is the admin of the platform. */
  readonly firstUserIsAdmin: boolean;
  /** Otherwise this username, with the bootstrap secret, as long as there is no admin. */
  readonly bootstrapAdmin: string | undefined;
};

/**
 * Makes the first admin's secret, if an admin is to be named and there is none yet.
 * @returns the secret, to the one caller that made it; undefined to all others
 */
export async function makeBootstrapSecret(
  db: Db,
  { firstUserIsAdmin, bootstrapAdmin }: FirstAdminSettings,
  now: Date,
): Promise<string | undefined> {
  if (firstUserIsAdmin || bootstrapAdmin === undefined) return undefined;
  return inTransaction(db, async (trx) => {
    await lockAdmins(trx);
    if (await hasAdmin(trx)) {
      // Admins from elsewhere, such as moved users, have not used it up.
      await deleteBootstrapSecret(trx);
      return undefined;
    }
    const secret = randomBytes(16).toString('hex');
    return (await insertBootstrapSecret(trx, hashOf(secret), now)) ? secret : undefined;
  });
}

/**
 * The role of a new user; the secret is used up by the admin who registers with it.
 * @throws Refusal bootstrap-secret-wrong; username-or-email-taken for a name that waits for its secret
 */
export async function roleOfNewUser(
  trx: Trx,
  settings: FirstAdminSettings,
  usernameKey: string,
  secret: string | undefined,
): Promise<PlatformRole> {
  const { firstUserIsAdmin, bootstrapAdmin } = settings;
  const isNamed = !firstUserIsAdmin && nameKey(bootstrapAdmin ?? '') === usernameKey;
  if (secret !== undefined) return roleBySecret(trx, isNamed, secret);
  if (!firstUserIsAdmin && !isNamed) return 'user';
  await lockAdmins(trx);
  if (firstUserIsAdmin) return (await hasUser(trx)) ? 'user' : 'admin';
  // Otherwise the first to register would keep the name for ever. The refusal does not reveal the reason.
  if (!(await hasAdmin(trx))) throw new Refusal('username-or-email-taken');
  return 'user';
}

/** A wrong secret, and the right one with another name, get the same response after the same work. */
async function roleBySecret(trx: Trx, isNamed: boolean, secret: string): Promise<PlatformRole> {
  await lockAdmins(trx);
  const hash = await findBootstrapSecretHash(trx);
  const isRight = hash !== undefined && timingSafeEqual(hash, hashOf(secret));
  const isFirst = !(await hasAdmin(trx));
  if (!isRight || !isFirst || !isNamed) throw wrongSecret();
  await deleteBootstrapSecret(trx);
  return 'admin';
}

function wrongSecret(): Refusal {
  return new Refusal('bootstrap-secret-wrong', undefined, {
    errors: [{ path: '/bootstrapSecret', message: 'is wrong or used up' }],
  });
}

function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
