// The meters of a month as rows of the reading form: with the stored reading, or blank where it is missing. Rows are generated
// house by house while the file is sent.
import type { TableFormat } from '@kvartplata/contracts/table-files.ts';
import { writeTable } from '@kvartplata/platform/table-files/write-table.ts';
import type { Cell } from '@kvartplata/platform/table-files/written-table.ts';
import type { Readable } from 'node:stream';
import type { SheetOfHouse } from '../../metering/readings/all-sheets.service.ts';
import { readingForm } from './reading-form.ts';

export type ReadingRows = {
  /** `2026-11` */
  readonly period: string;
  /** The default day of missing readings, `2026-11-25`. */
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
