// Step-up: a signed-in user proves the second factor once more, for actions that need a recent proof.
import { STEP_UP_SECONDS, type StepUp } from '@kvartplata/contracts/auth/two-factor.ts';
import { recordChange } from '@kvartplata/platform/audit/audit.repository.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { Keys } from '@kvartplata/platform/identity/keys.ts';
import { proveSession, type SessionTokens } from '../sessions/sessions.service.ts';
import type { Db } from '../tables.ts';
import { findProofRefusal, keepingFailures } from './proof.service.ts';
import { findEnabledFactorId } from './two-factor.service.ts';

export type StepUpDeps = { readonly db: Db; readonly keys: Keys; readonly now: () => Date };

type Asker = {
  readonly userId: number;
  readonly sessionId: string;
  readonly requestId: string;
};

/** @throws Refusal two-factor-not-enabled, wrong-code, too-many-attempts, not-signed-in */
export async function proveAgain(
  { db, keys, now: clock }: StepUpDeps,
  { userId, sessionId, requestId }: Asker,
  proof: StepUp,
): Promise<{ readonly tokens: SessionTokens; readonly provenUntil: Date }> {
  const now = clock();
  const twoFactorId = await findEnabledFactorId(db, userId);
  if (twoFactorId === undefined) throw new Refusal('two-factor-not-enabled');
  const actor = { userId, requestId };
  const tokens = await keepingFailures(db, async (trx) => {
    const refusal = await findProofRefusal(trx, keys.totp, twoFactorId, proof, actor, now);
    if (refusal !== undefined) return refusal;
    const proven = await proveSession(trx, keys, sessionId, now);
    await recordChange(trx, actor, {
      action: 'session.stepped-up',
      object: { type: 'session', id: sessionId },
      organizationId: null,
    });
    return proven;
  });
  return { tokens, provenUntil: new Date(now.getTime() + STEP_UP_SECONDS * 1000) };
}
