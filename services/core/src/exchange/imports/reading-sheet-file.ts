// The meters of a month as rows of the form of readings: with what is stored, or blank where a reading is still to come. Rows are
// made house by house while the file is sent.
import type { TableFormat } from '@kvartplata/contracts/table-files.ts';
import { writeTable } from '@kvartplata/platform/table-files/write-table.ts';
import type { Cell } from '@kvartplata/platform/table-files/written-table.ts';
import type { Readable } from 'node:stream';
import type { SheetOfHouse } from '../../metering/readings/all-sheets.service.ts';
import { readingForm } from './reading-form.ts';

export type ReadingRows = {
  /** `2026-11` */
  readonly period: string;
  /** What a reading that is still to come is taken on, `2026-11-25`. */
  readonly takenOn: string;
  readonly sheets: AsyncIterable<SheetOfHouse>;
};

export function readingRowsFile(format: TableFormat, rows: ReadingRows): Readable {
  return writeTable(format, {
    rows: tableOf(rows),
    sheetName: readingForm.sheetName,
    widths: readingForm.columns.map(({ width }) => width),
  });
}

async function* tableOf({ period, takenOn, sheets }: ReadingRows): AsyncGenerator<readonly Cell[]> {
  const { columns } = readingForm;
  yield columns.map(({ title }) => title);
  yield columns.map(({ note }) => note);
  const month = period.split('-').toReversed().join('.');
  for await (const { address, rows } of sheets)
    for (const { serialNumber, accountNumber, serviceName, reading, previous } of rows) {
      const cells: Readonly<Record<string, Cell>> = {
        address,
        serialNumber,
        accountNumber: accountNumber ?? '',
        service: serviceName,
        value: reading === null ? '' : { decimal: reading.value },
        takenOn: { day: reading?.takenOn ?? takenOn },
        period: month,
        rollover: reading?.rollover === true ? 'да' : '',
        previous: { decimal: previous.value },
      };
      yield columns.map(({ code }) => cells[code] ?? '');
    }
}
