// What a month that was charged before would be charged now, less what stands for it in the books.

import type { Skipped } from './calculate-house.ts';

/** An amount of one line of one service, booked or replayed. */
export type LineAmount = {
  readonly personalAccountId: number;
  readonly houseServiceId: number;
  readonly line: number;
  readonly consumptionE6: bigint;
  readonly amountKopecks: bigint;
};

export type Difference = LineAmount & {
  readonly bookedKopecks: bigint;
  readonly replayedKopecks: bigint;
};

/**
 * The differences that a recalculation books into the open month, by account, service and line; their consumption and
 * amount are what is added. A line that is no longer charged is taken back whole. Booking them and replaying again gives
 * none. An account that the replay has skipped keeps what is booked: a missing figure takes nothing back.
 * @param booked all that stands for the month: its charges, and the differences that earlier recalculations have booked
 * @param replayed the month's lines, computed anew with its own rules and the corrected figures
 * Source: Government Decree 354 of 2011-05-06, p. 69 (a recalculation stands in the receipt with its grounds); practice.
 */
export function differencesOf(
  booked: readonly LineAmount[],
  replayed: { readonly lines: readonly LineAmount[]; readonly skipped: readonly Skipped[] },
): readonly Difference[] {
  const sums = new Map<string, Difference>();
  for (const line of booked) addTo(sums, line, true);
  for (const line of replayed.lines) addTo(sums, line, false);
  const unknown = new Set(replayed.skipped.map(({ personalAccountId }) => personalAccountId));
  return [...sums.values()]
    .filter(
      ({ personalAccountId, amountKopecks }) =>
        amountKopecks !== 0n && !unknown.has(personalAccountId),
    )
    .toSorted(
      (a, b) =>
        a.personalAccountId - b.personalAccountId ||
        a.houseServiceId - b.houseServiceId ||
        a.line - b.line,
    );
}

function addTo(sums: Map<string, Difference>, line: LineAmount, isBooked: boolean): void {
  const { personalAccountId, houseServiceId, line: place } = line;
  const key = `${personalAccountId}/${houseServiceId}/${place}`;
  const before = sums.get(key);
  const sign = isBooked ? -1n : 1n;
  sums.set(key, {
    personalAccountId,
    houseServiceId,
    line: place,
    consumptionE6: (before?.consumptionE6 ?? 0n) + sign * line.consumptionE6,
    amountKopecks: (before?.amountKopecks ?? 0n) + sign * line.amountKopecks,
    bookedKopecks: (before?.bookedKopecks ?? 0n) + (isBooked ? line.amountKopecks : 0n),
    replayedKopecks: (before?.replayedKopecks ?? 0n) + (isBooked ? 0n : line.amountKopecks),
  });
}
