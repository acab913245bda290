// Deliveries in SQL: the requests and their progress.
import type { JobStatus } from '@kvartplata/contracts/billing/calculation-jobs.ts';
import type { StoredJobError } from '@kvartplata/platform/database/job-error-columns.ts';
import type { JobTable } from '@kvartplata/platform/jobs/job-table.ts';
import { sql } from 'kysely';
import type { OrganizationIds } from '../../access/access.service.ts';
import { ofOrganizations } from '../../access/scope.ts';
import type { Db, Trx } from '../../tables.ts';

export type DeliveryRow = StoredJobError & {
  readonly id: number;
  readonly organizationId: number;
  /** The first day of the month. */
  readonly period: string;
  readonly houseIds: number[];
  readonly again: boolean;
  readonly status: JobStatus;
  readonly attempt: number;
  readonly totalAccounts: number;
  readonly processedAccounts: number;
  /** The number of accounts processed, which is the position of the last letter. */
  readonly letters: number;
  readonly housesNotApplied: number[];
  readonly requestedBy: number;
  readonly requestId: string;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
};

const COLUMNS = [
  'id',
  'organizationId',
  'period',
  'houseIds',
  'again',
  'status',
  'attempt',
  'totalAccounts',
  'processedAccounts',
  'letters',
  'housesNotApplied',
  'error',
  'errorFacts',
  'requestedBy',
  'requestId',
  'createdAt',
  'startedAt',
  'finishedAt',
] as const;

export const DELIVERIES: JobTable<DeliveryRow> = { table: 'deliveries', columns: COLUMNS };

export type NewDelivery = Pick<
  DeliveryRow,
  'organizationId' | 'period' | 'again' | 'totalAccounts' | 'requestedBy' | 'requestId'
> & { readonly houseIds: readonly number[] };

export async function insertDelivery(
  trx: Trx,
  { houseIds, ...delivery }: NewDelivery,
): Promise<DeliveryRow> {
  return trx
    .insertInto('deliveries')
    .values({ ...delivery, houseIds: [...houseIds] })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** The job for the same request that is waiting and has not begun. */
export async function findSameWaiting(
  trx: Trx,
  { organizationId, period, again, houseIds }: NewDelivery,
): Promise<DeliveryRow | undefined> {
  return trx
    .selectFrom('deliveries')
    .select(COLUMNS)
    .where('organizationId', '=', organizationId)
    .where('status', '=', 'QUEUED')
    .where('startedAt', 'is', null)
    .where('period', '=', period)
    .where('again', '=', again)
    .where(sql<boolean>`house_ids = ${[...houseIds]}::bigint[]`)
    .executeTakeFirst();
}

export async function findDelivery(
  db: Db,
  organizationIds: OrganizationIds,
  id: number,
): Promise<DeliveryRow | undefined> {
  return db
    .selectFrom('deliveries')
    .select(COLUMNS)
    .where(sql<boolean>`${ofOrganizations('deliveries', organizationIds)}`)
    .where('id', '=', id)
    .executeTakeFirst();
}

export type DeliveryFilter = {
  readonly organizationIds: OrganizationIds;
  /** The first day of the month. */
  readonly period: string | undefined;
  readonly beforeId: number | undefined;
  readonly limit: number;
};

/** Newest first. */
export async function listDeliveries(
  db: Db,
  { organizationIds, period, beforeId, limit }: DeliveryFilter,
): Promise<readonly DeliveryRow[]> {
  let query = db
    .selectFrom('deliveries')
    .select(COLUMNS)
    .where(sql<boolean>`${ofOrganizations('deliveries', organizationIds)}`)
    .orderBy('id', 'desc')
    .limit(limit);
  if (period !== undefined) query = query.where('period', '=', period);
  if (beforeId !== undefined) query = query.where('id', '<', beforeId);
  return query.execute();
}

/** Those of the houses whose month is in the ledger. */
export async function listAppliedHouses(
  db: Db,
  organizationId: number,
  houseIds: readonly number[],
  period: string,
): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('houseMonths')
    .select('houseId')
    .where('organizationId', '=', organizationId)
    .where('houseId', '=', sql<number>`any(${houseIds}::bigint[])`)
    .where('period', '=', period)
    .where('appliedAt', 'is not', null)
    .execute();
  return new Set(rows.map(({ houseId }) => houseId));
}
