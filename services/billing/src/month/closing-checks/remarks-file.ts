// The remarks of a month as a table in Russian: where, the value before and now, and who has accepted it.
import type { Remark } from '@kvartplata/contracts/billing/closing-checks.ts';
import type { TableFormat } from '@kvartplata/contracts/table-files.ts';
import { writeTable } from '@kvartplata/platform/table-files/write-table.ts';
import type { Cell } from '@kvartplata/platform/table-files/written-table.ts';
import type { Readable } from 'node:stream';
import { TITLES } from './check-words.ts';

const HEADER = [
  'Дом',
  'Счёт',
  'Услуга',
  'Вид замечания',
  'Замечание',
  'Было, ₽',
  'Стало, ₽',
  'Разница, %',
  'Принято',
];
const WIDTHS = [40, 16, 28, 32, 70, 12, 12, 12, 40];

/** @param addresses by house */
export function remarksFile(
  format: TableFormat,
  remarks: readonly Remark[],
  addresses: ReadonlyMap<number, string>,
): Readable {
  const rows = [HEADER, ...remarks.map((remark) => rowOf(remark, addresses))];
  return writeTable(format, { rows, sheetName: 'Замечания', widths: WIDTHS });
}

function rowOf(remark: Remark, addresses: ReadonlyMap<number, string>): readonly Cell[] {
  const { houseId, accountNumber, serviceName, before, after, percent, accepted } = remark;
  return [
    houseId === undefined ? '' : (addresses.get(houseId) ?? `Дом № ${houseId}`),
    accountNumber ?? '',
    serviceName ?? '',
    TITLES[remark.check].ru,
    remark.ru,
    moneyOf(before),
    moneyOf(after),
    percent === undefined || percent === null ? '' : { decimal: String(percent) },
    accepted === null ? '' : accepted.note,
  ];
}

function moneyOf(amount: string | null | undefined): Cell {
  return amount === undefined || amount === null ? '' : { money: amount };
}
