// A payment is booked in the month of its day unless that is closed, and all reports of the month agree.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { getAccountStatement } from '@kvartplata/contracts/billing/account-reports.ts';
import { getCollection } from '@kvartplata/contracts/billing/collection.ts';
import { getMonthSummary } from '@kvartplata/contracts/billing/month-summary.ts';
import { reversePaymentImport } from '@kvartplata/contracts/billing/payment-imports.ts';
import { createPayment, reversePayment } from '@kvartplata/contracts/billing/payments.ts';
import { getReceipt } from '@kvartplata/contracts/billing/receipts.ts';
import { getTurnoverBalance } from '@kvartplata/contracts/billing/turnover.ts';
import { resolveUnidentifiedPayment } from '@kvartplata/contracts/billing/unidentified-payments.ts';
import { addressOf } from '@kvartplata/contracts/address.ts';
import { applyCycle } from '@kvartplata/contracts/billing/apply.ts';
import { closeCycle } from '@kvartplata/contracts/billing/close.ts';
import { listAccountsOfHouse } from '@kvartplata/contracts/core/personal-accounts.ts';
import { parseBillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import { moscowDayOf } from '@kvartplata/domain/calendar/day.ts';
import { parseKopecks } from '@kvartplata/domain/money/kopecks.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import type pg from 'pg';
import { assertInOrder } from '../../testing/in-order.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { changeBankDetails, CONTRACTOR } from '../../testing/contractor.ts';
import { makePayingHouse, type PayingHouse } from '../../testing/paying-house.ts';
import { codesOfPages } from '../../testing/pdf-pages.ts';
import { importRegistry, waiting } from '../../testing/registry-files.ts';
import { ask, inCore, seedHouse } from '../../testing/test-user.ts';

let stand: BillingStand;
let owner: pg.Pool;
let house: PayingHouse;

const monthsAgo = (months: number): string =>
  String(moscowDayOf(new Date()).toPlainYearMonth().subtract({ months }));
/** Past months, by their names in this file. */
const [AUGUST, SEPTEMBER, OCTOBER, NEXT] = [monthsAgo(5), monthsAgo(4), monthsAgo(3), monthsAgo(2)];

before(async () => {
  stand = await startBillingStand();
  ({ owner } = stand);
});
after(async () => {
  await assertInOrder(stand.db);
  await stand.stop();
});

const payer = (): number => house.accounts[0] ?? 0;

async function close(cycleId: number): Promise<void> {
  const { status, text } = await house.ask(closeCycle, { params: { cycleId } });
  assert.equal(status, 200, text);
}

async function pay(paidOn: string, amount: string): Promise<string> {
  return (await house.pay({ personalAccountId: payer(), amount, paidOn })).period;
}

/** The amount in the QR code on the payer's receipt, in kopecks. */
async function askedByCode(period: string): Promise<string | undefined> {
  const { statusCode, rawPayload } = await stand.app.inject({
    url: addressOf(getReceipt, { params: { personalAccountId: payer() }, query: { period } }),
    headers: { authorization: house.user.authorization },
  });
  assert.equal(statusCode, 200, rawPayload.toString());
  return /\|Sum=(\d+)/.exec(codesOfPages(rawPayload)[0] ?? '')?.[1];
}

type Told = { readonly paid: string; readonly closing: string };

/** What was paid in the month and what was owed at its end, by each report of the only payer's house. */
async function toldOf(period: string): Promise<Readonly<Record<string, Told>>> {
  const { houseId, organizationId } = house;
  const ofHouse = { query: { houseId, period } };
  const { body: turnover } = await house.ask(getTurnoverBalance, ofHouse);
  const { body: collection } = await house.ask(getCollection, ofHouse);
  const ofOrganization = { query: { organizationId, period } };
  const { body: summary } = await house.ask(getMonthSummary, ofOrganization);
  const ofAccount = { query: { personalAccountId: payer(), period } };
  const { body: card } = await house.ask(getAccountStatement, ofAccount);
  const closing = turnover.totals.closing.principal;
  return {
    turnover: { paid: turnover.totals.paid, closing },
    collection: { paid: collection.totals.paid, closing },
    summary: { paid: summary.totals.paid, closing: summary.totals.closing },
    card: { paid: card.totals.credit, closing: card.closing.principal },
  };
}

async function assertTold(period: string, paid: string, closing: string): Promise<void> {
  for (const [name, told] of Object.entries(await toldOf(period)))
    assert.deepEqual(told, { paid, closing }, `${name} of ${period}`);
}

describe('a payment of the 20th of October that is typed in later', () => {
  let september: number;
  let october: number;

  test('belongs to October while October is open', async () => {
    house = await makePayingHouse(stand);
    await changeBankDetails(stand, house, CONTRACTOR);
    september = (await house.charge(SEPTEMBER, [[payer(), '1000.00']])).cycleId;
    october = (await house.charge(OCTOBER, [[payer(), '500.00']])).cycleId;
    const payment = await house.pay({
      personalAccountId: payer(),
      amount: '960.00',
      paidOn: `${OCTOBER}-20`,
    });
    assert.deepEqual([payment.period, payment.namedPeriod], [OCTOBER, null]);
    await assertTold(SEPTEMBER, '0.00', '1000.00');
    await assertTold(OCTOBER, '960.00', '540.00');
    assert.deepEqual(await house.owed(payer()), ['540.00', '0.00']);
    assert.deepEqual(await house.owed(payer(), `${OCTOBER}-20`), ['40.00', '0.00']);
  });

  test(
    'is counted on October’s receipt, so that its code asks for what is owed',
    {
      skip: missing('pdftoppm'),
    },
    async () => {
      assert.equal(await askedByCode(OCTOBER), '54000');
      assert.equal(await askedByCode(SEPTEMBER), '100000');
    },
  );

  test('belongs to October even if the months before it are closed', async () => {
    await close(september);
    assert.equal(await pay(`${OCTOBER}-20`, '10.00'), OCTOBER);
    assert.equal(await pay(`${SEPTEMBER}-20`, '20.00'), OCTOBER, 'the first that is not closed');
    assert.equal(await pay(`${AUGUST}-20`, '10.00'), OCTOBER, 'before the closed one');
    await assertTold(SEPTEMBER, '0.00', '1000.00');
    await assertTold(OCTOBER, '1000.00', '500.00');
  });

  test('belongs to the first open month once October is closed', async () => {
    await close(october);
    assert.equal(await pay(`${OCTOBER}-20`, '100.00'), NEXT);
    await assertTold(OCTOBER, '1000.00', '500.00');
    await assertTold(NEXT, '100.00', '400.00');
    assert.deepEqual(await house.owed(payer()), ['400.00', '0.00']);
    assert.deepEqual(await house.owed(payer(), `${OCTOBER}-20`), ['-100.00', '0.00']);
  });

  test('is counted on the receipt of that month', { skip: missing('pdftoppm') }, async () => {
    assert.equal(await askedByCode(OCTOBER), '50000');
    const { cycleId } = await house.draft(NEXT, [[payer(), '7.00']]);
    assert.equal(await askedByCode(NEXT), '40700');
    assert.equal((await house.ask(applyCycle, { params: { cycleId } })).status, 200);
    assert.equal(await askedByCode(NEXT), '40700');
    const [principal] = await house.owed(payer());
    assert.equal(parseKopecks(principal), 40700n);
  });
});

describe('a reversed payment', () => {
  test('is reversed in its own month while that is open, else in the first open one', async () => {
    house = await makePayingHouse(stand);
    const { cycleId } = await house.charge(SEPTEMBER, [[payer(), '100.00']]);
    const pays = async (amount: string) =>
      house.pay({ personalAccountId: payer(), amount, paidOn: `${SEPTEMBER}-12` });
    const [first, second] = [await pays('60.00'), await pays('30.00')];
    const reverse = async ({ id }: { readonly id: number }): Promise<readonly string[]> => {
      const { body } = await house.ask(reversePayment, {
        params: { paymentId: id },
        body: {
          reason: 'возврат',
        },
      });
      return body.entries.map(({ period, effectiveOn }) => `${period} ${effectiveOn}`);
    };
    assert.deepEqual(await reverse(first), [`${SEPTEMBER} ${SEPTEMBER}-12`]);
    const query = { houseId: house.houseId, period: SEPTEMBER };
    const { totals } = (await house.ask(getTurnoverBalance, { query })).body;
    assert.deepEqual([totals.paid, totals.closing.principal], ['30.00', '70.00']);
    await close(cycleId);
    assert.deepEqual(await reverse(second), [`${OCTOBER} ${SEPTEMBER}-12`]);
  });
});

describe('payments of a registry', () => {
  test('are each booked in the month of their day, and so is one whose account is found later', async () => {
    house = await makePayingHouse(stand);
    const { cycleId } = await house.charge(AUGUST, [[payer(), '100.00']]);
    await close(cycleId);
    const days = [AUGUST, SEPTEMBER, OCTOBER].map((month) => `${month}-15`);
    const lines = [...days.map((day) => `LS01;10;${day}`), `XX77;10;${SEPTEMBER}-16`];
    const content = ['account;amount;date', ...lines].join('\n');
    const told = await importRegistry(stand.app, house.user, { profile: 'csv' }, content);
    const bookedIn = async (paymentId: number | null | undefined): Promise<string> =>
      (await house.get(paymentId ?? 0)).period;
    assert.deepEqual(
      await Promise.all(told.items.slice(0, 3).map(async (row) => bookedIn(row.paymentId))),
      [SEPTEMBER, SEPTEMBER, OCTOBER],
    );
    const [unknown] = await waiting(stand.app, house.user, told.id);
    const { body } = await house.ask(resolveUnidentifiedPayment, {
      params: { unidentifiedPaymentId: unknown?.id },
      body: { personalAccountId: payer() },
    });
    assert.equal(await bookedIn(body.paymentId), SEPTEMBER);

    await close((await house.charge(SEPTEMBER, [[payer(), '100.00']])).cycleId);
    const { status } = await house.ask(reversePaymentImport, {
      params: { paymentImportId: told.id },
      body: { reason: 'дубль' },
    });
    assert.equal(status, 200);
    const stornos = (await house.entries(payer())).filter(
      ({ transactionType }) => transactionType === 'STORNO',
    );
    assert.deepEqual(
      stornos.map(({ period, effectiveOn }) => `${period} ${effectiveOn}`).toSorted(),
      [...days, `${SEPTEMBER}-16`].map((day) => `${OCTOBER} ${day}`).toSorted(),
    );
  });
});

describe('a payment of a month without a cycle', () => {
  test('is booked in it, but in no month before the organization has accounts', async () => {
    const user = await stand.newUser();
    const { houseId, months } = await seedHouse(stand.coreUrl, user);
    const { items } = await inCore(stand, user).call(listAccountsOfHouse, { params: { houseId } });
    const bookedIn = async (paidOn: string): Promise<string> => {
      const body = { personalAccountId: items[0]?.id, amount: '10', paidOn };
      return (await ask(stand.app, user, createPayment, { body })).body.period;
    };
    const [first = '', second = ''] = months;
    const early = parseBillingMonth(first).subtract({ months: 2 }).toString();
    assert.equal(await bookedIn(`${second}-15`), second);
    assert.equal(await bookedIn(`${early}-15`), first);
    assert.equal(await bookedIn('2000-01-01'), first);
    const { rows } = await owner.query<{ made: string[] }>(
      `select array_agg(to_regclass('ledger_entries_' || made)::text) as made from unnest($1::text[]) as made`,
      [[first, early, '2000-01'].map((month) => month.replace('-', '_'))],
    );
    assert.deepEqual(rows[0]?.made, [`ledger_entries_${first.replace('-', '_')}`, null, null]);
  });
});
