// The rejected rows of a registry as a file: the line, the reason, and the original row.
import type { TableFormat } from '@kvartplata/contracts/table-files.ts';
import { writeTable } from '@kvartplata/platform/table-files/write-table.ts';
import type { Cell } from '@kvartplata/platform/table-files/written-table.ts';
import type { Readable } from 'node:stream';
import { sentenceOf, type RowReason } from '../row-reasons.ts';

export type RejectedRow = {
  readonly line: number;
  readonly reasons: readonly RowReason[];
  readonly sourceText: string;
};

export function rejectedFile(format: TableFormat, rows: AsyncIterable<RejectedRow>): Readable {
  async function* table(): AsyncGenerator<readonly Cell[]> {
    yield ['Строка', 'Причина отказа', 'Содержание'];
    for await (const { line, reasons, sourceText: source } of rows)
      yield [String(line), reasons.map((one) => sentenceOf(one, 'ru')).join('; '), source];
  }
  return writeTable(format, { rows: table(), sheetName: 'Отказы', widths: [10, 60, 100] });
}
