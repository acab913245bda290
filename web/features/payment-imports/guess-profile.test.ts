import assert from 'node:assert/strict';
import { test } from 'node:test';
import { guessProfile } from './guess-profile.ts';

const CASES = [
  {
    why: 'the first line of a statement for 1C',
    text: '1CClientBankExchange\r\n',
    profile: '1c-client-bank',
  },
  {
    why: 'a day, a time and semicolons',
    text: '14-07-2026;12-00-09;9055;9055999V;1;LS01;840,00;831,60;8,40',
    profile: 'sberbank',
  },
  {
    why: 'the same below remarks',
    text: '#реестр\n14/07/2026;12:00:09;9055;9055999V;1;LS01;840,00;831,60;8,40',
    profile: 'sberbank',
  },
  {
    why: 'a column that only this registry has',
    text: 'Дата;14.07.2026\nИдентификатор платежа;Сумма платежа\n',
    profile: 'yookassa',
  },
  {
    why: 'a sum of a subsidy in the header',
    text: 'Лицевой счёт;Сумма субсидии;Дата\nLS01;5;14.07.2026',
    profile: 'subsidy',
  },
  {
    why: 'a payment for a subsidy further down',
    text: 'account;amount;date;purpose\nLS01;5;2026-03-05;субсидия',
    profile: 'csv',
  },
  { why: 'nothing else', text: 'LS01;5;2026-03-05', profile: 'csv' },
  { why: 'nothing at all', text: '', profile: 'csv' },
];
for (const { why, text, profile } of CASES)
  test(`${why} is ${profile}`, () =>
    assert.equal(guessProfile(new TextEncoder().encode(text)), profile));

test('of a workbook no profile is guessed: its contents are compressed', () => {
  const head = Buffer.from('PK\u0003\u0004 Идентификатор платежа');
  assert.equal(guessProfile(head), undefined);
});

test('a column is also recognized in windows-1251', () => {
  const column = [
    0xcd, 0xee, 0xec, 0xe5, 0xf0, 0x20, 0xf2, 0xf0, 0xe0, 0xed, 0xe7, 0xe0, 0xea, 0xf6, 0xe8, 0xe8,
  ];
  assert.equal(guessProfile(Uint8Array.from(column)), 'yookassa');
});

test('a statement for 1C is also recognized in UTF-16', () => {
  const head = Buffer.from('\uFEFF1CClientBankExchange\r\n', 'utf16le');
  assert.equal(guessProfile(head), '1c-client-bank');
});
