// What the titles of turnover sheets mean: only what is certain.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { guessColumn } from './guess-column.ts';
import { guessHeader } from './opening-columns.ts';

const MEANT: readonly (readonly [title: string, meaning: string | undefined])[] = [
  ['Лицевой счёт', 'account'],
  ['№ ЛС', 'account'],
  ['Расчётный месяц', 'month'],
  ['Долг', 'principal'],
  ['Задолженность', 'principal'],
  ['Сумма долга, руб.', 'principal'],
  ['Долг на 01.09.2026', 'principal'],
  ['Долг на конец', 'principal at the end'],
  ['Задолженность на конец периода', 'principal at the end'],
  ['Сальдо на конец (август 2026 г.)', 'principal at the end'],
  ['Исходящее сальдо', 'principal at the end'],
  ['Сальдо на конец Дебет', 'principal at the end'],
  ['Сальдо на конец (Дт)', 'principal at the end'],
  ['Сальдо на конец Кредит', 'advance at the end'],
  ['Исходящее сальдо, кт', 'advance at the end'],
  ['Переплата', 'advance'],
  ['Аванс на конец', 'advance at the end'],
  ['Пени', 'penalty'],
  ['Долг на конец по пеням', 'penalty at the end'],
  ['Сальдо по пени на конец', 'penalty at the end'],
  ['Сальдо', undefined],
  ['Дебет', undefined],
  ['Кредит', undefined],
  ['Оборот Кредит', undefined],
  ['Сумма', undefined],
  ['Долг на начало', undefined],
  ['Сальдо на начало Дебет', undefined],
  ['Задолженность на конец периода свыше 3 месяцев', undefined],
  ['Долг 3 месяца', undefined],
  ['Долг на конец, капремонт', undefined],
  ['В т. ч. долг на конец', undefined],
  ['Просроченная задолженность', undefined],
  ['Пени начисленные за месяц', undefined],
  ['Переплата пени', undefined],
  ['Сальдо на конец пени Кредит', undefined],
  ['Госпошлина', undefined],
  ['', undefined],
];
for (const [title, meaning] of MEANT)
  test(`«${title}» is ${meaning ?? 'not guessed'}`, () => {
    const guess = guessColumn(title);
    const told = guess && `${guess.field}${guess.isClosing ? ' at the end' : ''}`;
    assert.equal(told, meaning);
  });

const HEADERS: readonly (readonly [why: string, titles: string, mapping: object])[] = [
  [
    'both sides of a balance',
    'ЛС;Сальдо на начало Дебет;Сальдо на конец Дебет;Сальдо на конец Кредит',
    {
      accountColumn: 'ЛС',
      principalColumn: 'Сальдо на конец Дебет',
      advanceColumn: 'Сальдо на конец Кредит',
    },
  ],
  [
    'a debt and the penalties on it',
    'ЛС;Долг на конец;Долг на конец по пеням',
    {
      accountColumn: 'ЛС',
      principalColumn: 'Долг на конец',
      penaltyColumn: 'Долг на конец по пеням',
    },
  ],
  [
    'the debt at the end rather than another one',
    'ЛС;Долг;Долг на конец;Долг на конец свыше 3 месяцев',
    { accountColumn: 'ЛС', principalColumn: 'Долг на конец' },
  ],
  [
    'none of two columns that are both the debt',
    'ЛС;Сальдо на конец;Сальдо на конец Дебет;Пени',
    { accountColumn: 'ЛС', penaltyColumn: 'Пени' },
  ],
  [
    'no balance beside an untitled column, which may be its other side',
    'ЛС;;Сальдо на конец;;Пени',
    { accountColumn: 'ЛС', penaltyColumn: 'Пени' },
  ],
];
for (const [why, titles, mapping] of HEADERS)
  test(`a header is guessed: ${why}`, () =>
    assert.deepEqual(guessHeader([{ line: 1, cells: titles.split(';') }]).mapping, mapping));
