import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { writeTable } from '@kvartplata/platform/table-files/write-table.ts';
import { cp1251 } from '@kvartplata/platform/testing/table-files.ts';
import { readAll, refusalOf, told } from '../../../testing/registries.ts';

const tables: { why: string; content: string | Buffer; rows: readonly string[] }[] = [
  {
    why: 'the three columns that it has to have',
    content: 'account;amount;date\nLS01;1234.50;2026-07-14\nLS02;7;2026-07-15\n',
    rows: ['2 LS01 1234.50 2026-07-14 - -', '3 LS02 7.00 2026-07-15 - -'],
  },
  {
    why: 'no header',
    content: 'LS01;1234.50;2026-07-14\nLS02;7;2026-07-15\n',
    rows: ['1 LS01 1234.50 2026-07-14 - -', '2 LS02 7.00 2026-07-15 - -'],
  },
  {
    why: 'in Russian, in another order, with columns that nobody asked for',
    content: cp1251('Дата оплаты;№;Сумма;Лицевой счёт\r\n14.07.2026;1;"1 234,50";ЛС-1\r\n'),
    rows: ['2 ЛС-1 1234.50 2026-07-14 - -'],
  },
  {
    why: 'everything that it may have',
    content:
      'account,amount,date,period,reference,payer,purpose\nLS01,5.00,2026-07-14,2026-06,A-1,"Иванов, И.",за июнь\n',
    rows: ['2 LS01 5.00 2026-07-14 2026-06 A-1'],
  },
  {
    why: 'a total at its end',
    content: 'account;amount;date\nLS01;1,50;14.07.2026\nLS02;2,50;14.07.2026\nИтого;4,00;\n',
    rows: ['2 LS01 1.50 2026-07-14 - -', '3 LS02 2.50 2026-07-14 - -'],
  },
  {
    why: 'a title above its header',
    content:
      'Реестр платежей за июль 2026\n\nТСЖ «Садовое»;14.07.2026\nЛицевой счёт;Сумма;Дата\nLS01;5,00;14.07.2026\n',
    rows: ['5 LS01 5.00 2026-07-14 - -'],
  },
  {
    why: 'columns behind the three where it has no header',
    content: 'LS01;5,00;14.07.2026\nLS02;6,00;14.07.2026;Петров\n',
    rows: ['1 LS01 5.00 2026-07-14 - -', '2 LS02 6.00 2026-07-14 - -'],
  },
  {
    why: 'rows with more cells than its header, of which blank ones do not matter',
    content:
      'Лицевой счет,Дата,Сумма\nLS01,14.07.2026,840,50\nLS02,14.07.2026,100,,\nLS03,14.07.2026,"100,25"\n',
    rows: [
      '2 - - - - - too-many-cells',
      '3 LS02 100.00 2026-07-14 - -',
      '4 LS03 100.25 2026-07-14 - -',
    ],
  },
  {
    why: 'a payer who was cut off behind a quotation mark',
    content:
      'account;payer;amount;date\nLS01;"Управл;840,00;14.07.2026\nLS02;Петров;1000,00;15.07.2026\nLS03;"Заря" ООО;5,00;16.07.2026\n',
    rows: [
      '2 LS01 840.00 2026-07-14 - -',
      '3 LS02 1000.00 2026-07-15 - -',
      '4 LS03 5.00 2026-07-16 - -',
    ],
  },
  {
    why: 'sums with their currency, and one whose comma could stand between thousands',
    content:
      'account;amount;date\nLS01;1 234,56 ₽;14.07.2026\nLS02;5 руб.;14.07.2026\nLS03;1,250;14.07.2026\nИтого;1 239,56 р.\n',
    rows: [
      '2 LS01 1234.56 2026-07-14 - -',
      '3 LS02 5.00 2026-07-14 - -',
      '4 LS03 - 2026-07-14 - - amount-unreadable',
    ],
  },
  {
    why: 'rows with every fault',
    content:
      'account;amount;date\n;5;2026-07-14\nLS01;;\nLS01;-5;2026-07-14\nLS01;1e3;2026-07-14\nLS01;5;2026-02-30\nLS01;5;2026-08-01\nLS01;NaN;infinity\n',
    rows: [
      '2 - 5.00 2026-07-14 - - account-missing',
      '3 LS01 - - - - amount-unreadable day-unreadable',
      '4 LS01 -5.00 2026-07-14 - - amount-not-positive',
      '5 LS01 - 2026-07-14 - - amount-unreadable',
      '6 LS01 5.00 - - - day-unreadable',
      '7 LS01 5.00 2026-08-01 - - day-in-future',
      '8 LS01 - - - - amount-unreadable day-unreadable',
    ],
  },
];
for (const { why, content, rows } of tables) {
  test(`a table is read: ${why}`, async () =>
    assert.deepEqual((await readAll('csv', content)).rows.map(told), rows));
}

test('a table is read from a workbook', async () => {
  const sheet = await buffer(
    writeTable('xlsx', {
      rows: [
        ['account', 'amount', 'date'],
        ['LS01', { decimal: '1234.50' }, { day: '2026-07-14' }],
      ],
      sheetName: 'Платежи',
      widths: [],
    }),
  );
  assert.deepEqual((await readAll('csv', sheet)).rows.map(told), ['2 LS01 1234.50 2026-07-14 - -']);
});

test('a column of months is read in the formats of people and spreadsheets', async () => {
  const months = [
    '07.2026',
    '7.2026',
    '07/2026',
    '072026',
    '0726',
    '2026-07',
    '01.07.2026',
    'июль 2026',
    'Июль 2026 г.',
    'июл.26',
  ];
  const content = `account;amount;date;period\n${months.map((one) => `LS01;5;14.07.2026;${one}\n`).join('')}`;
  const { rows } = await readAll('csv', content);
  assert.deepEqual(
    rows.map(({ period }) => String(period)),
    months.map(() => '2026-07'),
  );
});

test('a two-digit year of a month is read', async () => {
  const { rows } = await readAll('csv', 'account;amount;date;period\nLS01;5;14.07.2026;июл.25\n');
  assert.equal(String(rows[0]?.period), '2025-07');
});

test('a month that a spreadsheet turned into a day is read, and any other day rejected', async () => {
  const sheet = await buffer(
    writeTable('xlsx', {
      rows: [
        ['account', 'amount', 'date', 'period'],
        ['LS01', { decimal: '1234.50' }, { day: '2026-07-14' }, { day: '2026-05-01' }],
        ['LS01', { decimal: '1234.50' }, { day: '2026-07-14' }, { day: '2026-05-02' }],
      ],
      sheetName: 'Платежи',
      widths: [],
    }),
  );
  const { rows } = await readAll('csv', sheet);
  assert.deepEqual(
    rows.map(({ period }) => period?.toString() ?? null),
    ['2026-05', null],
  );
});

const spoiled: { why: string; content: string; refusal: RegExp }[] = [
  {
    why: 'columns are missing',
    content: 'account;sum of it\nLS01;5\n',
    refusal: /^wrong-columns: .*amount, date/,
  },
  {
    why: 'two columns have the title of one',
    content: 'account;account;amount;date\nLS01;LS02;5;14.07.2026\n',
    refusal: /^wrong-columns: .*account/,
  },
  {
    why: 'two columns could be the sum, and two the day',
    content:
      'Лицевой счет;Сумма;Дата;Дата платежа;Сумма платежа\nLS01;831,60;31.07.2026;14.07.2026;840,00\n',
    refusal: /^wrong-columns: .*: Сумма, Сумма платежа; Дата, Дата платежа$/,
  },
  {
    why: 'it is an answer of social protection',
    content: 'Лицевой счет;Сумма;Дата;Решение;Причина отказа\nLS01;5;14.07.2026;Отказано;долг\n',
    refusal: /^wrong-columns: .* profile subsidy: Решение, Причина отказа$/,
  },
  {
    why: 'a payment stands above its header',
    content: 'Реестр\nLS01;5;14.07.2026\naccount;amount;date\nLS02;5;14.07.2026\n',
    refusal: /^wrong-columns: .*account, amount, date/,
  },
  {
    why: 'its header is far below',
    content: `${'Реестр\n'.repeat(30)}account;amount;date\nLS02;5;14.07.2026\n`,
    refusal: /^wrong-columns: .*account, amount, date/,
  },
  {
    why: 'its total has more cells than its header',
    content: 'account,date,amount\nLS01,14.07.2026,840\nИтого,,840,75\n',
    refusal: /^malformed-file: The total of line 3 has more cells/,
  },
  { why: 'there is only a header', content: 'account;amount;date\n', refusal: /no payments/ },
  {
    why: 'its total is another',
    content: 'account;amount;date\nLS01;1,50;14.07.2026\nИтого;4,00;\n',
    refusal: /^totals-differ: .*4\.00 roubles.*1\.50 roubles/,
  },
  {
    why: 'a payment stands behind its total',
    content: 'account;amount;date\nИтого;4,00;\nLS01;4,00;14.07.2026\n',
    refusal: /^malformed-file: Line 3/,
  },
  {
    why: 'its total is no figure',
    content: 'account;amount;date\nLS01;1,50;14.07.2026\nИтого\n',
    refusal: /^malformed-file: The total of line 3/,
  },
  {
    why: 'a quotation mark is not closed',
    content: 'account;amount;date\n"LS01;1,50;14.07.2026\n',
    refusal: /^malformed-file: A quotation mark/,
  },
];
for (const { why, content, refusal } of spoiled) {
  test(`a table is refused as a whole: ${why}`, async () =>
    assert.match(await refusalOf('csv', content), refusal));
}

test('each ambiguous column is named, with a reason for pages', async () => {
  const header = 'account;account;Сумма;Сумма платежа;Дата';
  await assert.rejects(readAll('csv', `${header}\nLS01;LS02;5;6;14.07.2026\n`), {
    errors: [
      {
        path: '/columns/account',
        message: 'stands there twice',
        reason: { code: 'repeated' },
      },
      {
        path: '/columns/amount',
        message: 'could be any of the columns: Сумма, Сумма платежа',
        reason: { code: 'several-columns', params: { titles: 'Сумма, Сумма платежа' } },
      },
    ],
  });
});

test('a long table is read in batches, and one that is too long is refused', async () => {
  const row = 'LS01;0,01;14.07.2026\n';
  const { rows } = await readAll('csv', `account;amount;date\n${row.repeat(1_234)}Итого;12,34\n`);
  assert.equal(rows.length, 1_234);
  assert.match(
    await refusalOf('csv', `account;amount;date\n${row.repeat(200_600)}`),
    /^body-too-large/,
  );
});
