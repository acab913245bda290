// The months in an address, or else the last year.
import { monthFrom, thisMonth } from '../lib/days.ts';
import type { Months } from './month-range.tsx';

const MONTHS = 12;

export function yearOrChosen({
  periodTo = thisMonth(),
  periodFrom = monthFrom(periodTo, 1 - MONTHS),
}: Partial<Months>): Months {
  return { periodFrom, periodTo };
}
