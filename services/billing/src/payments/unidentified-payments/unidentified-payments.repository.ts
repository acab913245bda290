// Unidentified payments in SQL; their details are in the row of their registry.
import type { RegistryProfile } from '@kvartplata/contracts/billing/payment-imports.ts';
import type { UnidentifiedStatus } from '@kvartplata/contracts/billing/unidentified-payments.ts';
import { sql } from 'kysely';
import type { AccountPlace } from '../../books/account-balances/account-balances.repository.ts';
import type { OrganizationIds } from '../../access/access.service.ts';
import { allOf, ofOrganizations } from '../../access/scope.ts';
import type { Db, Trx } from '../../tables.ts';
import type { RowReason } from '../row-reasons.ts';

/** Identifies a registry and its organization. */
export type OwnImport = {
  readonly organizationId: number;
  readonly importId: number;
};

/** Identifies an unidentified payment and its organization. */
export type OwnUnidentified = {
  readonly organizationId: number;
  readonly id: number;
};

/**
 * Puts all quarantined rows of the import into the queue. Returns their lines: without `returning` a distributed engine would
 * COPY the rows to their node, past row-level security.
 */
export async function insertWaiting(
  trx: Trx,
  { organizationId, importId }: OwnImport,
): Promise<void> {
  await sql`
    insert into unidentified_payments (organization_id, import_id, line)
    select organization_id, import_id, line
    from payment_import_rows
    where payment_import_rows.organization_id = ${organizationId}
      and import_id = ${importId} and status = 'quarantined'
    order by line
    returning line
  `.execute(trx);
}

/** How many rows of all organizations wait, and how long the oldest has waited. */
export async function sumUpWaiting(
  db: Db,
): Promise<{ readonly count: number; readonly oldestSeconds: number }> {
  const { rows } = await sql<{ count: number; oldestSeconds: number }>`
    select count(*)::float8 as count,
      coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as oldest_seconds
    from unidentified_payments
    where ${ofOrganizations('unidentifiedPayments', 'all')} and status = 'WAITING'
  `.execute(db);
  return rows[0] ?? { count: 0, oldestSeconds: 0 };
}

export type UnidentifiedRow = {
  readonly id: number;
  readonly organizationId: number;
  readonly importId: number;
  readonly line: number;
  readonly status: UnidentifiedStatus;
  readonly reasons: readonly RowReason[];
  readonly accountNumbers: readonly string[];
  readonly amount: string;
  readonly paidOn: string;
  readonly namedPeriod: string | null;
  readonly profile: RegistryProfile;
  readonly operation: string | null;
  readonly payer: string | null;
  readonly purpose: string | null;
  readonly houseId: number | null;
  readonly personalAccountId: number | null;
  readonly paymentId: number | null;
  readonly note: string | null;
  readonly settledBy: number | null;
  readonly settledAt: Date | null;
  readonly createdAt: Date;
};

const UNIDENTIFIED = sql`
  select unidentified_payments.id, unidentified_payments.organization_id, unidentified_payments.import_id,
    unidentified_payments.line, unidentified_payments.status, payment_import_rows.reasons,
    payment_import_rows.account_numbers, payment_import_rows.amount, payment_import_rows.paid_on,
    payment_import_rows.named_period, payment_imports.profile, payment_import_rows.operation,
    payment_import_rows.payer, payment_import_rows.purpose, unidentified_payments.house_id,
    unidentified_payments.personal_account_id, unidentified_payments.payment_id, unidentified_payments.note,
    unidentified_payments.settled_by, unidentified_payments.settled_at, unidentified_payments.created_at
  from unidentified_payments
  join payment_import_rows on payment_import_rows.organization_id = unidentified_payments.organization_id
    and payment_import_rows.import_id = unidentified_payments.import_id
    and payment_import_rows.line = unidentified_payments.line
  join payment_imports on payment_imports.organization_id = unidentified_payments.organization_id
    and payment_imports.id = unidentified_payments.import_id
`;

export async function findUnidentified(
  db: Db,
  organizationIds: OrganizationIds,
  id: number,
): Promise<UnidentifiedRow | undefined> {
  const { rows } = await sql<UnidentifiedRow>`
    ${UNIDENTIFIED}
    where ${ofOrganizations('unidentifiedPayments', organizationIds)} and unidentified_payments.id = ${id}
  `.execute(db);
  return rows[0];
}

/** Like `findUnidentified`, locked until the transaction ends. */
export async function lockUnidentified(
  trx: Trx,
  { organizationId, id }: OwnUnidentified,
): Promise<UnidentifiedRow | undefined> {
  const { rows } = await sql<UnidentifiedRow>`
    ${UNIDENTIFIED}
    where unidentified_payments.organization_id = ${organizationId} and unidentified_payments.id = ${id}
    for update of unidentified_payments
  `.execute(trx);
  return rows[0];
}

export type UnidentifiedFilter = {
  readonly organizationIds: OrganizationIds;
  readonly importId: number | undefined;
  readonly status: UnidentifiedStatus;
  /** In lower case; each must match. */
  readonly words: readonly string[];
  readonly afterId: number | undefined;
  readonly limit: number;
};

/** An amount can be searched with a point or a comma. */
const SOUGHT = sql`lower(concat_ws(' ', payment_import_rows.payer, payment_import_rows.purpose,
  array_to_string(payment_import_rows.account_numbers, ' '), payment_import_rows.amount::text,
  replace(payment_import_rows.amount::text, '.', ',')) collate "und-x-icu")`;

/** Those that have waited longest come first. */
export async function listUnidentified(
  db: Db,
  { organizationIds, importId, status, words, afterId, limit }: UnidentifiedFilter,
): Promise<readonly UnidentifiedRow[]> {
  const conditions = allOf([
    sql`unidentified_payments.status = ${status}`,
    ofOrganizations('unidentifiedPayments', organizationIds),
    importId === undefined ? undefined : sql`unidentified_payments.import_id = ${importId}`,
    afterId === undefined ? undefined : sql`unidentified_payments.id > ${afterId}`,
    ...words.map((word) => sql`strpos(${SOUGHT}, ${word}) > 0`),
  ]);
  const { rows } = await sql<UnidentifiedRow>`
    ${UNIDENTIFIED}
    where ${conditions}
    order by unidentified_payments.id
    limit ${limit}
  `.execute(db);
  return rows;
}

export async function markResolved(
  trx: Trx,
  { organizationId, id }: OwnUnidentified,
  booked: {
    readonly userId: number;
    readonly place: AccountPlace;
    readonly paymentId: number;
  },
): Promise<void> {
  await trx
    .updateTable('unidentifiedPayments')
    .set({
      status: 'RESOLVED',
      settledBy: booked.userId,
      settledAt: sql`now()`,
      houseId: booked.place.houseId,
      personalAccountId: booked.place.personalAccountId,
      paymentId: booked.paymentId,
    })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute();
}

export async function markClosed(
  trx: Trx,
  { organizationId, id }: OwnUnidentified,
  {
    userId,
    status,
    note,
  }: {
    readonly userId: number;
    readonly status: 'RETURNED' | 'CLOSED';
    readonly note: string;
  },
): Promise<void> {
  await trx
    .updateTable('unidentifiedPayments')
    .set({ status, settledBy: userId, settledAt: sql`now()`, note })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute();
}

/** Withdraws the rows that wait or were resolved, with their registry; returned and closed rows stay as they are. */
export async function withdrawOfImport(
  trx: Trx,
  { organizationId, importId }: OwnImport,
  userId: number,
): Promise<void> {
  await trx
    .updateTable('unidentifiedPayments')
    .set({ status: 'WITHDRAWN', settledBy: userId, settledAt: sql`now()` })
    .where('organizationId', '=', organizationId)
    .where('importId', '=', importId)
    .where('status', 'in', ['WAITING', 'RESOLVED'])
    .execute();
}

/** Locks the registry of the rows until the transaction ends. */
export async function holdImport(trx: Trx, { organizationId, importId }: OwnImport): Promise<void> {
  await sql`
    select from payment_imports
    where payment_imports.organization_id = ${organizationId} and payment_imports.id = ${importId}
    for share
  `.execute(trx);
}
