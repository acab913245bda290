// Processes bounce reports about letters, and closes the addresses that accept none.
import type { Bounce } from '@kvartplata/contracts/billing/bounces.ts';
import type { LetterOutcome } from '@kvartplata/contracts/billing/deliveries.ts';
import { recordChange } from '@kvartplata/platform/audit/audit.repository.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { notFound, Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { KeyRing } from '@kvartplata/platform/identity/keys.ts';
import type { Caller } from '../../access/access.service.ts';
import type { Trx } from '../../tables.ts';
import { upsertClosedAddress } from './closed-addresses.repository.ts';
import { lockLetter, updateOutcome, type LockedLetter } from './delivery-letters.repository.ts';
import type { LetterKey } from './letter-key.ts';
import { readLetterToken } from './mail-token.ts';
import type { BounceReport } from './read-bounce.ts';

export type BounceMeans = { readonly mailKeys: KeyRing; readonly now: () => Date };

/**
 * @param report undefined for a file that is not a bounce report
 * @throws Refusal bounce-unreadable, not-found
 */
export async function takeBounce(
  { mailKeys, now }: BounceMeans,
  caller: Caller,
  organizationId: number,
  report: BounceReport | undefined,
): Promise<Bounce> {
  if (report === undefined) throw new Refusal('bounce-unreadable');
  const key = report.tokens
    .flatMap((token) => readLetterToken(mailKeys, token) ?? [])
    .find((one) => one.organizationId === organizationId);
  if (key === undefined) throw notFound('The letter');
  return inTransaction(caller.db, async (trx) => {
    const letter = await lockLetter(trx, key);
    if (letter === undefined) throw notFound('The letter');
    const outcome = outcomeAfter(letter.outcome, report.failure);
    if (outcome !== letter.outcome) {
      await endAs(trx, { key, letter, outcome }, report, now());
      await recordChange(trx, caller.actor, {
        action: 'delivery.bounced',
        object: { type: 'delivery', id: key.deliveryId },
        organizationId,
        after: { personalAccountId: letter.personalAccountId, outcome, reply: report.said },
      });
    }
    const { houseId, personalAccountId, accountNumber, recipient } = letter;
    const { deliveryId } = key;
    const { failure, said } = report;
    return {
      deliveryId,
      houseId,
      personalAccountId,
      accountNumber,
      recipient,
      failure,
      said,
      outcome,
    };
  });
}

type Ended = {
  readonly key: LetterKey;
  readonly letter: LockedLetter;
  readonly outcome: LetterOutcome;
};

async function endAs(
  trx: Trx,
  { key, letter: { houseId, personalAccountId, recipient, createdAt }, outcome }: Ended,
  { said: reply }: BounceReport,
  at: Date,
): Promise<void> {
  await updateOutcome(trx, key, { outcome, reply });
  if (outcome !== 'bounced') return;
  const account = { organizationId: key.organizationId, houseId, personalAccountId };
  const closed = { recipient, reason: 'bounced', closedAt: at, reply } as const;
  await upsertClosedAddress(trx, account, closed, createdAt);
}

const OUTCOME_OF = { address: 'bounced', refused: 'refused', expired: 'expired' } as const;

/** Only letters that were handed over change; the outcome of others is already known. */
function outcomeAfter(outcome: LetterOutcome, failure: Bounce['failure']): LetterOutcome {
  if (failure === 'none' || (outcome !== 'sent' && outcome !== 'unconfirmed')) return outcome;
  return OUTCOME_OF[failure];
}
