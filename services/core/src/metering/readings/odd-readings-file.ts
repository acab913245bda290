// Odd readings as a table: one row per reading, ordered by house.
import type { OddReading } from '@kvartplata/contracts/core/readings.ts';
import type { TableFormat } from '@kvartplata/contracts/table-files.ts';
import { writeTable } from '@kvartplata/platform/table-files/write-table.ts';
import type { Cell } from '@kvartplata/platform/table-files/written-table.ts';
import type { Readable } from 'node:stream';

const COLUMNS = [
  ['Адрес дома', 40],
  ['Помещение', 12],
  ['Лицевой счёт', 18],
  ['Плательщик', 30],
  ['Услуга', 28],
  ['Заводской номер', 20],
  ['Прежнее показание', 18],
  ['Показание', 14],
  ['Дата снятия', 14],
  ['Расход', 14],
  ['Обычный месяц', 14],
  ['Что странно', 30],
] as const;
const WHY = { zero: 'расхода нет', jump: 'более чем втрое больше обычного' } as const;

export function oddReadingsFile(format: TableFormat, rows: AsyncIterable<OddReading>): Readable {
  async function* table(): AsyncGenerator<readonly Cell[]> {
    yield COLUMNS.map(([title]) => title);
    for await (const row of rows) yield cellsOf(row);
  }
  return writeTable(format, {
    rows: table(),
    sheetName: 'Странные показания',
    widths: COLUMNS.map(([, width]) => width),
  });
}

function cellsOf(row: OddReading): readonly Cell[] {
  const { reading, odd } = row;
  return [
    row.address,
    row.roomNumber ?? '',
    row.accountNumber ?? '',
    row.payer ?? '',
    row.serviceName,
    row.serialNumber,
    figure(row.previous.value),
    figure(reading?.value ?? null),
    reading === null ? '' : { day: reading.takenOn },
    figure(row.consumption),
    figure(row.mean),
    odd === null ? '' : WHY[odd],
  ];
}

function figure(value: string | null): Cell {
  return value === null ? '' : { decimal: value };
}
