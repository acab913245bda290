// Whether a code or a recovery code proves the second factor. Failures are counted before a code is checked, and committed even
// if the request is refused, so that concurrent guesses gain nothing over successive ones.
import type { Proof } from '@kvartplata/contracts/auth/two-factor.ts';
import { recordChange, type Actor } from '@kvartplata/platform/audit/audit.repository.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { KeyRing } from '@kvartplata/platform/identity/keys.ts';
import type { Db, Trx } from '../tables.ts';
import { recoveryCodeHash } from './recovery-codes.ts';
import { decryptSecret } from './secret-encryption.ts';
import { findTotpStep } from './totp.ts';
import {
  findLock,
  updateFailures,
  updateLastUsedStep,
  updateRecoveryCodeUsed,
  type FactorToCheck,
} from './two-factor.repository.ts';

const MAX_FAILURES = 10;
const LOCK_MS = 15 * 60_000;

/** Runs `work` in a transaction that commits even if it returns a refusal, which is thrown afterwards. */
export async function keepingFailures<Result>(
  db: Db,
  work: (trx: Trx) => Promise<Result | Refusal>,
): Promise<Result> {
  const result = await inTransaction(db, work);
  if (result instanceof Refusal) throw result;
  return result;
}

/**
 * Uses the proof up. A locked factor accepts no code, right or wrong, but still a recovery code, so that somebody who guesses
 * cannot lock the owner out.
 * @param trx one of `keepingFailures`
 * @returns undefined for a valid proof, else the refusal: wrong-code, too-many-attempts
 */
export async function findProofRefusal(
  trx: Trx,
  ring: KeyRing,
  twoFactorId: number,
  { code, recoveryCode }: Proof,
  actor: Actor,
  now: Date,
): Promise<Refusal | undefined> {
  if (code !== undefined) return findCodeRefusal(trx, ring, twoFactorId, code, actor, now);
  const hash = recoveryCodeHash(recoveryCode ?? '');
  if (!(await updateRecoveryCodeUsed(trx, twoFactorId, hash, now)))
    return new Refusal('wrong-code');
  await recordProofChange(trx, actor, 'recovery-code.used', twoFactorId);
  return undefined;
}

/** The step to which this code belongs; undefined for any other code. */
export function findStepOf(
  ring: KeyRing,
  { id, userId, secret }: FactorToCheck,
  code: string,
  now: Date,
): number | undefined {
  const opened = decryptSecret(ring, userId, secret);
  if (opened === undefined) throw new Error(`no key opens the secret of two-factor ${id}`);
  return findTotpStep(opened, code, now);
}

async function findCodeRefusal(
  trx: Trx,
  ring: KeyRing,
  twoFactorId: number,
  code: string,
  actor: Actor,
  now: Date,
): Promise<Refusal | undefined> {
  const limit = { maxFailures: MAX_FAILURES, lockedUntil: new Date(now.getTime() + LOCK_MS) };
  const factor = await updateFailures(trx, twoFactorId, limit, now);
  if (factor === undefined) return findLockRefusal(trx, twoFactorId, now);

  const step = findStepOf(ring, factor, code, now);
  if (step !== undefined && (await updateLastUsedStep(trx, factor.id, step))) return undefined;
  if (factor.failures === MAX_FAILURES)
    await recordProofChange(trx, actor, 'two-factor.locked', twoFactorId);
  return new Refusal('wrong-code');
}

/** A factor that has just been turned off is no longer locked, and accepts no code either. */
async function findLockRefusal(trx: Trx, twoFactorId: number, now: Date): Promise<Refusal> {
  const lockedUntil = await findLock(trx, twoFactorId, now);
  if (lockedUntil === undefined) return new Refusal('wrong-code');
  const retryAfterSeconds = Math.ceil((lockedUntil.getTime() - now.getTime()) / 1000);
  return new Refusal('too-many-attempts', 'Too many wrong codes; a recovery code still works', {
    retryAfterSeconds,
  });
}

async function recordProofChange(
  trx: Trx,
  actor: Actor,
  action: 'recovery-code.used' | 'two-factor.locked',
  twoFactorId: number,
): Promise<void> {
  const object = { type: 'two-factor', id: twoFactorId };
  await recordChange(trx, actor, { action, object, organizationId: null });
}
