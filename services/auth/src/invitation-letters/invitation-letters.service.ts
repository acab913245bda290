// Letters to people who are invited by e-mail. Core decides who is invited; the outbox is auth's.
import type { InvitationLetter } from '@kvartplata/contracts/auth/internal.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { Mail } from '@kvartplata/platform/mail/mail.ts';
import { insertMailMessage } from '@kvartplata/platform/mail/outbox.repository.ts';
import type { Inviting, Limits } from '../limits/limits.service.ts';
import type { Db } from '../tables.ts';

export type LettersDeps = {
  readonly db: Db;
  readonly limits: Limits;
  readonly mail: Mail;
  readonly now: () => Date;
};

const WORTH_SENDING_MS = 3 * 24 * 60 * 60_000;

/** An invitation is valid without its letter, so if mail is off, this is not refused. */
export async function writeLetter(
  { db, limits, mail, now: clock }: LettersDeps,
  letterId: string,
  { email, organizationId, organizationName, role, language, invitedBy }: InvitationLetter,
): Promise<void> {
  if (!mail.isOn || !(await mayWrite(limits, { organizationId, invitedBy }))) return;
  const now = clock();
  await insertMailMessage(db, {
    requestKey: letterId,
    template: 'invitation',
    facts: { organization: organizationName, role, email },
    language,
    recipient: email,
    createdAt: now,
    expiresAt: new Date(now.getTime() + WORTH_SENDING_MS),
  });
  mail.nudge();
}

async function mayWrite(limits: Limits, inviting: Inviting): Promise<boolean> {
  try {
    await limits.countInvitationLetter(inviting);
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'too-many-attempts') return false;
    throw error;
  }
}
