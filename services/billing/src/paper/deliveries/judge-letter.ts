// Whether an account is written to: it agreed, the address works, and has not had the month's receipt yet.
import type { LetterOutcome } from '@kvartplata/contracts/billing/deliveries.ts';

export type Judged = {
  /** The account's e-mail; null where it has not agreed. */
  readonly email: string | null;
  /** The last of its addresses that was closed. */
  readonly closed:
    | { readonly recipient: string; readonly reason: 'bounced' | 'unsubscribed' }
    | undefined;
  /** Its letters of the month in other deliveries. */
  readonly earlier: readonly {
    readonly recipient: string | null;
    readonly outcome: LetterOutcome;
  }[];
  /** Also where it was tried and failed. */
  readonly again: boolean;
};

const HAS_IT: readonly LetterOutcome[] = ['waiting', 'sent'];
/** One that has bounced counts once its address is open again. */
const FAILED: readonly LetterOutcome[] = ['refused', 'bounced', 'expired', 'unconfirmed'];

/** `waiting`: it is. */
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

/** Mail servers tell addresses apart by letters of another case in theory alone. */
export function isSameAddress(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
