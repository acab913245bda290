// What is booked after accruals, for tests that accrue again.
import type { AccruedDebt, BookedPenalties } from '../accrue-account.ts';

export function bookedAfter(
  booked: BookedPenalties,
  accrued: readonly AccruedDebt[],
): BookedPenalties {
  const after = {
    utilities: new Map(booked.utilities),
    'major-repairs': new Map(booked['major-repairs']),
  };
  for (const { month, kind, amountKopecks } of accrued)
    after[kind].set(month, (after[kind].get(month) ?? 0n) + amountKopecks);
  return after;
}
