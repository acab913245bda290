// Turnover sheets of other programs as opening balances: which columns they have, and what is read of them.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { listLedgerEntries } from '@kvartplata/contracts/billing/ledger-entries.ts';
import {
  readOpeningColumns,
  type OpeningColumns,
} from '@kvartplata/contracts/billing/opening-balances.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import {
  HEADER,
  importOpening,
  refusalOfOpening,
  toldOf,
  type OpeningQuery,
} from '../../testing/opening-files.ts';
import { makePayingHouse, type PayingHouse } from '../../testing/paying-house.ts';
import { askOnce, readAll } from '../../testing/test-user.ts';

let stand: BillingStand;
let house: PayingHouse;

before(async () => {
  stand = await startBillingStand();
  house = await makePayingHouse(stand);
});
after(async () => {
  assert.deepEqual(await readAll(stand.app, house.user, listLedgerEntries), []);
  await stand.stop();
});

const DRY = { asOf: '2026-01', dryRun: true };

async function refusalOf(query: OpeningQuery, content: string) {
  return refusalOfOpening(stand.app, house.user, query, content);
}

describe('the turnover sheet of another program', () => {
  const SHEET = [
    'Оборотная ведомость за декабрь 2025;;;;',
    'Лицевой счёт;Плательщик;Долг на конец;Пени;Аванс',
    'LS01;Иванов;1234,56;300;',
    'LS02;Петров;-50,5;;',
    'LS03;Сидоров;0;0;12',
    'ул. Садовая;;;;',
    ';;;;',
    'Итого;;1184,06;300;12',
  ].join('\n');
  const MAPPING = {
    accountColumn: 'лицевой счет',
    principalColumn: 'Долг на конец',
    penaltyColumn: '#4',
    advanceColumn: 'Аванс',
  };

  async function columnsOf(content: string): Promise<OpeningColumns> {
    const body = new FormData();
    body.append('file', new File([content], 'ОСВ.csv'));
    const {
      status,
      body: columns,
      text,
    } = await askOnce(stand.app, house.user, readOpeningColumns, { body });
    assert.equal(status, 200, text);
    return columns;
  }

  test('is read with the given columns, for the month before the opening', async () => {
    const told = await importOpening(
      stand.app,
      house.user,
      { ...DRY, ...MAPPING },
      SHEET.replace('ул. Садовая', ''),
    );
    assert.deepEqual(
      [toldOf(told), told.mapping],
      ['COMPLETED 3 3 0 · 1234.56 300.00 62.50', MAPPING],
    );
    const title = await importOpening(stand.app, house.user, { ...DRY, ...MAPPING }, SHEET);
    assert.deepEqual(title.reasons, []);
    assert.deepEqual(await refusalOf({ ...DRY, ...MAPPING }, SHEET.replace('1184,06', '1184')), [
      400,
      'totals-differ',
      '1184.00',
      '1184.06',
      '8',
      'principal',
    ]);
    assert.deepEqual(
      (await refusalOf({ ...DRY, ...MAPPING, monthColumn: 'Месяц' }, SHEET)).slice(0, 2),
      [400, 'wrong-columns'],
    );
    const twice = SHEET.replace('Плательщик', 'Долг на конец');
    assert.deepEqual(await refusalOf({ ...DRY, ...MAPPING }, twice), [
      400,
      'wrong-columns',
      'stands there more than once',
    ]);
    assert.deepEqual((await columnsOf(twice)).mapping.principalColumn, undefined);
    assert.deepEqual(
      (await refusalOf({ ...DRY, principalColumn: 'Долг на конец' }, SHEET)).slice(0, 2),
      [400, 'validation-failed'],
    );
    assert.deepEqual((await refusalOf({ ...DRY, accountColumn: '#1' }, SHEET)).slice(0, 2), [
      400,
      'validation-failed',
    ]);
  });

  test('is read with the separator of its header, below a title with others', async () => {
    for (const separator of [';', '\t']) {
      const table = [
        ['Лицевой счёт', 'Долг на конец', 'Пени'],
        ['LS01', '1234,56', '5,00'],
      ].map((cells) => cells.join(separator));
      const sheet = ['ООО «Дом», остатки, на 01.09.2026', '', ...table].join('\n');
      const { headerLine, mapping } = await columnsOf(sheet);
      assert.deepEqual(
        [headerLine, mapping],
        [
          3,
          {
            accountColumn: 'Лицевой счёт',
            principalColumn: 'Долг на конец',
            penaltyColumn: 'Пени',
          },
        ],
      );
      for (const named of [
        mapping,
        { accountColumn: '#1', principalColumn: '#2', penaltyColumn: '#3' },
      ]) {
        const told = await importOpening(stand.app, house.user, { ...DRY, ...named }, sheet);
        assert.equal(toldOf(told), 'COMPLETED 1 1 0 · 1234.56 5.00 0.00');
      }
    }
  });

  test('may have the sides of its balances in a second row of the header', async () => {
    const sheet = [
      'Оборотно-сальдовая ведомость по счёту 76.05',
      'Контрагенты;Сальдо на начало периода;;Обороты за период;;Сальдо на конец периода;;Адрес',
      'Лицевой счёт;Дебет;Кредит;Дебет;Кредит;Дебет;Кредит',
      'LS01;1000,00;;500,00;200,00;1300,00;;кв. 1',
      'LS02;;10,00;500,00;550,00;;60,00;кв. 2',
      'Итого;1000,00;10,00;1000,00;750,00;1300,00;60,00',
    ].join('\n');
    const { headerLine, columns, mapping } = await columnsOf(sheet);
    assert.deepEqual(
      [headerLine, columns.map(({ title }) => title).slice(3)],
      [
        3,
        [
          'Обороты за период Дебет',
          'Обороты за период Кредит',
          'Сальдо на конец периода Дебет',
          'Сальдо на конец периода Кредит',
          'Адрес',
        ],
      ],
    );
    assert.deepEqual(mapping, {
      accountColumn: 'Лицевой счёт',
      principalColumn: 'Сальдо на конец периода Дебет',
      advanceColumn: 'Сальдо на конец периода Кредит',
    });
    const told = await importOpening(stand.app, house.user, { ...DRY, ...mapping }, sheet);
    assert.equal(toldOf(told), 'COMPLETED 2 2 0 · 1300.00 0.00 60.00');
  });

  test('may name the currency of its sums, and have the minus of print', async () => {
    const { accountColumn, principalColumn } = MAPPING;
    const sheet = [
      'Лицевой счёт;Долг на конец',
      'LS01;1 234,56 ₽',
      'LS02;\u221250,00 руб.',
      'Итого;1 184,56 р.',
    ].join('\n');
    const query = { ...DRY, accountColumn, principalColumn };
    const told = await importOpening(stand.app, house.user, query, sheet);
    assert.equal(toldOf(told), 'COMPLETED 2 2 0 · 1234.56 0.00 50.00');
    const thousands = await importOpening(
      stand.app,
      house.user,
      query,
      sheet.replace('1 234,56 ₽', '1,250'),
    );
    assert.equal(toldOf(thousands), 'COMPLETED 2 1 1 · 0.00 0.00 50.00 · amount-places 1 from 2');
  });

  test('may say an overpayment twice, if with the same sum', async () => {
    const sheet = (overpaid: string) => [
      'Лицевой счёт;Сальдо на конец;Переплата',
      'LS01;100,00;',
      `LS02;-50,00;${overpaid}`,
    ];
    const query = {
      ...DRY,
      accountColumn: 'Лицевой счёт',
      principalColumn: 'Сальдо на конец',
      advanceColumn: 'Переплата',
    };
    const send = async (...lines: readonly string[]) =>
      importOpening(stand.app, house.user, query, lines.join('\n'));
    const told = await send(...sheet('50'), 'Итого;50,00;50,00');
    assert.equal(toldOf(told), 'COMPLETED 2 2 0 · 100.00 0.00 50.00');
    const other = await send(...sheet('49,99'));
    assert.equal(toldOf(other), 'COMPLETED 2 1 1 · 100.00 0.00 0.00 · overpaid-otherwise 1 from 3');
    assert.match(other.reasons[0]?.messageRu ?? '', /переплата.*оставьте одно/);
  });

  test('is answered with its columns, and what they may be', async () => {
    const { headerLine, columns, isTemplate, mapping } = await columnsOf(SHEET);
    assert.deepEqual([headerLine, isTemplate], [2, false]);
    assert.deepEqual(columns[2], {
      number: 3,
      title: 'Долг на конец',
      samples: ['1234,56', '-50,5', '0', '', '1184,06'],
    });
    assert.deepEqual(mapping, {
      accountColumn: 'Лицевой счёт',
      principalColumn: 'Долг на конец',
      penaltyColumn: 'Пени',
      advanceColumn: 'Аванс',
    });
    assert.equal((await columnsOf(`${HEADER}\n`)).isTemplate, true);
  });
});
