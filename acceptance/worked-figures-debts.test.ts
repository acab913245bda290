// The published figures about debts, requested as an accountant gets them: what a payment covers, and what paying late costs.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Client } from '@kvartplata/client/client.ts';
import { createAdjustment } from '@kvartplata/contracts/billing/adjustments.ts';
import { getDebtors } from '@kvartplata/contracts/billing/debtors.ts';
import {
  getOpeningImport,
  importOpeningBalances,
} from '@kvartplata/contracts/billing/opening-balances.ts';
import { getPaymentImport, importPayments } from '@kvartplata/contracts/billing/payment-imports.ts';
import { createPayment, getPayment } from '@kvartplata/contracts/billing/payments.ts';
import { calculatePenalty } from '@kvartplata/contracts/billing/penalties.ts';
import { createHouse } from '@kvartplata/contracts/core/houses.ts';
import { createOrganization } from '@kvartplata/contracts/core/organizations.ts';
import { createPersonalAccount } from '@kvartplata/contracts/core/personal-accounts.ts';
import { createRoom } from '@kvartplata/contracts/core/rooms.ts';
import { clientOf, signUp } from '@kvartplata/platform/testing/people.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import { startThreeServices, type ThreeServices } from './testing/three-services.ts';

let services: ThreeServices;
let call: Client['call'];
let organizationId: number;
let houseId: number;
let accounts: readonly number[];

/** Each account owes 3000.00 for 2022-03, 2026-06 and 2026-08. */
before(async () => {
  services = await startThreeServices();
  ({ call } = clientOf(services, await signUp(services, 'owner')));
  ({ id: organizationId } = await call(createOrganization, { body: { name: 'Давность' } }));
  ({ id: houseId } = await call(createHouse, {
    body: { organizationId, address: 'ул. Долгая, 1' },
  }));
  const opened: number[] = [];
  for (const accountNumber of ['L1', 'L2', 'L3', 'L4']) {
    const room = await call(createRoom, {
      params: { houseId },
      body: { number: accountNumber, area: '50' },
    });
    const { id } = await call(createPersonalAccount, {
      params: { houseId },
      body: {
        roomId: room.id,
        accountNumber,
        payer: 'Петров П. П.',
        openedOn: '2022-01-01',
        registeredPersons: 1,
      },
    });
    opened.push(id);
  }
  accounts = opened;
  await bringDebts();
});
after(async () => services.stop());

async function bringDebts(): Promise<void> {
  const rows = ['L1', 'L2', 'L3', 'L4'].flatMap((account) =>
    ['2022-03', '2026-06', '2026-08'].map((month) => `${account};${month};principal;;3000.00`),
  );
  const body = new FormData();
  body.append('file', new File([`account;month;kind;service;amount\n${rows.join('\n')}`], 'o.csv'));
  const { id: openingImportId } = await call(importOpeningBalances, {
    query: { organizationId, asOf: '2026-09' },
    body,
  });
  await until('the debts are booked', async () => {
    const { status, finishedAt } = await call(getOpeningImport, { params: { openingImportId } });
    if (finishedAt !== null) assert.equal(status, 'COMPLETED');
    return finishedAt !== null;
  });
}

async function reasonsOf(paymentId: number): Promise<readonly string[]> {
  const { explanation } = await call(getPayment, { params: { paymentId } });
  return explanation.map(({ period, amount, ground }) => `${period ?? '-'} ${amount} ${ground}`);
}

test('3000.00 on 2026-09-12 pays 2026-06, since 2022-03 is time-barred, and 2022-03 where a registry names it', async () => {
  const body = new FormData();
  const rows = [
    'account;amount;date;purpose',
    'L1;3000;2026-09-12;квартплата',
    'L2;3000;2026-09-12;за март 2022',
  ];
  body.append('file', new File([rows.join('\n')], 'r.csv'));
  const { id: paymentImportId } = await call(importPayments, {
    query: { organizationId, profile: 'csv' },
    body,
  });
  let paid: readonly number[] = [];
  await until('the registry is booked', async () => {
    const told = await call(getPaymentImport, { params: { paymentImportId } });
    paid = told.items.map(({ paymentId }) => paymentId ?? 0);
    return told.finishedAt !== null;
  });
  assert.deepEqual(await reasonsOf(paid[0] ?? 0), ['2026-06 3000.00 oldest-not-barred']);
  assert.deepEqual(await reasonsOf(paid[1] ?? 0), ['2022-03 3000.00 named-month']);
  const { items } = await call(getDebtors, { query: { houseId } });
  assert.deepEqual(
    items.slice(0, 2).map(({ principal, timeBarred }) => [principal, timeBarred]),
    [
      ['6000.00', '3000.00'],
      ['6000.00', '0.00'],
    ],
  );
});

test('a court fee comes before the debts, unless a month is named', async () => {
  const [, , third = 0, fourth = 0] = accounts;
  for (const personalAccountId of [third, fourth]) {
    const line = {
      kind: 'court-fee',
      amount: '200.00',
      reason: 'Госпошлина',
      basis: 'Приказ',
    } as const;
    await call(createAdjustment, { body: { personalAccountId, ...line } });
  }
  // A fee is booked on the day on which it is entered.
  const today = Temporal.Now.plainDateISO('Europe/Moscow').toString();
  const paid = { amount: '3100.00', paidOn: today };
  const unnamed = await call(createPayment, { body: { personalAccountId: third, ...paid } });
  const [first = ''] = await reasonsOf(unnamed.id);
  assert.match(first, /^\S+ 200\.00 court-costs$/);
  const named = await call(createPayment, {
    body: { personalAccountId: fourth, ...paid, period: '2026-08' },
  });
  assert.deepEqual(
    (await reasonsOf(named.id)).map((reason) => reason.split(' ').slice(1).join(' ')),
    ['3000.00 named-month', '100.00 court-costs'],
  );
});

for (const { of, to, costs, remark, why } of [
  {
    of: ['10000.00', '2021-12-10'],
    to: '2022-12-31',
    costs: '856.79',
    remark: null,
    why: 'Decree 497',
  },
  {
    of: ['1000.00', '2026-10-15'],
    to: '2027-03-15',
    costs: '86.64',
    remark: '2027-01-01',
    why: 'the cap is known to 2026-12-31',
  },
] as const)
  test(`${of[0]} due ${of[1]} costs ${costs} by ${to}: ${why}`, async () => {
    const [debtAmount, dueDate] = of;
    const question = { debtAmount, dueDate, targetDate: to };
    const { penalty, remarks } = await call(calculatePenalty, { body: question });
    assert.equal(Number(penalty).toFixed(2), costs);
    assert.equal(remarks[0]?.from ?? null, remark);
  });
