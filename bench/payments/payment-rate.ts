// Payments booked over HTTP by a signed-in accountant, eight and sixty-four at a time; compared with pgbench's own transaction,
// which updates three balances and writes a history row, with as many clients on the same server.
import { execFileSync } from 'node:child_process';
import { createPayment } from '@kvartplata/contracts/billing/payments.ts';
import { createOrganization } from '@kvartplata/contracts/core/organizations.ts';
import { bringIn, signIn, signUp } from '@kvartplata/platform/testing/people.ts';
import { sql, type Kysely } from 'kysely';
import { fillCore } from '../calculation/fill-core.ts';
import { startStand, USERNAME, type RunningServices, type Stand } from '../calculation/stand.ts';
import { openLine } from '../http/load.ts';
import type { Measured } from '../measured.ts';
import { processorTime } from '../process-use.ts';
import { sized } from '../size.ts';

const PAIRS = sized({ whole: 5, short: 2 });
/** Enough that no account is paid for twice within the minute for which its location is cached: people pay once a month. */
const HOUSES = sized({ whole: 80, short: 16 });
const ACCOUNTS_PER_HOUSE = 500;
const ACCOUNTS = HOUSES * ACCOUNTS_PER_HOUSE;
const MONTHS = 12;
const SERVICES = 8;
const PAYMENTS = sized({ whole: 3_000, short: 1_000 });
const CLIENTS = [8, 64];
const SCALE = 10;
export const ACCOUNTANT = 'accountant';
const PAID_ON = '2026-01-20';

export async function benchPayments(): Promise<readonly Measured[]> {
  const stand = await startStand({ LOG_LEVEL: 'info' });
  try {
    const { id } = await stand.ask(createOrganization, { body: { name: 'УК «Платёжная»' } });
    await fillCore(stand.core.db, {
      organizationId: id,
      accounts: ACCOUNTS,
      accountsPerHouse: ACCOUNTS_PER_HOUSE,
      months: ['2025-12-01'],
    });
    await fillBooks(stand.billing.db, id);
    await hireAccountant(stand, id);
    await sql`create database tpcb`.execute(stand.billing.db);
    const tpcb = stand.postgres.urlOf('tpcb');
    pgbench('-i', '-q', '-s', String(SCALE), tpcb);
    const measured: Measured[] = [];
    for (const clients of CLIENTS) measured.push(await measure(stand, tpcb, clients));
    return measured;
  } finally {
    await stand.stop();
  }
}

async function measure(stand: Stand, tpcb: string, clients: number): Promise<Measured> {
  const [ours, limits]: [number[], number[]] = [[], []];
  const first = CLIENTS.indexOf(clients) * (PAIRS + 1);
  await payAll(stand, clients, first);
  // Autovacuum would do this within a minute: cached plans date from before the first payment.
  await sql`analyze`.execute(stand.billing.db);
  const before = await countersOf(stand.billing.db);
  const processorBefore = processorTime(stand.billingProcess.child.pid ?? 0);
  for (let pair = 1; pair <= PAIRS; pair += 1) {
    limits.push(tpcbMs(tpcb, clients));
    ours.push(await payAll(stand, clients, first + pair));
  }
  const paid = PAIRS * PAYMENTS;
  const after = await countersOf(stand.billing.db);
  const processorMs = processorTime(stand.billingProcess.child.pid ?? 0) - processorBefore;
  const each = (name: keyof Counters): string => ((after[name] - before[name]) / paid).toFixed(2);
  return {
    name: 'payments',
    what: `${PAYMENTS} payments over HTTP to ${ACCOUNTS} accounts with ${MONTHS} months of ${SERVICES} charges, ${clients} at once`,
    limit: `as many transactions of pgbench at scale ${SCALE}, ${clients} clients`,
    goal: clients === 8 ? 2 : 1,
    ours,
    limits,
    notes: [
      `a payment: ${each('rows')} rows written, ${each('commits')} transactions, ${each('wal')} bytes of WAL, ${((processorMs / paid) * 1000).toFixed(0)} µs of billing's processor`,
    ],
  };
}

/** A year of unpaid charges. */
async function fillBooks(db: Kysely<unknown>, organizationId: number): Promise<void> {
  await sql`select app.ensure_month(make_date(2025, n, 1)) from generate_series(1, 12) as n`.execute(
    db,
  );
  await sql`
    insert into billing_cycles (organization_id, year, month, status, applied_at)
    select ${organizationId}, 2025, n, 'APPLIED', now() from generate_series(1, 12) as n
  `.execute(db);
  await sql`
    insert into ledger_entries (house_id, personal_account_id, id, period, organization_id, transaction_type,
      debt_kind, debit, credit, document_id, effective_on)
    select (account - 1) / ${ACCOUNTS_PER_HOUSE}::integer + 1, account, id, month, ${organizationId}, 'CHARGE', 'principal',
      100, 0, id, (month + interval '1 month' - interval '1 day')::date
    from (
      select n as account, m.month::date as month, nextval('document_ids') as id
      from generate_series(date '2025-01-01', date '2025-12-01', interval '1 month') as m (month),
        generate_series(1, ${ACCOUNTS}::integer) as n, generate_series(1, ${SERVICES}::integer)
      offset 0
    ) as charges
  `.execute(db);
  await sql`
    insert into merged_balances (house_id, personal_account_id, organization_id, principal_debt, open_debts,
      last_updated_at)
    select months.house_id, months.personal_account_id, ${organizationId}, sum(months.owed),
      jsonb_object_agg(to_char(months.period, 'YYYY-MM'), months.owed::text), now()
    from (
      select ledger_entries.house_id, ledger_entries.personal_account_id, ledger_entries.period, sum(debit) as owed
      from ledger_entries
      group by ledger_entries.house_id, ledger_entries.personal_account_id, ledger_entries.period
    ) as months
    group by months.house_id, months.personal_account_id
  `.execute(db);
  await sql`select app.link_unlinked(${organizationId})`.execute(db);
  await sql`vacuum (analyze)`.execute(db);
}

/** The duration of all payments in milliseconds. @throws when a response is not 201 */
async function payAll(stand: Stand, clients: number, round: number): Promise<number> {
  return payTogether(stand, {
    clients,
    round: String(round),
    payments: PAYMENTS,
    accounts: ACCOUNTS,
    first: round * PAYMENTS,
  });
}

export type Payments = {
  readonly clients: number;
  /** Part of the payment references, so that no two rounds book the same payment. */
  readonly round: string;
  readonly payments: number;
  /** The number of accounts, with ids from 1 on. */
  readonly accounts: number;
  /** How many of them have been paid for before. */
  readonly first?: number;
};

/** The accountant who pays in `payTogether`: a member of this organization only, as is usual. */
export async function hireAccountant(
  { authProcess, coreProcess }: Pick<RunningServices, 'authProcess' | 'coreProcess'>,
  organizationId: number,
): Promise<void> {
  const urls = { auth: authProcess.url, core: coreProcess.url };
  const owner = { authorization: await signIn(authProcess.url, USERNAME) };
  const accountant = await signUp({ urls }, ACCOUNTANT);
  await bringIn({ urls }, owner, accountant, { organizationId, role: 'accountant' });
}

/** The duration of all payments in milliseconds. @throws when a response is not 201 */
export async function payTogether(
  { authProcess, billingProcess }: Pick<RunningServices, 'authProcess' | 'billingProcess'>,
  { clients, round, payments, accounts, first = 0 }: Payments,
): Promise<number> {
  const headers = { authorization: await signIn(authProcess.url, ACCOUNTANT) };
  const url = billingProcess.url + createPayment.path;
  const lines = await Promise.all(
    Array.from({ length: clients }, async () => openLine({ url, headers })),
  );
  let next = 0;
  const startedAt = performance.now();
  await Promise.all(
    lines.map(async (line) => {
      for (let nth = next++; nth < payments; nth = next++) {
        const body = {
          personalAccountId: (((first + nth) * 7919) % accounts) + 1,
          amount: '800.00',
          paidOn: PAID_ON,
          reference: `${round}-${nth}`,
        };
        const { status } = await line.ask(JSON.stringify(body));
        if (status !== 201) throw new Error(`a payment was answered ${status}`);
      }
    }),
  );
  const tookMs = performance.now() - startedAt;
  for (const line of lines) line.close();
  return tookMs;
}

type Counters = { readonly rows: number; readonly commits: number; readonly wal: number };

/** What the database has written since it started: table rows, transactions, and bytes of WAL. */
async function countersOf(db: Kysely<unknown>): Promise<Counters> {
  // Sessions report their statistics within a second.
  await sql`select pg_sleep(1.5)`.execute(db);
  const { rows } = await sql<Counters>`
    select (select sum(n_tup_ins + n_tup_upd + n_tup_del)::float8 from pg_stat_user_tables) as rows,
      xact_commit::float8 as commits, (pg_current_wal_lsn() - '0/0')::float8 as wal
    from pg_stat_database where datname = current_database()
  `.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('the database tells nothing of itself');
  return row;
}

function tpcbMs(url: string, clients: number): number {
  const each = Math.ceil(PAYMENTS / clients);
  const told = pgbench('-n', '-c', String(clients), '-j', '2', '-t', String(each), url);
  const rate = /tps = ([\d.]+)/.exec(told)?.[1];
  if (rate === undefined) throw new Error(`pgbench told no rate: ${told}`);
  return (PAYMENTS / Number(rate)) * 1000;
}

/** @throws when pgbench is not installed: it comes with PostgreSQL's server */
function pgbench(...args: readonly string[]): string {
  return execFileSync('pgbench', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}
