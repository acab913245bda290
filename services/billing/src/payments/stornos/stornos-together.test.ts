// Five hundred charges and payments are reversed, each by two concurrent callers on two processes: each only once.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Endpoint } from '@kvartplata/contracts/endpoint.ts';
import { listPayments, reversePayment } from '@kvartplata/contracts/billing/payments.ts';
import { reverseCharge } from '@kvartplata/contracts/billing/stornos.ts';
import { askAgain } from '@kvartplata/platform/testing/ask-again.ts';
import { sendOnce, type Answered } from '@kvartplata/platform/testing/answered.ts';
import type { ServiceProcess } from '@kvartplata/platform/testing/service-process.ts';
import { assertInOrder } from '../../testing/in-order.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { makePayingHouse, type PayingHouse } from '../../testing/paying-house.ts';
import { readAll } from '../../testing/test-user.ts';

const EACH_OF_AN_ACCOUNT = 25;
const PATIENCE_MS = 300_000;

let stand: BillingStand;
let other: ServiceProcess;
let house: PayingHouse;

before(async () => {
  stand = await startBillingStand();
  other = await stand.startWorker();
  house = await makePayingHouse(stand);
});
after(async () => stand.stop());

/** The operation that reverses a document, and the document. */
type Storno = readonly [Endpoint, params: Readonly<Record<string, number>>];

const body = { reason: 'дубль' };

/** Most of a thousand concurrent requests are told to retry, on a busy machine for minutes. */
async function untilHeard(ask: () => Promise<Answered<Endpoint>>): Promise<Answered<Endpoint>> {
  return askAgain(ask, undefined, PATIENCE_MS);
}

async function reverseHere([endpoint, params]: Storno): Promise<Answered<Endpoint>> {
  return untilHeard(async () => house.ask(endpoint, { params, body }));
}

async function reverseThere([endpoint, params]: Storno): Promise<Answered<Endpoint>> {
  return untilHeard(async () =>
    sendOnce(fetch, other.url, house.user.authorization, endpoint, { params, body }),
  );
}

test('of two concurrent reversals of each document one succeeds, among many others', async () => {
  const each = house.accounts.flatMap((account) =>
    Array.from({ length: EACH_OF_AN_ACCOUNT }, (_, nth) => ({ account, nth })),
  );
  const { chargeIds } = await house.charge(
    '2026-01',
    each.map(({ account, nth }) => [account, `${nth + 1}.00`]),
  );
  const payments = await Promise.all(
    each.map(async ({ account, nth }) =>
      house.pay({ personalAccountId: account, amount: nth + 1, paidOn: '2026-02-10' }),
    ),
  );
  const documents: readonly Storno[] = [
    ...chargeIds.map((chargeId): Storno => [reverseCharge, { chargeId }]),
    ...payments.map(({ id }): Storno => [reversePayment, { paymentId: id }]),
  ];
  assert.equal(documents.length, 500);

  const answers = await Promise.all(
    documents.flatMap((document) => [reverseHere(document), reverseThere(document)]),
  );

  const told = Object.groupBy(answers, (answer) =>
    answer.status === 200 ? '200' : `${answer.status} ${answer.problem.code}`,
  );
  assert.deepEqual(
    Object.entries(told).map(([what, those]) => [what, those?.length]),
    [
      ['200', 500],
      ['409 already-reversed', 500],
    ],
  );
  for (const account of house.accounts)
    assert.deepEqual(await house.owed(account), ['0.00', '0.00']);
  await assertInOrder(stand.db);
  const left = await readAll(stand.app, house.user, listPayments, { query: { limit: 200 } });
  assert.deepEqual(
    left.filter(({ status, allocation }) => status === 'BOOKED' || allocation.length > 0),
    [],
  );
});
