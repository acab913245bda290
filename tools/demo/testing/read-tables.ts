// Reads a table of the page: its rows by what identifies them, each cell by its column's head.
import type { Page } from 'playwright-core';

export type ShownRow = Readonly<Record<string, string>>;
type ShownTable = {
  readonly rows: ReadonlyMap<string, ShownRow>;
  /** The last line, if there is one. */
  readonly totals: ShownRow;
};

/** @param nameOf what identifies a row, by default its first cell */
export async function readTable(
  page: Page,
  caption: string,
  nameOf: (row: ShownRow) => string = (row) => Object.values(row)[0] ?? '',
): Promise<ShownTable> {
  const table = page.getByRole('region', { name: caption, exact: true }).locator('table').first();
  await table.locator('tbody tr').first().waitFor();
  // Cells show dots until their figures have come.
  await table.getByText('…', { exact: true }).first().waitFor({ state: 'hidden' });
  const heads = (await table.locator('thead th').allInnerTexts()).map(plain);
  const read = async (lines: string): Promise<readonly ShownRow[]> => {
    const rows = await table.locator(lines).all();
    return Promise.all(
      rows.map(async (row) => {
        const cells = await row.locator('th, td').allInnerTexts();
        return Object.fromEntries(cells.map((cell, nth) => [heads[nth] ?? '', plain(cell)]));
      }),
    );
  };
  const rows = await read('tbody tr:not(.below)');
  return {
    rows: new Map(rows.map((row) => [nameOf(row), row])),
    totals: (await read('tfoot tr'))[0] ?? {},
  };
}

/** Replaces non-breaking spaces with ordinary ones. */
export function plain(text: string): string {
  return text.replaceAll('\u00a0', ' ').trim();
}
