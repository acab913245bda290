// What an accountant does in Excel with the file of services from the page: fills blank cells, and deletes rows.
import { buffer } from 'node:stream/consumers';
import { writeTable } from '@kvartplata/platform/table-files/write-table.ts';
import { rowsOf } from '@kvartplata/platform/testing/table-files.ts';

/** By column title. */
export type Cells = Readonly<Record<string, string>>;

/** @param cellsOf what is entered in the row of a service; undefined deletes the row */
export async function fillServices(
  file: Buffer,
  cellsOf: (address: string, service: string) => Cells | undefined,
): Promise<Buffer> {
  const table = (await rowsOf(file)).map(({ cells }) => cells);
  const [header = [], notes = [], ...rows] = table;
  const filled = rows.flatMap((cells) => {
    const cellOf = (title: string): string => cells[header.indexOf(title)] ?? '';
    const typed = cellsOf(cellOf('Адрес дома'), cellOf('Услуга'));
    if (typed === undefined) return [];
    return [header.map((title, index) => cells[index] || (typed[title] ?? ''))];
  });
  const widths = header.map(() => 12);
  return buffer(
    writeTable('xlsx', { rows: [header, notes, ...filled], sheetName: 'Услуги', widths }),
  );
}
