// The ledger's hash chain: every booking appends to it, and bypassing the database's guards is detected.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { lastDayOf, parseBillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import { openDatabase, type Database } from '@kvartplata/platform/database/database.ts';
import {
  createTestDatabase,
  type TestDatabase,
} from '@kvartplata/platform/testing/test-database.ts';
import { sql } from 'kysely';
import type { BillingTables, Db, Trx } from '../../tables.ts';
import { listEntryFaults, listOrderFaults, type ChainFault } from './ledger-chain.repository.ts';

let database: TestDatabase;
let owner: Database<BillingTables>;

const HOUSES = [1, 2, 3];
const BOOKERS = 20;

before(async () => {
  database = await createTestDatabase('billing');
  owner = openDatabase({ url: database.url, poolSize: BOOKERS, applicationName: 'test-owner' });
  await owner.pool.query(`select app.ensure_month('2026-01-01'), app.ensure_month('2026-02-01')`);
  await book(charges(1, 3, '2026-01-01'));
  await book([...charges(2, 2, '2026-01-01'), ...charges(1, 2, '2026-02-01')]);
  await book([{ house: 1, account: 2, id: 900, period: '2026-02-01', credit: '7.05' }]);
});
after(async () => {
  await owner.db.destroy();
  await database.drop();
});

type Booking = {
  readonly house: number;
  readonly account: number;
  readonly id: number;
  readonly period: string;
  readonly debit?: string;
  readonly credit?: string;
  /** The day from which it counts. */
  readonly on?: string;
};

/** As a month's calculation makes them, except the third, which counts from a day other than the last of the month. */
function charges(house: number, accounts: number, period: string): readonly Booking[] {
  return Array.from({ length: accounts }, (_, index) => ({
    house,
    account: index + 1,
    id: Number(period.slice(5, 7)) * 100 + house * 10 + index,
    period,
    debit: `${index + 1}0.25`,
    on: index === 2 ? '2026-12-31' : lastDayOf(parseBillingMonth(period.slice(0, 7))).toString(),
  }));
}

type Link = {
  readonly number: number;
  readonly period: string;
  readonly entryIds: readonly number[];
  readonly hash: Buffer;
  readonly microseconds: string;
};

/** In a single transaction. */
async function book(bookings: readonly Booking[], by: Trx | typeof owner.db = owner.db) {
  const rows = bookings.map(
    ({ house, account, id, period, debit, credit, on = '2026-02-10' }) =>
      sql`(${house}, ${account}, ${id}, ${period}, 1, ${debit === undefined ? 'PENALTY' : 'CHARGE'},
        ${debit === undefined ? 'penalty' : 'principal'},
        ${debit ?? '0'}, ${credit ?? '0'}, ${id}, ${on})`,
  );
  await sql`
    insert into ledger_entries (house_id, personal_account_id, id, period, organization_id, transaction_type,
      debt_kind, debit, credit, document_id, effective_on)
    values ${sql.join(rows)}
  `.execute(by);
  await sql`select app.link_unlinked(1)`.execute(by);
}

async function chainFaultsOf(db: Db, houseIds: readonly number[]): Promise<readonly ChainFault[]> {
  const houses = { organizationId: 1, houseIds };
  return [
    ...(await listEntryFaults(db, houses, { since: null })),
    ...(await listOrderFaults(db, houses)),
  ];
}

test('the chain of a house is intact, and an independent implementation computes the same hashes', async () => {
  assert.deepEqual(await chainFaultsOf(owner.db, HOUSES), []);
  const sha256 = (...parts: readonly (string | Buffer)[]): Buffer =>
    createHash('sha256')
      .update(Buffer.concat(parts.map((part) => Buffer.from(part as string))))
      .digest();
  const first = sha256(
    ['1|110|10.25', '2|111|20.25', '3|112|CHARGE|principal|30.25|0.00|112|2026-12-31'].join('\n'),
  );
  const second = sha256(['1|210|10.25', '2|211|20.25'].join('\n'));
  const third = sha256('2|900|PENALTY|penalty|0.00|7.05|900|2026-02-10');
  const { rows: links } = await sql<Link>`
    select number, period, entry_ids, hash, (extract(epoch from created_at) * 1000000)::bigint::text as microseconds
    from ledger_links where organization_id = 1 and house_id = 1 order by number
  `.execute(owner.db);
  const hashes: Buffer[] = [];
  for (const [nth, digest] of [first, second, third].entries()) {
    const month = nth === 0 ? '2026-01' : '2026-02';
    const ofLink = `1|1|${nth + 1}|${month}|${links[nth]?.microseconds}`;
    hashes.push(sha256(hashes.at(-1) ?? '', ofLink, digest));
  }
  assert.deepEqual(
    links.map(({ number, period, entryIds, hash }) => [
      number,
      period,
      entryIds,
      hash.toString('hex'),
    ]),
    [
      [1, '2026-01-01', [110, 111, 112], hashes[0]?.toString('hex')],
      [2, '2026-02-01', [210, 211], hashes[1]?.toString('hex')],
      [3, '2026-02-01', [900], hashes[2]?.toString('hex')],
    ],
  );
});

test('concurrent bookings append one after the other, and a rolled-back one leaves nothing', async () => {
  await Promise.all(
    Array.from({ length: BOOKERS }, async (_, booker) => {
      for (let nth = 0; nth < 5; nth += 1) {
        const id = 1000 + booker * 10 + nth;
        const houses = booker % 2 === 0 ? [3, 2] : [2, 3];
        const bookings = houses.map((house) => ({
          house,
          account: 1,
          id,
          period: '2026-02-01',
          credit: '1.00',
        }));
        await owner.db
          .transaction()
          .execute(async (trx) => {
            await book(bookings, trx);
            if (nth === 4) throw new Error('rolled back');
          })
          .catch((error: unknown) => assert.equal((error as Error).message, 'rolled back'));
      }
    }),
  );
  assert.deepEqual(await chainFaultsOf(owner.db, HOUSES), []);
  const { rows } = await sql<{ houseId: number; links: number }>`
    select house_id, count(*)::integer as links from ledger_links where house_id > 1 group by house_id order by house_id
  `.execute(owner.db);
  assert.deepEqual(rows, [
    { houseId: 2, links: BOOKERS * 4 + 1 },
    { houseId: 3, links: BOOKERS * 4 },
  ]);
});

test('bookings with more entries than one statement links make the same chains', async () => {
  const undo = new Error('undo');
  const booking = (houseId: number, period: string, entries: number) =>
    sql`(1, ${houseId}, ${period}, array(select generate_series(1, ${entries}::bigint)), sha256('x'), now())`;
  await assert.rejects(
    owner.db.transaction().execute(async (trx) => {
      await sql`
        insert into unlinked_bookings (organization_id, house_id, period, entry_ids, digest, created_at)
        values ${sql.join([
          booking(9, '2026-02-01', 1),
          booking(8, '2026-02-01', 1),
          booking(8, '2026-01-01', 100_000),
        ])}
      `.execute(trx);
      await sql`select app.link_digests(1)`.execute(trx);
      const { rows } = await sql<{ houseId: number; number: number; period: string }>`
        select house_id, number, period from ledger_links where house_id in (8, 9) order by house_id, number
      `.execute(trx);
      assert.deepEqual(
        rows.map(({ houseId, number, period }) => [houseId, number, period]),
        [
          [8, 1, '2026-01-01'],
          [8, 2, '2026-02-01'],
          [9, 1, '2026-02-01'],
        ],
      );
      const houses = { organizationId: 1, houseIds: [8, 9] };
      assert.deepEqual(await listOrderFaults(trx, houses), []);
      throw undo;
    }),
    undo,
  );
});

describe('bypassing the guards is detected', () => {
  const entriesOf = (number: number, period: string) => ({
    houseId: 1,
    number,
    period,
    fault: 'entries',
  });
  for (const { what, statement, faults } of [
    {
      what: 'an amount that was changed',
      statement: `update ledger_entries set debit = 10.26 where house_id = 1 and id = 110`,
      faults: [entriesOf(1, '2026-01-01')],
    },
    {
      what: 'an entry given to another account',
      statement: `update ledger_entries set personal_account_id = 9 where house_id = 1 and id = 900`,
      faults: [entriesOf(3, '2026-02-01')],
    },
    {
      what: 'a day that was changed',
      statement: `update ledger_entries set effective_on = '2026-02-11' where house_id = 1 and id = 211`,
      faults: [entriesOf(2, '2026-02-01')],
    },
    {
      what: 'a time that was changed',
      statement: `update ledger_entries set created_at = created_at - interval '1 day' where house_id = 1 and id = 211`,
      faults: [entriesOf(2, '2026-02-01')],
    },
    {
      what: 'a link with its entries, given another time',
      statement: `with entries as (update ledger_entries set created_at = '2026-02-15' where house_id = 1 and id = 900)
        update ledger_links set created_at = '2026-02-15' where house_id = 1 and number = 3`,
      faults: [{ houseId: 1, number: 3, period: '2026-02-01', fault: 'order' }],
    },
    {
      what: 'a link with its entries, given to another month',
      statement: `with entries as (update ledger_entries set period = '2026-01-01' where house_id = 1 and id = 900)
        update ledger_links set period = '2026-01-01' where house_id = 1 and number = 3`,
      faults: [{ houseId: 1, number: 3, period: '2026-01-01', fault: 'order' }],
    },
    {
      what: 'an entry that was taken away',
      statement: `delete from ledger_entries where house_id = 1 and id = 112`,
      faults: [entriesOf(1, '2026-01-01')],
    },
    {
      what: 'an entry that was put there',
      statement: `insert into ledger_entries select organization_id, house_id, personal_account_id, 901, period,
        transaction_type, debt_kind, debit, credit, 901, effective_on from ledger_entries where id = 900`,
      faults: [{ houseId: 1, number: null, period: '2026-02-01', fault: 'unlinked' }],
    },
    {
      what: 'an entry with its link, both taken away',
      statement: `with link as (delete from ledger_links where house_id = 1 and number = 2)
        delete from ledger_entries where house_id = 1 and id in (210, 211)`,
      faults: [{ houseId: 1, number: 3, period: '2026-02-01', fault: 'order' }],
    },
    {
      what: 'the last entry with its link, both taken away',
      statement: `with link as (delete from ledger_links where house_id = 1 and number = 3)
        delete from ledger_entries where house_id = 1 and id = 900`,
      faults: [{ houseId: 1, number: 3, period: null, fault: 'order' }],
    },
    {
      what: 'an amount that was changed, and its link with it',
      statement: `with entry as (update ledger_entries set debit = 10.26 where house_id = 1 and id = 210)
        update ledger_links set digest = sha256(${line('1|210|10.26')} || '\\x0a'
            || ${line('2|211|20.25')})
          where house_id = 1 and number = 2`,
      faults: [{ houseId: 1, number: 2, period: '2026-02-01', fault: 'order' }],
    },
  ]) {
    test(what, async () => {
      const undo = new Error('undo');
      await assert.rejects(
        owner.db.transaction().execute(async (trx) => {
          for (const table of ['ledger_entries', 'ledger_links'])
            await sql.raw(`alter table ${table} disable trigger user`).execute(trx);
          await sql.raw(statement).execute(trx);
          assert.deepEqual(await chainFaultsOf(trx, [1]), faults);
          throw undo;
        }),
        undo,
      );
    });
  }

  function line(text: string): string {
    return `'${text}'::bytea`;
  }
});
