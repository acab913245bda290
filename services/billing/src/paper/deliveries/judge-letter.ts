// Decides whether to send an account its receipt: it has consented, the address works, and it has not received the month's
// receipt yet.
import type { LetterOutcome } from '@kvartplata/contracts/billing/deliveries.ts';

export type Judged = {
  /** The account's e-mail; null without consent. */
  readonly email: string | null;
  /** The most recently closed of its addresses. */
  readonly closed:
    | { readonly recipient: string; readonly reason: 'bounced' | 'unsubscribed' }
    | undefined;
  /** Its letters for the month in other deliveries. */
  readonly earlier: readonly {
    readonly recipient: string | null;
    readonly outcome: LetterOutcome;
  }[];
  /** Whether to retry where an earlier attempt failed. */
  readonly again: boolean;
};

const HAS_IT: readonly LetterOutcome[] = ['waiting', 'sent'];
/** A bounced letter counts as failed only once the address is open again. */
const FAILED: readonly LetterOutcome[] = ['refused', 'bounced', 'expired', 'unconfirmed'];

/** `waiting` means that a letter is sent. */
export function judgeLetter({ email, closed, earlier, again }: Judged): LetterOutcome {
  if (email === null) return closed?.reason === 'unsubscribed' ? 'unsubscribed' : 'no-address';
  if (closed?.reason === 'bounced' && isSameAddress(closed.recipient, email))
    return 'address-bounced';
  const toIt = earlier.flatMap(({ recipient, outcome }) =>
    recipient !== null && isSameAddress(recipient, email) ? [outcome] : [],
  );
  if (toIt.some((outcome) => HAS_IT.includes(outcome))) return 'already-sent';
  return !again && toIt.some((outcome) => FAILED.includes(outcome)) ? 'tried-before' : 'waiting';
}

/** In theory mail servers may distinguish upper and lower case; in practice they do not. */
export function isSameAddress(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
