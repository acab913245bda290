// Resets the second factor of a user who has lost it, for an owner of their organization. Core has checked the permission.
import type {
  SecondFactorReset,
  SecondFactorResetAnswer,
} from '@kvartplata/contracts/auth/internal.ts';
import { recordChange } from '@kvartplata/platform/audit/audit.repository.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import type { Mail } from '@kvartplata/platform/mail/mail.ts';
import { insertMailMessage } from '@kvartplata/platform/mail/outbox.repository.ts';
import { endSessionsOf } from '../sessions/sessions.service.ts';
import type { Db } from '../tables.ts';
import { getManagedUser } from '../users/user-directory.service.ts';
import { isResetBy, updateDisabled } from './two-factor.repository.ts';
import { findEnabledFactorId } from './two-factor.service.ts';

export type TwoFactorResetDeps = {
  readonly db: Db;
  readonly mail: Mail;
  readonly now: () => Date;
};

const WORTH_SENDING_MS = 3 * 24 * 60 * 60_000;

/** @throws Refusal not-found */
export async function resetSecondFactorOf(
  { db, mail, now: clock }: TwoFactorResetDeps,
  userId: number,
  { resetBy, organizationId, language }: SecondFactorReset,
  requestId: string,
): Promise<SecondFactorResetAnswer> {
  const now = clock();
  const answer = await inTransaction(db, async (trx): Promise<SecondFactorResetAnswer> => {
    const user = await getManagedUser(trx, userId);
    if (user.platformRole === 'admin') return { outcome: 'admin' };
    const twoFactorId = await findEnabledFactorId(trx, userId);
    if (twoFactorId === undefined || !(await updateDisabled(trx, twoFactorId, now)))
      // Core sends a request again when its answer is lost.
      return { outcome: (await isResetBy(trx, userId, requestId)) ? 'reset' : 'not-enabled' };
    await recordChange(
      trx,
      { userId: resetBy, requestId },
      {
        action: 'two-factor.reset',
        object: { type: 'two-factor', id: twoFactorId },
        organizationId,
        before: { method: 'totp', userId },
      },
    );
    const who = { userId, requestId, endedBy: resetBy };
    await endSessionsOf(trx, who, undefined, 'two-factor-reset', now);
    if (mail.isOn) {
      const { firstName, email } = user;
      await insertMailMessage(trx, {
        template: 'two-factor-reset',
        facts: { firstName },
        language,
        recipient: email,
        createdAt: now,
        expiresAt: new Date(now.getTime() + WORTH_SENDING_MS),
      });
    }
    return { outcome: 'reset' };
  });
  mail.nudge();
  return answer;
}
