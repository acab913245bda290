// Why rows of a registry are not matched, reported once for all rows with the same reason.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  downloadRejectedRows,
  getPaymentImport,
  listPaymentImports,
} from '@kvartplata/contracts/billing/payment-imports.ts';
import { addressOf } from '@kvartplata/contracts/address.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { makeOwingHouse } from '../../testing/paying-house.ts';
import { importRegistry } from '../../testing/registry-files.ts';
import { readAll } from '../../testing/test-user.ts';

let stand: BillingStand;

before(async () => {
  stand = await startBillingStand();
});
after(async () => stand.stop());

test('a reason shared by many rows is reported once, and filters the rows and their file', async () => {
  const house = await makeOwingHouse(stand);
  const unknown = Array.from({ length: 12 }, (_, nth) => `LS9${nth};2.50;2026-03-05`);
  const file = [
    'account;amount;date',
    'LS01;5;2026-03-05',
    ...unknown,
    'LS02;-1;2026-03-05',
    'LS03;x;y',
  ];
  const dry = await importRegistry(
    stand.app,
    house.user,
    { profile: 'csv', dryRun: true },
    file.join('\n'),
  );
  const told = await importRegistry(stand.app, house.user, { profile: 'csv' }, file.join('\n'));
  assert.deepEqual(told.reasons, dry.reasons);
  assert.deepEqual(told.reasons, [
    {
      status: 'quarantined',
      code: 'account-unknown',
      message: 'the organization has no account …',
      messageRu: 'у организации нет лицевого счёта …',
      rows: 12,
      amount: '30.00',
      lines: [3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
    },
    {
      status: 'rejected',
      code: 'amount-not-positive',
      message: 'the amount is not above zero',
      messageRu: 'сумма не больше нуля',
      rows: 1,
      amount: '-1.00',
      lines: [15],
    },
    {
      status: 'rejected',
      code: 'amount-unreadable',
      message: 'the amount "x" is no sum with at most two decimals',
      messageRu: 'сумма «x» не читается: нужно число, не более двух знаков после запятой',
      rows: 1,
      amount: '0.00',
      lines: [16],
    },
    {
      status: 'rejected',
      code: 'day-unreadable',
      message: 'the day "y" is no day',
      messageRu: 'дата «y» не читается: нужно ДД.ММ.ГГГГ',
      rows: 1,
      amount: '0.00',
      lines: [16],
    },
  ]);
  const params = { paymentImportId: told.id };
  const linesWith = async (query: object): Promise<readonly number[]> => {
    const rows = await readAll(stand.app, house.user, getPaymentImport, {
      params,
      query: { limit: 5, ...query },
    });
    return rows.map(({ line }) => line);
  };
  assert.equal((await linesWith({ reason: 'account-unknown' })).length, 12);
  assert.deepEqual(await linesWith({ reason: 'day-unreadable' }), [16]);
  assert.deepEqual(await linesWith({ reason: 'day-unreadable', status: 'quarantined' }), []);
  assert.deepEqual(await linesWith({ reason: 'no-such-reason' }), []);
  const bad = await house.ask(getPaymentImport, { params, query: { reason: "'; --" } });
  assert.deepEqual([bad.status, bad.problem.code], [400, 'validation-failed']);
  const { body } = await stand.app.inject({
    url: addressOf(downloadRejectedRows, {
      params,
      query: { format: 'csv', reason: 'account-unknown' },
    }),
    headers: { authorization: house.user.authorization },
  });
  assert.equal(body.trim().split('\r\n').length, 13);
  assert.match(body, /\n3;у организации нет лицевого счёта LS90;"LS90;2.50;2026-03-05"/);
  const listed = await readAll(stand.app, house.user, listPaymentImports);
  assert.ok(listed.every((one) => !('reasons' in one)));
});
