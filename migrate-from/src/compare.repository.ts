// Counts and sums of the former application and of what was copied, computed by the same expressions on both sides.
import type { Executor } from '@kvartplata/platform/database/executor.ts';
import { sql, type RawBuilder } from 'kysely';
import { columnList, copiedRows, filledColumns } from './projection.ts';
import type { TableDescription } from './table-description.repository.ts';
import type { Transfer } from './transfer.ts';

export type Fingerprint = {
  readonly rows: number;
  /** Equal for the same rows in any order. */
  readonly fingerprint: string;
};

/** For the rows as they would be copied. */
export async function fingerprintFormer(
  former: Executor,
  transfer: Transfer,
  table: TableDescription,
): Promise<Fingerprint> {
  return fingerprint(former, transfer, table, sql`(${copiedRows(transfer, table)}) rows`);
}

/** For the rows as they are in the table. */
export async function fingerprintOwn(
  target: Executor,
  transfer: Transfer,
  table: TableDescription,
): Promise<Fingerprint> {
  const where = sql.raw(transfer.tableWhere ?? 'true');
  const name = transfer.beside?.together ?? transfer.table;
  return fingerprint(target, transfer, table, sql`${sql.table(name)} where ${where}`);
}

async function fingerprint(
  db: Executor,
  transfer: Transfer,
  table: TableDescription,
  rows: RawBuilder<unknown>,
): Promise<Fingerprint> {
  const row = sql`row(${columnList(filledColumns(transfer, table))})::text`;
  const { rows: found } = await sql<Fingerprint>`
    select count(*) as rows, coalesce(sum(('x' || left(md5(${row}), 15))::bit(60)::bigint), 0)::text as fingerprint
    from ${rows}
  `.execute(db);
  const [first] = found;
  if (first === undefined) throw new Error('an aggregate without a row');
  return first;
}

export type Sums = Readonly<Record<string, string>>;

/** Sums by name; decimals as text. */
export async function sumFormer(former: Executor): Promise<Sums> {
  const { rows } = await sql<Sums>`
    select
      (select coalesce(sum(rooms.area), 0)::numeric(20, 2)::text from rooms) as area,
      (select coalesce(sum(personal_accounts.registered_persons), 0)::text from personal_accounts) as persons,
      (select coalesce(sum(last.value), 0)::numeric(20, 3)::text from (${lastReadings()}) last) as readings,
      (select coalesce(sum(bills.amount), 0)::numeric(20, 2)::text from bills) as billed,
      (select coalesce(sum(bills.paid_amount), 0)::numeric(20, 2)::text from bills) as paid,
      (select coalesce(sum(bills.amount - coalesce(bills.paid_amount, 0)), 0)::numeric(20, 2)::text from bills) as debt
  `.execute(former);
  return rows[0] ?? {};
}

export async function sumCore(core: Executor): Promise<Sums> {
  const { rows } = await sql<Sums>`
    select
      (select coalesce(sum(rooms.area), 0)::numeric(20, 2)::text from rooms) as area,
      (select coalesce(sum(registered_persons.person_count), 0)::text from registered_persons) as persons,
      (select coalesce(sum(last.value), 0)::numeric(20, 3)::text from (${lastReadings()}) last) as readings
  `.execute(core);
  return rows[0] ?? {};
}

export async function sumBilling(billing: Executor): Promise<Sums> {
  const { rows } = await sql<Sums>`
    select
      (select coalesce(sum(ledger_entries.debit - ledger_entries.credit), 0)::numeric(20, 2)::text
        from ledger_entries where transaction_type = 'CHARGE') as billed,
      (select coalesce(sum(ledger_entries.credit), 0)::numeric(20, 2)::text
        from ledger_entries where transaction_type = 'PAYMENT') as paid,
      (select coalesce(sum(account_balances.principal_debt), 0)::numeric(20, 2)::text from account_balances) as debt
  `.execute(billing);
  return rows[0] ?? {};
}

/** The latest reading of each meter. */
function lastReadings(): RawBuilder<unknown> {
  return sql`
    select distinct on (meter_readings.meter_id) meter_readings.value
    from meter_readings order by meter_readings.meter_id, meter_readings.period desc
  `;
}

export type MonthSum = {
  /** `YYYY-MM`. */
  readonly month: string;
  readonly rows: number;
  readonly amount: string;
};

export async function sumBillsByMonth(former: Executor): Promise<readonly MonthSum[]> {
  const { rows } = await sql<MonthSum>`
    select to_char(bills.period, 'YYYY-MM') as month, count(*) as rows, sum(bills.amount)::numeric(20, 2)::text as amount
    from bills group by bills.period order by bills.period
  `.execute(former);
  return rows;
}

export async function sumChargesByMonth(billing: Executor): Promise<readonly MonthSum[]> {
  const { rows } = await sql<MonthSum>`
    select to_char(charges.period, 'YYYY-MM') as month, count(*) as rows, sum(charges.amount)::numeric(20, 2)::text as amount
    from charges group by charges.period order by charges.period
  `.execute(billing);
  return rows;
}

/** What is applied, as users see it. */
export async function sumAppliedByMonth(billing: Executor): Promise<readonly MonthSum[]> {
  const { rows } = await sql<MonthSum>`
    select to_char(house_months.period, 'YYYY-MM') as month, sum(house_months.charges)::bigint as rows,
      sum(house_months.amount)::numeric(20, 2)::text as amount
    from house_months
    where house_months.applied_at is not null
    group by house_months.period order by house_months.period
  `.execute(billing);
  return rows;
}

export async function countRows(db: Executor, table: string): Promise<number> {
  const { rows } = await sql<{ rows: number }>`
    select count(*) as rows from ${sql.table(table)}
  `.execute(db);
  return rows[0]?.rows ?? 0;
}
