// Divides money without a payee among the payees whose lines it pays.
import type { Kopecks } from '../../money/kopecks.ts';
import { shareOut } from '../../money/share-out.ts';
import { sumBy } from '../../money/sums.ts';

/** The id of the payee of a service; null for the organization that keeps the account. */
export type PayeeId = number | null;

export type SumsByPayee = ReadonlyMap<PayeeId, Kopecks>;

/**
 * In proportion to the lines above zero, kopecks by largest remainder; without such lines it goes to the organization.
 * Source: Decree 354 Rules p. 118.
 */
export function divideMoney(money: Kopecks, lines: SumsByPayee): SumsByPayee {
  const shared = inOrder(lines).filter(([, amount]) => amount > 0n);
  if (shared.length === 0) return new Map([[null, money]]);
  const weights = shared.map(([, amount]) => amount);
  const parts = shareOut(money, weights);
  return new Map(shared.map(([payeeId], nth) => [payeeId, parts[nth] ?? 0n]));
}

/**
 * The amounts owed, after setting off negative against positive ones: what one payee has received in excess counts towards what
 * others are still owed, in proportion. The sum is unchanged.
 */
export function setOff(owed: SumsByPayee): SumsByPayee {
  const above = inOrder(owed).filter(([, amount]) => amount > 0n);
  const below = inOrder(owed).filter(([, amount]) => amount < 0n);
  const [most, least] = [sum(above), -sum(below)];
  const moved = most < least ? most : least;
  if (moved === 0n) return owed;
  const taken = divideMoney(moved, new Map(above));
  const given = divideMoney(moved, new Map(below.map(([payeeId, amount]) => [payeeId, -amount])));
  return new Map(
    inOrder(owed).map(([payeeId, amount]) => [
      payeeId,
      amount - (taken.get(payeeId) ?? 0n) + (given.get(payeeId) ?? 0n),
    ]),
  );
}

/** Adds to the sums of a map that is being built. */
export function addTo(sums: Map<PayeeId, Kopecks>, payeeId: PayeeId, amount: Kopecks): void {
  sums.set(payeeId, (sums.get(payeeId) ?? 0n) + amount);
}

/** The sum of what is above zero. */
export function sumAbove(sums: SumsByPayee): Kopecks {
  return sumBy(sums.values(), (amount) => (amount > 0n ? amount : 0n));
}

/** What is left of each payee's sum. */
export function less(sums: SumsByPayee, taken: SumsByPayee): SumsByPayee {
  return new Map(
    [...sums].map(([payeeId, amount]) => [payeeId, amount - (taken.get(payeeId) ?? 0n)]),
  );
}

/** The organization first, then payees by id: of equal remainders the earlier gets the kopeck. */
function inOrder(sums: SumsByPayee): readonly (readonly [PayeeId, Kopecks])[] {
  return [...sums].toSorted(([one], [other]) => (one ?? 0) - (other ?? 0));
}

function sum(amounts: readonly (readonly [PayeeId, Kopecks])[]): Kopecks {
  return sumBy(amounts, ([, amount]) => amount);
}
