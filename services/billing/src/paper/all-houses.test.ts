// Reports, lists and files for all houses of an organization: they contain what those of the single houses do, one after another
// in the order of addresses.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { listAccountBalances } from '@kvartplata/contracts/billing/account-balances.ts';
import { applyCycle } from '@kvartplata/contracts/billing/apply.ts';
import { listCharges } from '@kvartplata/contracts/billing/charges.ts';
import {
  getDebtors,
  type Debtor,
  type DebtorsReport,
} from '@kvartplata/contracts/billing/debtors.ts';
import { listCorrections } from '@kvartplata/contracts/billing/corrections.ts';
import { exportCharges } from '@kvartplata/contracts/billing/exports.ts';
import { listLedgerEntries } from '@kvartplata/contracts/billing/ledger-entries.ts';
import { listPenaltyAccruals } from '@kvartplata/contracts/billing/penalty-accruals.ts';
import { getTurnoverBalance, type TurnoverReport } from '@kvartplata/contracts/billing/turnover.ts';
import { listYearCorrections } from '@kvartplata/contracts/billing/year-corrections.ts';
import type { Listing } from '@kvartplata/contracts/endpoint.ts';
import { sumOfMoney } from '@kvartplata/domain/money/sums.ts';
import { startBillingStand, type BillingStand } from '../testing/billing-stand.ts';
import { makeSmallHouse } from '../testing/small-house.ts';
import { ask, calculate, readAll, seedHouse, type TestUser } from '../testing/test-user.ts';
import { readWorkbook } from '../testing/workbook.ts';

let stand: BillingStand;
let user: TestUser;
let organizationId: number;
let period: string;
/** In the order of their addresses, not of their creation. */
let houses: readonly number[];

before(async () => {
  stand = await startBillingStand();
  user = await stand.newUser();
  const house = await seedHouse(stand.coreUrl, user);
  ({ organizationId } = house);
  period = house.months[1] ?? '';
  const small = async (address: string, prefix: string): Promise<number> =>
    makeSmallHouse(stand, user, { organizationId, address, prefix });
  const twelfth = await small('г. Зареченск, ул. Садовая, д. 14', 'S14');
  const second = await small('г. Зареченск, ул. Садовая, д. 2', 'S2');
  houses = [second, house.houseId, twelfth];
  const { billingCycleId: cycleId } = await calculate(stand.app, user, { organizationId }, period);
  const { status } = await ask(stand.app, user, applyCycle, { params: { cycleId } });
  assert.equal(status, 200);
});
after(async () => stand.stop());

async function turnoverOf(place: object, more: object = {}): Promise<TurnoverReport> {
  const query = { ...place, period, ...more };
  const { body, text } = await ask(stand.app, user, getTurnoverBalance, { query });
  assert.ok('accounts' in body, text);
  return body;
}

test('its debtors are listed house by house in the order of addresses, page by page, and can be searched', async () => {
  const debtorsOf = async (query: object): Promise<DebtorsReport> => {
    const { body, text } = await ask(stand.app, user, getDebtors, { query: { ...query } });
    assert.ok('items' in body, text);
    return body;
  };
  const all = await debtorsOf({ organizationId, limit: 200 });
  const each = await Promise.all(
    houses.map(async (houseId) => (await debtorsOf({ houseId, limit: 200 })).items),
  );
  assert.deepEqual(all.items, each.flat());
  assert.ok(each.every((items) => items.length > 0));
  const paged: Debtor[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await debtorsOf({ organizationId, limit: 3, cursor });
    paged.push(...page.items);
    cursor = page.nextCursor;
  }
  assert.deepEqual(paged, all.items);
  const [one] = each[1] ?? [];
  const found = await debtorsOf({ organizationId, search: one?.accountNumber });
  assert.deepEqual([found.items, found.totals?.total], [[one], one?.total]);
});

test('the turnover of an organization is that of its houses, with services summed by name', async () => {
  const more = { splitByService: 'true', withDocuments: 'true' };
  const all = await turnoverOf({ organizationId }, more);
  const each = await Promise.all(houses.map(async (houseId) => turnoverOf({ houseId }, more)));
  assert.deepEqual([all.organizationId, all.houseId], [organizationId, null]);
  assert.deepEqual(
    all.accounts,
    each.flatMap(({ accounts }) => accounts),
  );
  assert.equal(all.totals.charged, sumOfMoney(each.map(({ totals }) => totals.charged)));
  assert.deepEqual(all.control.balances, { principal: '0.00', penalty: '0.00' });
  assert.deepEqual(all.control.accounts, []);
  const upkeep = all.totals.services?.filter(({ serviceCode }) => serviceCode === 'upkeep');
  const ofHouses = each.flatMap(({ totals }) =>
    (totals.services ?? []).filter(({ serviceCode }) => serviceCode === 'upkeep'),
  );
  assert.deepEqual(
    upkeep?.map(({ houseServiceId, charged }) => [houseServiceId, charged]),
    [[null, sumOfMoney(ofHouses.map(({ charged }) => charged))]],
  );
});

test('as a workbook it has a row per account and a column per service', async () => {
  const query = { organizationId, period, splitByService: 'true', format: 'xlsx' };
  const { bytes } = await ask(stand.app, user, getTurnoverBalance, { query });
  const [sheet] = readWorkbook(bytes);
  const [head, ...rows] = sheet?.rows ?? [];
  assert.equal(rows.length, 15);
  const titles = head?.map(({ value }) => value) ?? [];
  assert.equal(
    titles.filter((title) => title === 'Содержание жилого помещения, начислено').length,
    1,
    titles.join(),
  );
});

test('the charges of a month are one workbook, house by house', async () => {
  const { bytes } = await ask(stand.app, user, exportCharges, {
    query: { organizationId, period },
  });
  const [sheet] = readWorkbook(bytes);
  const numbers = (sheet?.rows ?? []).slice(1, -1).map(([number]) => String(number?.value));
  assert.deepEqual([...new Set(numbers.map((number) => number.slice(0, 2)))], ['S2', 'LS', 'S1']);
});

test('lists can be filtered by organization', async () => {
  const other = await stand.newUser();
  const strange = await seedHouse(stand.coreUrl, other);
  for (const [list, more] of [
    [listCharges, { period }],
    [listLedgerEntries, { period }],
    [listAccountBalances, {}],
    [listPenaltyAccruals, {}],
    [listCorrections, {}],
    [listYearCorrections, {}],
  ] as const) {
    const of = async (place: object): Promise<readonly { houseId: number }[]> =>
      readAll<Listing>(stand.app, user, list, { query: { ...place, ...more } });
    const all = await of({ organizationId });
    const each = (await Promise.all(houses.map(async (houseId) => of({ houseId })))).flat();
    assert.equal(all.length, each.length, list.id);
    const { status } = await ask(stand.app, user, list, {
      query: { organizationId: strange.organizationId },
    });
    assert.equal(status, 404, list.id);
  }
});

test('a request without a house or an organization is a 400', async () => {
  for (const operation of [getTurnoverBalance, exportCharges]) {
    const { status, problem } = await ask(stand.app, user, operation, { query: { period } });
    assert.deepEqual([status, problem.errors?.[0]?.path], [400, '/houseId']);
  }
});
