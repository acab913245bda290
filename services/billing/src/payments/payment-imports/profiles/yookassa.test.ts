import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { writeTable } from '@kvartplata/platform/table-files/write-table.ts';
import { cp1251 } from '@kvartplata/platform/testing/table-files.ts';
import { readAll, refusalOf, told } from '../../../testing/registries.ts';

const HEADER =
  'Идентификатор платежа;Сумма платежа;Валюта платежа;Сумма за вычетом комиссии и НДС;Время платежа;Описание';
const ROWS = [
  '2d1f-01;500.00;RUB;487.80;12.07.2026 10:15:00;Оплата ЖКУ, л/с LS01',
  '2d1f-02;1000.00;RUB;980.00;12.07.2026 23:59:59;"Капремонт; лицевой счёт LS02"',
];
const TOTALS = ['', 'Сумма принятых платежей: 1500.00 RUB', 'Число платежей: 2'];

function registry({
  header = HEADER,
  rows = ROWS,
  totals = TOTALS,
}: Partial<Record<'rows' | 'totals', readonly string[]>> & { readonly header?: string }): string {
  return [
    'РЕЕСТР ПЛАТЕЖЕЙ ПО ДОГОВОРУ НЭК.1.01 (100500), ТСЖ, Садовое, дом',
    'Дата платежей: 2026-07-12',
    header,
    ...rows,
    ...totals,
  ].join('\n');
}

const READ = ['4 LS01 500.00 2026-07-12 - 2d1f-01', '5 LS02 1000.00 2026-07-12 - 2d1f-02'];

for (const [why, content] of [
  ['UTF-8', registry({})],
  ['windows-1251', cp1251(registry({}))],
] as const) {
  test(`a registry is read with its sum and its number: ${why}`, async () => {
    const { rows, declared } = await readAll('yookassa', content);
    assert.deepEqual(rows.map(told), READ);
    assert.deepEqual(declared, { rows: 2, kopecks: 150_000n });
    assert.equal(rows[1]?.purpose, 'Капремонт; лицевой счёт LS02');
  });
}

test('a registry is read from a workbook', async () => {
  const sheet = await buffer(
    writeTable('xlsx', {
      rows: [
        ['РЕЕСТР ПЛАТЕЖЕЙ'],
        ['Дата платежей: 12.07.2026'],
        ['Идентификатор платежа', 'Сумма платежа', 'Лицевой счёт'],
        ['a', { decimal: '500.00' }, 'LS01'],
        ['Сумма принятых платежей:', '500.00 RUB'],
        ['Число платежей:', '1'],
      ],
      sheetName: 'Реестр',
      widths: [],
    }),
  );
  const { rows, declared } = await readAll('yookassa', sheet);
  assert.deepEqual(rows.map(told), ['4 LS01 500.00 2026-07-12 - a']);
  assert.deepEqual(declared, { rows: 1, kopecks: 50_000n });
});

test('the former registry has other column names', async () => {
  const { rows } = await readAll(
    'yookassa',
    registry({
      header: 'Номер транзакции;Идентификатор клиента;Сумма платежа;Валюта платежа;Время платежа',
      rows: ['7001;LS03;10,50;RUB;11.07.2026 08:00:00'],
      totals: [],
    }),
  );
  assert.deepEqual(rows.map(told), ['4 LS03 10.50 2026-07-11 - 7001']);
});

test('payments without a time have the day of the registry', async () => {
  const { rows } = await readAll(
    'yookassa',
    registry({ header: 'Идентификатор платежа;Сумма платежа', rows: ['a;5.00'], totals: [] }),
  );
  assert.deepEqual(rows.map(told), ['4 - 5.00 2026-07-12 - a account-missing']);
});

const rows: { why: string; row: string; read: string }[] = [
  {
    why: 'another currency',
    row: 'a;5.00;USD;5.00;12.07.2026 10:00:00;л/с 1',
    read: '4 - - - - - currency-foreign',
  },
  {
    why: 'no number of its own',
    row: ';5.00;RUB;5.00;12.07.2026 10:00:00;л/с 1',
    read: '4 - - - - - row-unreadable',
  },
  { why: 'one cell alone', row: 'и ещё что-то', read: '4 - - - - - row-unreadable' },
  {
    why: 'a spoiled sum and day',
    row: 'a;5.0.0;RUB;5.00;40.07.2026 10:00:00;л/с 1',
    read: '4 1 - - - a amount-unreadable day-unreadable',
  },
];
for (const { why, row, read } of rows) {
  test(`a payment is rejected by its line: ${why}`, async () => {
    const { rows: given } = await readAll('yookassa', registry({ rows: [row], totals: [] }));
    assert.deepEqual(given.map(told), [read]);
  });
}

test('totals of several kinds of payment are added up', async () => {
  const { declared } = await readAll(
    'yookassa',
    registry({
      totals: [
        'Сумма принятых платежей типа AC: 500.00 RUB',
        'Число платежей типа AC: 1',
        'Сумма принятых платежей типа SBP: 1000.00 RUB',
        'Число платежей типа SBP: 1',
      ],
    }),
  );
  assert.deepEqual(declared, { rows: 2, kopecks: 150_000n });
});

const spoiled: { why: string; content: string; refusal: RegExp }[] = [
  {
    why: 'a payment is lost',
    content: registry({ rows: ROWS.slice(1) }),
    refusal: /^totals-differ: .*2 payments and 1500\.00.*1 payments and 1000\.00/,
  },
  {
    why: 'a payment stands behind the totals',
    content: `${registry({})}\n${ROWS[0]}`,
    refusal: /^malformed-file: Line 9 stands behind/,
  },
  {
    why: 'the totals are no figures',
    content: registry({ totals: ['Сумма принятых платежей: много RUB'] }),
    refusal: /^malformed-file: The totals of line 6/,
  },
  {
    why: 'it is one of refunds',
    content: registry({
      header: 'Идентификатор возврата;Идентификатор платежа;Сумма возврата',
      rows: ['a;b;5.00'],
    }),
    refusal: /refunds/,
  },
  {
    why: 'it has no header',
    content: 'account;amount;date\nLS01;1;2026-07-01',
    refusal: /no header/,
  },
];
for (const { why, content, refusal } of spoiled) {
  test(`a registry is refused as a whole: ${why}`, async () =>
    assert.match(await refusalOf('yookassa', content), refusal));
}
