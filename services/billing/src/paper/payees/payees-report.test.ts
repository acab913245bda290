// The report of payees: the figures of the law, and that payees always add up to the turnover balance.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import {
  getPayeeRegistry,
  getPayeesReport,
  type PayeesReport,
} from '@kvartplata/contracts/billing/payee-reports.ts';
import { getTurnoverBalance } from '@kvartplata/contracts/billing/turnover.ts';
import { reversePayment } from '@kvartplata/contracts/billing/payments.ts';
import { closeCycle } from '@kvartplata/contracts/billing/close.ts';
import * as fc from 'fast-check';
import type pg from 'pg';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { changeBankDetails, CONTRACTOR } from '../../testing/contractor.ts';
import { writePayee } from '../../testing/paid-payees.ts';
import { makePayingHouse, untilAllocated, type PayingHouse } from '../../testing/paying-house.ts';
import { bookRandomly, history, MONTHS } from '../../testing/random-books.ts';
import { readWorkbook } from '../../testing/workbook.ts';

let stand: BillingStand;
let owner: pg.Pool;
let house: PayingHouse;

before(async () => {
  stand = await startBillingStand();
  ({ owner } = stand);
});
beforeEach(async () => {
  house = await makePayingHouse(stand);
});
after(async () => stand.stop());

async function report(periodFrom: string, periodTo = periodFrom): Promise<PayeesReport> {
  const query = { houseId: house.houseId, periodFrom, periodTo };
  const { status, body } = await house.ask(getPayeesReport, { query });
  assert.equal(status, 200);
  return body;
}

function columns(
  { items }: PayeesReport,
  of: (payee: PayeesReport['items'][number]) => string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    items.map((payee) => [payee.kind === 'payee' ? payee.name : payee.kind, of(payee)]),
  );
}

const paid = (of: PayeesReport) => columns(of, (payee) => payee.paid);
const owed = (of: PayeesReport) => columns(of, ({ closing }) => closing.principal);

/** Returns the month's cycle. */
async function chargeFour(period: string): Promise<number> {
  const [account = 0] = house.accounts;
  const { cycleId } = await house.charge(period, [
    [account, '1000.00', { houseServiceId: 1 }],
    [account, '500.00', { houseServiceId: 2 }],
    [account, '300.00', { houseServiceId: 3 }],
    [account, '200.00', { houseServiceId: 4 }],
  ]);
  await untilAllocated(owner);
  return cycleId;
}

async function writeThree(): Promise<readonly number[]> {
  return [
    await writePayee(owner, house, { houseServiceId: 2, name: 'Вода', agencyReward: '2.50' }),
    await writePayee(owner, house, { houseServiceId: 3, name: 'Тепло' }),
    await writePayee(owner, house, { houseServiceId: 4, name: 'Капремонт' }),
  ];
}

test('1500.00 paid for lines of 1000, 500, 300 and 200 is split into 750, 375, 225 and 150, less the agency’s reward', async () => {
  await writeThree();
  await chargeFour('2026-01');
  const personalAccountId = house.accounts[0];
  await house.pay({ personalAccountId, amount: '1500.00', paidOn: '2026-01-20' });
  const january = await report('2026-01');
  assert.deepEqual(paid(january), {
    organization: '750.00',
    Вода: '375.00',
    Тепло: '225.00',
    Капремонт: '150.00',
  });
  assert.deepEqual(owed(january), {
    organization: '250.00',
    Вода: '125.00',
    Тепло: '75.00',
    Капремонт: '50.00',
  });
  assert.deepEqual(
    columns(january, ({ agencyReward, toTransfer }) => `${agencyReward} ${toTransfer}`),
    {
      organization: '0.00 0.00',
      Вода: '9.38 365.62',
      Тепло: '0.00 225.00',
      Капремонт: '0.00 150.00',
    },
  );
  assert.deepEqual([january.totals.agencyReward, january.totals.toTransfer], ['9.38', '740.62']);
});

test('each row has the name and the INN of who gets its money', async () => {
  const { user, organizationId } = house;
  await changeBankDetails(stand, { user, organizationId }, CONTRACTOR);
  const payeeId = await writePayee(owner, house, { houseServiceId: 2, name: 'Вода' });
  await chargeFour('2026-01');
  const { items } = await report('2026-01');
  const [own, water] = items;
  assert.deepEqual([own?.payeeId, own?.name, own?.inn], [null, CONTRACTOR.name, CONTRACTOR.inn]);
  assert.deepEqual([water?.payeeId, water?.name], [payeeId, 'Вода']);
  assert.match(water?.inn ?? '', /^\d{10}$/);
});

test('an advance is a row of its own until a month uses it', async () => {
  await writeThree();
  await chargeFour('2026-01');
  const personalAccountId = house.accounts[0];
  await house.pay({ personalAccountId, amount: '2100.00', paidOn: '2026-01-20' });
  assert.equal(owed(await report('2026-01'))['advance'], '-100.00');
  await chargeFour('2026-02');
  const february = await report('2026-02');
  assert.deepEqual(paid(february), {
    organization: '50.00',
    Вода: '25.00',
    Тепло: '15.00',
    Капремонт: '10.00',
    advance: '-100.00',
  });
  assert.equal(february.totals.paid, '0.00');
});

test('a payee set for a service from a month on leaves earlier months unchanged', async () => {
  await chargeFour('2026-01');
  const personalAccountId = house.accounts[0];
  await house.pay({ personalAccountId, amount: '2000.00', paidOn: '2026-01-20' });
  assert.deepEqual(paid(await report('2026-01')), { organization: '2000.00' });
  await writePayee(owner, house, { houseServiceId: 4, name: 'Капремонт', since: '2026-02-01' });
  await chargeFour('2026-02');
  await house.pay({ personalAccountId, amount: '2000.00', paidOn: '2026-02-20' });
  assert.deepEqual(paid(await report('2026-01')), { organization: '2000.00' });
  assert.deepEqual(paid(await report('2026-02')), { organization: '1800.00', Капремонт: '200.00' });
});

test('a payment reversed after its month was closed leaves that month unchanged', async () => {
  await writeThree();
  const cycleId = await chargeFour('2026-01');
  const [personalAccountId] = house.accounts;
  const payment = await house.pay({ personalAccountId, amount: '1500.00', paidOn: '2026-01-20' });
  const asClosed = await report('2026-01');
  const closed = await house.ask(closeCycle, { params: { cycleId } });
  assert.equal(closed.status, 200);
  const body = { reason: 'ошибка' };
  await house.ask(reversePayment, { params: { paymentId: payment.id }, body });
  assert.deepEqual(await report('2026-01'), asClosed);
  assert.deepEqual(paid(await report('2026-02')), {
    organization: '-750.00',
    Вода: '-375.00',
    Тепло: '-225.00',
    Капремонт: '-150.00',
  });
});

test('the registry of a payee is its row broken down by account', async () => {
  const [waterId = 0] = await writeThree();
  await chargeFour('2026-01');
  const personalAccountId = house.accounts[0];
  await house.pay({ personalAccountId, amount: '1500.00', paidOn: '2026-01-20' });
  const query = { houseId: house.houseId, period: '2026-01', payeeId: waterId };
  const { body } = await house.ask(getPayeeRegistry, { query });
  assert.ok('accounts' in body);
  const { accounts, totals } = body as {
    accounts: readonly { accountNumber: string; paid: string }[];
    totals: { paid: string; charged: string };
  };
  assert.deepEqual(
    accounts.map((row) => [row.accountNumber, row.paid]),
    [['LS01', '375.00']],
  );
  assert.deepEqual([totals.charged, totals.paid], ['500.00', '375.00']);
  const sent = { query: { ...query, format: 'xlsx' } };
  const { bytes, headers } = await house.ask(getPayeeRegistry, sent);
  assert.match(
    headers.get('content-disposition') ?? '',
    /filename="reestr-voda-2026-01-sadovaya-12\.xlsx"/,
  );
  const [, parties] = readWorkbook(bytes);
  const told = new Map(parties?.rows.map(([name, of]) => [name?.value, of?.value]));
  assert.deepEqual(
    ['Получатель', 'Период'].map((name) => told.get(name)),
    ['Вода', '2026-01 – 2026-01'],
  );
  assert.ok(told.get('Организация'));
  const foreign = await house.ask(getPayeeRegistry, { query: { ...query, payeeId: 987_654 } });
  assert.equal(foreign.status, 404);
});

test('in random books payees add up to the turnover balance, never with balances of opposite signs', async () => {
  await fc.assert(
    fc.asyncProperty(history, async (books) => {
      house = await makePayingHouse(stand);
      await writePayee(owner, house, {
        houseServiceId: 2,
        name: 'Оператор',
        since: '2026-02-01',
        agencyReward: '3.00',
      });
      await bookRandomly(house, stand, books);
      await untilAllocated(owner);
      for (const [from, to] of [
        [MONTHS[0], MONTHS[0]],
        [MONTHS[1], MONTHS[2]],
        [MONTHS[3], MONTHS[3]],
        [MONTHS[0], '2026-12'],
      ] as const)
        await assertWhole(from ?? '', to ?? '');
    }),
    { numRuns: 12 },
  );
});

async function assertWhole(periodFrom: string, periodTo: string): Promise<void> {
  const { items, totals, control } = await report(periodFrom, periodTo);
  const query = { houseId: house.houseId, periodFrom, periodTo };
  const turnover = (await house.ask(getTurnoverBalance, { query })).body;
  const { agencyReward: _, toTransfer: __, ...figures } = totals;
  const names = Object.keys(figures) as (keyof typeof figures)[];
  assert.deepEqual(figures, Object.fromEntries(names.map((name) => [name, turnover.totals[name]])));
  const zero = { principal: '0.00', penalty: '0.00' };
  assert.deepEqual(control, { opening: zero, closing: zero, paid: '0.00' });
  for (const { kind, closing } of items)
    if (kind === 'advance') assert.ok(Number(closing.principal) <= 0, closing.principal);
}
