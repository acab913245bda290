// Debtors and the collection rate agree with balances and turnovers.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { getCollection } from '@kvartplata/contracts/billing/collection.ts';
import { getDebtors } from '@kvartplata/contracts/billing/debtors.ts';
import { getTurnoverBalance } from '@kvartplata/contracts/billing/turnover.ts';
import { parseKopecks } from '@kvartplata/domain/money/kopecks.ts';
import { sumOfMoney } from '@kvartplata/domain/money/sums.ts';
import { applyMonth } from '../../testing/booked-month.ts';
import { ODD_PAYERS } from '../../testing/odd-payers.ts';
import {
  startReportedHouse,
  type ReportedHouse,
  type ReportQuery,
} from '../../testing/reported-house.ts';
import { makeSmallHouse } from '../../testing/small-house.ts';
import { ask, calculate } from '../../testing/test-user.ts';
import { formulasOf } from '../../testing/workbook.ts';

let reported: ReportedHouse;

before(async () => {
  reported = await startReportedHouse();
});
after(async () => reported.stop());

describe('debtors', () => {
  const of = (more = {}): ReportQuery => ({ houseId: reported.house.houseId, ...more });

  test('owe the sums of their balances, with each month’s age by its days overdue', async () => {
    const { items, totals, asOf } = await reported.reportOf(getDebtors, of());
    assert.deepEqual(
      items.map(({ accountNumber }) => accountNumber),
      ['LS01', 'LS02'],
    );
    for (const row of items) {
      assert.deepEqual(
        [row.principal, row.penalty],
        await reported.house.owed(row.personalAccountId),
      );
      assert.equal(
        sumOfMoney([
          row.notDue,
          row.days0to30,
          row.days31to90,
          row.days91to180,
          row.days181to365,
          row.over365,
        ]),
        row.principal,
      );
      assert.equal(sumOfMoney([row.principal, row.penalty]), row.total);
    }
    // The first account still owes both months, the second the rest of the later one.
    assert.deepEqual(
      items.map(({ monthsOfDebt, oldestMonth }) => [monthsOfDebt, oldestMonth]),
      [
        [2, '2025-01'],
        [1, '2026-01'],
      ],
    );
    assert.equal(items[0]?.over365, '700.00');
    assert.equal(totals?.total, sumOfMoney(items.map(({ total }) => total)));
    assert.equal(totals.debtors, items.length);
    assert.match(asOf, /^\d{4}-\d\d-\d\d$/);
  });

  test('can be filtered by months of debt, and those of an organization are its houses’', async () => {
    const two = await reported.reportOf(getDebtors, of({ minMonths: 2 }));
    assert.deepEqual(
      two.items.map(({ accountNumber }) => accountNumber),
      ['LS01'],
    );
    assert.deepEqual(
      await reported.reportOf(getDebtors, { organizationId: reported.house.organizationId }),
      await reported.reportOf(getDebtors, of()),
    );
  });

  test('have pages in the same order, and the first page has the totals of all', async () => {
    const all = await reported.reportOf(getDebtors, of());
    const first = await reported.reportOf(getDebtors, of({ limit: 1 }));
    assert.deepEqual([first.items, first.totals], [all.items.slice(0, 1), all.totals]);
    const cursor = first.nextCursor ?? '';
    const second = await reported.reportOf(getDebtors, of({ limit: 1, cursor }));
    assert.deepEqual(second, {
      organizationId: all.organizationId,
      asOf: all.asOf,
      items: all.items.slice(1),
      nextCursor: null,
    });
    assert.equal(all.nextCursor, null);
  });

  test('can be sorted by debt, page by page', async () => {
    const byRooms = await reported.reportOf(getDebtors, of());
    const all = await reported.reportOf(getDebtors, of({ order: 'debt' }));
    const debts = all.items.map(({ total }) => parseKopecks(total));
    assert.deepEqual(
      debts,
      debts.toSorted((one, other) => Number(other - one)),
    );
    assert.deepEqual(
      all.items.toSorted((one, other) => one.personalAccountId - other.personalAccountId),
      byRooms.items.toSorted((one, other) => one.personalAccountId - other.personalAccountId),
    );
    assert.deepEqual(all.totals, byRooms.totals);
    const first = await reported.reportOf(getDebtors, of({ order: 'debt', limit: 1 }));
    const cursor = first.nextCursor ?? '';
    const second = await reported.reportOf(getDebtors, of({ order: 'debt', limit: 1, cursor }));
    assert.deepEqual([...first.items, ...second.items], all.items);
    assert.equal(second.nextCursor, null);
    const { status } = await reported.house.ask(getDebtors, { query: of({ cursor }) });
    assert.equal(status, 400, 'a cursor of another order');
  });

  test('refuse a cursor with an id that cannot be, before core is asked about it', async () => {
    const { houseId } = reported.house;
    for (const [order, key] of [
      ['rooms', [houseId, 0]],
      ['rooms', [houseId, -1]],
      ['rooms', [houseId, Number.MAX_SAFE_INTEGER]],
      ['rooms', [0, reported.account(0)]],
      ['debt', [70_000, houseId, 0]],
    ] as const) {
      const cursor = Buffer.from(JSON.stringify(key)).toString('base64url');
      const query = of({ order, limit: 1, cursor });
      const { status, problem } = await reported.house.ask(getDebtors, { query });
      assert.deepEqual(
        [status, problem.code],
        [400, 'validation-failed'],
        `${order} ${key.join()}`,
      );
    }
  });

  test('are added up again once a balance changes', async () => {
    const [told, again] = [
      await reported.reportOf(getDebtors, of()),
      await reported.reportOf(getDebtors, of()),
    ];
    assert.deepEqual(again, told, 'from what is remembered');
    const { rows } = await reported.owner.query<{ open_debts: Record<string, string> }>(
      `select open_debts from account_balances where personal_account_id = $1`,
      [reported.account(0)],
    );
    const { open_debts: debts = {} } = rows[0] ?? {};
    const owe = async (more: string): Promise<unknown> =>
      reported.owner.query(
        `update merged_balances set principal_debt = principal_debt + $2::numeric, open_debts = $3::jsonb
         where personal_account_id = $1`,
        [
          reported.account(0),
          more,
          {
            ...debts,
            '2026-01':
              more === '0.50' ? sumOfMoney([debts['2026-01'] ?? '', more]) : debts['2026-01'],
          },
        ],
      );
    await owe('0.50');
    const { items, totals } = await reported.reportOf(getDebtors, of());
    assert.equal(totals?.total, sumOfMoney([told.totals?.total ?? '', '0.50']));
    assert.equal(totals.total, sumOfMoney(items.map(({ total }) => total)));
    await owe('-0.50');
    assert.deepEqual(await reported.reportOf(getDebtors, of()), told);
    const { totals: ofTwo } = await reported.reportOf(getDebtors, of({ minMonths: 2 }));
    assert.equal(ofTwo?.debtors, 1);
  });

  test('are taken from the books if the balance does not have its debts', async () => {
    const told = await reported.reportOf(getDebtors, of());
    const { rows } = await reported.owner.query<{ open_debts: object }>(
      `select open_debts from account_balances where personal_account_id = $1`,
      [reported.account(0)],
    );
    const remember = async (debts: object | undefined): Promise<unknown> =>
      reported.owner.query(
        `update merged_balances set open_debts = $2 where personal_account_id = $1`,
        [reported.account(0), JSON.stringify(debts)],
      );
    await remember({ '2026-01': '1.00' });
    assert.deepEqual(await reported.reportOf(getDebtors, of()), told);
    await remember(rows[0]?.open_debts);
  });

  test('are a sheet whose totals are its only formulas', async () => {
    const sheets = await reported.sheetsOf(getDebtors, of());
    assert.equal(sheets[0]?.rows.length, 1 + 2 + 1);
    assert.deepEqual(
      formulasOf(sheets),
      'DEFGHIJKLM'.split('').map((column) => `SUM(${column}2:${column}3)`),
    );
    assert.equal(sheets[0]?.rows[1]?.[2]?.value, `'${ODD_PAYERS[0]}`);
  });
});

describe('the collection rate', () => {
  test('agrees with the turnover of each month', async () => {
    const { houseId } = reported.house;
    const months = { periodFrom: '2025-01', periodTo: '2027-12' };
    const { items, totals } = await reported.reportOf(getCollection, { houseId, ...months });
    assert.ok(items.length >= 3);
    for (const row of items) {
      const query = { houseId, period: row.period };
      const turnover = await reported.reportOf(getTurnoverBalance, query);
      const { charged, recalculated, paid, storno, penaltyStorno } = turnover.totals;
      assert.deepEqual(
        [parseKopecks(row.charged), row.paid],
        [
          parseKopecks(charged) +
            parseKopecks(recalculated) -
            parseKopecks(storno) +
            parseKopecks(penaltyStorno),
          paid,
        ],
        row.period,
      );
    }
    assert.equal(totals.charged, '2030.10');
    assert.equal(totals.paid, '1050.10');
    assert.equal(totals.rate, '51.73');
    const january = items.find(({ period }) => period === '2025-01');
    // 1570.10 is charged and not reversed; 300.10 + 500 + 70 of it are paid.
    assert.deepEqual(
      [january?.debtOfMonth, january?.paidOfMonth, january?.rateOfMonth],
      ['1570.10', '870.10', '55.42'],
    );
    assert.equal(january?.address, 'г. Зареченск, ул. Садовая, д. 12');
  });

  test('lists houses in the order of their addresses, each by month, in the workbook too', async () => {
    const { stand, house } = reported;
    const { user, organizationId } = house;
    const addresses = ['ул. Абрикосовая, 14', 'ул. Абрикосовая, 2'];
    for (const [nth, address] of addresses.entries()) {
      const small = { organizationId, address, prefix: `A${nth}` };
      const houseId = await makeSmallHouse(stand, user, small);
      const { billingCycleId } = await calculate(stand.app, user, { houseId }, '2026-02');
      await applyMonth(stand, user, billingCycleId);
    }
    const query = { organizationId, periodFrom: '2026-01', periodTo: '2026-02' };
    const { items } = await reported.reportOf(getCollection, query);
    const told = items.map(({ address, period }) => [address, period]);
    assert.deepEqual(told, [
      ['г. Зареченск, ул. Садовая, д. 12', '2026-01'],
      ['г. Зареченск, ул. Садовая, д. 12', '2026-02'],
      ['ул. Абрикосовая, 2', '2026-02'],
      ['ул. Абрикосовая, 14', '2026-02'],
    ]);
    const [sheet] = await reported.sheetsOf(getCollection, query);
    const cells = (sheet?.rows ?? []).map((row) => row[0]?.value);
    assert.deepEqual(
      cells.slice(1, -1),
      told.map(([address]) => address),
    );
  });

  test('is a sheet with totals', async () => {
    const sheets = await reported.sheetsOf(getCollection, {
      houseId: reported.house.houseId,
      period: '2026-01',
    });
    assert.deepEqual(formulasOf(sheets), ['SUM(C2:C2)', 'SUM(D2:D2)', 'SUM(F2:F2)', 'SUM(G2:G2)']);
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
      'account-balance.debtors-exported house',
      'turnover.collection-exported house',
      'turnover.collection-exported organization',
    ],
  );
});

/** Placeholder for the id of the test's own house. */
const OWN = 'own';

for (const { report, query, status, why } of [
  { report: getDebtors, query: {}, status: 400, why: 'no place' },
  {
    report: getDebtors,
    query: { houseId: 1, minMonths: -1 },
    status: 400,
    why: 'less than nothing',
  },
  { report: getCollection, query: { period: '2026-01' }, status: 400, why: 'no place' },
  { report: getCollection, query: { houseId: OWN }, status: 400, why: 'no months' },
])
  test(`${report.path} is refused: ${why}`, async () => {
    const { houseId } = reported.house;
    const asked = 'houseId' in query && query.houseId === OWN ? { ...query, houseId } : query;
    assert.equal((await reported.house.ask(report, { query: asked })).status, status);
  });

test('another company’s are a 404', async () => {
  const stranger = await reported.stand.newUser();
  const { houseId, organizationId } = reported.house;
  for (const { report, query } of [
    { report: getDebtors, query: { houseId } },
    { report: getDebtors, query: { organizationId } },
    { report: getCollection, query: { houseId, period: '2026-01' } },
  ]) {
    const { status, problem } = await ask(reported.stand.app, stranger, report, { query });
    assert.deepEqual([status, problem.code], [404, 'not-found'], report.id);
  }
});
