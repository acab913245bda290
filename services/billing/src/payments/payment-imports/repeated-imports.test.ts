// Repeated registries: the same file, its operations in another file, or similar ones.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { listPayments } from '@kvartplata/contracts/billing/payments.ts';
import type pg from 'pg';
import { assertInOrder } from '../../testing/in-order.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { makePayingHouse } from '../../testing/paying-house.ts';
import {
  countsOf,
  importRegistry,
  rowsOf,
  sberbankRow,
  sendRegistry,
  waiting,
} from '../../testing/registry-files.ts';
import { readAll } from '../../testing/test-user.ts';

let stand: BillingStand;
let owner: pg.Pool;

before(async () => {
  stand = await startBillingStand();
  ({ owner } = stand);
});
after(async () => {
  await assertInOrder(stand.db);
  await stand.stop();
});

describe('nothing is booked twice', () => {
  test('by the same file', async () => {
    const house = await makePayingHouse(stand);
    const file = [
      sberbankRow(1, 'LS01', '250,00'),
      sberbankRow(2, 'LS99', '70,00'),
      sberbankRow(3, 'LS03', '0,00'),
    ].join('\n');
    const first = await importRegistry(stand.app, house.user, { profile: 'sberbank' }, file);
    const again = await importRegistry(stand.app, house.user, { profile: 'sberbank' }, file);
    assert.equal(again.repeats, first.id);
    assert.equal(countsOf(again), '3 0 0 3 · 320.00 0.00 0.00 320.00');
    assert.deepEqual(rowsOf(again), [
      '1 rejected already-taken',
      '2 rejected already-taken',
      '3 rejected amount-not-positive',
    ]);
    assert.equal(again.errors[0]?.message, `was taken already, from line 1 of import ${first.id}`);
    assert.match(
      again.errors[0]?.messageRu ?? '',
      /^уже загружено: файл «[^»]+» от \d\d\.\d\d\.\d{4}, строка 1$/,
    );
    assert.equal((await waiting(stand.app, house.user)).length, 1);
    assert.equal((await readAll(stand.app, house.user, listPayments)).length, 1);
  });

  test('by the same file with identical rows that have no number', async () => {
    const house = await makePayingHouse(stand);
    const file = 'LS01;5;2026-03-05\nLS01;5;2026-03-05\nLS88;5;2026-03-05\n';
    const first = await importRegistry(stand.app, house.user, { profile: 'csv' }, file);
    assert.deepEqual(rowsOf(first), [
      '1 matched',
      '2 quarantined looks-taken',
      '3 quarantined account-unknown',
    ]);
    const again = await importRegistry(stand.app, house.user, { profile: 'csv' }, file);
    assert.equal(countsOf(again), '3 0 0 3 · 15.00 0.00 0.00 15.00');
    assert.equal((await waiting(stand.app, house.user)).length, 2);
  });

  test('by the same file a third time, after the second brought one more row', async () => {
    const house = await makePayingHouse(stand);
    const file = 'LS01;5;2026-03-05\nLS02;6;2026-03-05\n';
    const { id } = await importRegistry(stand.app, house.user, { profile: 'csv' }, file);
    // As if the second row had been rejected for its day, which has come since.
    await owner.query(
      `update payment_import_rows set status = 'rejected', is_claimed = false where import_id = $1 and line = 2`,
      [id],
    );
    const second = await importRegistry(stand.app, house.user, { profile: 'csv' }, file);
    assert.deepEqual(rowsOf(second), ['1 rejected already-taken', '2 matched']);
    const third = await importRegistry(stand.app, house.user, { profile: 'csv' }, file);
    assert.deepEqual(rowsOf(third), ['1 rejected already-taken', '2 rejected already-taken']);
  });

  test('by twenty concurrent imports of the same file', async () => {
    const house = await makePayingHouse(stand);
    const file = 'account;amount;date\nLS01;5;2026-03-05\nLS02;6;2026-03-05\nLS66;7;2026-03-05\n';
    const all = await Promise.all(
      Array.from({ length: 20 }, async () =>
        importRegistry(stand.app, house.user, { profile: 'csv' }, file),
      ),
    );
    const counts = all.map(({ matched, quarantined }) => `${matched} ${quarantined}`).toSorted();
    assert.deepEqual(counts, [...Array.from({ length: 19 }, () => '0 0'), '2 1']);
    assert.equal((await readAll(stand.app, house.user, listPayments)).length, 2);
    assert.equal((await waiting(stand.app, house.user)).length, 1);
  });

  test('by the operations of one file in another', async () => {
    const house = await makePayingHouse(stand);
    const day = [sberbankRow(1, 'LS01', '10,00'), sberbankRow(2, 'LS99', '20,00')];
    const first = await importRegistry(
      stand.app,
      house.user,
      { profile: 'sberbank' },
      day.join('\n'),
    );
    const month = await importRegistry(
      stand.app,
      house.user,
      { profile: 'sberbank' },
      [
        sberbankRow(3, 'LS03', '30,00'),
        ...day,
        sberbankRow(3, 'LS03', '30,00'),
        sberbankRow(1, 'LS01', '11,00'),
        sberbankRow(3, 'LS04', '30,00'),
      ].join('\n'),
    );
    assert.deepEqual(rowsOf(month), [
      '1 matched',
      '2 rejected already-taken',
      '3 rejected already-taken',
      '4 rejected repeats-line',
      '5 quarantined operation-differs',
      '6 quarantined operation-differs',
    ]);
    assert.equal(
      month.errors.find(({ line }) => line === 5)?.message,
      `the operation of line 1 of import ${first.id} had another content`,
    );
    const later = await importRegistry(
      stand.app,
      house.user,
      { profile: 'sberbank' },
      sberbankRow(1, 'LS01', '11,00'),
    );
    assert.deepEqual(rowsOf(later), ['1 rejected already-taken']);
  });

  test('by rows without a number that look like those of another file: they wait for a decision', async () => {
    const house = await makePayingHouse(stand);
    await importRegistry(stand.app, house.user, { profile: 'csv' }, 'LS01;5;2026-03-05\n');
    const other = await importRegistry(
      stand.app,
      house.user,
      { profile: 'csv' },
      'LS02;5;2026-03-05\nLS01;5;2026-03-05\nLS01;5;2026-03-06\n',
    );
    assert.deepEqual(rowsOf(other), ['1 matched', '2 quarantined looks-taken', '3 matched']);
  });

  test('by another organization: its files are separate', async () => {
    const [one, two] = [await makePayingHouse(stand), await makePayingHouse(stand)];
    const file = sberbankRow(1, 'LS01', '10,00');
    for (const house of [one, two]) {
      const told = await importRegistry(stand.app, house.user, { profile: 'sberbank' }, file);
      assert.deepEqual([rowsOf(told), told.repeats], [['1 matched'], null]);
    }
  });

  test('under one idempotency key', async () => {
    const house = await makePayingHouse(stand);
    const send = async (content: string) =>
      sendRegistry(
        stand.app,
        house.user,
        { profile: 'csv' },
        {
          content,
          idempotencyKey: 'key-1',
        },
      );
    const first = await send('LS01;5;2026-03-05\n');
    const again = await send('LS01;5;2026-03-05\n');
    assert.deepEqual(
      [again.status, again.body.id, again.body.matched, again.headers.get('idempotency-replayed')],
      [200, first.body.id, 1, 'true'],
    );
    const other = await send('LS01;6;2026-03-05\n');
    assert.deepEqual([other.status, other.problem.code], [409, 'idempotency-key-reused']);
  });
});
