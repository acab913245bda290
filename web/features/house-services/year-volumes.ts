// A house's volumes by year, as typed: `2024: 1200; 2025: 1140,5`.
import { parseFigure, showShortFigure } from '../../lib/figures.ts';

type YearVolume = { readonly year: number; readonly volume: string };

/** Undefined if they cannot be parsed; empty if nothing was typed. */
export function parseVolumes(typed: string): readonly YearVolume[] | undefined {
  const rows = typed
    .split(';')
    .map((row) => row.trim())
    .filter((row) => row !== '');
  const volumes = rows.flatMap((row): YearVolume[] => {
    const [year = '', figure = '', ...rest] = row.split(':').map((text) => text.trim());
    const volume = parseFigure(figure);
    if (!/^[0-9]{4}$/.test(year) || volume === undefined || rest.length > 0) return [];
    return [{ year: Number(year), volume }];
  });
  return volumes.length === rows.length ? volumes : undefined;
}

/** As they are typed. */
export function showVolumes(volumes: readonly YearVolume[]): string {
  return volumes.map(({ year, volume }) => `${year}: ${showShortFigure(volume)}`).join('; ');
}
