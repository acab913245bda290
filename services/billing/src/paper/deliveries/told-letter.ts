// A letter as the API lists it.
import type { DeliveryLetter } from '@kvartplata/contracts/billing/deliveries.ts';
import type { LetterRow } from './delivery-letters.repository.ts';

export type ToldLetter = Pick<
  DeliveryLetter,
  'recipient' | 'outcome' | 'attempts' | 'nextAttemptAt' | 'endedAt' | 'reply'
>;

export function toldOfLetter({
  recipient,
  outcome,
  attempts,
  reply,
  ...row
}: LetterRow): ToldLetter {
  return {
    recipient,
    outcome,
    attempts,
    nextAttemptAt: outcome === 'waiting' ? row.nextAttemptAt.toISOString() : null,
    endedAt: row.endedAt?.toISOString() ?? null,
    reply,
  };
}
