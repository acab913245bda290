// The template of opening balances: a header, and a row that says what to write.
import type { TableFormat } from '@kvartplata/contracts/table-files.ts';
import { writeTable } from '@kvartplata/platform/table-files/write-table.ts';
import type { TableRow } from '@kvartplata/platform/table-files/table-file.ts';
import type { Readable } from 'node:stream';

/** Programs write CSV, people fill a workbook: `field` is the title that the contract names, `title` its Russian one. */
const COLUMNS = [
  { field: 'account', title: 'Лицевой счёт', note: 'Обязательно', width: 18 },
  { field: 'month', title: 'Месяц', note: 'Обязательно. ММ.ГГГГ, за который долг', width: 14 },
  { field: 'kind', title: 'Вид', note: 'Обязательно. Долг, пени или аванс', width: 14 },
  { field: 'service', title: 'Услуга', note: 'Пусто — по счёту в целом', width: 30 },
  {
    field: 'amount',
    title: 'Сумма',
    note: 'Обязательно. Рубли, до двух знаков после запятой',
    width: 18,
  },
] as const;

export function templateFile(format: TableFormat): Readable {
  return writeTable(format, {
    rows: [
      COLUMNS.map(({ field, title }) => (format === 'csv' ? field : title)),
      COLUMNS.map(({ note }) => note),
    ],
    sheetName: 'Начальные остатки',
    widths: COLUMNS.map(({ width }) => width),
  });
}

/** Whether it is the row that says what to write: the reader passes over it. */
export function isNoteRow({ cells }: TableRow): boolean {
  return COLUMNS.every(({ note }, index) => cells[index] === note);
}
