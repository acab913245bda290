// A share as typed and shown: in per cent.
import { parseFigure } from '../../lib/figures.ts';

/** 0.5000 as 50. */
export function percentOf(share: string): string {
  return String(Number((Number(share) * 100).toFixed(2)));
}

/** 50 as 0.5; undefined if it is not a number. */
export function shareOf(percent: string): string | undefined {
  const figure = parseFigure(percent);
  return figure === undefined ? undefined : String(Number((Number(figure) / 100).toFixed(6)));
}
