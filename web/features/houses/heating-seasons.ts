// Heating seasons as typed: `05.10.2025–20.04.2026; 03.10.2026–`, the last one without an end while it lasts.
import { parseDay, showDay } from '../../lib/days.ts';

type Season = { readonly from: string; readonly to: string | null };

/** Undefined if they cannot be parsed; empty if nothing was typed. */
export function parseSeasons(typed: string): readonly Season[] | undefined {
  const rows = typed
    .split(';')
    .map((row) => row.trim())
    .filter((row) => row !== '');
  const seasons = rows.flatMap((row): Season[] => {
    const [first = '', last, ...rest] = row.split(/[-–—]/u).map((text) => text.trim());
    const from = parseDay(first);
    const to = last === '' ? null : parseDay(last ?? '');
    return from === undefined || to === undefined || rest.length > 0 ? [] : [{ from, to }];
  });
  return seasons.length === rows.length ? seasons : undefined;
}

/** As they are typed. */
export function showSeasons(seasons: readonly Season[]): string {
  return seasons
    .map(({ from, to }) => `${showDay(from)}–${to === null ? '' : showDay(to)}`)
    .join('; ');
}
