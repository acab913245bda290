// The part of a receipt to be paid to each payee.
import type { Kopecks } from '../money/kopecks.ts';
import { sumOf } from '../money/sums.ts';
import {
  standAt,
  type AccountLines,
  type Standing,
} from '../regulation/payees/account-by-payee.ts';
import {
  divideMoney,
  less,
  setOff,
  sumAbove,
  type PayeeId,
  type SumsByPayee,
} from '../regulation/payees/divide-money.ts';

/** What instalment plans leave to later months, and what is owed for the months that they cover. */
export type NotDue = { readonly kopecks: Kopecks; readonly covered: SumsByPayee };

const NOTHING: NotDue = { kopecks: 0n, covered: new Map() };

/**
 * What is owed, less what is paid ahead, which pays each payee in proportion to what it is owed, and less what is not due yet.
 * Principal and penalties are one sum, as in the receipt, and the results sum to its sum to pay: none is below zero.
 */
export function toPayByPayee(
  { owed, advance }: Pick<Standing, 'owed' | 'advance'>,
  notDue: NotDue = NOTHING,
): SumsByPayee {
  const sums = setOff(
    new Map([...owed].map(([payeeId, { principal, penalty }]) => [payeeId, principal + penalty])),
  );
  const aheadKopecks = advance.principal + advance.penalty;
  const owedKopecks = sumOf(sums.values());
  if (owedKopecks <= aheadKopecks)
    return new Map([...sums.keys()].map((payeeId): [PayeeId, Kopecks] => [payeeId, 0n]));
  return withoutNotDue(less(sums, divideMoney(aheadKopecks, sums)), notDue);
}

/**
 * What is left to pay each payee of what a receipt asks for, once less is owed: what was paid since has paid each in proportion to
 * its sum.
 * Source: Decree 354 Rules p. 118.
 */
export function leftToPay(asked: SumsByPayee, leftKopecks: Kopecks): SumsByPayee {
  const paidKopecks = sumAbove(asked) - leftKopecks;
  return paidKopecks > 0n ? less(asked, divideMoney(paidKopecks, asked)) : asked;
}

/** The principal owed for some months at the end of one. @param months `YYYY-MM` */
export function owedOfMonths(
  { lines, placed }: AccountLines,
  months: ReadonlySet<string>,
  atEndOf: string,
): SumsByPayee {
  const ofMonths = {
    lines: lines.filter(({ kind, month }) => kind === 'principal' && months.has(month)),
    placed: placed.filter(({ kind, month }) => kind === 'principal' && months.has(month)),
    penalties: [],
    paid: [],
  };
  const { owed } = standAt(ofMonths, atEndOf);
  return new Map([...owed].map(([payeeId, { principal }]) => [payeeId, principal]));
}

/** First taken from what the covered months owe each payee; the rest in proportion to everything owed. */
function withoutNotDue(sums: SumsByPayee, { kopecks, covered }: NotDue): SumsByPayee {
  const ofCovered = new Map(
    [...sums].map(([payeeId, amount]) => [payeeId, least(amount, covered.get(payeeId) ?? 0n)]),
  );
  const first = least(kopecks, sumAbove(ofCovered));
  const left = first > 0n ? less(sums, divideMoney(first, ofCovered)) : sums;
  const rest = least(kopecks - first, sumAbove(left));
  return rest > 0n ? less(left, divideMoney(rest, left)) : left;
}

function least(one: Kopecks, other: Kopecks): Kopecks {
  return one < other ? one : other;
}
