// The account list: core's order and billing's amounts in one answer.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { getAccountList } from '@kvartplata/contracts/billing/account-list.ts';
import { formatKopecks, parseKopecks } from '@kvartplata/domain/money/kopecks.ts';
import {
  startReportedHouse,
  type ReportedHouse,
  type ReportQuery,
} from '../../testing/reported-house.ts';
import { ask } from '../../testing/test-user.ts';

let reported: ReportedHouse;

before(async () => {
  reported = await startReportedHouse();
});
after(async () => reported.stop());

const list = async (more: ReportQuery = {}) =>
  reported.reportOf(getAccountList, {
    organizationId: reported.house.organizationId,
    ...more,
  });
const numbersOf = async (more: ReportQuery) =>
  (await list(more)).items.map(({ accountNumber }) => accountNumber);

test('every account is listed with its balance and its months of debt', async () => {
  const { items, totals, nextCursor } = await list({ limit: 200 });
  assert.equal(nextCursor, null);
  assert.equal(totals.accounts, items.length);
  const sums = { debt: 0n, advance: 0n };
  for (const { personalAccountId, balance, penalty, area } of items) {
    const [principal, penalties] = await reported.house.owed(personalAccountId);
    const owed = parseKopecks(principal) + parseKopecks(penalties);
    assert.deepEqual([balance, penalty], [formatKopecks(owed), penalties]);
    if (owed > 0n) sums.debt += owed;
    else sums.advance -= owed;
    assert.match(area, /^\d+\.\d\d$/);
  }
  assert.deepEqual(
    [totals.debt, totals.advance],
    [formatKopecks(sums.debt), formatKopecks(sums.advance)],
  );
  const debts = items.filter(({ monthsOfDebt }) => monthsOfDebt > 0);
  assert.deepEqual(
    debts.map(({ accountNumber, monthsOfDebt, oldestMonth }) => [
      accountNumber,
      monthsOfDebt,
      oldestMonth,
    ]),
    [
      ['LS01', 2, '2025-01'],
      ['LS02', 1, '2026-01'],
    ],
  );
});

test('it is sorted as requested, and a minus reverses the order', async () => {
  const { items } = await list({ limit: 200 });
  const money = items.map(({ balance }) => parseKopecks(balance));
  const down = (await list({ order: '-balance', limit: 200 })).items;
  assert.deepEqual(
    down.map(({ balance }) => parseKopecks(balance)),
    money.toSorted((one, other) => Number(other - one)),
  );
  const months = (await list({ order: '-months', limit: 200 })).items;
  assert.deepEqual(
    months.slice(0, 2).map(({ accountNumber }) => accountNumber),
    ['LS01', 'LS02'],
  );
  const numbers = items.map(({ accountNumber }) => accountNumber).toSorted();
  assert.deepEqual(await numbersOf({ order: 'number', limit: 200 }), numbers);
  assert.deepEqual(await numbersOf({ order: '-number', limit: 200 }), numbers.toReversed());
});

test('it can be filtered by words, balance, months of debt and open accounts', async () => {
  assert.deepEqual(await numbersOf({ search: 'ls02' }), ['LS02']);
  assert.deepEqual(await numbersOf({ minMonths: 2 }), ['LS01']);
  assert.deepEqual(await numbersOf({ search: 'ls02', minMonths: 2 }), []);
  const all = await list({ limit: 200 });
  const counts = await Promise.all(
    ['debt', 'advance', 'settled'].map(
      async (balance) => (await list({ balance })).totals.accounts,
    ),
  );
  assert.equal(
    counts.reduce((sum, count) => sum + count, 0),
    all.totals.accounts,
  );
  const { open, closed } = {
    open: await list({ status: 'open' }),
    closed: await list({ status: 'closed' }),
  };
  assert.equal(open.totals.accounts + closed.totals.accounts, all.totals.accounts);
});

test('it has pages in every order, and its totals are of all pages', async () => {
  for (const order of ['rooms', '-balance', 'payer', '-months', 'area'] as const) {
    const whole = await list({ order, limit: 200 });
    const paged: unknown[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await list({ order, limit: 3, ...(cursor && { cursor }) });
      paged.push(...page.items);
      assert.deepEqual(page.totals, whole.totals);
      cursor = page.nextCursor;
    } while (cursor !== null);
    assert.deepEqual(paged, whole.items, order);
  }
});

test('the house and the organization are a 404 for a stranger', async () => {
  const stranger = await reported.stand.newUser();
  for (const query of [
    { houseId: reported.house.houseId },
    { organizationId: reported.house.organizationId },
  ])
    assert.equal((await ask(reported.stand.app, stranger, getAccountList, { query })).status, 404);
});
