// Payment registries over HTTP: matched rows are booked, the others wait or are rejected, and nothing is booked twice.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { listBillingChanges } from '@kvartplata/contracts/billing/audit.ts';
import {
  downloadRejectedRows,
  getPaymentImport,
  importPayments,
  listPaymentImports,
} from '@kvartplata/contracts/billing/payment-imports.ts';
import { listPayments, type Payment } from '@kvartplata/contracts/billing/payments.ts';
import { addressOf } from '@kvartplata/contracts/address.ts';
import { cp1251 } from '@kvartplata/platform/testing/table-files.ts';
import type pg from 'pg';
import { assertInOrder } from '../../testing/in-order.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { makeOwingHouse, partsOf, type PayingHouse } from '../../testing/paying-house.ts';
import {
  countsOf,
  importRegistry,
  sberbankRow,
  readImport,
  sendRegistry,
  waiting,
  type RegistryQuery,
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

async function payments({ user }: PayingHouse, importId: number): Promise<readonly Payment[]> {
  const all = await readAll(stand.app, user, listPayments);
  const { items } = await readImport(stand.app, user, importId);
  return items.flatMap(({ paymentId }) => all.find(({ id }) => id === paymentId) ?? []);
}

describe('a registry', () => {
  test('is booked where it matches, waits where the account is unknown, and is rejected where invalid', async () => {
    const house = await makeOwingHouse(stand);
    const file = cp1251(
      [
        sberbankRow(1, 'LS01', '250,00'),
        sberbankRow(2, 'CLIENTNO:LS02', '300,50'),
        sberbankRow(3, 'LS99', '70,00'),
        sberbankRow(4, 'LS03', '0,00'),
        '=4;620,50;620,50;0,00;123;15-07-2026',
      ].join('\r\n'),
    );
    const sent = await sendRegistry(
      stand.app,
      house.user,
      { profile: 'sberbank' },
      {
        content: file,
        name: 'EPS1.txt',
      },
    );
    assert.equal(sent.status, 200, sent.text);
    const params = { paymentImportId: sent.body.id };
    assert.equal(sent.headers.get('location'), addressOf(getPaymentImport, { params }));
    assert.equal(countsOf(sent.body), '4 2 1 1 · 620.50 550.50 70.00 0.00');
    assert.deepEqual(
      [sent.body.status, sent.body.fileName, sent.body.declaredRows, sent.body.declaredAmount],
      ['COMPLETED', 'EPS1.txt', 4, '620.50'],
    );
    assert.deepEqual(sent.body.errors, [
      {
        line: 3,
        status: 'quarantined',
        code: 'account-unknown',
        message: 'the organization has no account LS99',
        messageRu: 'у организации нет лицевого счёта LS99',
      },
      {
        line: 4,
        status: 'rejected',
        code: 'amount-not-positive',
        message: 'the amount is not above zero',
        messageRu: 'сумма не больше нуля',
      },
    ]);
    const [first, second] = await payments(house, sent.body.id);
    assert.ok(first !== undefined && second !== undefined);
    assert.deepEqual(
      [first.source, first.reference, first.paidOn, first.namedPeriod, ...partsOf(first)],
      ['sberbank', '35061112351', '2026-07-14', '2026-02', '2026-01 50.00', '2026-02 200.00'],
    );
    assert.deepEqual(partsOf(second), ['2026-01 100.00', '2026-02 200.00', 'advance 0.50']);
    assert.deepEqual(await house.owed(first.personalAccountId), ['50.00', '0.00']);
    assert.deepEqual(await house.owed(second.personalAccountId), ['-0.50', '0.00']);
    const [unidentified, ...others] = await waiting(stand.app, house.user);
    assert.deepEqual(
      [unidentified?.line, unidentified?.amount, unidentified?.accountNumbers, others.length],
      [3, '70.00', ['LS99'], 0],
    );
  });

  test('may have an account several times, and its payments are allocated as if booked one by one', async () => {
    const house = await makeOwingHouse(stand);
    const told = await importRegistry(
      stand.app,
      house.user,
      { profile: 'csv' },
      'account;amount;date;reference\nLS01;150;2026-03-05;A1\nLS02;10;2026-03-05;A2\nLS01;100;2026-03-01;A3\nLS01;60;2026-03-06;A4\n',
    );
    assert.equal(countsOf(told), '4 4 0 0 · 320.00 320.00 0.00 0.00');
    const booked = await payments(house, told.id);
    assert.deepEqual(
      booked.map((payment) => [payment.reference, ...partsOf(payment)]),
      [
        ['A1', '2026-02 150.00'],
        ['A2', '2026-01 10.00'],
        ['A3', '2026-01 100.00'],
        ['A4', '2026-02 50.00', 'advance 10.00'],
      ],
    );
    assert.deepEqual(await house.owed(booked[0]?.personalAccountId ?? 0), ['-10.00', '0.00']);
  });

  test('has rows that are written once: later they can only be released', async () => {
    const house = await makeOwingHouse(stand);
    const file = 'account;amount;date\nLS01;5;2026-03-05\nLS77;6;2026-03-05\nLS01;x;2026-03-05\n';
    const { id } = await importRegistry(stand.app, house.user, { profile: 'csv' }, file);
    const { rows: left } = await owner.query<{ rows: number; pieces: number }>(
      `select (select count(*)::integer from payment_import_rows where import_id = $1) as rows,
         (select count(*)::integer from payment_import_pieces where import_id = $1) as pieces`,
      [id],
    );
    assert.deepEqual(left, [{ rows: 3, pieces: 0 }]);
    const { rows: changeable } = await owner.query<{ name: string }>(
      `select column_name as name from information_schema.column_privileges
       where grantee = 'billing_app' and table_name = 'payment_import_rows' and privilege_type = 'UPDATE'`,
    );
    assert.deepEqual(changeable, [{ name: 'is_claimed' }]);
  });

  test('is judged the same in a dry run, which stores no payments', async () => {
    const house = await makeOwingHouse(stand);
    const file = 'account;amount;date\nLS01;5;2026-03-05\nLS77;6;2026-03-05\nLS01;x;2026-03-05\n';
    const dry = await importRegistry(stand.app, house.user, { profile: 'csv', dryRun: true }, file);
    assert.equal(dry.dryRun, true);
    assert.equal(countsOf(dry), '3 1 1 1 · 11.00 5.00 6.00 0.00');
    assert.deepEqual(await waiting(stand.app, house.user), []);
    assert.deepEqual(await readAll(stand.app, house.user, listPayments), []);
    const real = await importRegistry(stand.app, house.user, { profile: 'csv' }, file);
    assert.deepEqual([countsOf(real), real.repeats], [countsOf(dry), null]);
    assert.equal((await waiting(stand.app, house.user)).length, 1);
  });

  test('without a valid row is an import that has booked nothing', async () => {
    const house = await makeOwingHouse(stand);
    const told = await importRegistry(
      stand.app,
      house.user,
      { profile: 'csv' },
      'LS01;-1;2026-03-05\n',
    );
    assert.equal(countsOf(told), '1 0 0 1 · -1.00 0.00 0.00 -1.00');
  });

  test('of a day without payments is an empty import', async () => {
    const house = await makeOwingHouse(stand);
    const told = await importRegistry(
      stand.app,
      house.user,
      { profile: 'sberbank' },
      '=0;0,00;0,00;0,00',
    );
    assert.deepEqual([told.status, countsOf(told)], ['COMPLETED', '0 0 0 0 · 0.00 0.00 0.00 0.00']);
  });

  test('is in the audit log with the user who sent it', async () => {
    const house = await makeOwingHouse(stand);
    const { id } = await importRegistry(
      stand.app,
      house.user,
      { profile: 'csv' },
      'LS01;1;2026-03-05',
    );
    const query = { object: `payment-import:${id}` };
    const entries = await readAll(stand.app, house.user, listBillingChanges, { query });
    assert.deepEqual(
      entries.map(({ action, organizationId }) => [action, organizationId]),
      [['payment-import.booked', house.organizationId]],
    );
    assert.ok(entries[0]?.userId);
  });
});

describe('a registry is refused as a whole and leaves nothing', () => {
  let house: PayingHouse;
  before(async () => (house = await makeOwingHouse(stand)));

  const refused: readonly {
    readonly why: string;
    readonly query?: RegistryQuery;
    readonly content: string;
    readonly answer: readonly [number, string];
  }[] = [
    {
      why: 'its totals are others',
      query: { profile: 'sberbank' },
      content: `${sberbankRow(1, 'LS01', '250,00')}\n=1;250,01;250,01;0,00`,
      answer: [400, 'totals-differ'],
    },
    {
      why: 'it is cut off',
      query: { profile: '1c-client-bank' },
      content: '1CClientBankExchange\nСекцияДокумент=Платежное поручение\n',
      answer: [400, 'malformed-file'],
    },
    {
      why: 'its columns are others',
      content: 'number;money\n1;2\n',
      answer: [400, 'wrong-columns'],
    },
    { why: 'it is empty', content: '', answer: [400, 'malformed-file'] },
    {
      why: 'nobody knows its profile',
      query: { profile: 'swift' },
      content: 'LS01;5;2026-03-05',
      answer: [400, 'validation-failed'],
    },
    {
      why: 'no profile is named',
      query: { dryRun: false },
      content: 'LS01;5;2026-03-05',
      answer: [400, 'validation-failed'],
    },
    {
      why: 'it is of an organization that is not there',
      query: { profile: 'csv', organizationId: 987654 },
      content: 'LS01;5;2026-03-05',
      answer: [404, 'not-found'],
    },
  ];
  for (const { why, query = { profile: 'csv' }, content, answer } of refused) {
    test(`since ${why}`, async () => {
      const { status, problem } = await sendRegistry(stand.app, house.user, query, { content });
      assert.deepEqual([status, problem.code], answer);
      assert.deepEqual(await readAll(stand.app, house.user, listPaymentImports), []);
    });
  }

  test('and differing totals are reported one by one', async () => {
    const content = `${sberbankRow(1, 'LS01', '250,00')}\n=2;250,01;250,01;0,00`;
    const query = { profile: 'sberbank' };
    const { problem } = await sendRegistry(stand.app, house.user, query, { content });
    assert.deepEqual(problem.errors, [
      { path: '/declaredRows', message: '2' },
      { path: '/declaredAmount', message: '250.01' },
      { path: '/rows', message: '1' },
      { path: '/amount', message: '250.00' },
    ]);
  });

  test('since nobody is signed in, or a stranger names the organization', async () => {
    const content = 'LS01;5;2026-03-05';
    const nobody = await sendRegistry(stand.app, undefined, { profile: 'csv' }, { content });
    assert.equal(nobody.status, 401);
    const stranger = await stand.newUser();
    const query = { profile: 'csv', organizationId: house.organizationId };
    assert.equal((await sendRegistry(stand.app, stranger, query, { content })).status, 404);
    const homeless = await sendRegistry(stand.app, stranger, { profile: 'csv' }, { content });
    assert.deepEqual([homeless.status, homeless.problem.code], [400, 'organization-required']);
  });

  test('since it is not a form', async () => {
    const answer = await house.ask(importPayments, { query: { profile: 'csv' }, body: {} });
    assert.deepEqual([answer.status, answer.problem.code], [415, 'unsupported-media-type']);
  });
});

test('imports are listed by organization, profile and dry run', async () => {
  const house = await makeOwingHouse(stand);
  const file = 'LS01;5;2026-03-05\n';
  const tried = await importRegistry(stand.app, house.user, { profile: 'csv', dryRun: true }, file);
  const told = await importRegistry(stand.app, house.user, { profile: 'csv' }, file);
  const found = async (filter: object): Promise<unknown> => {
    const query = { organizationId: house.organizationId, profile: 'csv', ...filter };
    const listed = await readAll(stand.app, house.user, listPaymentImports, { query });
    return listed.map(({ id, rows, matchedAmount }) => [id, rows, matchedAmount]);
  };
  assert.deepEqual(await found({}), [
    [told.id, 1, '5.00'],
    [tried.id, 1, '5.00'],
  ]);
  assert.deepEqual(await found({ dryRun: false }), [[told.id, 1, '5.00']]);
  assert.deepEqual(await found({ dryRun: true }), [[tried.id, 1, '5.00']]);
  assert.deepEqual(
    await readAll(stand.app, house.user, listPaymentImports, { query: { profile: 'sberbank' } }),
    [],
  );
});

test('the rows of an import are read in pages and by status, and the rejected ones can be downloaded', async () => {
  const house = await makeOwingHouse(stand);
  const told = await importRegistry(
    stand.app,
    house.user,
    { profile: 'csv' },
    'account;amount;date\nLS01;5;2026-03-05\nLS02;-1;2026-03-05\n=LS03;x;2026-03-05\nLS04;6;2026-03-05\n',
  );
  const params = { paymentImportId: told.id };
  const query = { status: 'matched', limit: 1 };
  const matched = await readAll(stand.app, house.user, getPaymentImport, { params, query });
  assert.deepEqual(
    matched.map(({ line }) => line),
    [2, 5],
  );
  const file = await stand.app.inject({
    url: addressOf(downloadRejectedRows, { params, query: { format: 'csv' } }),
    headers: { authorization: house.user.authorization },
  });
  assert.equal(file.headers['content-type'], 'text/csv; charset=utf-8');
  assert.deepEqual(file.body.split('\r\n'), [
    '\uFEFFСтрока;Причина отказа;Содержание',
    '3;сумма не больше нуля;"LS02;-1;2026-03-05"',
    `4;"сумма «x» не читается: нужно число, не более двух знаков после запятой";"'=LS03;x;2026-03-05"`,
    '',
  ]);
});
