// The queue of unidentified payments over HTTP: each is booked to an account, or closed.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { listBillingChanges } from '@kvartplata/contracts/billing/audit.ts';
import {
  closeUnidentifiedPayment,
  getUnidentifiedPayment,
  listUnidentifiedPayments,
  resolveUnidentifiedPayment,
  type UnidentifiedPayment,
} from '@kvartplata/contracts/billing/unidentified-payments.ts';
import type { Endpoint } from '@kvartplata/contracts/endpoint.ts';
import type { Answered } from '@kvartplata/platform/testing/answered.ts';
import type pg from 'pg';
import { assertInOrder } from '../../testing/in-order.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { makePayingHouse, partsOf, type PayingHouse } from '../../testing/paying-house.ts';
import { importRegistry, readImport, waiting } from '../../testing/registry-files.ts';
import { ask, readAll } from '../../testing/test-user.ts';

let stand: BillingStand;
let owner: pg.Pool;
let house: PayingHouse;
let importId: number;

before(async () => {
  stand = await startBillingStand();
  ({ owner } = stand);
  house = await makePayingHouse(stand);
  for (const month of ['2026-01', '2026-02'])
    await house.charge(month, [
      [account(0), '100.00'],
      [account(1), '100.00'],
    ]);
  ({ id: importId } = await importRegistry(
    stand.app,
    house.user,
    { profile: 'csv' },
    [
      'account;amount;date;period;reference;payer;purpose',
      'LS91;150,50;05.03.2026;02.2026;П-1;Иванов И. И.;за февраль',
      'LS92;20;05.03.2026;;П-2;;',
      ';30;05.03.2026;;П-3;;без счёта',
      'LS01;1000000,01;05.03.2026;;П-4;;',
      'LS95;50;05.03.2026;;П-5;;',
    ].join('\n'),
  ));
});
after(async () => {
  await assertInOrder(stand.db);
  await stand.stop();
});

function account(index: number): number {
  return house.accounts[index] ?? 0;
}

async function waitingFor(operation: string): Promise<UnidentifiedPayment> {
  const found = (await waiting(stand.app, house.user)).find((one) => one.operation === operation);
  assert.ok(found, operation);
  return found;
}

async function figureOf(metric: string): Promise<number> {
  const { payload } = await stand.app.inject('/metrics');
  return Number(new RegExp(`^${metric}\\{.*\\} (\\S+)$`, 'm').exec(payload)?.[1]);
}

test('the metrics show how many are waiting, and for how long the oldest has been', async () => {
  const yesterday = new Date(Date.now() - 86_400_000);
  await owner.query('update unidentified_payments set created_at = $1 where line = 3', [yesterday]);
  assert.equal(await figureOf('unidentified_payments_waiting'), 5);
  const oldest = await figureOf('unidentified_payments_oldest_seconds');
  assert.ok(oldest >= 86_400 && oldest < 90_000, String(oldest));
});

async function resolve(
  id: number,
  body: object,
  by: PayingHouse = house,
): Promise<Answered<typeof resolveUnidentifiedPayment>> {
  return by.ask(resolveUnidentifiedPayment, { params: { unidentifiedPaymentId: id }, body });
}

async function close(id: number, body: object): Promise<Answered<typeof closeUnidentifiedPayment>> {
  return house.ask(closeUnidentifiedPayment, { params: { unidentifiedPaymentId: id }, body });
}

test('each is listed with the bank’s data, and why its account is unknown', async () => {
  const queue = await waiting(stand.app, house.user, importId);
  assert.deepEqual(
    queue.map(({ line, reasons }) => [line, reasons[0]?.code]),
    [
      [2, 'account-unknown'],
      [3, 'account-unknown'],
      [4, 'account-missing'],
      [5, 'amount-unusual'],
      [6, 'account-unknown'],
    ],
  );
  const [first] = queue;
  assert.ok(first);
  const { id, createdAt, ...told } = first;
  assert.ok(createdAt.endsWith('Z'));
  assert.deepEqual(told, {
    organizationId: house.organizationId,
    importId,
    line: 2,
    status: 'WAITING',
    reasons: [
      {
        code: 'account-unknown',
        message: 'the organization has no account LS91',
        messageRu: 'у организации нет лицевого счёта LS91',
      },
    ],
    accountNumbers: ['LS91'],
    amount: '150.50',
    paidOn: '2026-03-05',
    period: '2026-02',
    source: 'csv',
    operation: 'П-1',
    payer: 'Иванов И. И.',
    purpose: 'за февраль',
    houseId: null,
    personalAccountId: null,
    paymentId: null,
    note: null,
    settledBy: null,
    settledAt: null,
  });
  const params = { unidentifiedPaymentId: id };
  assert.deepEqual((await house.ask(getUnidentifiedPayment, { params })).body, first);
});

test('one is resolved to an account: a payment with its day, for the month that it names', async () => {
  const { id } = await waitingFor('П-1');
  const answer = await resolve(id, {
    personalAccountId: account(0),
  });
  const { status, houseId, personalAccountId, paymentId, settledBy, settledAt } = answer.body;
  assert.deepEqual([status, houseId, personalAccountId], ['RESOLVED', house.houseId, account(0)]);
  assert.ok(settledBy !== null && settledAt !== null && paymentId !== null);
  const payment = await house.get(paymentId);
  assert.deepEqual(
    [payment.amount, payment.paidOn, payment.source, payment.reference, ...partsOf(payment)],
    ['150.50', '2026-03-05', 'csv', 'П-1', '2026-01 50.50', '2026-02 100.00'],
  );
  assert.deepEqual(await house.owed(account(0)), ['49.50', '0.00']);
  const row = (await readImport(stand.app, house.user, importId)).items[0];
  assert.deepEqual(
    [row?.status, row?.personalAccountId, row?.paymentId],
    ['quarantined', account(0), paymentId],
  );
  const audited = await readAll(stand.app, house.user, listBillingChanges, {
    query: { object: `unidentified-payment:${id}` },
  });
  assert.deepEqual(
    audited.map(({ action }) => action),
    ['unidentified-payment.resolved'],
  );
});

test('one is resolved for the month that the accountant names', async () => {
  const { id } = await waitingFor('П-5');
  const answer = await resolve(id, {
    personalAccountId: account(1),
    period: '2026-02',
  });
  const payment = await house.get(answer.body.paymentId ?? 0);
  const { period, namedPeriod } = payment;
  assert.deepEqual(
    [period, namedPeriod, ...partsOf(payment)],
    ['2026-03', '2026-02', '2026-02 50.00'],
  );
});

test('they are found by words of the payer, purpose, numbers and amount, all of which must match', async () => {
  const found = async (search: string, status = 'WAITING') =>
    (
      await readAll(stand.app, house.user, listUnidentifiedPayments, { query: { search, status } })
    ).map(({ operation }) => operation);
  assert.deepEqual(await found('иванов ФЕВРАЛЬ 150,5', 'RESOLVED'), ['П-1']);
  assert.deepEqual(await found('без СЧЁТА'), ['П-3']);
  assert.deepEqual(await found('1000000.01'), ['П-4']);
  assert.deepEqual(await found('ls95', 'RESOLVED'), ['П-5']);
  assert.deepEqual(await found('ls95 без', 'RESOLVED'), []);
});

test('one is closed with a reason, without a payment', async () => {
  const { id } = await waitingFor('П-2');
  const answer = await close(id, {
    outcome: 'closed',
    reason: 'возврат поставщика, не платёж жильца',
  });
  assert.deepEqual(
    [answer.status, answer.body.status, answer.body.note, answer.body.paymentId],
    [200, 'CLOSED', 'возврат поставщика, не платёж жильца', null],
  );
});

test('a decided one cannot be decided again', async () => {
  const settled = await readAll(stand.app, house.user, listUnidentifiedPayments, {
    query: { status: 'CLOSED' },
  });
  const [{ id } = { id: 0 }] = settled;
  const resolved = await resolve(id, { personalAccountId: account(0) });
  assert.deepEqual([resolved.status, resolved.problem.code], [409, 'already-settled']);
  const closed = await close(id, { outcome: 'returned', reason: 'x' });
  assert.deepEqual([closed.status, closed.problem.code], [409, 'already-settled']);
});

test('twenty concurrent resolutions of one book one payment', async () => {
  const { id } = await waitingFor('П-3');
  const answers = await Promise.all(
    Array.from({ length: 20 }, async () => resolve(id, { personalAccountId: account(3) })),
  );
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, ...Array.from({ length: 19 }, () => 409)],
  );
  assert.deepEqual(await house.owed(account(3)), ['-30.00', '0.00']);
});

test('an invalid, unknown or foreign request is refused and changes nothing', async () => {
  const { id } = await waitingFor('П-4');
  const stranger = await stand.newUser();
  const other = await makePayingHouse(stand);
  const body = { personalAccountId: account(0) };
  const params = { unidentifiedPaymentId: id };
  const foreign = { personalAccountId: other.accounts[0] };
  const refused: readonly [number, () => Promise<Pick<Answered<Endpoint>, 'status' | 'text'>>][] = [
    [400, async () => resolve(id, {})],
    [400, async () => resolve(id, { ...body, period: '2026-13' })],
    [400, async () => resolve(id, { ...body, period: '2999-01' })],
    [400, async () => resolve(id, { ...body, amount: 1 })],
    [404, async () => resolve(id, { personalAccountId: 987_654 })],
    [404, async () => resolve(id, foreign)],
    [404, async () => resolve(987_654, body)],
    [400, async () => close(id, { outcome: 'lost', reason: 'x' })],
    [400, async () => close(id, { outcome: 'closed' })],
    [404, async () => resolve(id, foreign, other)],
    [404, async () => ask(stand.app, stranger, getUnidentifiedPayment, { params })],
    [
      400,
      async () =>
        ask(stand.app, stand.admin, resolveUnidentifiedPayment, { params, body: foreign }),
    ],
  ];
  for (const [status, request] of refused) {
    const answer = await request();
    assert.equal(answer.status, status, `${request.toString()} ${answer.text}`);
  }
  assert.equal((await waitingFor('П-4')).status, 'WAITING');
  assert.deepEqual(await waiting(stand.app, other.user), []);
});
