// Checking a registry's rows in SQL. The planner has no statistics of rows that were just inserted, so similar rows are found by
// single index lookups.
import { sql } from 'kysely';
import type { AccountPlace } from '../../books/account-balances/account-balances.repository.ts';
import type { Db, Trx } from '../../tables.ts';
import type { ImportedFile } from '../row-reasons.ts';
import type { OwnImport } from '../unidentified-payments/unidentified-payments.repository.ts';
import type { JudgedRow, KnownBefore } from './judge-piece.ts';
import type { RowToJudge } from './judge-rows.ts';

/** Serializes the checks of an organization, so that of two concurrent files the second sees the first. */
export async function lockJudging(trx: Trx, organizationId: number): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtextextended(${`payment-imports:${organizationId}`}, 0))
  `.execute(trx);
}

/** How many rows have been looked up, for whoever watches. */
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

/** The other imports that have accepted rows of the same file and were not reversed. */
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

/** The imports' files with the day they were loaded, formatted for documents, by import id. */
export async function listFiles(
  trx: Trx,
  organizationId: number,
  importIds: readonly string[],
): Promise<ReadonlyMap<string, ImportedFile>> {
  const { rows } = await sql<ImportedFile & { readonly id: number }>`
    select id, file_name, to_char(created_at at time zone 'Europe/Moscow', 'DD.MM.YYYY') as day
    from payment_imports
    where payment_imports.organization_id = ${organizationId} and id = any(${importIds}::bigint[])
  `.execute(trx);
  return new Map(rows.map(({ id, fileName, day }) => [String(id), { fileName, day }]));
}

/** What identifies a repeated row. */
export type ComparedRow = Pick<RowToJudge, 'line' | 'rowHash' | 'operationHash'>;

/**
 * What rows of a file repeat in other files. The first row of an operation is found by `min`: for an order with a limit the
 * planner might scan the whole table in that order, expecting a match soon.
 */
export async function listBefore(
  trx: Trx,
  organizationId: number,
  takers: readonly number[],
  compared: readonly ComparedRow[],
): Promise<readonly KnownBefore[]> {
  const { rows } = await sql<KnownBefore>`
    select given.line,
      (
        select json_build_object('importId', same.import_id, 'line', same.line)
        from payment_import_rows as same
        where same.organization_id = ${organizationId} and same.import_id = any(${takers}::bigint[])
          and same.line = given.line and same.status in ('matched', 'quarantined')
        limit 1
      ) as same_file,
      (
        select json_build_object('importId', same.import_id, 'line', same.line)
        from payment_import_rows as same
        where same.organization_id = ${organizationId}
          and same.row_hash = given.row_hash and same.is_claimed
      ) as same_payment,
      (
        select case when count(*) > 0 then
            json_build_object('importId', (min(array[same.import_id, same.line]))[1],
              'line', (min(array[same.import_id, same.line]))[2])
          end
        from payment_import_rows as same
        where same.organization_id = ${organizationId}
          and same.operation_hash = given.operation_hash and same.is_claimed
      ) as same_operation
    from unnest(
      ${compared.map(({ line }) => line)}::integer[],
      ${compared.map(({ rowHash }) => rowHash)}::text[],
      ${compared.map(({ operationHash }) => operationHash)}::text[]
    ) as given (line, row_hash, operation_hash)
  `.execute(trx);
  return rows;
}

/** A checked row with the id of the payment that the transaction books for it. */
export type RowToStore = JudgedRow & { readonly paymentId: number | null };

/** Returns the lines: without `returning` a distributed engine would COPY the rows to their node, past row-level security. */
export async function insertRows(
  trx: Trx,
  { organizationId, importId }: OwnImport,
  rows: readonly RowToStore[],
): Promise<void> {
  await sql`
    insert into payment_import_rows (organization_id, import_id, line, status, reasons, account_numbers, amount,
      paid_on, named_period, operation, payer, purpose, source_text, operation_hash, row_hash, is_claimed, house_id,
      personal_account_id, payment_id)
    select ${organizationId}, ${importId}, given.*
    from jsonb_to_recordset(${JSON.stringify(rows)}) as given (line integer, status text,
      reasons jsonb, "accountNumbers" text[], amount numeric, "paidOn" date, "namedPeriod" date, operation text,
      payer text, purpose text, "sourceText" text, "operationHash" text, "rowHash" text, "isClaimed" boolean,
      "houseId" bigint, "personalAccountId" bigint, "paymentId" bigint)
    returning line
  `.execute(trx);
}

/** The lines of the matched rows, in the order in which their accounts are locked. */
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
  /** The id of the payment to be booked for it. */
  readonly paymentId: number;
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
    select payment_id, house_id, personal_account_id, amount, paid_on, named_period, operation
    from payment_import_rows
    where payment_import_rows.organization_id = ${organizationId}
      and import_id = ${importId} and line = any(${lines}::integer[])
    order by house_id, personal_account_id, line
  `.execute(trx);
  return rows;
}

/** The accounts of the rows with a payment, whether matched or resolved later, in the order in which they are locked. */
export async function listPaidAccounts(
  trx: Trx,
  { organizationId, importId }: OwnImport,
): Promise<readonly Omit<AccountPlace, 'organizationId'>[]> {
  const { rows } = await sql<Omit<AccountPlace, 'organizationId'>>`
    select house_id, personal_account_id
    from payment_import_rows
    where payment_import_rows.organization_id = ${organizationId}
      and import_id = ${importId} and payment_id is not null
    union
    select house_id, personal_account_id
    from unidentified_payments
    where unidentified_payments.organization_id = ${organizationId}
      and import_id = ${importId} and payment_id is not null
    order by house_id, personal_account_id
  `.execute(trx);
  return rows;
}

/** The lines with a booked payment, whether matched or resolved later, in the order of their accounts. */
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
