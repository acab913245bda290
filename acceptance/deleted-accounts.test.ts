// Nothing is booked on an account that core has deleted, by itself or with the move that brought it, even if billing has just
// seen it.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Client } from '@kvartplata/client/client.ts';
import {
  getAccountBalance,
  listAccountBalances,
} from '@kvartplata/contracts/billing/account-balances.ts';
import { createAdjustment } from '@kvartplata/contracts/billing/adjustments.ts';
import { importPayments } from '@kvartplata/contracts/billing/payment-imports.ts';
import { createPayment } from '@kvartplata/contracts/billing/payments.ts';
import {
  listUnidentifiedPayments,
  resolveUnidentifiedPayment,
} from '@kvartplata/contracts/billing/unidentified-payments.ts';
import { getMove, startMove, undoMove } from '@kvartplata/contracts/core/moves.ts';
import { createOrganization } from '@kvartplata/contracts/core/organizations.ts';
import {
  deletePersonalAccount,
  listPersonalAccounts,
} from '@kvartplata/contracts/core/personal-accounts.ts';
import type { Endpoint } from '@kvartplata/contracts/endpoint.ts';
import { clientOf, signUp, type Person } from '@kvartplata/platform/testing/people.ts';
import type { Sent } from '@kvartplata/platform/testing/answered.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import { ask } from './testing/people.ts';
import { startThreeServices, type ThreeServices } from './testing/three-services.ts';
import { makeUpkeepHouse } from './testing/upkeep-house.ts';

const MONTH = Temporal.Now.plainDateISO('Europe/Moscow').toPlainYearMonth().subtract({ months: 1 });
const BEFORE = MONTH.subtract({ months: 1 });
const PAID_ON = MONTH.toPlainDate({ day: 5 }).toString();

describe('an account that is deleted', () => {
  let services: ThreeServices;
  let owner: Person;
  let call: Client['call'];
  let organizationId: number;
  before(async () => {
    services = await startThreeServices();
    await signUp(services, 'administrator');
    owner = await signUp(services, 'owner');
    ({ call } = clientOf(services, owner));
    ({ id: organizationId } = await call(createOrganization, { body: { name: 'УК «Удаление»' } }));
    await makeHouse('Остаётся');
  });
  after(async () => services.stop());

  async function makeHouse(accountNumber: string): Promise<void> {
    const validFrom = BEFORE.toPlainDate({ day: 1 }).toString();
    const address = `ул. Светлая, ${accountNumber}`;
    await makeUpkeepHouse(clientOf(services, owner), organizationId, {
      address,
      accountNumber,
      validFrom,
    });
  }

  async function idOf(accountNumber: string): Promise<number> {
    const { items } = await call(listPersonalAccounts, { query: { organizationId } });
    return items.find((account) => account.accountNumber === accountNumber)?.id ?? 0;
  }

  async function statusOf(endpoint: Endpoint, sent: Sent): Promise<number> {
    return (await ask(services, owner.authorization, endpoint, sent)).status;
  }

  async function pay(personalAccountId: number): Promise<number> {
    const body = { personalAccountId, amount: '5.00', paidOn: PAID_ON };
    return statusOf(createPayment, { body });
  }

  test('takes no payment and no adjustment, though its balance was just shown', async () => {
    await makeHouse('Лишний');
    const personalAccountId = await idOf('Лишний');
    const params = { personalAccountId };
    await call(getAccountBalance, { params });
    await call(deletePersonalAccount, { params, ifMatch: '*' });

    assert.equal(await pay(personalAccountId), 404);
    const line = {
      personalAccountId,
      amount: '3.00',
      kind: 'charge',
      reason: 'Ключ',
      basis: 'Акт',
    };
    assert.equal(await statusOf(createAdjustment, { body: line }), 404);

    const form = new FormData();
    form.append('file', new Blob([`Неизвестный;2.00;${PAID_ON}\n`]), 'bank.csv');
    await call(importPayments, { query: { profile: 'csv', organizationId }, body: form });
    const waiting = await call(listUnidentifiedPayments, { query: { organizationId } });
    const unidentifiedPaymentId = waiting.items[0]?.id ?? 0;
    const resolution = { params: { unidentifiedPaymentId }, body: { personalAccountId } };
    assert.equal(await statusOf(resolveUnidentifiedPayment, resolution), 404);
    assert.deepEqual((await call(listAccountBalances, { query: { organizationId } })).items, []);
  });

  test('takes no payment once the move that brought it is undone', async () => {
    const body = new FormData();
    for (const [name, text] of Object.entries(FILES))
      body.append(name, new File([text], `${name}.csv`));
    const query = { organizationId, asOf: MONTH.toString() };
    const { id: moveId } = await call(startMove, { query, body });
    await untilEnded(moveId);
    const personalAccountId = await idOf('Переезжает');
    await call(undoMove, { params: { moveId } });
    await untilEnded(moveId);
    assert.equal(await pay(personalAccountId), 404);
  });

  async function untilEnded(moveId: number): Promise<void> {
    await until(`move ${moveId} has ended`, async () => {
      const { status, finishedAt } = await call(getMove, { params: { moveId } });
      if (finishedAt !== null) assert.equal(status, 'COMPLETED');
      return finishedAt !== null;
    });
  }
});

const FILES = {
  accounts: `Адрес дома;Номер помещения;Площадь помещения, кв. м;Лицевой счёт;Плательщик;Зарегистрировано человек;Дата открытия счёта
ул. Дальняя, 1;1;50;Переезжает;Иванов И. И.;2;01.01.2020`,
  balances: `account;month;kind;service;amount
Переезжает;${BEFORE.toString()};principal;;1234.56`,
};
