// The template of opening balances: a header, and a row that explains what to enter.
import type { TableFormat } from '@kvartplata/contracts/table-files.ts';
import { writeTable } from '@kvartplata/platform/table-files/write-table.ts';
import type { TableRow } from '@kvartplata/platform/table-files/table-file.ts';
import type { Readable } from 'node:stream';

/** Programs write CSV, people fill in a workbook: `field` is the title in the contract, `title` the Russian one. */
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

/** Whether this is the explaining row, which the reader skips. */
export function isNoteRow({ cells }: TableRow): boolean {
  return COLUMNS.every(({ note }, index) => cells[index] === note);
}
