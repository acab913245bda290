// The months that an address names, else the last year up to the next month: payments are booked in the open one.
import { monthFrom, thisMonth } from '../lib/days.ts';
import type { Months } from './month-range.tsx';

const MONTHS = 12;

export function yearOrChosen({
  periodTo = monthFrom(thisMonth(), 1),
  periodFrom = monthFrom(periodTo, 1 - MONTHS),
}: Partial<Months>): Months {
  return { periodFrom, periodTo };
}
