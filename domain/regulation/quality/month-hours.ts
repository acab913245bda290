// The seconds of a month in local time, and spans of them, from one second up to but excluding another, counted from the start of
// the month. A span that begins on an earlier day starts below zero.

export type Span = { readonly from: number; readonly to: number };

/** Some hours of one day of the month, either all at night or all by day. */
export type Piece = Span & { readonly day: number; readonly isNight: boolean };

export const HOUR = 3_600;
export const DAY = 24 * HOUR;
/** Source: Government Decree 354 of 2011-05-06, appendix 1, p. 5, 15: the night is from 0.00 to 5.00. */
const NIGHT = 5 * HOUR;

/** @param at `YYYY-MM-DDTHH:MM:SS` */
export function secondOf(month: Temporal.PlainYearMonth, at: string): number {
  const beginning = month.toPlainDate({ day: 1 }).toPlainDateTime();
  return Temporal.PlainDateTime.from(at).since(beginning, { largestUnit: 'seconds' }).seconds;
}

/** The part of a span that is in the month, cut at the beginning and end of each night. */
export function piecesOf({ daysInMonth }: Temporal.PlainYearMonth, span: Span): readonly Piece[] {
  const pieces: Piece[] = [];
  let from = Math.max(0, span.from);
  const end = Math.min(span.to, daysInMonth * DAY);
  while (from < end) {
    const day = Math.floor(from / DAY);
    const isNight = from - day * DAY < NIGHT;
    const to = Math.min(end, day * DAY + (isNight ? NIGHT : DAY));
    pieces.push({ from, to, day: day + 1, isNight });
    from = to;
  }
  return pieces;
}

/** The rest of a span after cutting out the others. */
export function without(span: Span, others: readonly Span[]): readonly Span[] {
  return others.reduce<readonly Span[]>(
    (left, other) =>
      left.flatMap(({ from, to }) =>
        [
          { from, to: Math.min(to, other.from) },
          { from: Math.max(from, other.to), to },
        ].filter((rest) => rest.from < rest.to),
      ),
    [span],
  );
}
