// Which part of a receipt is to be paid to each payee.
import type { Kopecks } from '../money/kopecks.ts';
import type { Standing } from '../regulation/payees/account-by-payee.ts';
import {
  divideMoney,
  setOff,
  type PayeeId,
  type SumsByPayee,
} from '../regulation/payees/divide-money.ts';

/**
 * What is owed less what is paid ahead, which pays each in proportion to what it is owed. Principal and penalties make one
 * sum, as in the receipt, whose sum to pay these come to: nobody is asked for less than nothing.
 */
export function toPayByPayee({ owed, advance }: Pick<Standing, 'owed' | 'advance'>): SumsByPayee {
  const sums = setOff(
    new Map([...owed].map(([payeeId, { principal, penalty }]) => [payeeId, principal + penalty])),
  );
  const aheadKopecks = advance.principal + advance.penalty;
  const owedKopecks = [...sums.values()].reduce((total, amount) => total + amount, 0n);
  if (owedKopecks <= aheadKopecks)
    return new Map([...sums.keys()].map((payeeId): [PayeeId, Kopecks] => [payeeId, 0n]));
  const taken = divideMoney(aheadKopecks, sums);
  return new Map(
    [...sums].map(([payeeId, amount]) => [payeeId, amount - (taken.get(payeeId) ?? 0n)]),
  );
}
