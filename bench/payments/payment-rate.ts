// Payments booked one by one, eight at once, as a caller's request books them but for HTTP; beside pgbench's own
// transaction, which moves three balances and writes a line of history.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Caller } from '@kvartplata/billing-service/src/access/access.service.ts';
import { bookPayment } from '@kvartplata/billing-service/src/payments/payments/payments.service.ts';
import { createBookingTurns } from '@kvartplata/billing-service/src/payments/booking-turns.ts';
import { createPaymentLine } from '@kvartplata/billing-service/src/payments/payments/payment-line.ts';
import type { BillingTables } from '@kvartplata/billing-service/src/tables.ts';
import { parseDay } from '@kvartplata/domain/calendar/day.ts';
import { openDatabase } from '@kvartplata/platform/database/database.ts';
import { migrate } from '@kvartplata/platform/database/migrations.ts';
import { startEmbeddedPostgres } from '@kvartplata/platform/embedded-postgres/embedded-postgres.ts';
import { visibilityOf } from '@kvartplata/platform/identity/memberships.ts';
import { sql, type Kysely } from 'kysely';
import type { Measured } from '../measured.ts';
import { callerOf } from '../billing-caller.ts';
import { sized } from '../size.ts';

const PAIRS = sized({ whole: 5, short: 2 });
const HOUSES = sized({ whole: 20, short: 4 });
const ACCOUNTS_PER_HOUSE = 500;
const MONTHS = 12;
const SERVICES = 8;
const PAYMENTS = sized({ whole: 5_000, short: 1_000 });
const PAYERS = 8;
const SCALE = 10;
const MIGRATIONS = path.resolve(import.meta.dirname, '../../services/billing/migrations');
const TODAY = parseDay('2026-01-20');

export async function benchPayments(): Promise<readonly Measured[]> {
  const directory = mkdtempSync(path.join(tmpdir(), 'kvartplata-bench-'));
  chmodSync(directory, 0o755);
  const server = await startEmbeddedPostgres({
    directory,
    password: 'bench',
    preferredPort: 0,
    databases: ['billing', 'tpcb'],
  });
  const url = server.urlOf('billing');
  const owner = openDatabase<unknown>({ url, poolSize: 1, applicationName: 'bench' });
  const application = openDatabase<BillingTables>({
    url,
    poolSize: PAYERS,
    applicationName: 'bench',
    role: 'billing_app',
  });
  try {
    await migrate(owner.db, MIGRATIONS);
    await fill(owner.db);
    const tpcb = server.urlOf('tpcb');
    pgbench('-i', '-q', '-s', String(SCALE), tpcb);
    const caller = callerOf(
      application.seeing(() => visibilityOf([{ organizationId: 1, role: 'accountant' }])),
      ACCOUNTS_PER_HOUSE,
    );
    const [ours, limits]: [number[], number[]] = [[], []];
    await payAll(caller, 0);
    // As autovacuum does within a minute: statements that are planned once were planned while nothing was paid.
    await sql`analyze`.execute(owner.db);
    for (let pair = 1; pair <= PAIRS; pair += 1) {
      limits.push(tpcbMs(tpcb));
      ours.push(await payAll(caller, pair));
    }
    return [
      {
        name: 'payments',
        what: `${PAYMENTS} payments of ${HOUSES * ACCOUNTS_PER_HOUSE} accounts with ${MONTHS} months of ${SERVICES} charges, ${PAYERS} at once`,
        limit: `as many transactions of pgbench at scale ${SCALE}`,
        goal: 1,
        ours,
        limits,
      },
    ];
  } finally {
    await application.db.destroy();
    await owner.db.destroy();
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** A year of charges, none of them paid yet. */
async function fill(db: Kysely<unknown>): Promise<void> {
  await sql`select app.ensure_month(make_date(2025, n, 1)) from generate_series(1, 12) as n`.execute(
    db,
  );
  await sql`
    insert into billing_cycles (organization_id, year, month, status, applied_at)
    select 1, 2025, n, 'APPLIED', now() from generate_series(1, 12) as n
  `.execute(db);
  await sql`
    insert into ledger_entries (house_id, personal_account_id, id, period, organization_id, transaction_type,
      debt_kind, debit, credit, document_id, effective_on)
    select account / ${ACCOUNTS_PER_HOUSE}::integer + 1, account, id, month, 1, 'CHARGE', 'principal', 100, 0, id,
      (month + interval '1 month' - interval '1 day')::date
    from (
      select n as account, m.month::date as month, nextval('document_ids') as id
      from generate_series(date '2025-01-01', date '2025-12-01', interval '1 month') as m (month),
        generate_series(0, ${HOUSES * ACCOUNTS_PER_HOUSE - 1}::integer) as n,
        generate_series(1, ${SERVICES}::integer)
      offset 0
    ) as charges
  `.execute(db);
  await sql`
    insert into account_balances (house_id, personal_account_id, organization_id, principal_debt, open_debts,
      last_updated_at)
    select months.house_id, months.personal_account_id, 1, sum(months.owed),
      jsonb_object_agg(to_char(months.period, 'YYYY-MM'), months.owed::text), now()
    from (
      select ledger_entries.house_id, ledger_entries.personal_account_id, ledger_entries.period, sum(debit) as owed
      from ledger_entries
      group by ledger_entries.house_id, ledger_entries.personal_account_id, ledger_entries.period
    ) as months
    group by months.house_id, months.personal_account_id
  `.execute(db);
  await sql`analyze`.execute(db);
}

/** How long all the payments take, in milliseconds. */
async function payAll(caller: Caller, round: number): Promise<number> {
  const accounts = HOUSES * ACCOUNTS_PER_HOUSE;
  const line = createPaymentLine(createBookingTurns(PAYERS));
  const startedAt = performance.now();
  const pay = async (payer: number): Promise<void> => {
    for (let nth = payer; nth < PAYMENTS; nth += PAYERS) {
      await bookPayment(
        { caller, line, key: undefined, today: TODAY },
        {
          personalAccountId: (nth * 7919) % accounts,
          amount: '800.00',
          paidOn: TODAY,
          reference: `${round}-${nth}`,
        },
      );
    }
  };
  await Promise.all(Array.from({ length: PAYERS }, async (_, payer) => pay(payer)));
  return performance.now() - startedAt;
}

function tpcbMs(url: string): number {
  const each = Math.ceil(PAYMENTS / PAYERS);
  const told = pgbench('-n', '-c', String(PAYERS), '-j', '2', '-t', String(each), url);
  const rate = /tps = ([\d.]+)/.exec(told)?.[1];
  if (rate === undefined) throw new Error(`pgbench told no rate: ${told}`);
  return (PAYMENTS / Number(rate)) * 1000;
}

/** @throws when it is not installed: it comes with PostgreSQL's server */
function pgbench(...args: readonly string[]): string {
  return execFileSync('pgbench', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}
