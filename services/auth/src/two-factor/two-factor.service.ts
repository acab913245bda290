// Two-factor sign-in for its user: its status, setting it up, turning it on with a first code, and turning it off.
import type {
  TwoFactorDisabled,
  TwoFactorDisabling,
  TwoFactorEnabled,
  TwoFactorSecret,
  TwoFactorStatus,
} from '@kvartplata/contracts/auth/two-factor.ts';
import { recordChange } from '@kvartplata/platform/audit/audit.repository.ts';
import { invalidField, Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { KeyRing } from '@kvartplata/platform/identity/keys.ts';
import type { Session } from '@kvartplata/platform/identity/session.ts';
import type { Caller } from '../caller.ts';
import { endSessionsOf, findAuthenticatedAt } from '../sessions/sessions.service.ts';
import type { Db } from '../tables.ts';
import { getUserAnswer, requirePasswordOf, type PasswordSettings } from '../users/users.service.ts';
import { findProofRefusal, findStepOf, keepingFailures } from './proof.service.ts';
import { qrPng } from './qr-png.ts';
import { newRecoveryCodes, recoveryCodeHash } from './recovery-codes.ts';
import { encryptSecret } from './secret-encryption.ts';
import { base32Of, newTotpSecret, otpauthUriOf } from './totp.ts';
import {
  findFactorState,
  insertRecoveryCodes,
  updateDisabled,
  updateEnabled,
  updateSetupTries,
  upsertPendingFactor,
  type FactorState,
} from './two-factor.repository.ts';

export type TwoFactorDeps = {
  readonly db: Db;
  readonly keys: KeyRing;
  readonly passwords: PasswordSettings;
  readonly now: () => Date;
};

/** Who makes the request, and from where. */
type Asker = Caller & Pick<Session, 'userId' | 'sessionId'>;

const SETUP_SECONDS = 600;
const MAX_SETUP_TRIES = 5;
/** A stranger who finds a session left open must not be able to set up a second factor. */
const PASSWORD_REMEMBERED_MS = 5 * 60_000;

export async function getTwoFactorStatus(
  { db, now }: TwoFactorDeps,
  userId: number,
): Promise<TwoFactorStatus> {
  const factor = await findFactorState(db, userId);
  const enabledAt = factor?.enabledAt ?? null;
  return {
    enabled: enabledAt !== null,
    method: enabledAt === null ? null : 'totp',
    pending: isPending(factor, now()),
    enabledAt: enabledAt?.toISOString() ?? null,
    recoveryCodesRemaining: factor?.recoveryCodesRemaining ?? 0,
  };
}

/** The live, enabled factor that a sign-in of the user has to prove. */
export async function findEnabledFactorId(db: Db, userId: number): Promise<number | undefined> {
  const factor = await findFactorState(db, userId);
  return factor === undefined || factor.enabledAt === null ? undefined : factor.id;
}

/** @throws Refusal password-required, too-many-attempts, wrong-credentials, overloaded, two-factor-enabled */
export async function setUpTwoFactor(
  deps: TwoFactorDeps,
  asker: Asker,
  password: string | undefined,
): Promise<TwoFactorSecret> {
  const { db, keys } = deps;
  const now = deps.now();
  await requireRecentPassword(deps, asker, password, now);

  const { userId } = asker;
  const secret = newTotpSecret();
  const begun = await upsertPendingFactor(db, {
    userId,
    secret: encryptSecret(keys, userId, secret),
    pendingUntil: new Date(now.getTime() + SETUP_SECONDS * 1000),
    now,
  });
  if (!begun) throw new Refusal('two-factor-enabled');

  const { username } = await getUserAnswer(db, userId);
  const otpauthUri = otpauthUriOf(secret, username);
  return {
    secret: base32Of(secret),
    otpauthUri,
    qrCode: `data:image/png;base64,${qrPng(otpauthUri).toString('base64')}`,
    expiresIn: SETUP_SECONDS,
  };
}

/** @throws Refusal two-factor-enabled, two-factor-setup-over, validation-failed for a wrong code */
export async function enableTwoFactor(
  { db, keys, now: clock }: TwoFactorDeps,
  { userId, requestId }: Asker,
  code: string,
): Promise<TwoFactorEnabled> {
  const now = clock();
  return keepingFailures(db, async (trx) => {
    const factor = await updateSetupTries(trx, userId, MAX_SETUP_TRIES, now);
    if (factor === undefined) {
      const isEnabled = (await findEnabledFactorId(trx, userId)) !== undefined;
      return new Refusal(isEnabled ? 'two-factor-enabled' : 'two-factor-setup-over');
    }
    const step = findStepOf(keys, factor, code, now);
    if (step === undefined) return invalidField('/code', 'is wrong', { code: 'wrong-code' });

    await updateEnabled(trx, factor.id, step, now);
    const recoveryCodes = newRecoveryCodes();
    await insertRecoveryCodes(trx, factor.id, recoveryCodes.map(recoveryCodeHash));
    await recordChange(
      trx,
      { userId, requestId },
      {
        action: 'two-factor.enabled',
        object: { type: 'two-factor', id: factor.id },
        organizationId: null,
        after: { method: 'totp' },
      },
    );
    return { enabled: true, recoveryCodes: [...recoveryCodes] };
  });
}

/** @throws Refusal two-factor-not-enabled, wrong-credentials, overloaded, wrong-code, too-many-attempts */
export async function disableTwoFactor(
  { db, keys, passwords, now: clock }: TwoFactorDeps,
  asker: Asker,
  { password, ...proof }: TwoFactorDisabling,
): Promise<TwoFactorDisabled> {
  const now = clock();
  const { userId, sessionId, requestId } = asker;
  const twoFactorId = await findEnabledFactorId(db, userId);
  if (twoFactorId === undefined) throw new Refusal('two-factor-not-enabled');
  await requirePasswordOf(db, passwords, asker, password);

  const actor = { userId, requestId };
  return keepingFailures(db, async (trx) => {
    const refusal = await findProofRefusal(trx, keys, twoFactorId, proof, actor, now);
    if (refusal !== undefined) return refusal;
    // Thrown, so that the proof is not used up: another request was first.
    if (!(await updateDisabled(trx, twoFactorId, now))) throw new Refusal('two-factor-not-enabled');
    await endSessionsOf(trx, actor, sessionId, 'two-factor-disabled', now);
    await recordChange(trx, actor, {
      action: 'two-factor.disabled',
      object: { type: 'two-factor', id: twoFactorId },
      organizationId: null,
      before: { method: 'totp' },
    });
    return { enabled: false };
  });
}

/** A password that is sent although none is needed has to be right as well. */
async function requireRecentPassword(
  { db, passwords }: TwoFactorDeps,
  asker: Asker,
  password: string | undefined,
  now: Date,
): Promise<void> {
  if (password !== undefined) return requirePasswordOf(db, passwords, asker, password);
  const authenticatedAt = await findAuthenticatedAt(db, asker.sessionId, now);
  const isRecent =
    authenticatedAt !== undefined &&
    now.getTime() - authenticatedAt.getTime() <= PASSWORD_REMEMBERED_MS;
  if (!isRecent) throw new Refusal('password-required');
}

function isPending(factor: FactorState | undefined, now: Date): boolean {
  if (factor === undefined || factor.pendingUntil === null) return false;
  return factor.pendingUntil > now && factor.setupTries < MAX_SETUP_TRIES;
}
