// Assigns cells copied from a spreadsheet to meters.
import type { ReadingSheetRow } from '@kvartplata/contracts/core/readings.ts';

export type Pasted = {
  readonly typed: ReadonlyMap<number, string>;
  /** Lines without a matching meter. */
  readonly unknown: readonly string[];
};

/**
 * A single column fills the rows from `start` on. If there are several, the last one is the reading, and one of the others names
 * the meter by its serial number, or by its account if that has only one meter.
 */
export function pastedReadings(
  rows: readonly ReadingSheetRow[],
  start: number,
  text: string,
): Pasted {
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/);
  return lines.some((line) => line.trim().includes('\t'))
    ? byName(rows, lines)
    : downwards(rows.slice(start), lines);
}

function downwards(rows: readonly ReadingSheetRow[], lines: readonly string[]): Pasted {
  const typed = new Map<number, string>();
  for (const [index, line] of lines.entries()) {
    const row = rows[index];
    if (row !== undefined && line.trim() !== '') typed.set(row.meterId, line.trim());
  }
  return { typed, unknown: lines.slice(rows.length).filter((line) => line.trim() !== '') };
}

function byName(rows: readonly ReadingSheetRow[], lines: readonly string[]): Pasted {
  const meters = Map.groupBy(
    rows.flatMap(({ meterId, serialNumber, accountNumber }) => [
      { name: keyOf(serialNumber), meterId },
      ...(accountNumber === null ? [] : [{ name: keyOf(accountNumber), meterId }]),
    ]),
    ({ name }) => name,
  );
  const typed = new Map<number, string>();
  const unknown: string[] = [];
  for (const line of lines.filter((text) => text.trim() !== '')) {
    const cells = line.split('\t').map((cell) => cell.trim());
    const value = cells.pop() ?? '';
    const named = cells
      .map((cell) => meters.get(keyOf(cell)) ?? [])
      .find(({ length }) => length === 1);
    const meterId = named?.[0]?.meterId;
    if (meterId === undefined) unknown.push(line);
    else if (value !== '') typed.set(meterId, value);
  }
  return { typed, unknown };
}

function keyOf(name: string): string {
  return name.trim().toLowerCase();
}
