// Opening balances over HTTP: booked as a whole in their own months, taken into account wherever debts are, and undone.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { getAccountBalance } from '@kvartplata/contracts/billing/account-balances.ts';
import { applyCycle } from '@kvartplata/contracts/billing/apply.ts';
import { closeCycle, reopenCycle } from '@kvartplata/contracts/billing/close.ts';
import { listBillingChanges } from '@kvartplata/contracts/billing/audit.ts';
import {
  getAccountStatement,
  getReconciliation,
} from '@kvartplata/contracts/billing/account-reports.ts';
import { getDebtors } from '@kvartplata/contracts/billing/debtors.ts';
import {
  getOpeningImport,
  listOpeningImports,
  undoOpeningImport,
} from '@kvartplata/contracts/billing/opening-balances.ts';
import { export1c } from '@kvartplata/contracts/billing/exports.ts';
import { getTurnoverBalance } from '@kvartplata/contracts/billing/turnover.ts';
import { addressOf } from '@kvartplata/contracts/address.ts';
import { moscowDayOf, parseDay } from '@kvartplata/domain/calendar/day.ts';
import { rowsOf } from '@kvartplata/platform/testing/table-files.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { assertInOrder } from '../../testing/in-order.ts';
import {
  HEADER,
  importOpening,
  sendOpening,
  toldOf,
  undoOpening,
} from '../../testing/opening-files.ts';
import {
  makePayingHouse,
  partsOf,
  untilAllocated,
  type PayingHouse,
} from '../../testing/paying-house.ts';
import { ask, readAll } from '../../testing/test-user.ts';

let stand: BillingStand;
/** The current day, unless a test sets another one. */
let day = moscowDayOf(new Date());

before(async () => {
  stand = await startBillingStand({ today: () => day });
});
after(async () => {
  await assertInOrder(stand.db);
  await stand.stop();
});

const AS_OF = { asOf: '2026-01' };
const FIGURES = `${HEADER}\nLS01;2025-11;principal;;1234.56\nLS01;2025-11;penalty;;300.00\n`;

const account = (house: PayingHouse, index: number): number => house.accounts[index] ?? 0;

async function turnoverOf({ user, houseId }: PayingHouse, from: string, to: string) {
  const query = { houseId, periodFrom: from, periodTo: to };
  const { body } = await ask(stand.app, user, getTurnoverBalance, { query });
  return body;
}

describe('an opening balance', () => {
  test('is owed from its own month on, and a repeated file books nothing', async () => {
    const house = await makePayingHouse(stand);
    const payer = account(house, 0);
    const sent = await sendOpening(stand.app, house.user, AS_OF, FIGURES);
    assert.equal(sent.status, 202, sent.text);
    const params = { openingImportId: sent.body.id };
    assert.equal(sent.headers.get('location'), addressOf(getOpeningImport, { params }));
    assert.equal(toldOf(sent.body), 'COMPLETED 2 2 0 · 1234.56 300.00 0.00');
    assert.deepEqual(await house.owed(payer), ['1234.56', '300.00']);
    assert.deepEqual(await house.owed(payer, '2025-11-29'), ['0.00', '0.00']);
    const entries = await house.entries(payer);
    assert.deepEqual(
      entries.map(
        ({ transactionType, debtKind, debit, credit, period, effectiveOn, referenceId, id }) => [
          transactionType,
          debtKind,
          debit,
          credit,
          period,
          effectiveOn,
          referenceId === `opening:${id}`,
        ],
      ),
      [
        ['OPENING', 'principal', '1234.56', '0.00', '2025-11', '2025-11-30', true],
        ['OPENING', 'penalty', '300.00', '0.00', '2025-11', '2025-11-30', true],
      ],
    );
    const again = await importOpening(stand.app, house.user, AS_OF, FIGURES);
    assert.deepEqual(
      [toldOf(again), again.repeats],
      ['COMPLETED 2 0 0 · 0.00 0.00 0.00', sent.body.id],
    );
    assert.equal((await house.entries(payer)).length, 2);
    const audited = await readAll(stand.app, house.user, listBillingChanges, {
      query: { object: `opening-import:${sent.body.id}` },
    });
    assert.deepEqual(
      audited.map(({ action }) => action),
      ['opening-import.booked'],
    );
  });

  test('ages from the due day of its month', async () => {
    const house = await makePayingHouse(stand);
    await importOpening(stand.app, house.user, AS_OF, FIGURES);
    const today = day;
    const debtorsOn = async (on: string) => {
      day = parseDay(on);
      const query = { houseId: house.houseId };
      const { body } = await ask(stand.app, house.user, getDebtors, { query });
      return body.items.map(({ oldestMonth, notDue, days0to30, days31to90, penalty }) =>
        [oldestMonth, notDue, days0to30, days31to90, penalty].join(' '),
      );
    };
    assert.deepEqual(await debtorsOn('2025-12-11'), ['2025-11 0.00 1234.56 0.00 300.00']);
    assert.deepEqual(await debtorsOn('2026-01-09'), ['2025-11 0.00 1234.56 0.00 300.00']);
    assert.deepEqual(await debtorsOn('2026-01-10'), ['2025-11 0.00 0.00 1234.56 300.00']);
    day = today;
  });

  test('is in the opening of the turnover to the kopeck, and in the turnover of its own month', async () => {
    const house = await makePayingHouse(stand);
    const file = [
      'Лицевой счёт;Месяц;Вид;Услуга;Сумма',
      'LS01;11.2025;долг;;1 234,56',
      'LS01;10.2025;Долг;;100,01',
      'LS01;11.2025;пени;;300',
      'LS02;12.2025;аванс;;50,5',
      'Итого;;;;1584,07',
    ].join('\r\n');
    const told = await importOpening(stand.app, house.user, AS_OF, file);
    assert.equal(toldOf(told), 'COMPLETED 4 4 0 · 1334.57 300.00 50.50');
    const { totals, control, accounts } = await turnoverOf(house, '2026-01', '2026-02');
    assert.deepEqual(totals.opening, { principal: '1284.07', penalty: '300.00' });
    assert.deepEqual(control.accounts, []);
    assert.deepEqual(
      accounts.filter(({ opening }) => opening.principal !== '0.00').map(({ opening }) => opening),
      [
        { principal: '1334.57', penalty: '300.00' },
        { principal: '-50.50', penalty: '0.00' },
      ],
    );
    const earlier = await turnoverOf(house, '2025-11', '2025-12');
    assert.deepEqual(
      [earlier.totals.opening.principal, earlier.totals.charged, earlier.totals.penaltyAccrued],
      ['100.01', '1234.56', '300.00'],
    );
    assert.deepEqual(earlier.control.accounts, []);
    assert.equal(earlier.totals.paid, '50.50');
  });

  test('has its service in the turnover by service and in the file for 1C, with equal sums', async () => {
    const house = await makePayingHouse(stand);
    const file = `${HEADER}\nLS01;2025-11;principal;cold-water;100.01\nLS01;2025-11;principal;;30\nLS01;2025-11;penalty;;7\nLS02;2025-11;advance;;50\n`;
    const { id } = await importOpening(stand.app, house.user, AS_OF, file);
    const query = { houseId: house.houseId, period: '2025-11' };
    const ofServices = async () => {
      const parts = { query: { ...query, splitByService: true } };
      const { totals } = (await house.ask(getTurnoverBalance, parts)).body;
      return [
        totals.charged,
        ...(totals.services ?? []).map(({ serviceName, charged }) => `${serviceName} ${charged}`),
      ];
    };
    const for1c = async () => {
      const rows = await rowsOf((await house.ask(export1c, { query })).bytes);
      return rows.slice(1).map(({ cells }) => cells.join(' '));
    };
    assert.deepEqual(await ofServices(), [
      '130.01',
      'Холодное водоснабжение 100.01',
      'Без услуги 30.00',
    ]);
    assert.deepEqual(await for1c(), [
      '2025-11 LS01 Холодное водоснабжение 100,01',
      '2025-11 LS01 Входящий долг 30,00',
    ]);
    await undoOpening(stand.app, house.user, id);
    assert.deepEqual([await ofServices(), await for1c()], [['0.00'], []]);
  });

  test('is paid oldest first, and an advance pays later charges', async () => {
    const house = await makePayingHouse(stand);
    const payer = account(house, 0);
    const other = account(house, 1);
    const early = await house.pay({ personalAccountId: payer, amount: '10', paidOn: '2026-01-02' });
    assert.deepEqual(partsOf(early), ['advance 10.00']);
    const file = `${HEADER}\nLS01;2025-11;principal;;100\nLS01;2025-10;principal;;30\nLS01;2025-10;penalty;;7\nLS02;2025-12;advance;;50\n`;
    const { id } = await importOpening(stand.app, house.user, AS_OF, file);
    assert.deepEqual(partsOf(await house.get(early.id)), ['2025-10 10.00']);
    const later = await house.pay({
      personalAccountId: payer,
      amount: '130',
      paidOn: '2026-01-15',
    });
    assert.deepEqual(partsOf(later), [
      '2025-10 20.00',
      '2025-11 100.00',
      'advance 3.00',
      'penalty 2025-10 7.00',
    ]);
    await house.charge('2026-01', [[other, '80.00']]);
    assert.deepEqual(await house.owed(other), ['30.00', '0.00']);
    const rest = await house.pay({ personalAccountId: other, amount: '31', paidOn: '2026-02-20' });
    assert.deepEqual(partsOf(rest), ['2026-01 30.00', 'advance 1.00']);
    const undone = await undoOpening(stand.app, house.user, id);
    assert.deepEqual([undone.status, undone.undo], ['COMPLETED', 'UNDONE']);
    assert.deepEqual(await house.owed(payer), ['-133.00', '-7.00']);
    assert.deepEqual(partsOf(await house.get(rest.id)), ['2026-01 31.00']);
  });
});

test('no month is owed beside an opening advance', async () => {
  const house = await makePayingHouse(stand);
  const payer = account(house, 0);
  const file = `${HEADER}\nLS01;2025-12;advance;;1000\n`;
  await importOpening(stand.app, house.user, AS_OF, file);
  for (const month of ['2026-01', '2026-02']) {
    await house.charge(month, [[payer, '300.00']]);
    await untilAllocated(stand.owner);
  }
  const params = { personalAccountId: payer };
  const { body } = await house.ask(getAccountBalance, { params });
  assert.deepEqual([body.principalDebt, body.debts], ['-400.00', []]);
  await house.charge('2026-03', [[payer, '500.00']]);
  await untilAllocated(stand.owner);
  const { body: later } = await house.ask(getAccountBalance, { params });
  assert.deepEqual(
    [later.principalDebt, later.debts],
    ['100.00', [{ period: '2026-03', amount: '100.00' }]],
  );
});

test('an account that owes a month by an opening balance cannot be charged for it', async () => {
  const house = await makePayingHouse(stand);
  await importOpening(
    stand.app,
    house.user,
    AS_OF,
    `${HEADER}\nLS01;2025-11;penalty;;3\nLS02;2025-11;principal;;100\n`,
  );
  const beside = await house.draft('2025-11', [[account(house, 0), '70.00']]);
  const params = { cycleId: beside.cycleId };
  assert.equal((await house.ask(applyCycle, { params })).status, 200);
  const other = await makePayingHouse(stand);
  const { id } = await importOpening(
    stand.app,
    other.user,
    AS_OF,
    `${HEADER}\nLS01;2025-11;principal;;100\n`,
  );
  const { cycleId } = await other.draft('2025-11', [[account(other, 0), '70.00']]);
  const refused = await other.ask(applyCycle, { params: { cycleId } });
  assert.deepEqual([refused.status, refused.problem.code], [409, 'debt-brought-in']);
  await undoOpening(stand.app, other.user, id);
  assert.equal((await other.ask(applyCycle, { params: { cycleId } })).status, 200);
});

describe('undoing', () => {
  test('leaves nothing: balances, reports and statements are as before, and the file may be sent again', async () => {
    const house = await makePayingHouse(stand);
    const payer = account(house, 0);
    await house.charge('2026-01', [[payer, '70.00']]);
    const looks = async () => ({
      owed: await house.owed(payer),
      sums: (await turnoverOf(house, '2025-10', '2026-02')).totals,
      earlier: (await turnoverOf(house, '2025-11', '2025-11')).totals,
      statement: (
        await ask(stand.app, house.user, getAccountStatement, {
          query: { personalAccountId: payer },
        })
      ).body,
      act: (
        await ask(stand.app, house.user, getReconciliation, { query: { personalAccountId: payer } })
      ).body,
      debtors: (await ask(stand.app, house.user, getDebtors, { query: { houseId: house.houseId } }))
        .body,
    });
    const untouched = await looks();
    const { id } = await importOpening(stand.app, house.user, AS_OF, FIGURES);
    const between = await looks();
    assert.notDeepEqual(between, untouched);
    assert.deepEqual(between.owed, ['1304.56', '300.00']);
    assert.deepEqual(between.act.items[0], {
      period: '2025-11',
      opening: '0.00',
      charged: '1234.56',
      penaltyAccrued: '300.00',
      paid: '0.00',
      storno: '0.00',
      closing: '1534.56',
    });
    const undone = await undoOpening(stand.app, house.user, id);
    assert.deepEqual([undone.undo, undone.undoneBy !== null], ['UNDONE', true]);
    assert.deepEqual(await looks(), untouched);
    assert.equal((await house.entries(payer)).length, 5);
    const again = await importOpening(stand.app, house.user, AS_OF, FIGURES);
    assert.equal(toldOf(again), 'COMPLETED 2 2 0 · 1234.56 300.00 0.00');
    assert.deepEqual((await looks()).sums, between.sums);
    assert.deepEqual((await looks()).act, between.act);
    const params = { openingImportId: id };
    const same = await house.ask(undoOpeningImport, { params });
    assert.equal((await undoOpening(stand.app, house.user, id)).undo, 'UNDONE');
    assert.deepEqual(
      [same.status, same.headers.get('location')],
      [202, addressOf(getOpeningImport, { params })],
    );
  });

  test('is refused once a month is closed, which the refusal names; a file is booked after it', async () => {
    const house = await makePayingHouse(stand);
    const { id } = await importOpening(stand.app, house.user, AS_OF, FIGURES);
    const { cycleId } = await house.charge('2026-01', [[account(house, 1), '10.00']]);
    assert.equal((await house.ask(closeCycle, { params: { cycleId } })).status, 200);
    const refused = await house.ask(undoOpeningImport, { params: { openingImportId: id } });
    assert.deepEqual(
      [refused.status, refused.problem.code, refused.problem.months],
      [409, 'month-closed', ['2026-01']],
    );
    const late = await sendOpening(
      stand.app,
      house.user,
      AS_OF,
      `${HEADER}\nLS02;2025-11;principal;;1\n`,
    );
    assert.equal(late.status, 202, late.text);
    const entry = (await house.entries(account(house, 1))).at(-1);
    assert.deepEqual([entry?.transactionType, entry?.period], ['OPENING', '2026-02']);
    const reopen = { params: { cycleId }, body: { reason: 'рано' } };
    assert.equal((await house.ask(reopenCycle, reopen)).status, 200);
    assert.equal((await undoOpening(stand.app, house.user, id)).undo, 'UNDONE');
  });

  test('the request repeated with its key gets its import, though the month is closed by now', async () => {
    const house = await makePayingHouse(stand);
    const send = async () =>
      sendOpening(stand.app, house.user, AS_OF, FIGURES, { idempotencyKey: 'no answer came' });
    const first = await send();
    const { cycleId } = await house.charge('2026-01', [[account(house, 1), '10.00']]);
    assert.equal((await house.ask(closeCycle, { params: { cycleId } })).status, 200);
    const again = await send();
    assert.deepEqual(
      [again.status, again.body.id, again.headers.get('idempotency-replayed')],
      [202, first.body.id, 'true'],
    );
  });

  test('is refused for a dry run', async () => {
    const house = await makePayingHouse(stand);
    const dry = await importOpening(stand.app, house.user, { ...AS_OF, dryRun: true }, FIGURES);
    assert.equal(toldOf(dry), 'COMPLETED 2 2 0 · 1234.56 300.00 0.00');
    assert.deepEqual(await house.owed(account(house, 0)), ['0.00', '0.00']);
    const refused = await house.ask(undoOpeningImport, { params: { openingImportId: dry.id } });
    assert.deepEqual([refused.status, refused.problem.code], [409, 'conflict']);
    const { items } = (await house.ask(listOpeningImports, { query: { dryRun: true } })).body;
    assert.deepEqual(
      items.map(({ id }) => id),
      [dry.id],
    );
  });
});
