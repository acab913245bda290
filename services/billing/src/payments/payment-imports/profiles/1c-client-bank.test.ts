import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cp1251, cp866 } from '@kvartplata/platform/testing/table-files.ts';
import { readAll, refusalOf, told } from '../../../testing/registries.ts';

const OWN = '40702810938260104967';
const RESIDENT = '40817810700022220317';

function document(values: Readonly<Record<string, string>>): string {
  return [
    'СекцияДокумент=Платежное поручение',
    ...Object.entries({
      Номер: '58',
      Дата: '13.07.2026',
      Сумма: '840',
      ПлательщикСчет: RESIDENT,
      Плательщик: 'ИНН 123123123321 Иванов Иван Иванович',
      Плательщик1: 'Иванов Иван Иванович',
      ПолучательСчет: OWN,
      Получатель: 'ТСЖ «Садовое»',
      ДатаПоступило: '14.07.2026',
      НазначениеПлатежа: 'Квартплата л/с LS01 за июль',
      ...values,
    }).map(([key, value]) => `${key}=${value}`),
    'КонецДокумента',
  ].join('\r\n');
}

const RECEIVED = document({});
const SPENT = document({
  Номер: '59',
  Сумма: '85812.75',
  ПлательщикСчет: OWN,
  ПолучательСчет: RESIDENT,
  ДатаПоступило: '',
});

function statement(
  documents: readonly string[],
  received = '840.00',
  encoding = 'Windows',
): string {
  return [
    '1CClientBankExchange',
    'ВерсияФормата=1.03',
    `Кодировка=${encoding}`,
    'ДатаНачала=13.07.2026',
    'ДатаКонца=14.07.2026',
    `РасчСчет=${OWN}`,
    'СекцияРасчСчет',
    `РасчСчет=${OWN}`,
    'НачальныйОстаток=40079.83',
    `ВсегоПоступило=${received}`,
    'ВсегоСписано=85812.75',
    'КонецРасчСчет',
    ...documents,
    'КонецФайла',
    '',
  ].join('\r\n');
}

function manyOf(start: string): readonly string[] {
  return Array.from({ length: 1001 }, (_, nth) => `${start}${nth}`);
}

const ROW = `13 LS01 840.00 2026-07-14 2026-07 58 13.07.2026 ${RESIDENT}`;

const encodings: { why: string; content: string | Buffer }[] = [
  { why: 'UTF-8 with its mark', content: `\uFEFF${statement([RECEIVED, SPENT])}` },
  { why: 'windows-1251', content: cp1251(statement([RECEIVED, SPENT])) },
  {
    why: 'IBM 866',
    content: cp866(statement([RECEIVED, SPENT], '840.00', 'DOS').replaceAll(/[«»]/g, '"')),
  },
];
for (const { why, content } of encodings) {
  test(`incoming payments are read, and outgoing ones skipped: ${why}`, async () => {
    const { rows, declared } = await readAll('1c-client-bank', content);
    assert.deepEqual(rows.map(told), [ROW]);
    assert.deepEqual(declared, { rows: null, kopecks: 84_000n, repeatedKopecks: 0n });
    assert.equal(rows[0]?.payer, 'Иванов Иван Иванович');
    assert.equal(rows[0]?.purpose, 'Квартплата л/с LS01 за июль');
  });
}

const documents: { why: string; values: Readonly<Record<string, string>>; row: string }[] = [
  {
    why: 'the purpose names no account',
    values: { НазначениеПлатежа: 'Реестр платежей физических лиц' },
    row: `13 - 840.00 2026-07-14 - 58 13.07.2026 ${RESIDENT} account-missing`,
  },
  {
    why: 'the purpose names two',
    values: { НазначениеПлатежа: 'л/с 1 и л/с 2' },
    row: `13 1|2 840.00 2026-07-14 - 58 13.07.2026 ${RESIDENT}`,
  },
  {
    why: 'the purpose stands in parts',
    values: {
      НазначениеПлатежа: '',
      НазначениеПлатежа1: 'Квартплата',
      НазначениеПлатежа2: 'л/с 7',
    },
    row: `13 7 840.00 2026-07-14 - 58 13.07.2026 ${RESIDENT}`,
  },
  {
    why: 'the day of receipt is not told',
    values: { ДатаПоступило: '' },
    row: `13 LS01 840.00 2026-07-13 2026-07 58 13.07.2026 ${RESIDENT}`,
  },
  {
    why: 'it has no number',
    values: { Номер: '' },
    row: '13 LS01 840.00 2026-07-14 2026-07 -',
  },
  {
    why: 'the accounts are those of a bank in between',
    values: { ПлательщикСчет: '', ПолучательСчет: '', ПолучательРасчСчет: OWN },
    row: '13 LS01 840.00 2026-07-14 2026-07 58 13.07.2026',
  },
  {
    why: 'the statement names none of its accounts, but it has a day of receipt',
    values: { ПлательщикСчет: '', ПолучательСчет: '' },
    row: '13 LS01 840.00 2026-07-14 2026-07 58 13.07.2026',
  },
  {
    why: 'its sum is spoiled',
    values: { Сумма: '8.40.00' },
    row: `13 LS01 - 2026-07-14 2026-07 58 13.07.2026 ${RESIDENT} amount-unreadable`,
  },
];
for (const { why, values, row } of documents) {
  test(`a document is read: ${why}`, async () => {
    const { rows } = await readAll('1c-client-bank', statement([document(values)]));
    assert.deepEqual(rows.map(told), [row]);
  });
}

test('totals of several accounts and days are added up', async () => {
  const second = statement([RECEIVED, document({ Номер: '60', Сумма: '0.05' })]).replace(
    'КонецРасчСчет',
    'КонецРасчСчет\r\nСекцияРасчСчет\r\nРасчСчет=1\r\nВсегоПоступило=0.05\r\nКонецРасчСчет',
  );
  const { rows, declared } = await readAll('1c-client-bank', second);
  assert.equal(rows.length, 2);
  assert.deepEqual(declared, { rows: null, kopecks: 84_005n, repeatedKopecks: 0n });
});

test('a transfer between accounts of the statement came in once, though both of them list it', async () => {
  const second = '40703810000000000002';
  const transfer = { Номер: '7', Сумма: '50', ПлательщикСчет: OWN, ПолучательСчет: second };
  const both = [
    document({ ...transfer, ДатаПоступило: '', ДатаСписано: '14.07.2026' }),
    document({ ...transfer, ДатаСписано: '' }),
  ];
  const { rows } = await readAll(
    '1c-client-bank',
    statement([RECEIVED, ...both]).replace(
      'КонецРасчСчет',
      `КонецРасчСчет\r\nСекцияРасчСчет\r\nРасчСчет=${second}\r\nВсегоПоступило=50\r\nКонецРасчСчет`,
    ),
  );
  assert.deepEqual(
    rows.map(({ amountKopecks }) => amountKopecks),
    [84_000n, 5_000n],
  );
});

for (const [why, total] of [
  ['counts it once', '840.00'],
  ['counts it twice', '1680.00'],
] as const)
  test(`a document that stands there twice is left to be told as a repetition: the total ${why}`, async () => {
    const { rows } = await readAll('1c-client-bank', statement([RECEIVED, RECEIVED], total));
    assert.equal(rows.length, 2);
  });

const spoiled: { why: string; content: string; refusal: RegExp }[] = [
  {
    why: 'it is no statement',
    content: 'account;amount;date\nLS01;1;2026-07-01',
    refusal: /^malformed-file: The first line/,
  },
  {
    why: 'it is cut off',
    content: statement([RECEIVED]).replace('КонецФайла', ''),
    refusal: /^malformed-file: The statement is cut off/,
  },
  {
    why: 'it is cut off within a document',
    content: statement([RECEIVED]).replace(/КонецДокумента[^]*/, ''),
    refusal: /^malformed-file: The statement is cut off/,
  },
  {
    why: 'a document begins within another',
    content: statement([RECEIVED.replace('КонецДокумента', ''), RECEIVED]),
    refusal: /^malformed-file: The document of line 13 has no end before line/,
  },
  {
    why: 'a document ends twice',
    content: statement([`${RECEIVED}\r\nКонецДокумента`]),
    refusal: /^malformed-file: Line \d+ ends a document that has not begun/,
  },
  {
    why: 'something follows its end',
    content: `${statement([RECEIVED])}${RECEIVED}`,
    refusal: /^malformed-file: Line \d+ stands behind the end/,
  },
  {
    why: 'its documents are not what came in',
    content: statement([RECEIVED], '840.01'),
    refusal: /^totals-differ: .*840\.01 roubles.*840\.00 roubles/,
  },
  {
    why: 'its documents are not what came in, even without the one that stands there twice',
    content: statement([RECEIVED, RECEIVED], '840.01'),
    refusal: /^totals-differ: .*840\.01 roubles.*1680\.00 roubles/,
  },
  {
    why: 'two documents of equal sums differ otherwise, and only one of them came in',
    content: statement([RECEIVED, document({ Номер: '60' })]),
    refusal: /^totals-differ: .*840\.00 roubles.*1680\.00 roubles/,
  },
  {
    why: 'two documents without a number are alike, and only one of them came in',
    content: statement([document({ Номер: '' }), document({ Номер: '' })]),
    refusal: /^totals-differ: .*840\.00 roubles.*1680\.00 roubles/,
  },
  {
    why: 'its total is no figure',
    content: statement([RECEIVED], 'много'),
    refusal: /^malformed-file: The total of line 10/,
  },
  {
    why: 'a document goes on and on',
    content: statement([document(Object.fromEntries(manyOf('Ключ').map((key) => [key, '1'])))]),
    refusal: /^malformed-file: The document of line 13 has too many lines/,
  },
  {
    why: 'it is of accounts without end',
    content: statement(manyOf('РасчСчет=')),
    refusal: /^malformed-file: The statement is of too many accounts/,
  },
  { why: 'nothing came in', content: statement([SPENT], ''), refusal: /no payments/ },
];
for (const { why, content, refusal } of spoiled) {
  test(`a statement is refused as a whole: ${why}`, async () =>
    assert.match(await refusalOf('1c-client-bank', content), refusal));
}
