// Invalid files of opening balances: each row is refused with its line and a code, each file with a name, and nothing is booked.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  downloadOpeningTemplate,
  listOpeningRows,
} from '@kvartplata/contracts/billing/opening-balances.ts';
import { listLedgerEntries } from '@kvartplata/contracts/billing/ledger-entries.ts';
import { cp1251, rowsOf, workbookOf } from '@kvartplata/platform/testing/table-files.ts';
import { writeTable } from '@kvartplata/platform/table-files/write-table.ts';
import { buffer } from 'node:stream/consumers';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { assertInOrder } from '../../testing/in-order.ts';
import {
  HEADER,
  importOpening,
  refusalOfOpening,
  sendOpening,
  toldOf,
  type OpeningQuery,
} from '../../testing/opening-files.ts';
import { makePayingHouse, type PayingHouse } from '../../testing/paying-house.ts';
import { ask, askOnce, readAll } from '../../testing/test-user.ts';

let stand: BillingStand;
let house: PayingHouse;

before(async () => {
  stand = await startBillingStand();
  house = await makePayingHouse(stand);
});
after(async () => {
  assert.deepEqual(await readAll(stand.app, house.user, listLedgerEntries), []);
  await assertInOrder(stand.db);
  await stand.stop();
});

const AS_OF = { asOf: '2026-01' };
const DRY = { ...AS_OF, dryRun: true };

async function refusedRows(openingImportId: number, reason?: string) {
  const { body } = await ask(stand.app, house.user, listOpeningRows, {
    params: { openingImportId },
    query: { reason },
  });
  return body.items.map(({ line, reasons }) => `${line} ${reasons.map(({ code }) => code).join()}`);
}

const WRONG_ROWS: readonly (readonly [why: string, row: string, code: string])[] = [
  ['an account that is not there', 'LS99;2025-11;principal;;1', 'account-unknown'],
  [
    'an account longer than any can be',
    `${'7'.repeat(101)};2025-11;principal;;1`,
    'account-unknown',
  ],
  ['no account', ';2025-11;principal;;1', 'account-missing'],
  ['the month of the opening', 'LS01;2026-01;principal;;1', 'month-not-before'],
  ['a month after the opening', 'LS01;2026-02;principal;;1', 'month-not-before'],
  ['no month', 'LS01;;principal;;1', 'month-missing'],
  ['a word for a month', 'LS01;осень;principal;;1', 'month-unreadable'],
  ['a sum with three places', 'LS01;2025-11;principal;;1.005', 'amount-places'],
  ['a sum that is none', 'LS01;2025-11;principal;;много', 'amount-unreadable'],
  ['no sum', 'LS01;2025-11;principal', 'amount-missing'],
  ['a sum below zero', 'LS01;2025-11;principal;;-1', 'amount-negative'],
  ['a sum out of bounds', 'LS01;2025-11;principal;;1000000000', 'amount-out-of-bounds'],
  ['a formula', 'LS01;2025-11;principal;;=1+1', 'formula'],
  ['another kind', 'LS01;2025-11;штраф;;1', 'kind-unknown'],
  ['a service that the house has not', 'LS01;2025-11;principal;домофон;1', 'service-unknown'],
  ['more cells than the header', 'LS01;2025-11;principal;;1;2', 'too-many-cells'],
];

describe('a row is refused with its reason, and nothing of the file is booked, for', () => {
  for (const [why, row, code] of WRONG_ROWS)
    test(why, async () => {
      const file = `${HEADER}\nLS02;2025-11;principal;;5\n${row}\n`;
      const told = await importOpening(stand.app, house.user, AS_OF, file);
      assert.equal(toldOf(told), `FAILED 2 1 1 · 5.00 0.00 0.00 · ${code} 1 from 3`);
      assert.deepEqual([told.error, told.errorFacts], ['rows-refused', { refused: 1, rows: 2 }]);
      assert.deepEqual(await refusedRows(told.id), [`3 ${code}`]);
    });

  test('two rows with the same account, month, kind and service, but not with different services', async () => {
    const file = [
      HEADER,
      'LS01;2025-11;principal;;5',
      'LS01;11.2025;долг;;6',
      'LS01;2025-11;penalty;;5',
      'LS01;2025-11;principal;cold-water;5',
      'LS01;2025-11;principal;Холодное водоснабжение;5',
    ].join('\n');
    const told = await importOpening(stand.app, house.user, DRY, file);
    assert.deepEqual(await refusedRows(told.id), ['3 repeated', '6 repeated']);
    assert.deepEqual(await refusedRows(told.id, 'account-unknown'), []);
    assert.equal((await refusedRows(told.id, 'repeated')).length, 2);
    assert.deepEqual(told.reasons, [
      {
        code: 'repeated',
        message: 'line … has the same account, month, kind and service',
        messageRu: 'тот же счёт, месяц, вид и услуга, что в строке …',
        count: 2,
        firstLine: 3,
      },
    ]);
  });
});

async function refusalOf(query: OpeningQuery, content: string | Buffer) {
  return refusalOfOpening(stand.app, house.user, query, content);
}

/** The reason for which the page has words, with its facts. */
async function reasonOf(query: OpeningQuery, content: string | Buffer) {
  const { status, problem } = await sendOpening(stand.app, house.user, query, content);
  assert.deepEqual([status, problem.code], [400, 'malformed-file'], JSON.stringify(problem));
  return (problem.errors ?? []).map(({ path, code, params }) => ({ path, code, params }));
}

const cell = (place: string, text: string) =>
  `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;

describe('a file is refused', () => {
  test('whose own total differs, with both sums', async () => {
    const file = `${HEADER}\nLS01;2025-11;principal;;100\nLS01;2025-11;penalty;;5\nLS02;2025-11;advance;;30\nИтого;;;;`;
    assert.deepEqual(await refusalOf(AS_OF, `${file}75.01\n`), [
      400,
      'totals-differ',
      '75.01',
      '75.00',
      '5',
      'amount',
    ]);
    const told = await importOpening(stand.app, house.user, DRY, `${file}75,00\n`);
    assert.equal(toldOf(told), 'COMPLETED 3 3 0 · 100.00 5.00 30.00');
  });

  test('that cannot be read, with the cause, and its line or cells', async () => {
    const file = `${HEADER}\nLS01;2025-11;principal;;75\nИтого;;;;`;
    const at = (code: string, line: number) => [{ path: '/file', code, params: { line } }];
    for (const [content, told] of [
      [`${file}=SUM(E2:E2)`, at('formula-in-total', 3)],
      [`${file}семьдесят пять`, at('total-unreadable', 3)],
      [`${file}75\nLS03;2025-11;principal;;1`, at('below-total', 4)],
      [`${HEADER}\nLS01;2025-11;principal;;5\n"LS02;2025-11`, at('quote-not-closed', 3)],
      [HEADER, [{ path: '/file', code: 'no-rows', params: undefined }]],
      ['', [{ path: '/file', code: 'no-rows', params: undefined }]],
      [
        Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(512)]),
        [{ path: '/file', code: 'workbook-closed', params: undefined }],
      ],
    ] as const)
      assert.deepEqual(await reasonOf(AS_OF, content), told);
  });

  test('with merged cells below the header, but not above it', async () => {
    const mapping = { accountColumn: 'Лицевой счёт', principalColumn: 'Долг' };
    const sheet = async (merged: string) =>
      workbookOf(
        `<sheetData><row r="1">${cell('A1', 'УК «Садовая»')}</row><row r="2">${cell('A2', 'Остатки')}</row>` +
          `<row r="4">${cell('A4', 'Лицевой счёт')}${cell('B4', 'Долг')}</row>` +
          `<row r="5">${cell('A5', 'LS01')}<c r="B5"><v>5</v></c></row></sheetData>` +
          `<mergeCells><mergeCell ref="A1:F1"/><mergeCell ref="A2:F2"/>${merged}</mergeCells>`,
      );
    const titles = await sheet('');
    const told = await importOpening(stand.app, house.user, { ...DRY, ...mapping }, titles);
    assert.equal(toldOf(told), 'COMPLETED 1 1 0 · 5.00 0.00 0.00');
    assert.deepEqual(
      await reasonOf({ ...DRY, ...mapping }, await sheet('<mergeCell ref="B4:B5"/>')),
      [{ path: '/file', code: 'cells-merged', params: { cells: 'B4:B5' } }],
    );
  });

  test('that is cut off, has other columns, no rows, or is no table', async () => {
    const workbook = await buffer(
      writeTable('xlsx', {
        rows: [HEADER.split(';'), ['LS01', '2025-11', 'principal', '', '5']],
        sheetName: 'Остатки',
        widths: [9, 9, 9, 9, 9],
      }),
    );
    assert.deepEqual(
      (await refusalOf(AS_OF, workbook.subarray(0, workbook.length / 2))).slice(0, 2),
      [400, 'malformed-file'],
    );
    assert.deepEqual((await refusalOf(AS_OF, 'лс;долг\nLS01;5\n')).slice(0, 2), [
      400,
      'wrong-columns',
    ]);
    assert.deepEqual(
      await refusalOf(AS_OF, `account;${HEADER}\nLS01;LS02;2025-11;principal;;5\n`),
      [400, 'wrong-columns', 'stands there more than once'],
    );
    assert.deepEqual((await refusalOf(AS_OF, `${HEADER}\n`)).slice(0, 2), [400, 'malformed-file']);
    assert.deepEqual((await refusalOf(AS_OF, '')).slice(0, 2), [400, 'malformed-file']);
    const cut = await importOpening(
      stand.app,
      house.user,
      AS_OF,
      `${HEADER}\nLS01;2025-11;principal;;5\nLS02;2025-1`,
    );
    assert.equal(
      toldOf(cut),
      'FAILED 2 1 1 · 5.00 0.00 0.00 · amount-missing 1 from 3 · kind-unknown 1 from 3 · month-unreadable 1 from 3',
    );
    const told = await importOpening(stand.app, house.user, DRY, workbook);
    assert.equal(toldOf(told), 'COMPLETED 1 1 0 · 5.00 0.00 0.00');
  });

  test('with an opening month too far ahead', async () => {
    assert.deepEqual(await refusalOf({ asOf: '2999-01' }, `${HEADER}\nLS01;2025-11;principal;;5`), [
      400,
      'month-out-of-range',
    ]);
  });
});

test('a month is read as people and spreadsheets write it', async () => {
  const months = ['сен.25', 'Октябрь 2025', '11/2025', '2025-12-01'];
  const rows = months.map((month) => `LS01;${month};principal;;5`);
  const told = await importOpening(stand.app, house.user, DRY, [HEADER, ...rows].join('\n'));
  assert.equal(toldOf(told), 'COMPLETED 4 4 0 · 20.00 0.00 0.00');
});

describe('a file in', () => {
  const row = 'LS01;2025-11;долг;;1234,56';
  const title = 'Лицевой счёт;Месяц;Вид;Услуга;Сумма';
  for (const [why, content] of [
    ['windows-1251', cp1251(`${title}\r\n${row}\r\n`)],
    ['UTF-16', Buffer.from(`\uFEFF${title}\r\n${row}\r\n`, 'utf16le')],
    [
      'UTF-8 with commas within quotes',
      `Лицевой счёт,Месяц,Вид,Услуга,Сумма\nLS01,2025-11,долг,,"1 234,56"\n`,
    ],
  ] as const)
    test(why, async () => {
      const told = await importOpening(stand.app, house.user, DRY, content);
      assert.equal(toldOf(told), 'COMPLETED 1 1 0 · 1234.56 0.00 0.00');
    });

  test('windows-1251 with a character that some programs put into titles', async () => {
    const bytes = Buffer.concat([
      cp1251('Лицевой счёт;Площадь, м'),
      Buffer.from([0xb2]),
      cp1251(';Долг на конец;Пени;Аванс\r\nLS01;54,3;1234,56;300;0\r\n'),
    ]);
    const told = await importOpening(
      stand.app,
      house.user,
      {
        ...DRY,
        accountColumn: 'Лицевой счёт',
        principalColumn: 'Долг на конец',
        penaltyColumn: 'Пени',
      },
      bytes,
    );
    assert.equal(toldOf(told), 'COMPLETED 1 1 0 · 1234.56 300.00 0.00');
  });
});

test('the template can be imported, and its row of notes is ignored', async () => {
  const template = async (format: 'csv' | 'xlsx') => {
    const asked = { query: { format } };
    const { status, bytes } = await askOnce(stand.app, house.user, downloadOpeningTemplate, asked);
    assert.equal(status, 200);
    return Buffer.from(bytes);
  };
  const bytes = await template('csv');
  const [header, note] = await rowsOf(bytes);
  assert.deepEqual(header?.cells, ['account', 'month', 'kind', 'service', 'amount']);
  assert.equal(note?.cells.length, 5);
  const [russian] = await rowsOf(await template('xlsx'));
  assert.deepEqual(russian?.cells, ['Лицевой счёт', 'Месяц', 'Вид', 'Услуга', 'Сумма']);
  const filled = Buffer.concat([bytes, Buffer.from('LS01;2025-11;долг;;5\r\n')]);
  const told = await importOpening(stand.app, house.user, DRY, filled);
  assert.equal(toldOf(told), 'COMPLETED 1 1 0 · 5.00 0.00 0.00');
});
