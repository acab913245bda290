// The judging of a registry's rows in SQL. The planner knows nothing of rows that came a moment ago: every row is found
// by its import and line, and what is like it by one step into an index.
import { sql } from 'kysely';
import type { Db, Trx } from '../../tables.ts';
import type { OwnImport } from '../unidentified-payments/unidentified-payments.repository.ts';
import type { RowPlace, RowToJudge, Verdict } from './judge-rows.ts';
import type { RowReason } from '../row-reasons.ts';

/** Whoever judges rows of an organization waits here, so that of two files at once the second sees the first. */
export async function lockJudging(trx: Trx, organizationId: number): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtextextended(${`payment-imports:${organizationId}`}, 0))
  `.execute(trx);
}

export type LinePage = { readonly afterLine: number; readonly limit: number };

export type RowToLookUp = { readonly line: number; readonly accountNumbers: readonly string[] };

/** Rows that wait to be judged and of which nothing is doubted but their account, in the order of the file. */
export async function listRowsToLookUp(
  db: Db,
  { organizationId, importId }: OwnImport,
  { afterLine, limit }: LinePage,
): Promise<readonly RowToLookUp[]> {
  const { rows } = await sql<RowToLookUp>`
    select line, account_numbers
    from payment_import_rows
    where payment_import_rows.organization_id = ${organizationId}
      and import_id = ${importId} and line > ${afterLine} and status = 'read'
      and (reasons = '[]' or reasons -> 0 ->> 'code' = any(array['account-unknown', 'accounts-several']))
    order by line
    limit ${limit}
  `.execute(db);
  return rows;
}

export type LookedUpRow = {
  readonly line: number;
  readonly houseId: number | null;
  readonly personalAccountId: number | null;
  readonly reasons: readonly RowReason[];
};

/** What core knows of the rows; asked again, it may know better. */
export async function updateLookedUp(
  db: Db,
  { organizationId, importId }: OwnImport,
  rows: readonly LookedUpRow[],
): Promise<void> {
  const known = byLine(rows);
  await sql`
    update payment_import_rows
    set house_id = (${known}::jsonb -> line::text ->> 'houseId')::bigint,
      personal_account_id = (${known}::jsonb -> line::text ->> 'personalAccountId')::bigint,
      reasons = ${known}::jsonb -> line::text -> 'reasons'
    where payment_import_rows.organization_id = ${organizationId}
      and import_id = ${importId} and line = any(${linesOf(rows)}::integer[]) and status = 'read'
  `.execute(db);
}

/** How many rows have been looked up, for who watches. */
export async function addProgress(
  db: Db,
  { organizationId, importId }: OwnImport,
  rows: number,
): Promise<void> {
  await sql`
    update payment_imports set processed_rows = least(processed_rows + ${rows}, total_rows)
    where payment_imports.organization_id = ${organizationId} and id = ${importId} and status = 'RUNNING'
  `.execute(db);
}

/** The imports that took rows of the very same file before and were not taken back. */
export async function listTakers(
  trx: Trx,
  { organizationId, importId }: OwnImport,
): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select same.id
    from payment_imports as current
    join payment_imports as same on same.organization_id = current.organization_id
      and same.file_hash = current.file_hash and same.profile = current.profile and same.id <> current.id
      and same.status = 'COMPLETED' and not same.dry_run and same.reversed_at is null
      and same.matched_rows + same.quarantined_rows > 0
    where current.organization_id = ${organizationId} and current.id = ${importId}
  `.execute(trx);
  return rows.map(({ id }) => id);
}

/** Rows that wait to be judged, with those that have come before them, in the order of the file. */
export async function listRowsToJudge(
  trx: Trx,
  { organizationId, importId }: OwnImport,
  takers: readonly number[],
  { afterLine, limit }: LinePage,
): Promise<readonly RowToJudge[]> {
  const { rows } = await sql<RowToJudge>`
    select payment_import_rows.import_id, payment_import_rows.line,
      payment_import_rows.operation_hash is not null as has_operation,
      payment_import_rows.operation_hash, payment_import_rows.row_hash,
      payment_import_rows.reasons as doubts,
      (
        select json_build_object('importId', same.import_id, 'line', same.line)
        from payment_import_rows as same
        where same.organization_id = ${organizationId} and same.import_id = any(${takers}::bigint[])
          and same.line = payment_import_rows.line and same.status in ('matched', 'quarantined')
        limit 1
      ) as same_file,
      (
        select json_build_object('importId', same.import_id, 'line', same.line)
        from payment_import_rows as same
        where same.organization_id = ${organizationId}
          and same.row_hash = payment_import_rows.row_hash and same.is_claimed
      ) as same_payment,
      (
        select json_build_object('importId', same.import_id, 'line', same.line)
        from payment_import_rows as same
        where same.organization_id = ${organizationId}
          and same.operation_hash = payment_import_rows.operation_hash and same.is_claimed
        order by same.import_id, same.line
        limit 1
      ) as same_operation
    from payment_import_rows
    where payment_import_rows.organization_id = ${organizationId}
      and payment_import_rows.import_id = ${importId}
      and payment_import_rows.line > ${afterLine} and payment_import_rows.status = 'read'
    order by payment_import_rows.line
    limit ${limit}
  `.execute(trx);
  return rows;
}

export async function updateVerdicts(
  trx: Trx,
  { organizationId, importId }: OwnImport,
  verdicts: readonly Verdict[],
): Promise<void> {
  const judged = byLine(verdicts);
  await sql`
    update payment_import_rows
    set status = ${judged}::jsonb -> line::text ->> 'status', reasons = ${judged}::jsonb -> line::text -> 'reasons',
      is_claimed = (${judged}::jsonb -> line::text ->> 'isClaimed')::boolean
    where payment_import_rows.organization_id = ${organizationId}
      and import_id = ${importId} and line = any(${linesOf(verdicts)}::integer[])
  `.execute(trx);
}

/** The lines of the matched rows in the order in which their accounts are locked. */
export async function listMatchedLines(
  trx: Trx,
  { organizationId, importId }: OwnImport,
): Promise<readonly number[]> {
  const { rows } = await sql<{ lines: number[] | null }>`
    select array_agg(line order by house_id, personal_account_id, line) as lines
    from payment_import_rows
    where payment_import_rows.organization_id = ${organizationId}
      and import_id = ${importId} and status = 'matched'
  `.execute(trx);
  return rows[0]?.lines ?? [];
}

export type MatchedRow = {
  readonly line: number;
  readonly houseId: number;
  readonly personalAccountId: number;
  readonly amount: string;
  readonly paidOn: string;
  readonly namedPeriod: string | null;
  readonly operation: string | null;
};

/** In the order in which accounts are locked. */
export async function listMatched(
  trx: Trx,
  { organizationId, importId }: OwnImport,
  lines: readonly number[],
): Promise<readonly MatchedRow[]> {
  const { rows } = await sql<MatchedRow>`
    select line, house_id, personal_account_id, amount, paid_on, named_period, operation
    from payment_import_rows
    where payment_import_rows.organization_id = ${organizationId}
      and import_id = ${importId} and line = any(${lines}::integer[])
    order by house_id, personal_account_id, line
  `.execute(trx);
  return rows;
}

export async function updatePaymentIds(
  trx: Trx,
  { organizationId, importId }: OwnImport,
  booked: readonly { readonly line: number; readonly paymentId: number }[],
): Promise<void> {
  await sql`
    update payment_import_rows
    set payment_id = (${byLine(booked)}::jsonb -> line::text ->> 'paymentId')::bigint
    where payment_import_rows.organization_id = ${organizationId}
      and import_id = ${importId} and line = any(${linesOf(booked)}::integer[])
  `.execute(trx);
}

/** The lines of which something was booked, at once or when a row was resolved, in the order of their accounts. */
export async function listBookedLines(
  trx: Trx,
  { organizationId, importId }: OwnImport,
): Promise<readonly number[]> {
  const { rows } = await sql<{ lines: number[] | null }>`
    select array_agg(booked.line order by booked.house_id, booked.personal_account_id, booked.line) as lines
    from (
      select line, house_id, personal_account_id
      from payment_import_rows
      where payment_import_rows.organization_id = ${organizationId}
        and import_id = ${importId} and payment_id is not null
      union all
      select line, house_id, personal_account_id
      from unidentified_payments
      where unidentified_payments.organization_id = ${organizationId}
        and import_id = ${importId} and payment_id is not null
    ) as booked
  `.execute(trx);
  return rows[0]?.lines ?? [];
}

export type BookedRow = {
  readonly line: number;
  readonly houseId: number;
  readonly personalAccountId: number;
  readonly paymentId: number;
  /** The first day of the month of its entries. */
  readonly bookedIn: string;
};

export async function listBooked(
  trx: Trx,
  { organizationId, importId }: OwnImport,
  lines: readonly number[],
): Promise<readonly BookedRow[]> {
  const { rows } = await sql<BookedRow>`
    select booked.line, booked.house_id, booked.personal_account_id, booked.payment_id, payments.booked_in
    from (
      select line, house_id, personal_account_id, payment_id
      from payment_import_rows
      where payment_import_rows.organization_id = ${organizationId}
        and import_id = ${importId} and line = any(${lines}::integer[]) and payment_id is not null
      union all
      select line, house_id, personal_account_id, payment_id
      from unidentified_payments
      where unidentified_payments.organization_id = ${organizationId}
        and import_id = ${importId} and line = any(${lines}::integer[]) and payment_id is not null
    ) as booked
    join payments on payments.organization_id = ${organizationId} and payments.house_id = booked.house_id
      and payments.personal_account_id = booked.personal_account_id and payments.id = booked.payment_id
    order by booked.house_id, booked.personal_account_id, booked.line
  `.execute(trx);
  return rows;
}

function linesOf(rows: readonly Pick<RowPlace, 'line'>[]): readonly number[] {
  return rows.map(({ line }) => line);
}

/** What a statement finds by the line: `{"17": {…}}`. */
function byLine(rows: readonly Pick<RowPlace, 'line'>[]): string {
  return JSON.stringify(Object.fromEntries(rows.map((row) => [row.line, row])));
}
