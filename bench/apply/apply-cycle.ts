// Applying a month as a request does, without HTTP: the entries, the chains' links and the balances; compared with a bare
// INSERT … SELECT of the same entries from the same charges into a similar table. For one more month, it measures how long others
// wait meanwhile.
import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import type { Caller } from '@kvartplata/billing-service/src/access/access.service.ts';
import {
  listBalances,
  mergeCharges,
} from '@kvartplata/billing-service/src/books/account-balances/account-balances.repository.ts';
import { applyCycle } from '@kvartplata/billing-service/src/month/apply/apply.service.ts';
import { findChainFaults } from '@kvartplata/billing-service/src/books/ledger-entries/ledger-chain.service.ts';
import { bookPayment } from '@kvartplata/billing-service/src/payments/payments/payments.service.ts';
import type { BillingTables, Db } from '@kvartplata/billing-service/src/tables.ts';
import { moscowDayOf } from '@kvartplata/domain/calendar/day.ts';
import { createBookingTurns } from '@kvartplata/billing-service/src/payments/booking-turns.ts';
import { createPaymentLine } from '@kvartplata/billing-service/src/payments/payments/payment-line.service.ts';
import type { Once } from '@kvartplata/platform/idempotency/once.ts';
import { visibilityOf } from '@kvartplata/platform/identity/memberships.ts';
import { NO_QUEUE } from '@kvartplata/platform/testing/no-queue.ts';
import { sql, type Kysely } from 'kysely';
import type { Measured } from '../measured.ts';
import { callerOf } from '../billing-caller.ts';
import { sessionTime } from '../process-use.ts';
import { sized } from '../size.ts';
import { onThrowaway } from '../throwaway-database.ts';
import { ACCOUNTS_PER_HOUSE, draft, firstDayOf, SERVICES } from './drafted-month.ts';

const SIZES = sized({ whole: [1_000, 10_000, 100_000], short: [1_000] });
/** More pairs where one takes milliseconds, fewer where it takes minutes; limited by the months of a year. */
const pairsOf = (accounts: number): number => {
  if (accounts <= 10_000) return 9;
  return accounts > 300_000 ? 1 : 3;
};
const ASK_EVERY_MS = 50;
const MOST_WALKED = 1_000;
const TODAY = moscowDayOf(new Date());
const MERGED_AT_ONCE = 500;
/** The growth of balances is merged after the apply, here by an explicit call. */
const QUEUE = { ...NO_QUEUE, enqueue: async () => {} };

/** @param args sizes, as numbers of accounts */
export async function benchApply(args: readonly string[]): Promise<readonly Measured[]> {
  const sizes = args.length === 0 ? SIZES : args.map(Number);
  const results: Measured[] = [];
  for (const accounts of sizes) results.push(await benchSize(accounts));
  return results;
}

async function benchSize(accounts: number): Promise<Measured> {
  return onThrowaway<BillingTables, Measured>('billing', async ({ owner, open }) => {
    const [applying, watching] = [open(1), open(2)];
    await sql`set statement_timeout = 0`.execute(owner);
    const [caller, watcher] = [applying, watching].map(({ seeing }) =>
      callerOf(
        seeing(() => visibilityOf([{ organizationId: 1, role: 'accountant' }])),
        ACCOUNTS_PER_HOUSE,
      ),
    ) as [Caller, Caller];
    const apply = async (cycleId: number) => applyMonth(caller, cycleId, accounts);
    const [ours, limits]: [number[], number[]] = [[], []];
    const notes: string[] = [];
    // Creates the balances and warms up.
    await apply(await draft(owner, 1, accounts));
    await merge(caller.db, accounts);
    const last = pairsOf(accounts) + 2;
    for (let month = 2; month < last; month += 1) {
      const cycleId = await draft(owner, month, accounts);
      const session = await sessionOf(caller.db);
      const before = sessionTime(session);
      const tookMs = await apply(cycleId);
      const ownTime = sessionTime(session) - before;
      const mergingMs = await merge(caller.db, accounts);
      const bare = await insertBare(owner, month);
      ours.push(tookMs);
      limits.push(bare.tookMs);
      notes.push(
        `${Math.round((accounts * SERVICES * 1000) / tookMs)} charges a second; by the session’s processor time ${(ownTime / bare.processorMs).toFixed(2)} of the limit; merged afterwards in ${Math.round(mergingMs)} ms`,
      );
    }
    const cycleId = await draft(owner, last, accounts);
    notes.push(
      await meanwhile(watcher, accounts, 'an apply', async () => apply(cycleId)),
      await meanwhile(watcher, accounts, 'its merging', async () => merge(caller.db, accounts)),
    );
    await assertWhole(caller.db, accounts);
    return {
      name: 'apply',
      what: `${(accounts * SERVICES) / 1000}k charges of ${accounts} accounts`,
      limit: 'a bare INSERT … SELECT of the same entries from the charges',
      goal: 1.2,
      ours,
      limits,
      notes,
    };
  });
}

/** @returns the duration */
async function applyMonth(caller: Caller, cycleId: number, accounts: number): Promise<number> {
  const startedAt = performance.now();
  const once: Once = async (_trx, _organizationId, work) => work();
  const done = await applyCycle({ queue: QUEUE, once, today: TODAY }, caller, cycleId);
  assert.equal(done.ledgerEntriesCreated, accounts * SERVICES);
  return performance.now() - startedAt;
}

async function meanwhile(
  watcher: Caller,
  accounts: number,
  what: string,
  work: () => Promise<number>,
): Promise<string> {
  const seen = await watched(watcher, accounts, work);
  const [tookMs, paymentMs, readMs] = [seen.tookMs, seen.longestPaymentMs, seen.longestReadMs].map(
    Math.round,
  );
  return `${what} while others pay and read: ${tookMs} ms; a payment waited at most ${paymentMs} ms, a page of balances ${readMs} ms`;
}

/** @returns the duration */
async function merge(db: Db, accounts: number): Promise<number> {
  const startedAt = performance.now();
  for (let houseId = 1; houseId <= Math.ceil(accounts / ACCOUNTS_PER_HOUSE); houseId += 1)
    await mergeCharges(db, { organizationId: 1, houseIds: [houseId] }, MERGED_AT_ONCE);
  return performance.now() - startedAt;
}

async function assertWhole(db: Db, accounts: number): Promise<void> {
  const houses = { organizationId: 1, houseIds: housesToWalk(accounts) };
  assert.deepEqual(await findChainFaults(db, houses), []);
}

/** Some of many houses, evenly spread: checking all chains of a million accounts would take longer than the measurement. */
function housesToWalk(accounts: number): readonly number[] {
  const houses = accounts / ACCOUNTS_PER_HOUSE;
  const step = Math.ceil(houses / MOST_WALKED);
  return Array.from({ length: Math.floor(houses / step) }, (_, index) => index * step + 1);
}

/**
 * Inserts the month's entries again from its charges, as the tables' owner, into a table with the same columns, constraints and
 * keys but without guards.
 */
async function insertBare(
  db: Kysely<unknown>,
  month: number,
): Promise<{ readonly tookMs: number; readonly processorMs: number }> {
  const period = firstDayOf(month);
  const entries = sql.table(`ledger_entries_2025_${String(month).padStart(2, '0')}`);
  await sql`create table bare_entries (like ${entries} including all)`.execute(db);
  await sql`checkpoint`.execute(db);
  const session = await sessionOf(db);
  const before = sessionTime(session);
  const startedAt = performance.now();
  await sql`
    insert into bare_entries (house_id, personal_account_id, id, period, organization_id, transaction_type, debt_kind,
      debit, credit, document_id, effective_on)
    select house_id, personal_account_id, id, period, organization_id, 'CHARGE', 'principal', greatest(amount, 0),
      greatest(-amount, 0), id, (${period}::date + interval '1 month' - interval '1 day')::date
    from charges
    where period = ${period}::date and amount <> 0
  `.execute(db);
  const tookMs = performance.now() - startedAt;
  const processorMs = sessionTime(session) - before;
  await sql`drop table bare_entries`.execute(db);
  return { tookMs, processorMs };
}

/** The PID of the server process for the handle's only connection. */
async function sessionOf<Tables>(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  return rows[0]?.pid ?? 0;
}

type Watched = {
  readonly tookMs: number;
  readonly longestPaymentMs: number;
  readonly longestReadMs: number;
};

/** Does the work while one caller repeatedly books payments and another reads balances. */
async function watched(
  caller: Caller,
  accounts: number,
  work: () => Promise<number>,
): Promise<Watched> {
  const line = createPaymentLine(createBookingTurns(2));
  const pay = async (nth: number): Promise<unknown> =>
    bookPayment(
      { caller, line, key: undefined, today: TODAY },
      { personalAccountId: (nth * 7919) % accounts, amount: '10.00', paidOn: TODAY },
    );
  const page = { scope: { organizationIds: [1], houseIds: [] }, after: undefined, limit: 50 };
  const read = async (): Promise<unknown> => listBalances(caller.db, page);
  // The first request on each connection waits for query plans rather than for the work.
  await Promise.all([pay(0), read()]);
  const done = new AbortController();
  const again = async (ask: (nth: number) => Promise<unknown>): Promise<number> => {
    let longestMs = 0;
    for (let nth = 0; !done.signal.aborted; nth += 1) {
      const askedAt = performance.now();
      await ask(nth);
      longestMs = Math.max(longestMs, performance.now() - askedAt);
      await setTimeout(ASK_EVERY_MS, undefined, { signal: done.signal }).catch(() => undefined);
    }
    return longestMs;
  };
  const paying = again(pay);
  const reading = again(read);
  const tookMs = await work();
  done.abort();
  return { tookMs, longestPaymentMs: await paying, longestReadMs: await reading };
}
