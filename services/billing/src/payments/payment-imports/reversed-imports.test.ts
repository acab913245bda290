// Reversing a registry: all of it is reversed, and the file can be imported again.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { reversePaymentImport } from '@kvartplata/contracts/billing/payment-imports.ts';
import { listPayments, reversePayment } from '@kvartplata/contracts/billing/payments.ts';
import {
  closeUnidentifiedPayment,
  listUnidentifiedPayments,
  resolveUnidentifiedPayment,
} from '@kvartplata/contracts/billing/unidentified-payments.ts';
import type { Answered } from '@kvartplata/platform/testing/answered.ts';
import { assertInOrder } from '../../testing/in-order.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { makePayingHouse, partsOf, type PayingHouse } from '../../testing/paying-house.ts';
import {
  countsOf,
  importRegistry,
  readImport,
  rowsOf,
  waiting,
} from '../../testing/registry-files.ts';
import { ask, readAll } from '../../testing/test-user.ts';

let stand: BillingStand;
let house: PayingHouse;

before(async () => {
  stand = await startBillingStand();
  house = await makePayingHouse(stand);
  await house.charge(
    '2026-01',
    house.accounts.map((account) => [account, '100.00']),
  );
});
after(async () => {
  await assertInOrder(stand.db);
  await stand.stop();
});

const account = (index: number): number => house.accounts[index] ?? 0;

async function reverse(importId: number): Promise<Answered<typeof reversePaymentImport>> {
  return house.ask(reversePaymentImport, {
    params: { paymentImportId: importId },
    body: { reason: 'не тот файл' },
  });
}

async function resolve(id: number, personalAccountId: number): Promise<void> {
  const answer = await house.ask(resolveUnidentifiedPayment, {
    params: { unidentifiedPaymentId: id },
    body: {
      personalAccountId,
    },
  });
  assert.equal(answer.status, 200, answer.text);
}

test('everything a registry has booked is reversed, and what waits is withdrawn', async () => {
  const file = ['LS01;30;2026-02-05', 'LS01;20;2026-02-06', 'LS02;70;2026-02-05']
    .concat('LS90;5;2026-02-05', 'LS91;6;2026-02-05', 'LS92;7;2026-02-05')
    .join('\n');
  const told = await importRegistry(stand.app, house.user, { profile: 'csv' }, file);
  assert.equal(countsOf(told), '6 3 3 0 · 138.00 120.00 18.00 0.00');
  const byHand = await house.pay({
    personalAccountId: account(0),
    amount: '60',
    paidOn: '2026-02-07',
  });
  assert.deepEqual(partsOf(byHand), ['2026-01 50.00', 'advance 10.00']);
  const [toResolve, toReturn] = await waiting(stand.app, house.user, told.id);
  await resolve(toResolve?.id ?? 0, account(2));
  const returned = await house.ask(closeUnidentifiedPayment, {
    params: { unidentifiedPaymentId: toReturn?.id },
    body: {
      outcome: 'returned',
      reason: 'чужой договор',
    },
  });
  assert.equal(returned.status, 200);
  // One of its payments was reversed by itself before.
  const second = (await readImport(stand.app, house.user, told.id)).items[2]?.paymentId;
  const alone = await house.ask(reversePayment, {
    params: { paymentId: second },
    body: { reason: 'ошибка' },
  });
  assert.equal(alone.status, 200);

  const answer = await reverse(told.id);
  assert.equal(answer.body.reversal?.reason, 'не тот файл');
  for (const [index, owed] of [
    [0, '40.00'],
    [1, '100.00'],
    [2, '100.00'],
  ] as const)
    assert.deepEqual(await house.owed(account(index)), [owed, '0.00']);
  const { allocation, allocationHistory } = await house.get(byHand.id);
  assert.deepEqual(partsOf({ allocation }), ['2026-01 60.00']);
  assert.deepEqual(allocationHistory.map(({ reason, causeId }) => [reason, causeId]).at(-1), [
    'import-storno',
    told.id,
  ]);
  const queue = await Promise.all(
    ['WAITING', 'RESOLVED', 'RETURNED', 'WITHDRAWN'].map(async (status) =>
      readAll(stand.app, house.user, listUnidentifiedPayments, {
        query: { importId: told.id, status },
      }),
    ),
  );
  assert.deepEqual(
    queue.map((rows) => rows.length),
    [0, 0, 1, 2],
  );
  const query = { source: 'csv' };
  const payments = await readAll(stand.app, house.user, listPayments, { query });
  assert.deepEqual([...new Set(payments.map(({ status }) => status))], ['REVERSED']);

  const again = await reverse(told.id);
  assert.deepEqual([again.status, again.problem.code], [409, 'already-reversed']);
  const retaken = await importRegistry(stand.app, house.user, { profile: 'csv' }, file);
  assert.deepEqual([countsOf(retaken), retaken.repeats], [countsOf(told), null]);
  assert.equal((await reverse(retaken.id)).status, 200);
});

test('of twenty concurrent reversals of a registry one succeeds', async () => {
  const told = await importRegistry(
    stand.app,
    house.user,
    { profile: 'csv' },
    'LS04;30;2026-02-05\nLS05;20;2026-02-06\n',
  );
  const answers = await Promise.all(Array.from({ length: 20 }, async () => reverse(told.id)));
  const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
  assert.deepEqual(statuses, [200, ...Array.from({ length: 19 }, () => 409)]);
  assert.deepEqual(await house.owed(account(3)), ['100.00', '0.00']);
});

test('reversing a registry while one of its rows is being resolved leaves nothing over', async () => {
  for (let round = 0; round < 5; round += 1) {
    const told = await importRegistry(
      stand.app,
      house.user,
      { profile: 'csv' },
      `LS06;${round + 1};2026-02-05\nLS95;${round + 1};2026-02-05\n`,
    );
    const [row] = await waiting(stand.app, house.user, told.id);
    const [reversed, resolved] = await Promise.all([
      reverse(told.id),
      house.ask(resolveUnidentifiedPayment, {
        params: { unidentifiedPaymentId: row?.id },
        body: { personalAccountId: account(5) },
      }),
    ]);
    assert.equal(reversed.status, 200, reversed.text);
    assert.ok([200, 409].includes(resolved.status), resolved.text);
    assert.deepEqual(await house.owed(account(5)), ['100.00', '0.00']);
  }
});

test('a dry run, and another organization’s import, cannot be reversed', async () => {
  const dry = await importRegistry(
    stand.app,
    house.user,
    { profile: 'csv', dryRun: true },
    'LS07;30;2026-02-05\n',
  );
  assert.deepEqual(rowsOf(dry), ['1 matched']);
  const answer = await reverse(dry.id);
  assert.deepEqual([answer.status, answer.problem.code], [409, 'conflict']);
  const stranger = await stand.newUser();
  for (const paymentImportId of [dry.id, 987_654]) {
    const asked = { params: { paymentImportId }, body: { reason: 'x' } };
    assert.equal((await ask(stand.app, stranger, reversePaymentImport, asked)).status, 404);
  }
});

test('a file that was rejected as a repetition is not repeated once the first import is reversed', async () => {
  const file = 'LS06;30;2026-02-07\n';
  const first = await importRegistry(stand.app, house.user, { profile: 'csv' }, file);
  const second = await importRegistry(stand.app, house.user, { profile: 'csv' }, file);
  assert.equal(second.repeats, first.id);
  assert.equal((await reverse(first.id)).status, 200);
  const retaken = await importRegistry(stand.app, house.user, { profile: 'csv' }, file);
  assert.deepEqual([retaken.matched, retaken.repeats], [1, null]);
  assert.equal((await reverse(retaken.id)).status, 200);
});
