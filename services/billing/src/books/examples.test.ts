// The scenario behind the examples of months and their books in the OpenAPI document.
import { after, before, test } from 'node:test';
import {
  getAccountBalance,
  listAccountBalances,
} from '@kvartplata/contracts/billing/account-balances.ts';
import { applyCycle } from '@kvartplata/contracts/billing/apply.ts';
import { listBillingChanges } from '@kvartplata/contracts/billing/audit.ts';
import { BILLING } from '@kvartplata/contracts/billing/catalogue.ts';
import { closeCycle, reopenCycle } from '@kvartplata/contracts/billing/close.ts';
import {
  createCycle,
  getCycle,
  listCycleHouses,
  listCycles,
} from '@kvartplata/contracts/billing/cycles.ts';
import {
  getHouseBooks,
  getPayeeSummary,
  listPayeeNames,
} from '@kvartplata/contracts/billing/internal.ts';
import { getPayeeRegistry, getPayeesReport } from '@kvartplata/contracts/billing/payee-reports.ts';
import {
  createPayee,
  deletePayee,
  getPayee,
  listPayees,
  replacePayee,
} from '@kvartplata/contracts/billing/payees.ts';
import {
  bookMoveOpenings,
  checkMoveBooks,
  dropMoveDrafts,
  giveMoveOpenings,
  judgeMoveOpenings,
  undoMoveOpenings,
} from '@kvartplata/contracts/billing/move-openings.ts';
import { listLedgerEntries } from '@kvartplata/contracts/billing/ledger-entries.ts';
import { getHealth, getMetrics, getReadiness } from '@kvartplata/contracts/operation.ts';
import { openExampleBook, operationsAbout } from '@kvartplata/platform/testing/example-book.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import type { Client } from '@kvartplata/client/client.ts';
import { startOwnStand, type BillingStand } from '../testing/billing-stand.ts';
import { makePayingHouse, type PayingHouse } from '../testing/paying-house.ts';
import { inBilling } from '../testing/test-user.ts';

const EXAMPLES = new URL('../../../../contracts/billing/examples/books.json', import.meta.url);
const TAGS = [
  'cycles',
  'ledger-entries',
  'account-balances',
  'payees',
  'audit',
  'internal',
  'operation',
];

let stand: BillingStand;
before(async () => {
  stand = await startOwnStand();
});
after(async () => {
  await stand.stop();
});

test('the service answers as the documented examples of months and their books', async () => {
  const book = openExampleBook(stand.app, operationsAbout(BILLING, TAGS), EXAMPLES);
  const house = await book.aside(async () => makePayingHouse(stand));
  const { organizationId, houseId } = house;
  const [first = 0, second = 0] = house.accounts;
  const accountant = inBilling(stand.app, house.user);

  await accountant.call(createCycle, { body: { organizationId, year: 2025, month: 2 } });
  const { cycleId } = await book.aside(async () =>
    house.draft('2025-01', [
      [first, '4821.04'],
      [second, '356.63'],
    ]),
  );
  const params = { cycleId };
  await accountant.call(listCycles, { query: { organizationId, year: 2025 } });
  await accountant.call(getCycle, { params });
  await accountant.call(listCycleHouses, { params });
  await accountant.call(applyCycle, { params, body: { houseIds: [houseId] } });
  await accountant.call(listLedgerEntries, { query: { houseId, period: '2025-01' } });
  await accountant.call(getAccountBalance, { params: { personalAccountId: first } });
  await accountant.call(listAccountBalances, { query: { houseId, asOf: '2025-01-31' } });
  const core = inBilling(stand.app, await stand.newService('core'));
  await core.call(getHouseBooks, {
    params: { houseId },
    query: { organizationId, from: '2025-01', personalAccountId: first },
  });
  await tellPayees(accountant.call, core.call, house);
  const move = { moveId: 4 };
  const storedAt = '2025-01-15T09:30:00Z';
  await core.call(checkMoveBooks, {
    params: move,
    body: { organizationId, asOf: '2025-01', storedAt, houseIds: [houseId] },
  });
  await core.call(dropMoveDrafts, { body: { organizationId, houseIds: [houseId] } });
  const file = { organizationId, asOf: '2025-01', fileHash: '4a'.repeat(32) };
  const sum = {
    line: 2,
    houseId,
    personalAccountId: first,
    account: 'LS01',
    month: '2024-12',
    kind: 'principal',
    amount: '0.01',
    houseServiceId: null,
    serviceName: null,
    serviceKind: null,
  } as const;
  const charged = { ...sum, line: 3, month: '2025-01' };
  await core.call(judgeMoveOpenings, { body: { ...file, rows: [sum, charged] } });
  await core.call(giveMoveOpenings, {
    params: move,
    body: { ...file, fileName: 'Долги.csv', requestedBy: 1, number: 1, rows: [sum] },
  });
  await until('the balances of the move are booked', async () => {
    const booked = await core.call(bookMoveOpenings, { params: move, body: { organizationId } });
    return booked?.status === 'COMPLETED';
  });
  await until('they are taken back', async () => {
    const body = { organizationId, requestedBy: 1 };
    return (await core.call(undoMoveOpenings, { params: move, body }))?.status === 'UNDONE';
  });
  await accountant.call(closeCycle, { params });
  await accountant.call(reopenCycle, { params, body: { reason: 'Исправить показания' } });
  await accountant.call(listBillingChanges, { query: { object: `cycle:${cycleId}`, limit: 2 } });

  await core.call(getHealth('billing'));
  await core.call(getReadiness('billing'));
  await core.callFile(getMetrics('billing'));

  book.close();
});

async function tellPayees(
  call: Client['call'],
  callAsCore: Client['call'],
  { organizationId, houseId }: PayingHouse,
): Promise<void> {
  const body = {
    name: 'Фонд капитального ремонта',
    inn: '7707083893',
    bankDetails: {
      bankName: 'ПАО Сбербанк',
      bic: '044525225',
      settlementAccount: '40703810238000000001',
      correspondentAccount: '30101810400000000225',
    },
  };
  const { id: payeeId } = await call(createPayee, { body: { organizationId, ...body } });
  const params = { payeeId };
  await call(listPayees, { query: { organizationId } });
  await call(getPayee, { params });
  await call(replacePayee, { params, body: { ...body, agencyReward: '2.5' } });
  await callAsCore(getPayeeSummary, { params: { organizationId, payeeId } });
  await callAsCore(listPayeeNames, { params: { organizationId } });
  const months = { houseId, period: '2025-01' };
  await call(getPayeesReport, { query: months });
  await call(getPayeeRegistry, { query: { ...months, payeeId } });
  await call(deletePayee, { params });
}
