// A letter as the API lists it.
import type { DeliveryLetter } from '@kvartplata/contracts/billing/deliveries.ts';
import type { LetterRow } from './delivery-letters.repository.ts';

export type ListedLetter = Pick<
  DeliveryLetter,
  'recipient' | 'outcome' | 'attempts' | 'nextAttemptAt' | 'endedAt' | 'reply'
>;

export function toListedLetter({
  recipient,
  outcome,
  attempts,
  reply,
  ...row
}: LetterRow): ListedLetter {
  return {
    recipient,
    outcome,
    attempts,
    nextAttemptAt: outcome === 'waiting' ? row.nextAttemptAt.toISOString() : null,
    endedAt: row.endedAt?.toISOString() ?? null,
    reply,
  };
}
