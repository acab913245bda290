// Headers of two rows as programs export them.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { joinHeaders } from './two-row-header.ts';

const CASES: readonly (readonly [
  why: string,
  rows: readonly string[],
  joined: readonly string[],
])[] = [
  [
    'sides below a title that spans them',
    ['ЛС;Сальдо на конец;;Адрес', ';Дебет;Кредит', 'LS01;1;;кв. 1'],
    ['2: ЛС;Сальдо на конец Дебет;Сальдо на конец Кредит;Адрес', '3: LS01;1;;кв. 1'],
  ],
  [
    'the title of the rows below that of their groups',
    ['Счет;;Обороты;', 'ЛС;Адрес;Дт;Кт'],
    ['2: ЛС;Адрес;Обороты Дт;Обороты Кт'],
  ],
  [
    'a last side that the titles are too short for',
    ['ЛС;Сальдо', ';Дебет;Кредит'],
    ['2: ЛС;Сальдо Дебет;Сальдо Кредит'],
  ],
  [
    'nothing where no title stands over a side',
    ['Ведомость', 'ЛС;Дебет;Кредит', 'LS01;1;2'],
    ['1: Ведомость', '2: ЛС;Дебет;Кредит', '3: LS01;1;2'],
  ],
  [
    'nothing where a row has one of the words alone',
    ['ЛС;Вид', 'LS01;Дебет'],
    ['1: ЛС;Вид', '2: LS01;Дебет'],
  ],
];

describe('a header of two rows: joins', () => {
  for (const [why, rows, joined] of CASES)
    test(why, () => {
      const read = rows.map((row, index) => ({ line: index + 1, cells: row.split(';') }));
      assert.deepEqual(
        joinHeaders(read).map(({ line, cells }) => `${line}: ${cells.join(';')}`),
        joined,
      );
    });
});
