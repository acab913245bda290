// How much of a month's breaks exceeds the allowed time.
import type { BreakRule } from './standards.ts';
import { HOUR, type Span } from './month-hours.ts';

export type Break = Span & {
  readonly measuredE4: bigint | null;
  readonly allowedHours: number | null;
};

/**
 * The spans of a month above the allowed time. Each break uses up, from its beginning on, the hours that a single break may last,
 * and these count towards the hours that all breaks of the month may last together, in the order of the breaks. A break with
 * hours of its own, such as a yearly maintenance, uses up none of the month's hours.
 * @param breaks non-overlapping; those of an earlier month may extend into this one
 * Source: Government Decree 354 of 2011-05-06, p. 98, appendix 1, p. 1, 4, 8, 9, 11, 14, 17.
 */
export function hoursAbove(
  rule: BreakRule,
  monthSeconds: number,
  breaks: readonly Break[],
): readonly Span[] {
  let left = (rule.monthHours ?? 0) * HOUR;
  return breaks
    .toSorted((a, b) => a.from - b.from)
    .flatMap((one) => {
      const from = Math.max(0, one.from);
      const to = Math.min(one.to, monthSeconds);
      const atOnce = Math.max(0, one.from + atOnceHours(rule, one) * HOUR - from);
      const allowed = Math.min(Math.max(0, to - from), atOnce);
      const isOfMonth = one.allowedHours === null && rule.monthHours !== null;
      const used = isOfMonth ? Math.min(allowed, left) : allowed;
      if (isOfMonth) left -= used;
      return from + used < to ? [{ from: from + used, to }] : [];
    });
}

/** @throws when the law leaves the hours to the house, and the act does not state them */
function atOnceHours({ atOnce }: BreakRule, { measuredE4, allowedHours }: Break): number {
  if (allowedHours !== null) return allowedHours;
  const row = atOnce.find(
    ({ fromE4 }) => fromE4 === null || measuredE4 === null || measuredE4 >= fromE4,
  );
  if (row === undefined) throw new Error('an act tells no allowed hours');
  return row.hours;
}
