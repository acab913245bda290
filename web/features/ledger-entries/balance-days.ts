// What an account owed from day to day, according to its entries.
import type { LedgerEntry } from '@kvartplata/contracts/billing/ledger-entries.ts';
import { formatKopecks, parseKopecks } from '@kvartplata/domain/money/kopecks.ts';

/** Owed from the day on, until the next one. */
export type BalanceDay = {
  readonly day: string;
  readonly principal: string;
  /** Penalties included. */
  readonly total: string;
};

/** The days with a change, in order. */
export function balanceDays(entries: readonly LedgerEntry[]): readonly BalanceDay[] {
  const days = Map.groupBy(entries, ({ effectiveOn }) => effectiveOn);
  let principal = 0n;
  let penalty = 0n;
  return [...days]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([day, ofDay]) => {
      for (const { debtKind, debit, credit } of ofDay) {
        const change = parseKopecks(debit) - parseKopecks(credit);
        if (debtKind === 'principal') principal += change;
        else penalty += change;
      }
      return {
        day,
        principal: formatKopecks(principal),
        total: formatKopecks(principal + penalty),
      };
    });
}
