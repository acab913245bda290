// A forgotten password: requesting a link, and setting a new password by it. No response reveals whether a user has the e-mail: a
// request only adds a row, whose user is looked up when the outbox is processed.
import { createHash } from 'node:crypto';
import { nameKey } from '@kvartplata/contracts/auth/name-key.ts';
import type {
  ForgottenPassword,
  PasswordReset,
} from '@kvartplata/contracts/auth/password-resets.ts';
import { MAX_EMAIL_LENGTH } from '@kvartplata/contracts/auth/users.ts';
import { recordChange } from '@kvartplata/platform/audit/audit.repository.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { invalidField, Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { KeyRing } from '@kvartplata/platform/identity/keys.ts';
import type { Mail } from '@kvartplata/platform/mail/mail.ts';
import { insertMailMessage } from '@kvartplata/platform/mail/outbox.repository.ts';
import type { Caller } from '../caller.ts';
import { withdrawKeysOf } from '../api-keys/api-keys.service.ts';
import { unlinkIdentitiesOf } from '../oidc/oidc.service.ts';
import { requireGoodPassword } from '../passwords/passwords.service.ts';
import { endSessionsOf } from '../sessions/sessions.service.ts';
import type { Db, Trx } from '../tables.ts';
import {
  getPasswordOwner,
  replacePassword,
  type PasswordSettings,
} from '../users/users.service.ts';
import { RESET_MINUTES } from './password-letters.ts';
import {
  deleteOldResets,
  deleteReset,
  findAddressee,
  findOpenReset,
  insertReset,
  lockResetToLookUp,
  updateUsed,
  updateUserOfReset,
} from './password-resets.repository.ts';
import { readResetToken } from './reset-token.ts';

export type ResetDeps = {
  readonly db: Db;
  readonly keys: KeyRing;
  readonly passwords: PasswordSettings;
  readonly mail: Mail;
  readonly now: () => Date;
};

const RESET_MS = RESET_MINUTES * 60_000;
const DAY_MS = 24 * 60 * 60_000;
const FORGOTTEN_AT_ONCE = 20;

/** @throws Refusal mail-off, validation-failed, too-many-attempts */
export async function requestReset(
  { db, passwords, mail, now: clock }: ResetDeps,
  { email, language = 'ru' }: ForgottenPassword,
  { address, requestId }: Caller,
): Promise<void> {
  if (!mail.isOn) throw new Refusal('mail-off');
  const emailKey = nameKey(email);
  if (emailKey.length > MAX_EMAIL_LENGTH)
    throw invalidField('/email', 'is too long', {
      code: 'too-long',
      params: { limit: MAX_EMAIL_LENGTH },
    });
  await passwords.limits.countResetRequest({ email, address });
  const now = clock();
  const expiresAt = new Date(now.getTime() + RESET_MS);
  await insertReset(db, { emailKey, language, requestId, requestedAt: now, expiresAt });
  mail.nudge();
}

/** Writes a letter for every request by a user, and deletes the others. */
export async function lookUpResets(db: Db, now: Date): Promise<void> {
  await deleteOldResets(db, new Date(now.getTime() - DAY_MS), FORGOTTEN_AT_ONCE);
  let isLeft = true;
  while (isLeft) isLeft = await inTransaction(db, async (trx) => lookUpOne(trx, now));
}

async function lookUpOne(trx: Trx, now: Date): Promise<boolean> {
  const reset = await lockResetToLookUp(trx);
  if (reset === undefined) return false;
  const { id, emailKey, language, requestId, expiresAt } = reset;
  const user =
    emailKey === null || expiresAt <= now ? undefined : await findAddressee(trx, emailKey);
  if (user === undefined) {
    await deleteReset(trx, id);
    return true;
  }
  await updateUserOfReset(trx, id, { userId: user.id, replaces: fingerprint(user.passwordHash) });
  await insertMailMessage(trx, {
    template: 'password-reset',
    facts: { resetId: id, firstName: user.firstName, username: user.username },
    language,
    recipient: user.email,
    createdAt: now,
    expiresAt,
  });
  // The requester is unknown.
  await recordChange(
    trx,
    { userId: null, requestId },
    {
      action: 'password.reset-requested',
      object: { type: 'user', id: user.id },
      organizationId: null,
    },
  );
  return true;
}

/** @throws Refusal reset-link-over, validation-failed, overloaded, conflict */
export async function resetPassword(
  { db, keys, passwords, mail, now: clock }: ResetDeps,
  { token, password }: PasswordReset,
  { requestId }: Caller,
): Promise<void> {
  const now = clock();
  const resetId = readResetToken(keys, token);
  const reset = resetId === undefined ? undefined : await findOpenReset(db, resetId, now);
  if (resetId === undefined || reset === undefined) throw new Refusal('reset-link-over');
  const { userId, language } = reset;
  const { passwordHash: from, firstName, email, ownNames } = await getPasswordOwner(db, userId);
  if (!fingerprint(from).equals(reset.replaces)) throw new Refusal('reset-link-over');
  requireGoodPassword(password, passwords.passwordPolicy, ownNames);
  const to = await passwords.passwords.hash(password);
  await inTransaction(db, async (trx) => {
    if (!(await updateUsed(trx, resetId, now))) throw new Refusal('reset-link-over');
    await replacePassword(trx, userId, { from, to });
    const actor = { userId, requestId };
    await recordChange(trx, actor, {
      action: 'password.reset',
      object: { type: 'user', id: userId },
      organizationId: null,
    });
    // Somebody who knew the old password may have linked their own identity and made keys. Identities come first: unlinking waits
    // for a sign-in in progress, whose session is then found.
    await unlinkIdentitiesOf(trx, actor);
    await withdrawKeysOf(trx, actor, now);
    await endSessionsOf(trx, actor, undefined, 'password-reset', now);
    await insertMailMessage(trx, {
      template: 'password-replaced',
      facts: { firstName },
      language,
      recipient: email,
      createdAt: now,
      expiresAt: new Date(now.getTime() + 3 * DAY_MS),
    });
  });
  mail.nudge();
}

/** So that the hash itself is not copied. */
function fingerprint(passwordHash: string): Buffer {
  return createHash('sha256').update(passwordHash).digest();
}
