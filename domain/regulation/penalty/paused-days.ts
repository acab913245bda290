// Days on which a debt bears no penalty although they are overdue: those of an instalment plan that is kept.

import type { DayNumber } from '../../calendar/day-number.ts';

/** Both inclusive. */
export type PausedDays = { readonly from: DayNumber; readonly to: DayNumber };

/** The days in the span that are not paused, in order. */
export function withoutPaused(
  { from, to }: PausedDays,
  paused: readonly PausedDays[],
): readonly PausedDays[] {
  let left: readonly PausedDays[] = from > to ? [] : [{ from, to }];
  for (const pause of paused)
    left = left.flatMap((piece) => {
      if (pause.to < piece.from || piece.to < pause.from) return [piece];
      return [
        { from: piece.from, to: pause.from - 1 },
        { from: pause.to + 1, to: piece.to },
      ].filter((rest) => rest.from <= rest.to);
    });
  return left;
}

/** The last consecutive day with the same state, paused or not, as this one. */
export function lastAlike(
  day: DayNumber,
  paused: readonly PausedDays[],
): { readonly isPaused: boolean; readonly to: DayNumber } {
  const within = paused.find(({ from, to }) => from <= day && day <= to);
  if (within !== undefined) return { isPaused: true, to: within.to };
  const next = paused.map(({ from }) => from).filter((from) => from > day);
  return { isPaused: false, to: Math.min(...next, Number.POSITIVE_INFINITY) - 1 };
}
