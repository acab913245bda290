// Accruals for 100,000 accounts with 24 monthly debts each: computing the penalties, booking all of them for the first time, and
// again when nothing is new; compared with bare reads of the rows that they follow from, and bare inserts of the rows that they
// become.
import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { amountOf } from '@kvartplata/billing-service/src/penalties/penalty-accruals/accrual-rows.ts';
import {
  accrueHouses,
  holdHouseTerms,
} from '@kvartplata/billing-service/src/penalties/penalty-accruals/accrue-houses.service.ts';
import { accrueBooks } from '@kvartplata/billing-service/src/penalties/penalty-accruals/principal-books.service.ts';
import {
  listPrincipalBooks,
  raiseSortMemory,
} from '@kvartplata/billing-service/src/penalties/penalty-accruals/principal-books.repository.ts';
import type { BillingTables, Db } from '@kvartplata/billing-service/src/tables.ts';
import { parseDay } from '@kvartplata/domain/calendar/day.ts';
import { formatKopecks, type Kopecks } from '@kvartplata/domain/money/kopecks.ts';
import {
  openCopyingDatabase,
  type CopyingDatabase,
} from '@kvartplata/platform/database/copying.ts';
import { inTransaction, openDatabase } from '@kvartplata/platform/database/database.ts';
import { migrate } from '@kvartplata/platform/database/migrations.ts';
import { startEmbeddedPostgres } from '@kvartplata/platform/embedded-postgres/embedded-postgres.ts';
import { visibilityOf } from '@kvartplata/platform/identity/memberships.ts';
import { sql, type Kysely } from 'kysely';
import type { Measured } from '../measured.ts';
import { postmasterOf, processorTime } from '../process-use.ts';
import { ACCOUNTS_PER_HOUSE, fillBooks, forgetAccruals, MONTHS } from './fill-books.ts';
import { sized } from '../size.ts';

const ACCOUNTS = sized({ whole: 100_000, short: 2_000 });
const PAIRS = 3;
/** As many as in one transaction of a job. */
const HOUSES_AT_ONCE = 8;
const TARGET = parseDay('2026-10-31');
const MIGRATIONS = path.resolve(import.meta.dirname, '../../services/billing/migrations');

type Stand = {
  /** The owner of the tables, on one connection. */
  readonly owner: Kysely<unknown>;
  readonly db: Db;
  readonly copying: CopyingDatabase<BillingTables>;
  /** House ids, in batches. */
  readonly batches: readonly (readonly number[])[];
};

type Timed = { readonly tookMs: number; readonly processorMs: number };

/** @param args the number of accounts */
export async function measureAccruals(args: readonly string[]): Promise<readonly Measured[]> {
  const accounts = Number(args[0] ?? ACCOUNTS);
  const directory = mkdtempSync(path.join(tmpdir(), 'kvartplata-bench-'));
  chmodSync(directory, 0o755);
  const server = await startEmbeddedPostgres({
    directory,
    password: 'bench',
    preferredPort: 0,
    databases: ['billing'],
  });
  const options = { url: server.urlOf('billing'), poolSize: 1, applicationName: 'bench' };
  const owner = openDatabase<unknown>(options);
  const application = openDatabase<BillingTables>({ ...options, role: 'billing_app' });
  const copying = openCopyingDatabase<BillingTables>(options, visibilityOf('all'));
  const postmaster = postmasterOf(server.dataDirectory);
  const timed = async (work: () => Promise<unknown>): Promise<Timed> => {
    const startedAt = performance.now();
    const before = process.cpuUsage();
    const serverBefore = processorTime(postmaster);
    await work();
    const { user, system } = process.cpuUsage(before);
    return {
      tookMs: performance.now() - startedAt,
      processorMs: (user + system) / 1000 + processorTime(postmaster) - serverBefore,
    };
  };
  try {
    await sql`set statement_timeout = 0`.execute(owner.db);
    await migrate(owner.db, MIGRATIONS);
    await fillBooks(owner.db, accounts);
    const db = application.seeing(() => visibilityOf('all'));
    const houses = Array.from({ length: accounts / ACCOUNTS_PER_HOUSE }, (_, index) => index + 1);
    const stand = {
      owner: owner.db,
      db,
      copying,
      batches: houses.flatMap((_, at) =>
        at % HOUSES_AT_ONCE === 0 ? [houses.slice(at, at + HOUSES_AT_ONCE)] : [],
      ),
    };
    return await measure(stand, accounts, timed);
  } finally {
    await copying.close();
    await application.db.destroy();
    await owner.db.destroy();
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function measure(
  stand: Stand,
  accounts: number,
  timed: (work: () => Promise<unknown>) => Promise<Timed>,
): Promise<readonly Measured[]> {
  const runs: Record<'read' | 'counted' | 'booked' | 'inserted' | 'again' | 'readAgain', Timed[]> =
    {
      read: [],
      counted: [],
      booked: [],
      inserted: [],
      again: [],
      readAgain: [],
    };
  for (let pair = 0; pair < PAIRS; pair += 1) {
    runs.read.push(await timed(async () => readBare(stand)));
    let countedKopecks = 0n;
    runs.counted.push(await timed(async () => (countedKopecks = await count(stand))));
    runs.booked.push(await timed(async () => book(stand)));
    assert.equal(await sumBooked(stand), formatKopecks(countedKopecks));
    runs.inserted.push(await timed(async () => insertBare(stand)));
    await sql`vacuum (analyze) penalty_accruals, penalty_accrual_debts`.execute(stand.owner);
    runs.readAgain.push(
      await timed(async () => {
        await readBare(stand);
        await readAccrued(stand);
      }),
    );
    runs.again.push(await timed(async () => assert.equal(await book(stand), 0)));
    await forgetAccruals(stand.owner);
  }
  const firstLimits = runs.read.map((read, pair) => plus(read, runs.inserted[pair]!));
  const books = `${accounts} accounts with ${MONTHS} debts each`;
  return [
    toMeasured(`${books}, counted`, 'bare reads of their rows', runs.counted, runs.read),
    toMeasured(
      `${books}, booked for the first time`,
      'bare reads, and bare inserts of the accruals, debts and entries',
      runs.booked,
      firstLimits,
    ),
    toMeasured(
      `${books}, accrued again, nothing new`,
      'bare reads of their rows and of what is booked',
      runs.again,
      runs.readAgain,
    ),
  ];
}

function plus(a: Timed, b: Timed): Timed {
  return { tookMs: a.tookMs + b.tookMs, processorMs: a.processorMs + b.processorMs };
}

function toMeasured(
  what: string,
  limit: string,
  ours: readonly Timed[],
  limits: readonly Timed[],
): Measured {
  return {
    name: 'penalties',
    what,
    limit,
    goal: 1.5,
    ours: ours.map(({ tookMs }) => tookMs),
    limits: limits.map(({ tookMs }) => tookMs),
    notes: ours.map(({ processorMs }, pair) => {
      const bare = limits[pair]!.processorMs;
      return `of processor time ${Math.round(processorMs)} ms beside ${Math.round(bare)} ms: ${(processorMs / bare).toFixed(2)}`;
    }),
  };
}

/** Reads the charges and payments row by row, in the order in which penalties need them. */
async function readBare({ owner, batches }: Stand): Promise<void> {
  for (const houseIds of batches) {
    await sql`
      select house_id, personal_account_id, period, debit - credit as amount from ledger_entries
      where house_id = any(${houseIds}::bigint[]) and transaction_type = 'CHARGE'
      order by house_id, personal_account_id, period`.execute(owner);
    await sql`
      select house_id, personal_account_id, paid_on, named_period, principal_amount from payments
      where house_id = any(${houseIds}::bigint[])
      order by house_id, personal_account_id, paid_on, id`.execute(owner);
  }
}

async function readAccrued({ owner, batches }: Stand): Promise<void> {
  for (const houseIds of batches)
    await sql`
      select house_id, personal_account_id, period, kind, amount from penalty_accrual_debts
      where house_id = any(${houseIds}::bigint[])
      order by house_id, personal_account_id, period, kind`.execute(owner);
}

/** @returns kopecks */
async function count({ db, batches }: Stand): Promise<Kopecks> {
  let kopecks = 0n;
  for (const houseIds of batches)
    await inTransaction(db, async (trx) => {
      await raiseSortMemory(trx);
      const terms = await holdHouseTerms(trx, 1);
      for (const row of await listPrincipalBooks(trx, { organizationId: 1, houseIds }))
        kopecks += amountOf(accrueBooks(row, terms(row.houseId), TARGET));
    });
  return kopecks;
}

/** @returns the number of accruals */
async function book({ copying, batches }: Stand): Promise<number> {
  let accruals = 0;
  for (const houseIds of batches) {
    const houses = { organizationId: 1, jobId: 1, houseIds, targetDate: TARGET };
    accruals += await copying.inTransaction(
      async (trx, copyIn) => (await accrueHouses(trx, copyIn, houses)).accruals,
    );
  }
  return accruals;
}

/** @returns roubles */
async function sumBooked({ owner }: Stand): Promise<string> {
  const { rows } = await sql<{ amount: string }>`
    select sum(debit - credit)::text as amount from ledger_entries where transaction_type = 'PENALTY'
  `.execute(owner);
  return rows[0]?.amount ?? '';
}

async function insertBare({ owner }: Stand): Promise<void> {
  for (const table of ['penaltyAccruals', 'penaltyAccrualDebts', 'ledgerEntries']) {
    const bare = sql.id(`bare_${table}`);
    await sql`drop table if exists ${bare}`.execute(owner);
    await sql`create table ${bare} (like ${sql.id(table)} including all)`.execute(owner);
    const entries = table === 'ledgerEntries' ? sql`where transaction_type = 'PENALTY'` : sql``;
    await sql`insert into ${bare} select * from ${sql.id(table)} ${entries}`.execute(owner);
  }
}
