// The cost of a month as the number of earlier months grows: bytes and times for some months, relative to the first of them.
// Nothing is closed or archived meanwhile; nine out of ten accounts pay what they owe, the tenth never pays.
import assert from 'node:assert/strict';
import type { Caller } from '@kvartplata/billing-service/src/access/access.service.ts';
import { createBookingTurns } from '@kvartplata/billing-service/src/payments/booking-turns.ts';
import { createPaymentLine } from '@kvartplata/billing-service/src/payments/payments/payment-line.service.ts';
import { bookPayment } from '@kvartplata/billing-service/src/payments/payments/payments.service.ts';
import { CONTRACTOR } from '@kvartplata/billing-service/src/testing/contractor.ts';
import type { BillingTables } from '@kvartplata/billing-service/src/tables.ts';
import { getDebtors } from '@kvartplata/contracts/billing/debtors.ts';
import { getHouseReceipts } from '@kvartplata/contracts/billing/receipts.ts';
import { getTurnoverBalance } from '@kvartplata/contracts/billing/turnover.ts';
import { createOrganization } from '@kvartplata/contracts/core/organizations.ts';
import { openDatabase } from '@kvartplata/platform/database/database.ts';
import { visibilityOf } from '@kvartplata/platform/identity/memberships.ts';
import { parseDay } from '@kvartplata/domain/calendar/day.ts';
import { renderTable, type Column } from '../../tools/demo/table.ts';
import { callerOf } from '../billing-caller.ts';
import { fillCore } from '../calculation/fill-core.ts';
import { startStand, type Stand } from '../calculation/stand.ts';
import type { Measured } from '../measured.ts';
import { sized } from '../size.ts';
import { apply, calculate, findCycle, monthsBefore } from './lived-month.ts';
import { sizeOfMonth, type MonthSize } from './month-size.ts';

const SIZE = sized({ whole: '10000/100', short: '400/100' });
const MONTHS = sized({ whole: [1, 12, 36], short: [1, 3] });
const SERVICES = 8;
const PAYERS = 8;
/** The number of reads per report, of which the median counts. */
const READS = 5;

type Figures = {
  readonly month: number;
  readonly times: Readonly<Record<Timed, number>>;
  readonly size: MonthSize;
};

const TIMED = {
  calculation: 'calculation, from the request to the last charge',
  apply: 'apply, over HTTP',
  payment: '1,000 payments, eight at once, without HTTP',
  turnover: 'turnover of a house and the month, over HTTP',
  debtors: 'debtors of a house, over HTTP',
  receipts: 'receipts of a house, over HTTP',
} as const;
type Timed = keyof typeof TIMED;

/** @param args `10000/100`, accounts and accounts per house, then the months to report: `1 12 36` */
export async function benchGrowth([size, ...months]: readonly string[]): Promise<
  readonly Measured[]
> {
  const [accounts = 0, accountsPerHouse = 100] = (size ?? SIZE).split('/').map(Number);
  const told = months.length === 0 ? MONTHS : months.map(Number);
  assert.ok(accounts >= accountsPerHouse && told.every((month) => month > 0), 'no such size');
  const figures = await grow({ accounts, accountsPerHouse }, told);
  const [first, last] = [figures[0], figures.at(-1)];
  assert.ok(first !== undefined && last !== undefined);
  const what = (name: string): string =>
    `${accounts / 1000}k accounts × ${SERVICES}, month ${last.month}: ${name}`;
  const limit = `month ${first.month}`;
  return [
    ...Object.entries(TIMED).map(([key, name], index): Measured => ({
      name: 'growth',
      what: what(name),
      limit,
      ours: [last.times[key as Timed]],
      limits: [first.times[key as Timed]],
      notes: index === 0 ? tableOf(figures).split('\n') : [],
    })),
    {
      name: 'growth',
      what: what('the database, by what the month has added'),
      limit,
      unit: 'bytes',
      ours: [last.size.added],
      limits: [first.size.added],
    },
  ];
}

async function grow(
  { accounts, accountsPerHouse }: { readonly accounts: number; readonly accountsPerHouse: number },
  told: readonly number[],
): Promise<readonly Figures[]> {
  const stand = await startStand();
  const application = openDatabase<BillingTables>({
    url: stand.postgres.urlOf('billing'),
    poolSize: PAYERS,
    applicationName: 'bench',
    role: 'billing_app',
  });
  try {
    const { id: organizationId } = await stand.ask(createOrganization, {
      body: CONTRACTOR,
    });
    const months = monthsBefore(Math.max(...told));
    await fillCore(stand.core.db, {
      organizationId,
      accounts,
      accountsPerHouse,
      months: months.map((month) => `${month}-01`),
    });
    const caller = callerOf(
      application.seeing(() => visibilityOf([{ organizationId, role: 'accountant' }])),
      accountsPerHouse,
      { findAccount: async (id) => placeOf(id, organizationId, accountsPerHouse) },
    );
    const figures: Figures[] = [];
    // The very first month only warms up: it has no readings of a month before.
    for (const [index, month] of months.entries()) {
      const before = await bytesOf(stand);
      const booked = await liveThrough(stand, caller, { organizationId, month });
      if (!told.includes(index)) continue;
      const size = await sizeOfMonth(stand.billing, month, (await bytesOf(stand)) - before);
      const times = { ...booked, ...(await readReports(stand, month)) };
      figures.push({ month: index, times, size });
    }
    return figures;
  } finally {
    await application.db.destroy();
    await stand.stop();
  }
}

async function liveThrough(
  stand: Stand,
  caller: Caller,
  { organizationId, month }: { readonly organizationId: number; readonly month: string },
): Promise<Pick<Figures['times'], 'calculation' | 'apply' | 'payment'>> {
  const [year, ofYear] = month.split('-').map(Number);
  const calculation = await timeOf(async () =>
    calculate(stand, { organizationId, year, month: ofYear }),
  );
  const cycleId = await findCycle(stand, month);
  const applied = await timeOf(async () => apply(stand, cycleId));
  const payment = await pay(stand, caller, month);
  // Autovacuum would do this within a minute.
  await stand.billing.pool.query('vacuum analyze');
  return { calculation, apply: applied, payment };
}

async function readReports(
  stand: Stand,
  month: string,
): Promise<Pick<Figures['times'], 'turnover' | 'debtors' | 'receipts'>> {
  const report = async (read: () => Promise<unknown>): Promise<number> => {
    const took: number[] = [];
    for (let nth = 0; nth < READS; nth += 1) took.push(await timeOf(read));
    return took.toSorted((a, b) => a - b)[Math.floor(READS / 2)] ?? Number.NaN;
  };
  return {
    turnover: await report(async () =>
      stand.ask(getTurnoverBalance, { query: { houseId: 1, periodFrom: month, periodTo: month } }),
    ),
    debtors: await report(async () => stand.ask(getDebtors, { query: { houseId: 1 } })),
    receipts: await report(async () =>
      stand.download(getHouseReceipts, { query: { houseId: 1, period: month } }),
    ),
  };
}

/** Pays the debts of nine out of ten accounts, on the first day after the month. @returns milliseconds per thousand payments */
async function pay(stand: Stand, caller: Caller, month: string): Promise<number> {
  const paidOn = parseDay(
    Temporal.PlainYearMonth.from(month).add({ months: 1 }).toPlainDate({ day: 1 }).toString(),
  );
  const { rows } = await stand.billing.pool.query<{ id: number; owed: string }>(
    `select personal_account_id::float8 as id, principal_debt::text as owed from account_balances
     where personal_account_id % 10 <> 0 and principal_debt > 0 order by personal_account_id`,
  );
  const queue = rows.values();
  const line = createPaymentLine(createBookingTurns(PAYERS));
  const took = await timeOf(async () =>
    Promise.all(
      Array.from({ length: PAYERS }, async () => {
        for (const { id, owed } of queue)
          await bookPayment(
            { caller, line, key: undefined, today: paidOn },
            { personalAccountId: id, amount: owed, paidOn },
          );
      }),
    ),
  );
  return (took / rows.length) * 1000;
}

function placeOf(personalAccountId: number, organizationId: number, accountsPerHouse: number) {
  const houseId = Math.floor((personalAccountId - 1) / accountsPerHouse) + 1;
  return { personalAccountId, houseId, organizationId, accountNumber: `LS${personalAccountId}` };
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

async function bytesOf({ billing }: Stand): Promise<number> {
  const { rows } = await billing.pool.query<{ bytes: number }>(
    'select pg_database_size(current_database())::float8 as bytes',
  );
  return rows[0]?.bytes ?? Number.NaN;
}

/** One column per month, each figure after the first month with its ratio to that month. */
function tableOf(figures: readonly Figures[]): string {
  const rows: readonly { readonly name: string; readonly of: (of: Figures) => number }[] = [
    ...Object.entries(TIMED).map(([key, name]) => ({
      name: `${name}, ms`,
      of: ({ times }: Figures) => times[key as Timed],
    })),
    { name: 'bytes a charge: table', of: ({ size }) => size.charge.table },
    { name: 'bytes a charge: indexes', of: ({ size }) => size.charge.indexes },
    { name: 'bytes an entry: table', of: ({ size }) => size.entry.table },
    { name: 'bytes an entry: indexes', of: ({ size }) => size.entry.indexes },
    { name: 'the month has added, MB', of: ({ size }) => size.added / 1e6 },
  ];
  const [first] = figures;
  const columns: readonly Column<(typeof rows)[number]>[] = [
    { title: 'of a month', of: ({ name }) => name },
    ...figures.map((figure): Column<(typeof rows)[number]> => ({
      title: `month ${figure.month}`,
      align: 'right',
      of: (row) => {
        const told = row.of(figure).toFixed(1);
        if (first === undefined || figure === first) return told;
        return `${told} (${(row.of(figure) / row.of(first)).toFixed(2)})`;
      },
    })),
  ];
  return renderTable(columns, rows);
}
