// Payment imports and their rows in SQL.
import type { PaymentImportRowStatus } from '@kvartplata/contracts/billing/payment-imports.ts';
import type { JobError } from '@kvartplata/contracts/job-errors.ts';
import { formatKopecks } from '@kvartplata/domain/money/kopecks.ts';
import { firstError } from '@kvartplata/platform/database/job-error-columns.ts';
import { sql, type Insertable, type RawBuilder, type Selectable } from 'kysely';
import type { OrganizationIds } from '../../access/access.service.ts';
import { ofOrganizations } from '../../access/scope.ts';
import type { Db, Trx } from '../../tables.ts';
import type { OwnImport } from '../unidentified-payments/unidentified-payments.repository.ts';
import type { PaymentImportsTable } from './payment-imports.table.ts';
import type { FileTotals } from './read-registry.ts';
import type { RegistryProfile } from '@kvartplata/contracts/billing/registry-profiles.ts';
import type { RowReason } from '../row-reasons.ts';
import type { StoredRow } from './stored-row.ts';

export type PaymentImportData = Selectable<PaymentImportsTable>;

const COLUMNS = [
  'id',
  'organizationId',
  'profile',
  'dryRun',
  'fileName',
  'fileHash',
  'status',
  'totalRows',
  'processedRows',
  'matchedRows',
  'quarantinedRows',
  'rejectedRows',
  'totalAmount',
  'matchedAmount',
  'quarantinedAmount',
  'rejectedAmount',
  'reasons',
  'declaredRows',
  'declaredAmount',
  'error',
  'errorFacts',
  'requestedBy',
  'requestId',
  'createdAt',
  'startedAt',
  'finishedAt',
  'reversedAt',
  'reversedBy',
  'reversalReason',
] as const;

export async function insertImport(
  trx: Trx,
  row: Insertable<PaymentImportsTable>,
): Promise<number> {
  const { id } = await trx
    .insertInto('paymentImports')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function insertPiece(
  trx: Trx,
  { organizationId, importId }: OwnImport,
  rows: readonly StoredRow[],
): Promise<void> {
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined) return;
  await trx
    .insertInto('paymentImportPieces')
    .values({
      organizationId,
      importId,
      firstLine: first.line,
      lastLine: last.line,
      rejectedRows: rows.filter(({ status }) => status === 'rejected').length,
      rows: JSON.stringify(rows),
    })
    .execute();
}

/** Called once the whole file is stored. */
export async function updateTotals(
  trx: Trx,
  { organizationId, importId }: OwnImport,
  { rows, kopecks, declared }: FileTotals,
): Promise<void> {
  await trx
    .updateTable('paymentImports')
    .set({
      totalRows: rows,
      totalAmount: formatKopecks(kopecks),
      declaredRows: declared.rows,
      declaredAmount: declared.kopecks === null ? null : formatKopecks(declared.kopecks),
    })
    .where('organizationId', '=', organizationId)
    .where('id', '=', importId)
    .execute();
}

export async function findImport(
  db: Db,
  organizationIds: OrganizationIds,
  id: number,
): Promise<PaymentImportData | undefined> {
  return db
    .selectFrom('paymentImports')
    .select(COLUMNS)
    .where(sql<boolean>`${ofOrganizations('paymentImports', organizationIds)}`)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The last earlier import that accepted rows of the same file and was not reversed. */
export async function findSame(db: Db, row: PaymentImportData): Promise<number | null> {
  const same = await db
    .selectFrom('paymentImports')
    .select('id')
    .where('organizationId', '=', row.organizationId)
    .where('fileHash', '=', row.fileHash)
    .where('profile', '=', row.profile)
    .where('status', '=', 'COMPLETED')
    .where('dryRun', '=', false)
    .where('reversedAt', 'is', null)
    .where(sql<boolean>`matched_rows + quarantined_rows > 0`)
    .where('id', '<', row.id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return same?.id ?? null;
}

export type ImportFilter = {
  readonly organizationIds: OrganizationIds;
  readonly profile: RegistryProfile | undefined;
  readonly dryRun: boolean | undefined;
  readonly beforeId: number | undefined;
  readonly limit: number;
};

/** Newest first. */
export async function listImports(
  db: Db,
  { organizationIds, profile, dryRun, beforeId, limit }: ImportFilter,
): Promise<readonly PaymentImportData[]> {
  let query = db
    .selectFrom('paymentImports')
    .select(COLUMNS)
    .where(sql<boolean>`${ofOrganizations('paymentImports', organizationIds)}`)
    .orderBy('id', 'desc')
    .limit(limit);
  if (profile !== undefined) query = query.where('profile', '=', profile);
  if (dryRun !== undefined) query = query.where('dryRun', '=', dryRun);
  if (beforeId !== undefined) query = query.where('id', '<', beforeId);
  return query.execute();
}

export type ImportRow = {
  readonly line: number;
  readonly status: PaymentImportRowStatus;
  readonly reasons: readonly RowReason[];
  readonly accountNumbers: readonly string[];
  readonly amount: string | null;
  readonly paidOn: string | null;
  readonly namedPeriod: string | null;
  readonly operation: string | null;
  readonly payer: string | null;
  readonly purpose: string | null;
  readonly sourceText: string;
  readonly houseId: number | null;
  readonly personalAccountId: number | null;
  readonly paymentId: number | null;
};

export type RowFilter = {
  readonly statuses: readonly PaymentImportRowStatus[];
  /** A reason code. */
  readonly reason?: string | undefined;
  readonly afterLine: number;
  readonly limit: number;
};

/** Like `listRows`, for an import whose rows are not checked yet; empty once they are. */
export async function listUnjudged(
  db: Db,
  own: OwnImport,
  { statuses, reason, afterLine, limit }: RowFilter,
): Promise<readonly ImportRow[]> {
  const found: ImportRow[] = [];
  if (!statuses.includes('read') && !statuses.includes('rejected')) return found;
  const onlyRejected = !statuses.includes('read');
  for (let after = afterLine; found.length < limit;) {
    const piece = await findPiece(db, own, { afterLine: after, onlyRejected });
    if (piece === undefined) break;
    const rows = piece.filter(
      (row) =>
        row.line > after &&
        statuses.includes(row.status) &&
        (reason === undefined || row.reasons.some(({ code }) => code === reason)),
    );
    found.push(...rows.map(toUnjudged));
    after = piece.at(-1)?.line ?? Infinity;
  }
  return found.slice(0, limit);
}

function toUnjudged(row: StoredRow): ImportRow {
  return { ...row, houseId: null, personalAccountId: null, paymentId: null };
}

/** The first piece with a row after the line. */
export async function findPiece(
  db: Db | Trx,
  { organizationId, importId }: OwnImport,
  { afterLine, onlyRejected }: { readonly afterLine: number; readonly onlyRejected: boolean },
): Promise<readonly StoredRow[] | undefined> {
  const piece = await db
    .selectFrom('paymentImportPieces')
    .select('rows')
    .where('organizationId', '=', organizationId)
    .where('importId', '=', importId)
    .where('lastLine', '>', afterLine)
    .where('rejectedRows', '>=', onlyRejected ? 1 : 0)
    .orderBy('firstLine')
    .limit(1)
    .executeTakeFirst();
  return piece?.rows;
}

/** The checked rows in file order. A resolved row has the payment that was booked for it. */
export async function listRows(
  db: Db,
  { organizationId, importId }: OwnImport,
  { statuses, reason, afterLine, limit }: RowFilter,
): Promise<readonly ImportRow[]> {
  const ofReason =
    reason === undefined
      ? sql`true`
      : sql`payment_import_rows.reasons @> ${JSON.stringify([{ code: reason }])}::jsonb`;
  const { rows } = await sql<ImportRow>`
    select payment_import_rows.line, payment_import_rows.status, payment_import_rows.reasons,
      payment_import_rows.account_numbers, payment_import_rows.amount, payment_import_rows.paid_on,
      payment_import_rows.named_period, payment_import_rows.operation, payment_import_rows.payer,
      payment_import_rows.purpose, payment_import_rows.source_text,
      coalesce(resolved.house_id, payment_import_rows.house_id) as house_id,
      coalesce(resolved.personal_account_id, payment_import_rows.personal_account_id) as personal_account_id,
      coalesce(resolved.payment_id, payment_import_rows.payment_id) as payment_id
    from payment_import_rows
    left join lateral (
      select unidentified_payments.house_id, unidentified_payments.personal_account_id,
        unidentified_payments.payment_id
      from unidentified_payments
      where unidentified_payments.organization_id = ${organizationId}
        and unidentified_payments.import_id = ${importId} and unidentified_payments.line = payment_import_rows.line
      limit 1
    ) as resolved on true
    where payment_import_rows.organization_id = ${organizationId}
      and payment_import_rows.import_id = ${importId}
      and payment_import_rows.line > ${afterLine}::bigint and payment_import_rows.status = any(${statuses}::text[])
      and ${ofReason}
    order by payment_import_rows.line
    limit ${limit}
  `.execute(db);
  return rows;
}

/** Starts the import, also one that another process has abandoned; undefined when it has ended. */
export async function startImport(
  db: Db,
  { organizationId, importId }: OwnImport,
): Promise<PaymentImportData | undefined> {
  return db
    .updateTable('paymentImports')
    .set({ status: 'RUNNING', startedAt: sql`least(started_at, now())`, processedRows: 0 })
    .where('organizationId', '=', organizationId)
    .where('id', '=', importId)
    .where('status', 'in', ['QUEUED', 'RUNNING'])
    .returning(COLUMNS)
    .executeTakeFirst();
}

/** @param error kept when the import has none of its own yet */
export async function failImport(
  db: Db,
  { organizationId, importId }: OwnImport,
  error: JobError,
): Promise<void> {
  await db
    .updateTable('paymentImports')
    .set({ status: 'FAILED', ...firstError(error), finishedAt: sql`now()` })
    .where('organizationId', '=', organizationId)
    .where('id', '=', importId)
    .where('status', 'in', ['QUEUED', 'RUNNING'])
    .execute();
}

/** Stores the counts, sums and reasons of the checked rows; undefined when it was no longer under way. */
export async function finishImport(
  trx: Trx,
  { organizationId, importId }: OwnImport,
): Promise<PaymentImportData | undefined> {
  const { rows } = await sql<PaymentImportData>`
    update payment_imports
    set status = 'COMPLETED', error = null, error_facts = null, finished_at = statement_timestamp(), processed_rows = total_rows,
      matched_rows = judged.matched, quarantined_rows = judged.quarantined, rejected_rows = judged.rejected,
      matched_amount = judged.matched_amount, quarantined_amount = judged.quarantined_amount,
      rejected_amount = judged.rejected_amount, reasons = counted.reasons
    from (
      select count(*) filter (where status = 'matched') as matched,
        count(*) filter (where status = 'quarantined') as quarantined,
        count(*) filter (where status = 'rejected') as rejected,
        coalesce(sum(amount) filter (where status = 'matched'), 0) as matched_amount,
        coalesce(sum(amount) filter (where status = 'quarantined'), 0) as quarantined_amount,
        coalesce(sum(amount) filter (where status = 'rejected'), 0) as rejected_amount
      from payment_import_rows
      where payment_import_rows.organization_id = ${organizationId} and import_id = ${importId}
    ) as judged,
    (
      select coalesce(json_agg(told order by told.first_line, told.code)::jsonb, '[]') as reasons
      from (${reasonsOf({ organizationId, importId })}) as told
    ) as counted
    where payment_imports.organization_id = ${organizationId} and payment_imports.id = ${importId}
      and payment_imports.status = 'RUNNING'
    returning ${sql.join(COLUMNS.map((column) => sql.ref(`payment_imports.${column}`)))}
  `.execute(trx);
  return rows[0];
}

/** How many lines with a reason are listed by number. */
const TOLD_LINES = 10;

function reasonsOf({ organizationId, importId }: OwnImport): RawBuilder<unknown> {
  return sql`
    select payment_import_rows.status, reason ->> 'code' as code, count(*)::integer as rows, min(line) as first_line,
      coalesce(sum(amount), 0)::numeric(20, 2)::text as amount, (array_agg(line order by line))[1:${TOLD_LINES}::integer] as lines,
      (array_agg(reason -> 'params' order by line))[1] as params, count(distinct reason -> 'params') = 1 as "isAlike"
    from payment_import_rows
    cross join lateral jsonb_array_elements(reasons) as reason
    where payment_import_rows.organization_id = ${organizationId} and import_id = ${importId}
      and payment_import_rows.status in ('quarantined', 'rejected')
    group by payment_import_rows.status, reason ->> 'code'`;
}

/** Locks the import until the transaction ends. */
export async function lockImport(
  trx: Trx,
  { organizationId, importId }: OwnImport,
): Promise<PaymentImportData | undefined> {
  return trx
    .selectFrom('paymentImports')
    .select(COLUMNS)
    .where('organizationId', '=', organizationId)
    .where('id', '=', importId)
    .forUpdate()
    .executeTakeFirst();
}

export async function markReversed(
  trx: Trx,
  { organizationId, importId }: OwnImport,
  { userId, reason }: { readonly userId: number; readonly reason: string },
): Promise<void> {
  await trx
    .updateTable('paymentImports')
    .set({ reversedAt: sql`now()`, reversedBy: userId, reversalReason: reason })
    .where('organizationId', '=', organizationId)
    .where('id', '=', importId)
    .execute();
}

/** Called once they are checked. */
export async function deletePieces(
  trx: Trx,
  { organizationId, importId }: OwnImport,
): Promise<void> {
  await trx
    .deleteFrom('paymentImportPieces')
    .where('organizationId', '=', organizationId)
    .where('importId', '=', importId)
    .execute();
}

/** Allows the import's rows to be imported again in another file. */
export async function releaseRows(
  trx: Trx,
  { organizationId, importId }: OwnImport,
): Promise<void> {
  await trx
    .updateTable('paymentImportRows')
    .set({ isClaimed: false })
    .where('organizationId', '=', organizationId)
    .where('importId', '=', importId)
    .where('isClaimed', '=', true)
    .execute();
}
