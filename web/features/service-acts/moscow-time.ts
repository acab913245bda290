// Instants in Moscow time, in which the hours of acts are counted, as typed: a day and a time.
import { parseDay } from '../../lib/days.ts';

const OFFSET = '+03:00';
const OFFSET_MS = 3 * 3_600_000;

/** Converts `05.07.2026` and `8:00` to the service's format; undefined if there is no such day or time. */
export function parseMoment(day: string, time: string): string | undefined {
  const date = parseDay(day);
  const [, hours = '', minutes = ''] =
    /^([01]?\d|2[0-4])[:. ]?([0-5]\d)$/.exec(time.trim()) ??
    /^([01]?\d|2[0-4])()$/.exec(time.trim()) ??
    [];
  if (date === undefined || hours === '') return undefined;
  const at = Date.parse(`${date}T00:00:00${OFFSET}`);
  const past = (Number(hours) * 60 + Number(minutes)) * 60_000;
  return past > 24 * 3_600_000 ? undefined : new Date(at + past).toISOString();
}

/** `2026-07-05T05:00:00.000Z` is the day `2026-07-05` and the time `08:00`. */
export function momentOf(text: string): { readonly day: string; readonly time: string } {
  const there = new Date(Date.parse(text) + OFFSET_MS).toISOString();
  return { day: there.slice(0, 10), time: there.slice(11, 16) };
}
