// How much of a payment goes to the debt itself and how much to the penalties on it.

import type { Kopecks } from '../../money/kopecks.ts';

/** What an account owes, by kind; an advance is negative. */
export type Owed = { readonly principalKopecks: Kopecks; readonly penaltyKopecks: Kopecks };

/**
 * The two parts of a payment, which sum to it: first the principal debt, then the penalties; the rest is an advance, which counts
 * as principal.
 * Source: Civil Code art. 319, as interpreted by Resolution 54 of the Plenum of the Supreme Court of 2016-11-22, p. 37: a
 * penalty for delay is settled after the principal; edition of Federal Law 42-FZ of 2015-03-08.
 * @throws RangeError when the amount is not above zero.
 */
export function splitPayment(amountKopecks: Kopecks, owed: Owed): Owed {
  if (amountKopecks <= 0n)
    throw new RangeError(`a payment is above zero: ${amountKopecks} kopecks`);
  const beyondPrincipal = amountKopecks - least(amountKopecks, atLeastZero(owed.principalKopecks));
  const penaltyKopecks = least(beyondPrincipal, atLeastZero(owed.penaltyKopecks));
  return { principalKopecks: amountKopecks - penaltyKopecks, penaltyKopecks };
}

function least(a: Kopecks, b: Kopecks): Kopecks {
  return a < b ? a : b;
}

function atLeastZero(kopecks: Kopecks): Kopecks {
  return kopecks < 0n ? 0n : kopecks;
}
