// The month's state in a few figures agrees with the turnover and the collection rate.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { getCollection } from '@kvartplata/contracts/billing/collection.ts';
import {
  getCollectedMonths,
  getMonthSummary,
  type MonthSummary,
} from '@kvartplata/contracts/billing/month-summary.ts';
import { getTurnoverBalance } from '@kvartplata/contracts/billing/turnover.ts';
import { formatKopecks, parseKopecks } from '@kvartplata/domain/money/kopecks.ts';
import { sumBy } from '@kvartplata/domain/money/sums.ts';
import { startReportedHouse, type ReportedHouse } from '../../testing/reported-house.ts';
import { ask } from '../../testing/test-user.ts';

let reported: ReportedHouse;

before(async () => {
  reported = await startReportedHouse();
});
after(async () => reported.stop());

const kopecks = (amounts: readonly string[]): bigint => sumBy(amounts, parseKopecks);

async function summaryOf(period: string): Promise<MonthSummary> {
  const { organizationId } = reported.house;
  return reported.reportOf(getMonthSummary, { organizationId, period });
}

async function monthsWithEntries(): Promise<readonly string[]> {
  const { houseId } = reported.house;
  const months = { periodFrom: '2025-01', periodTo: '2027-12' };
  const { items } = await reported.reportOf(getCollection, { houseId, ...months });
  return items.map(({ period }) => period);
}

describe('the month of a house', () => {
  test('agrees with its turnover, in every month', async () => {
    const months = await monthsWithEntries();
    assert.ok(months.length >= 3);
    for (const period of months) {
      const { items, totals } = await summaryOf(period);
      const query = { houseId: reported.house.houseId, period };
      const turnover = await reported.reportOf(getTurnoverBalance, query);
      const {
        opening,
        charged,
        recalculated,
        penaltyAccrued,
        paid,
        storno,
        penaltyStorno,
        closing,
      } = turnover.totals;
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

  test('shows a draft apart from what is booked', async () => {
    await reported.house.draft('2023-03', [[reported.account(0), '12.34']]);
    const { totals } = await summaryOf('2023-03');
    assert.deepEqual([totals.drafted, totals.charged, totals.rateOfMonth], ['12.34', '0.00', null]);
    assert.equal((await summaryOf('2025-01')).totals.drafted, '0.00');
  });

  test('is zeros without any bookings', async () => {
    const { totals } = await summaryOf('2001-01');
    assert.deepEqual([totals.opening, totals.closing, totals.paid], ['0.00', '0.00', '0.00']);
  });
});

describe('several months', () => {
  test('are ten years at most', async () => {
    for (const [last, status] of [
      ['2034-12', 200],
      ['2035-01', 400],
    ] as const) {
      const { houseId } = reported.house;
      const query = { houseId, periodFrom: '2025-01', periodTo: last };
      assert.equal((await reported.house.ask(getCollectedMonths, { query })).status, status);
    }
  });

  test('have the figures of the collection rate and of each month, without months that have no charges', async () => {
    const { organizationId, houseId } = reported.house;
    const months = { periodFrom: '2024-12', periodTo: '2027-12' };
    const { items } = await reported.reportOf(getCollectedMonths, { organizationId, ...months });
    const rates = await reported.reportOf(getCollection, { houseId, ...months });
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

/** Placeholder for the id of the test's own house. */
const OWN = 'own';

for (const { report, query, status, why } of [
  { report: getMonthSummary, query: { period: '2026-01' }, status: 400, why: 'no organization' },
  { report: getMonthSummary, query: { organizationId: 1 }, status: 400, why: 'no month' },
  { report: getCollectedMonths, query: { period: '2026-01' }, status: 400, why: 'no place' },
  { report: getCollectedMonths, query: { houseId: OWN }, status: 400, why: 'no months' },
])
  test(`${report.path} is refused: ${why}`, async () => {
    const { houseId } = reported.house;
    const asked = 'houseId' in query && query.houseId === OWN ? { ...query, houseId } : query;
    assert.equal((await reported.house.ask(report, { query: asked })).status, status);
  });

test('another company’s are a 404', async () => {
  const stranger = await reported.stand.newUser();
  const { organizationId } = reported.house;
  const query = { organizationId, period: '2026-01' };
  for (const report of [getMonthSummary, getCollectedMonths]) {
    const { status, problem } = await ask(reported.stand.app, stranger, report, { query });
    assert.deepEqual([status, problem.code], [404, 'not-found'], report.id);
  }
});
