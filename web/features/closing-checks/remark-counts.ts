// How many remarks a month has, counted alike beside its checks and above the table of remarks.
import type { ClosingCheck, Remark } from '@kvartplata/contracts/billing/closing-checks.ts';
import { inBoth } from '../../lib/in-both.ts';
import { isAhead } from './ahead.ts';

export type RemarkCounts = {
  readonly all: number;
  /** Not accepted, whether they can be or not. */
  readonly open: number;
  /** Those that prevent closing the month and cannot be accepted. */
  readonly blocking: number;
  /** What the month still has before it in its ordinary course, counted nowhere else. */
  readonly ahead: number;
};

export const COUNT_WORDS = inBoth(
  {
    counts: ({ all, open, blocking, ahead }: RemarkCounts) =>
      [
        `Замечаний: ${all}`,
        `не принято: ${open}`,
        ...(blocking === 0 ? [] : [`нельзя принять: ${blocking}`]),
        ...(ahead === 0 ? [] : [`ещё впереди: ${ahead}`]),
      ].join(', '),
  },
  {
    counts: ({ all, open, blocking, ahead }) =>
      [
        `Remarks: ${all}`,
        `not accepted: ${open}`,
        ...(blocking === 0 ? [] : [`cannot be accepted: ${blocking}`]),
        ...(ahead === 0 ? [] : [`still ahead: ${ahead}`]),
      ].join(', '),
  },
);

export function countOfChecks(
  checks: readonly Pick<ClosingCheck, 'code' | 'state' | 'count' | 'open'>[],
): RemarkCounts {
  const sum = (counts: readonly number[]): number => counts.reduce((all, one) => all + one, 0);
  const remarks = checks.filter(({ code }) => !isAhead(code));
  return {
    all: sum(remarks.map(({ count }) => count)),
    open: sum(remarks.map(({ open }) => open)),
    blocking: sum(remarks.filter(({ state }) => state === 'BLOCKING').map(({ open }) => open)),
    ahead: sum(checks.filter(({ code }) => isAhead(code)).map(({ count }) => count)),
  };
}

export function countOfRemarks(
  rows: readonly Pick<Remark, 'check' | 'accepted' | 'isBlocking'>[],
): RemarkCounts {
  const remarks = rows.filter(({ check }) => !isAhead(check));
  const open = remarks.filter(({ accepted }) => accepted === null);
  return {
    all: remarks.length,
    open: open.length,
    blocking: open.filter(({ isBlocking }) => isBlocking).length,
    ahead: rows.length - remarks.length,
  };
}
