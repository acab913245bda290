// Links to a receipt's page, which anybody who holds one may open until it ends.
import { moscowDayOf } from '@kvartplata/domain/calendar/day.ts';
import type { KeyRing } from '@kvartplata/platform/identity/keys.ts';
import { readToken, tokenOf, type LinkedReceipt } from './receipt-token.ts';

export type { LinkedReceipt } from './receipt-token.ts';

export type ReceiptLink = {
  readonly url: string;
  /** The last day. */
  readonly goodUntil: Temporal.PlainDate;
};

export type ReceiptLinks = {
  readonly linkTo: (receipt: LinkedReceipt) => ReceiptLink;
  /** undefined for a token that was never given out or is over */
  readonly read: (token: string) => LinkedReceipt | undefined;
};

/** Long enough to look at a receipt once more when the next ones have come, and to go to court about it. */
const GOOD_MONTHS = 6;

/** The path of a receipt's page. */
export const RECEIPT_PATH = '/r';

/** @param publicUrl where residents reach this service, without a slash at its end */
export function createReceiptLinks(
  keys: KeyRing,
  publicUrl: string,
  now: () => Date,
): ReceiptLinks {
  const today = (): Temporal.PlainDate => moscowDayOf(now());
  return {
    linkTo: (receipt) => {
      const goodUntil = today().add({ months: GOOD_MONTHS });
      return { url: `${publicUrl}${RECEIPT_PATH}/${tokenOf(keys, receipt, goodUntil)}`, goodUntil };
    },
    read: (token) => readToken(keys, token, today()),
  };
}
