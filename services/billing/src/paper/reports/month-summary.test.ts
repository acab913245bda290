// The month's state in few figures: it agrees with the turnover and the collection rate.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { CollectionReport } from '@kvartplata/contracts/billing/collection.ts';
import { CollectedMonths, MonthSummary } from '@kvartplata/contracts/billing/month-summary.ts';
import type { TurnoverReport } from '@kvartplata/contracts/billing/turnover.ts';
import { formatKopecks, parseKopecks } from '@kvartplata/domain/money/kopecks.ts';
import { startReportedHouse, type ReportedHouse } from '../../testing/reported-house.ts';
import { askAt } from '../../testing/test-user.ts';

let reported: ReportedHouse;

before(async () => {
  reported = await startReportedHouse();
});
after(async () => reported.stop());

const kopecks = (amounts: readonly string[]): bigint =>
  amounts.reduce((sum, amount) => sum + parseKopecks(amount), 0n);

async function summaryOf(period: string): Promise<MonthSummary> {
  const { organizationId } = reported.house;
  return reported.reportOf<MonthSummary>(
    `month-summary?organizationId=${organizationId}&period=${period}`,
    MonthSummary,
  );
}

async function monthsWithEntries(): Promise<readonly string[]> {
  const { items } = await reported.reportOf<CollectionReport>(
    `collection?houseId=${reported.house.houseId}&periodFrom=2025-01&periodTo=2027-12`,
    CollectionReport,
  );
  return items.map(({ period }) => period);
}

describe('the month of a house', () => {
  test('is what its turnover says, in every month', async () => {
    const months = await monthsWithEntries();
    assert.ok(months.length >= 3);
    for (const period of months) {
      const { items, totals } = await summaryOf(period);
      const url = `/api/billing/reports/turnover-balance?houseId=${reported.house.houseId}&period=${period}`;
      const { body } = await askAt<TurnoverReport>(
        reported.stand.app,
        reported.house.user,
        'GET',
        url,
      );
      const {
        opening,
        charged,
        recalculated,
        penaltyAccrued,
        paid,
        storno,
        penaltyStorno,
        closing,
      } = body.totals;
      const [item] = items;
      assert.deepEqual(
        [item?.opening, item?.charged, item?.penalty, item?.paid, item?.closing],
        [
          formatKopecks(kopecks([opening.principal, opening.penalty])),
          formatKopecks(kopecks([charged, recalculated, penaltyStorno]) - parseKopecks(storno)),
          formatKopecks(parseKopecks(penaltyAccrued) - parseKopecks(penaltyStorno)),
          paid,
          formatKopecks(kopecks([closing.principal, closing.penalty])),
        ],
        period,
      );
      const { houseId: _, ...figures } = item ?? { houseId: 0 };
      assert.deepEqual(figures, totals, 'a single house is the whole');
    }
  });

  test('tells a draft apart from what is booked', async () => {
    await reported.house.draft('2023-03', [[reported.account(0), '12.34']]);
    const { totals } = await summaryOf('2023-03');
    assert.deepEqual([totals.drafted, totals.charged, totals.rateOfMonth], ['12.34', '0.00', null]);
    assert.equal((await summaryOf('2025-01')).totals.drafted, '0.00');
  });

  test('is zeros where nothing was ever booked', async () => {
    const { totals } = await summaryOf('2001-01');
    assert.deepEqual([totals.opening, totals.closing, totals.paid], ['0.00', '0.00', '0.00']);
  });
});

describe('months beside each other', () => {
  test('are ten years at most', async () => {
    for (const [last, status] of [
      ['2034-12', 200],
      ['2035-01', 400],
    ] as const) {
      const url = `/api/billing/reports/collected-months?houseId=${reported.house.houseId}&periodFrom=2025-01&periodTo=${last}`;
      assert.equal(
        (await askAt(reported.stand.app, reported.house.user, 'GET', url)).status,
        status,
      );
    }
  });

  test('are those of the collection rate and of each month, and those without charges are left out', async () => {
    const months = 'periodFrom=2024-12&periodTo=2027-12';
    const { items } = await reported.reportOf<CollectedMonths>(
      `collected-months?organizationId=${reported.house.organizationId}&${months}`,
      CollectedMonths,
    );
    const rates = await reported.reportOf<CollectionReport>(
      `collection?houseId=${reported.house.houseId}&${months}`,
      CollectionReport,
    );
    assert.deepEqual(
      items,
      rates.items
        .filter(({ period }) => items.some((item) => item.period === period))
        .map(({ period, debtOfMonth, paidOfMonth, rateOfMonth }) => ({
          period,
          debtOfMonth,
          paidOfMonth,
          rateOfMonth,
        })),
    );
    assert.deepEqual(
      items.map(({ period }) => period),
      rates.items.filter(({ debtOfMonth }) => debtOfMonth !== '0.00').map(({ period }) => period),
    );
    assert.ok(items.some(({ paidOfMonth }) => paidOfMonth !== '0.00'));
    for (const { period, ...settled } of items) {
      const { debtOfMonth, paidOfMonth, rateOfMonth } = (await summaryOf(period)).totals;
      assert.deepEqual(settled, { debtOfMonth, paidOfMonth, rateOfMonth }, period);
    }
  });
});

for (const { path, status, why } of [
  { path: 'month-summary?period=2026-01', status: 400, why: 'no organization' },
  { path: 'month-summary?organizationId=1', status: 400, why: 'no month' },
  { path: 'collected-months?period=2026-01', status: 400, why: 'no place' },
  { path: 'collected-months?houseId=1', status: 400, why: 'no months' },
])
  test(`${path} is refused: ${why}`, async () => {
    const url = `/api/billing/reports/${path}`;
    assert.equal((await askAt(reported.stand.app, reported.house.user, 'GET', url)).status, status);
  });

test('another company’s are not there', async () => {
  const stranger = await reported.stand.newUser();
  const { organizationId } = reported.house;
  for (const path of ['month-summary', 'collected-months']) {
    const url = `/api/billing/reports/${path}?organizationId=${organizationId}&period=2026-01`;
    const { status, body } = await askAt(reported.stand.app, stranger, 'GET', url);
    assert.deepEqual([status, body.code], [404, 'not-found'], path);
  }
});
