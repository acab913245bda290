// A company with a past moves in: four files of its former program, its debts in the books of their own months, the first
// receipt, and an undo that leaves no trace.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Client } from '@kvartplata/client/client.ts';
import { listAccountBalances } from '@kvartplata/contracts/billing/account-balances.ts';
import { applyCycle } from '@kvartplata/contracts/billing/apply.ts';
import { closeCycle } from '@kvartplata/contracts/billing/close.ts';
import { listLedgerEntries } from '@kvartplata/contracts/billing/ledger-entries.ts';
import { getTurnoverBalance } from '@kvartplata/contracts/billing/turnover.ts';
import { listHouses } from '@kvartplata/contracts/core/houses.ts';
import { getMove, startMove, undoMove, type Move } from '@kvartplata/contracts/core/moves.ts';
import { createOrganization } from '@kvartplata/contracts/core/organizations.ts';
import { RequestFailure } from '@kvartplata/client/request-failure.ts';
import { clientOf, signUp } from '@kvartplata/platform/testing/people.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import { computeMonth } from './testing/computed-month.ts';
import { startThreeServices, type ThreeServices } from './testing/three-services.ts';

/** The previous month: it is over, and the first one billed here. */
const MONTH = Temporal.Now.plainDateISO('Europe/Moscow').toPlainYearMonth().subtract({ months: 1 });
const AS_OF = MONTH.toString();
const BEFORE = MONTH.subtract({ months: 1 }).toString();
const ADDRESS = 'г. Самара, ул. Садовая, д. 14';

const FILES = {
  accounts: `Адрес дома;Номер помещения;Площадь помещения, кв. м;Лицевой счёт;Плательщик;Зарегистрировано человек;Дата открытия счёта
${ADDRESS};1;50;1001;Иванов И. И.;2;01.01.2020
${ADDRESS};2;40;1002;Петрова П. П.;1;01.01.2020`,
  tariffs: `Адрес дома;Услуга;Действует с;Тариф, руб.;Документ
все дома;Содержание жилого помещения;01.01.2020;30;Протокол № 1`,
  balances: `account;month;kind;service;amount
1001;${BEFORE};principal;;1234.56
1001;${BEFORE};penalty;;300.00
1002;${BEFORE};advance;;100.00
Итого;;;;1434.56`,
};

describe('a company with a past', () => {
  let services: ThreeServices;
  let client: Client;
  let call: Client['call'];
  let organizationId: number;
  before(async () => {
    services = await startThreeServices();
    await signUp(services, 'administrator');
    client = clientOf(services, await signUp(services, 'owner'));
    ({ call } = client);
    ({ id: organizationId } = await call(createOrganization, { body: { name: 'УК «Садовая»' } }));
  });
  after(async () => services.stop());

  async function move(dryRun: boolean): Promise<Move> {
    const body = new FormData();
    for (const part of ['accounts', 'tariffs', 'balances'] as const)
      body.append(part, new File([FILES[part]], `${part}.csv`));
    return untilEnded(
      await call(startMove, { query: { organizationId, asOf: AS_OF, dryRun }, body }),
    );
  }

  async function untilEnded(started: Move): Promise<Move> {
    let told = started;
    await until(`move ${started.id} has ended`, async () => {
      told = await call(getMove, { params: { moveId: started.id } });
      return told.finishedAt !== null;
    });
    return told;
  }

  async function balances(): Promise<readonly unknown[]> {
    const { items } = await call(listAccountBalances);
    return items.map(({ principalDebt, penaltyDebt }) => [principalDebt, penaltyDebt]);
  }

  test('is checked first, which stores nothing', async () => {
    const tried = await move(true);
    assert.deepEqual(
      tried.parts.map(({ part, changed, refused }) => [part, changed, refused]),
      [
        ['accounts', 2, 0],
        ['tariffs', 1, 0],
        ['balances', 4, 0],
      ],
      JSON.stringify(tried),
    );
    assert.deepEqual((await call(listHouses)).items, []);
  });

  test('moves in, and is undone without a trace', async () => {
    const made = await move(false);
    assert.equal(made.status, 'COMPLETED', JSON.stringify(made));
    assert.deepEqual(await balances(), [
      ['1234.56', '300.00'],
      ['-100.00', '0.00'],
    ]);
    await call(undoMove, { params: { moveId: made.id } });
    assert.equal((await untilEnded(made)).undo, 'UNDONE');
    assert.deepEqual((await call(listHouses)).items, []);
    assert.deepEqual(
      (await balances()).filter((one) => JSON.stringify(one) !== '["0.00","0.00"]'),
      [],
    );
  });

  test('a draft calculation does not prevent the undo, and is deleted with it', async () => {
    const made = await move(false);
    const [house] = (await call(listHouses)).items;
    assert.ok(house);
    const job = await computeMonth(client, { houseId: house.id }, AS_OF);
    await call(undoMove, { params: { moveId: made.id } });
    assert.equal((await untilEnded(made)).undo, 'UNDONE');
    assert.deepEqual((await call(listHouses)).items, []);
    const empty = await call(applyCycle, { params: { cycleId: job.billingCycleId } });
    assert.equal(empty.chargesApplied, 0);
  });

  test('moves in again, and its first month starts with the balances of the files', async () => {
    const made = await move(false);
    assert.equal(made.status, 'COMPLETED', JSON.stringify(made));
    const [house] = (await call(listHouses)).items;
    assert.ok(house);
    const { items: entries } = await call(listLedgerEntries, { query: { houseId: house.id } });
    assert.deepEqual(
      entries
        .map(({ transactionType, period, debit, credit }) => [
          transactionType,
          period,
          debit,
          credit,
        ])
        .toSorted((one, other) => one.join().localeCompare(other.join())),
      [
        ['OPENING', BEFORE, '0.00', '100.00'],
        ['OPENING', BEFORE, '1234.56', '0.00'],
        ['OPENING', BEFORE, '300.00', '0.00'],
      ],
    );
    const job = await computeMonth(client, { houseId: house.id }, AS_OF);
    await call(applyCycle, { params: { cycleId: job.billingCycleId } });
    const report = await call(getTurnoverBalance, {
      query: { houseId: house.id, periodFrom: AS_OF, periodTo: AS_OF },
    });
    assert.deepEqual(
      report.accounts.map(({ accountNumber, opening, charged, closing }) => [
        accountNumber,
        opening,
        charged,
        closing,
      ]),
      [
        [
          '1001',
          { principal: '1234.56', penalty: '300.00' },
          '1500.00',
          { principal: '2734.56', penalty: '300.00' },
        ],
        [
          '1002',
          { principal: '-100.00', penalty: '0.00' },
          '1200.00',
          { principal: '1100.00', penalty: '0.00' },
        ],
      ],
    );
    const refused = await call(undoMove, { params: { moveId: made.id } }).catch(
      (error: unknown) => error,
    );
    assert.ok(refused instanceof RequestFailure);
    assert.equal(refused.problem?.code, 'move-built-upon');
    assert.deepEqual(refused.problem?.months, [AS_OF]);
    const closed = await call(closeCycle, { params: { cycleId: job.billingCycleId } });
    assert.equal(closed.status, 'CLOSED');
  });
});
