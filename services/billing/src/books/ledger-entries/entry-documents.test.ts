// An entry of a payment or a storno agrees with the document that it names; the database refuses any other to the owner too.
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import {
  createTestDatabase,
  type TestDatabase,
} from '@kvartplata/platform/testing/test-database.ts';
import pg from 'pg';

let database: TestDatabase;
let owner: pg.Client;

before(async () => {
  database = await createTestDatabase('billing');
  owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  await owner.query(`
    select app.ensure_month('2026-01-01'), app.ensure_month('2026-02-01');
    insert into payments (house_id, id, personal_account_id, organization_id, amount, principal_amount, penalty_amount,
      paid_on, booked_in, source) values (5, 70, 81, 1, 10, 7, 3, '2026-01-20', '2026-02-01', 'manual');
    insert into ledger_entries (house_id, personal_account_id, id, period, organization_id, transaction_type, debt_kind,
      debit, credit, document_id, effective_on)
    values (5, 81, 40, '2026-01-01', 1, 'CHARGE', 'principal', 12.50, 0, 40, '2026-01-31');
  `);
});
after(async () => {
  await owner.end();
  await database.drop();
});
beforeEach(async () => owner.query('begin'));
afterEach(async () => owner.query('rollback'));

type Entry = {
  readonly account: number;
  readonly period: string;
  readonly type: 'PAYMENT' | 'STORNO';
  readonly kind: 'principal' | 'penalty';
  readonly debit: string;
  readonly credit: string;
  readonly document: number;
};

async function book({ account, period, type, kind, debit, credit, document }: Entry) {
  return owner.query(
    `insert into ledger_entries (house_id, personal_account_id, id, period, organization_id, transaction_type, debt_kind,
       debit, credit, document_id, effective_on)
     values (5, $1, 90, $2, 1, $3, $4, $5, $6, $7, '2026-01-20')`,
    [account, period, type, kind, debit, credit, document],
  );
}

describe('an entry of a payment', () => {
  const right: Entry = {
    account: 81,
    period: '2026-02-01',
    type: 'PAYMENT',
    kind: 'principal',
    debit: '0',
    credit: '7.00',
    document: 70,
  };

  test('has its account, its month and the amount of its kind', async () => {
    await book(right);
  });

  const wrong: readonly { readonly why: string; readonly change: Partial<Entry> }[] = [
    { why: 'of a payment that is not there', change: { document: 71 } },
    { why: 'of another account', change: { account: 82 } },
    { why: 'in another month', change: { period: '2026-01-01' } },
    { why: 'with another amount', change: { credit: '7.01' } },
    { why: 'with the amount of the other kind', change: { kind: 'penalty' } },
    { why: 'with its sides swapped', change: { debit: '7.00', credit: '0' } },
  ];
  for (const { why, change } of wrong) {
    test(`${why} is refused`, async () => {
      const constraint = 'ledger_entries_payment_agrees';
      await assert.rejects(book({ ...right, ...change }), { constraint });
    });
  }
});

describe('a storno', () => {
  const right: Entry = {
    account: 81,
    period: '2026-02-01',
    type: 'STORNO',
    kind: 'principal',
    debit: '0',
    credit: '12.50',
    document: 40,
  };

  async function name(change: { readonly storno?: number; readonly document?: number } = {}) {
    return owner.query(
      `insert into stornos (house_id, entry_id, entry_period, personal_account_id, organization_id, storno_id, period,
         transaction_type, document_id, reason)
       values (5, 40, '2026-01-01', 81, 1, $1, '2026-02-01', 'CHARGE', $2, 'ошибка')`,
      [change.storno ?? 90, change.document ?? 40],
    );
  }

  test('mirrors the entry that it names', async () => {
    await name();
    await book(right);
  });

  test('of an entry is named once', async () => {
    await name();
    await assert.rejects(name({ storno: 91 }), { constraint: 'stornos_pkey' });
  });

  const wrong: readonly { readonly why: string; readonly change: Partial<Entry> }[] = [
    { why: 'of an entry that is not there', change: { document: 41 } },
    { why: 'on another account', change: { account: 82 } },
    { why: 'in another month than it says', change: { period: '2026-01-01' } },
    { why: 'of another amount', change: { credit: '12.49' } },
    { why: 'of another kind of debt', change: { kind: 'penalty' } },
    { why: 'on the side of its entry', change: { debit: '12.50', credit: '0' } },
  ];
  for (const { why, change } of wrong) {
    test(`${why} is refused`, async () => {
      const constraint = 'ledger_entries_storno_mirrors';
      await name();
      await assert.rejects(book({ ...right, ...change }), { constraint });
    });
  }

  test('that nobody has named is refused', async () => {
    await assert.rejects(book(right), { constraint: 'ledger_entries_storno_mirrors' });
  });

  test('that names another document than its entry is refused', async () => {
    await name({ document: 41 });
    await assert.rejects(book(right), { constraint: 'ledger_entries_storno_mirrors' });
  });
});
