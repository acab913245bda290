// The reports on one account: its statement, the act of reconciliation, the calculation for a court.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  getAccountStatement,
  getCourtCalculation,
  getReconciliation,
} from '@kvartplata/contracts/billing/account-reports.ts';
import { formatKopecks, parseKopecks } from '@kvartplata/domain/money/kopecks.ts';
import { sumOfMoney } from '@kvartplata/domain/money/sums.ts';
import { ODD_PAYERS } from '../../testing/odd-payers.ts';
import {
  startReportedHouse,
  type ReportedHouse,
  type ReportQuery,
} from '../../testing/reported-house.ts';
import { ask } from '../../testing/test-user.ts';
import { formulasOf } from '../../testing/workbook.ts';

let reported: ReportedHouse;

before(async () => {
  reported = await startReportedHouse();
});
after(async () => reported.stop());

describe('the card of an account', () => {
  const of = (months = {}): ReportQuery => ({ personalAccountId: reported.account(0), ...months });

  test('has every entry, and the balance after it', async () => {
    const card = await reported.reportOf(getAccountStatement, of());
    const entries = await reported.house.entries(reported.account(0));
    assert.deepEqual(
      card.items.map(({ id }) => id).toSorted((one, other) => one - other),
      entries.map(({ id }) => id),
    );
    let [principal, penalty] = [0n, 0n];
    for (const { debtKind, debit, credit, balance } of card.items) {
      const amount = parseKopecks(debit) - parseKopecks(credit);
      if (debtKind === 'principal') principal += amount;
      else penalty += amount;
      assert.deepEqual(balance, {
        principal: formatKopecks(principal),
        penalty: formatKopecks(penalty),
      });
    }
    assert.deepEqual(Object.values(card.closing), await reported.house.owed(reported.account(0)));
    assert.deepEqual([card.accountNumber, card.payer], ['LS01', ODD_PAYERS[0]]);
    assert.ok(card.items.some(({ description }) => description === '=ошибка'));
    assert.equal(
      parseKopecks(card.totals.debit) - parseKopecks(card.totals.credit),
      principal + penalty,
    );
  });

  test('of some months begins with the balance of the earlier ones', async () => {
    const whole = await reported.reportOf(getAccountStatement, of());
    const part = await reported.reportOf(getAccountStatement, of({ period: '2026-01' }));
    assert.deepEqual(part.opening, { principal: '700.00', penalty: '122.78' });
    assert.deepEqual(
      part.items,
      whole.items.filter(({ period }) => period === '2026-01'),
    );
    assert.deepEqual(part.closing, part.items.at(-1)?.balance);
  });

  test('is a sheet, with reasons as text cells', async () => {
    const sheets = await reported.sheetsOf(getAccountStatement, of());
    const texts = sheets.flatMap(({ rows }) => rows.flat());
    assert.ok(texts.some(({ value, isText }) => value === "'=ошибка" && isText));
    assert.ok(
      texts.some(({ value }) => value === 'вручную'),
      'a payment says where it came from',
    );
    const lines = (sheets[0]?.rows.length ?? 0) - 1;
    assert.deepEqual(formulasOf(sheets), [`SUM(G2:G${lines})`, `SUM(H2:H${lines})`]);
  });
});

test('the card says what tells the charges of a service apart, and names documents as people do', async () => {
  const personalAccountId = reported.account(5);
  const waste = (rateType: string) => ({ rateType, houseServiceId: 2 });
  // A second charge of a service has the line of the heat.
  const { chargeIds } = await reported.house.charge('2026-08', [
    [personalAccountId, '450.32'],
    [personalAccountId, '60.00', { rateType: 'meter' }],
    [personalAccountId, '900.65', waste('excess')],
  ]);
  const query = { personalAccountId, period: '2026-08' };
  const { items } = await reported.reportOf(getAccountStatement, query);
  assert.deepEqual(
    items.map(({ description, rateType, isHeat }) => [description, rateType, isHeat]),
    [
      ['Содержание', 'area', false],
      ['Содержание', 'meter', true],
      ['ТКО', 'excess', false],
    ],
  );
  const [sheet] = await reported.sheetsOf(getAccountStatement, query);
  const cells = (sheet?.rows ?? []).slice(1, -1).map((row) => row.map(({ value }) => value));
  assert.deepEqual(
    cells.map(([month, , operation, , document, content]) => [month, operation, document, content]),
    [
      ['август 2026', 'Начисление', `начисление № ${chargeIds[0]}`, 'Содержание'],
      [
        'август 2026',
        'Начисление',
        `начисление № ${chargeIds[1]}`,
        'Содержание (тепловая энергия)',
      ],
      ['август 2026', 'Начисление', `начисление № ${chargeIds[2]}`, 'ТКО (повышающий коэффициент)'],
    ],
  );
});

describe('the act of reconciliation', () => {
  const of = (months = {}): ReportQuery => ({ personalAccountId: reported.account(0), ...months });

  test('goes from month to month without a gap, down to the current balance', async () => {
    const act = await reported.reportOf(getReconciliation, of());
    let owed = act.opening;
    for (const month of act.items) {
      assert.equal(month.opening, owed);
      assert.equal(
        parseKopecks(month.closing),
        parseKopecks(month.opening) +
          parseKopecks(month.charged) +
          parseKopecks(month.penaltyAccrued) -
          parseKopecks(month.paid) -
          parseKopecks(month.storno),
      );
      owed = month.closing;
    }
    const [principal, penalty] = await reported.house.owed(reported.account(0));
    assert.deepEqual(act.closingByKind, { principal, penalty });
    assert.equal(act.closing, sumOfMoney([principal, penalty]));
    assert.equal(act.closing, owed);
    assert.equal(act.totals.charged, '1200.10');
    assert.equal(act.totals.paid, '300.10');
    assert.match(act.organizationName, /Ровный дом/);
  });

  test('is a sheet for both sides to sign', async () => {
    const [sheet, sides] = await reported.sheetsOf(getReconciliation, of({ period: '2026-01' }));
    assert.deepEqual(
      formulasOf([sheet!, sides!]),
      'CDEF'.split('').map((at) => `SUM(${at}2:${at}2)`),
    );
    const cells = (sides?.rows ?? []).map((row) => row.map(({ value }) => value));
    assert.deepEqual(cells[5], ['Период', 'январь 2026 – январь 2026']);
    assert.deepEqual(cells.at(-3), ['Сальдо на конец', '1022.78']);
  });
});

describe('the calculation for a court', () => {
  const of = (): ReportQuery => ({ personalAccountId: reported.account(0) });

  test('has each debt line by line, and adds up to what is booked', async () => {
    const court = await reported.reportOf(getCourtCalculation, of());
    const booked = sumOfMoney((await reported.house.accruals()).map(({ amount }) => amount));
    assert.notEqual(booked, '0.00');
    const { penalty, control, owed } = court.totals;
    assert.deepEqual([penalty, court.totals.booked, control], [booked, booked, '0.00']);
    assert.equal(owed, (await reported.house.owed(reported.account(0)))[1]);
    assert.equal(court.countedTo, '2026-07-31');
    assert.deepEqual(
      court.items.map(({ period }) => period),
      ['2025-01', '2026-01'],
    );
    for (const debt of court.items) {
      const exact = debt.lines.reduce((sum, line) => sum + Number(line.amount), 0);
      assert.ok(Math.abs(exact - Number(debt.penalty)) < 0.0051, JSON.stringify(debt));
      for (const line of debt.lines) assert.ok(line.days > 0);
    }
    // A payment of May 2025 counts from the day after it.
    assert.deepEqual(
      [...new Set(court.items[0]?.lines.map(({ debtAmount }) => debtAmount))],
      ['1000.10', '700.00'],
    );
  });

  test('is a sheet of lines and a sheet of sums with its control', async () => {
    const court = await reported.reportOf(getCourtCalculation, of());
    const sheets = await reported.sheetsOf(getCourtCalculation, of());
    const lines = court.items.flatMap((debt) => debt.lines);
    assert.deepEqual(
      sheets[0]?.rows.slice(1).map((row) => [row[3]?.value, row[6]?.value, row[9]?.value]),
      lines.map((line) => [line.debtAmount, String(line.days), line.amount]),
    );
    assert.deepEqual(formulasOf(sheets), ['SUM(B7:B8)', 'B9-B10']);
    const sums = (sheets[1]?.rows ?? []).flat();
    const at = (place: string): string | undefined => sums.find((cell) => cell.at === place)?.value;
    assert.deepEqual(
      [at('B7'), at('B8'), at('B9'), at('B11')],
      [...court.items.map(({ penalty }) => penalty), court.totals.penalty, '0.00'],
    );
  });

  test('of an account without penalties is empty', async () => {
    const other = { personalAccountId: reported.account(9) };
    const court = await reported.reportOf(getCourtCalculation, other);
    assert.deepEqual([court.items, court.countedTo, court.totals.penalty], [[], null, '0.00']);
    const sheets = await reported.sheetsOf(getCourtCalculation, other);
    assert.deepEqual(formulasOf(sheets), ['B7-B8']);
  });
});

test('the audit log names every workbook', async () => {
  const { rows } = await reported.owner.query<{ told: string }>(
    `select distinct action || ' ' || object_type as told from audit_log
     where organization_id = $1 and action like '%-exported' order by 1`,
    [reported.house.organizationId],
  );
  assert.deepEqual(
    rows.map(({ told }) => told),
    [
      'account-balance.reconciliation-exported personal-account',
      'account-balance.statement-exported personal-account',
      'penalty-accrual.court-exported personal-account',
    ],
  );
});

for (const { report, query, status, why } of [
  { report: getAccountStatement, query: {}, status: 400, why: 'no account' },
  {
    report: getAccountStatement,
    query: { personalAccountId: 987_654 },
    status: 404,
    why: 'no such account',
  },
  { report: getCourtCalculation, query: { personalAccountId: '0x10' }, status: 400, why: 'no id' },
])
  test(`${report.path} is refused: ${why}`, async () => {
    assert.equal((await reported.house.ask(report, { query })).status, status);
  });

test('another company’s are a 404', async () => {
  const stranger = await reported.stand.newUser();
  const query = { personalAccountId: reported.account(0) };
  for (const report of [getAccountStatement, getReconciliation, getCourtCalculation]) {
    const { status, problem } = await ask(reported.stand.app, stranger, report, { query });
    assert.deepEqual([status, problem.code], [404, 'not-found'], report.id);
  }
});
