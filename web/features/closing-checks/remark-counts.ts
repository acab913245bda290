// How many remarks a month has, counted alike beside its checks and above the table of remarks.
import type { ClosingCheck, Remark } from '@kvartplata/contracts/billing/closing-checks.ts';
import { inBoth } from '../../lib/in-both.ts';

export type RemarkCounts = {
  readonly all: number;
  /** Not accepted, whether they can be or not. */
  readonly open: number;
  /** Those that prevent closing the month and cannot be accepted. */
  readonly blocking: number;
};

export const COUNT_WORDS = inBoth(
  {
    counts: ({ all, open, blocking }: RemarkCounts) =>
      `Замечаний: ${all}, не принято: ${open}${blocking === 0 ? '' : `, нельзя принять: ${blocking}`}`,
  },
  {
    counts: ({ all, open, blocking }) =>
      `Remarks: ${all}, not accepted: ${open}${blocking === 0 ? '' : `, cannot be accepted: ${blocking}`}`,
  },
);

export function countOfChecks(
  checks: readonly Pick<ClosingCheck, 'state' | 'count' | 'open'>[],
): RemarkCounts {
  const sum = (counts: readonly number[]): number => counts.reduce((all, one) => all + one, 0);
  return {
    all: sum(checks.map(({ count }) => count)),
    open: sum(checks.map(({ open }) => open)),
    blocking: sum(checks.filter(({ state }) => state === 'BLOCKING').map(({ open }) => open)),
  };
}

export function countOfRemarks(
  remarks: readonly Pick<Remark, 'accepted' | 'isBlocking'>[],
): RemarkCounts {
  const open = remarks.filter(({ accepted }) => accepted === null);
  return {
    all: remarks.length,
    open: open.length,
    blocking: open.filter(({ isBlocking }) => isBlocking).length,
  };
}
