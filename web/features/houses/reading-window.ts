// The reading window as typed: `15–25`, or `23–3` for one that ends in the next month.
import type { House } from '@kvartplata/contracts/core/houses.ts';

type Window = House['readingWindow'];

const DAYS = /^(\d{1,2})\s*[-–—]\s*(\d{1,2})$/u;
const LAST_DAY = 31;

/** Null if nothing was typed: every day; undefined if it cannot be parsed. */
export function parseWindow(typed: string): Window | undefined {
  if (typed.trim() === '') return null;
  const [, from, to] = DAYS.exec(typed.trim()) ?? [];
  const [fromDay, toDay] = [Number(from), Number(to)];
  const isGood = [fromDay, toDay].every((day) => day >= 1 && day <= LAST_DAY);
  return isGood ? { fromDay, toDay } : undefined;
}

/** As it is typed. */
export function showWindow(window: Window): string {
  return window === null ? '' : `${window.fromDay}–${window.toDay}`;
}
