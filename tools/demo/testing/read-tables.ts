// What a table of the page says: its rows by what names them, each cell by the head that stands above it.
import type { Page } from 'playwright-core';

export type ShownRow = Readonly<Record<string, string>>;
type ShownTable = {
  readonly rows: ReadonlyMap<string, ShownRow>;
  /** Of the last line, where there is one. */
  readonly totals: ShownRow;
};

/** @param nameOf what tells the rows apart, if it is not their first cell */
export async function readTable(
  page: Page,
  caption: string,
  nameOf: (row: ShownRow) => string = (row) => Object.values(row)[0] ?? '',
): Promise<ShownTable> {
  const table = page.getByRole('region', { name: caption, exact: true }).locator('table').first();
  await table.locator('tbody tr').first().waitFor();
  // Until its figures come, a cell shows dots.
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

/** Spaces as they are typed, not as lines are kept together by. */
export function plain(text: string): string {
  return text.replaceAll('\u00a0', ' ').trim();
}
