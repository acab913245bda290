// Adjustments in SQL: booked by a function of the schema, stored as waiting, and read.
import type {
  AdjustmentKind,
  AdjustmentStatus,
} from '@kvartplata/contracts/billing/adjustments.ts';
import { sql } from 'kysely';
import type { OrganizationIds } from '../../access/access.service.ts';
import type { Scope } from '../../access/places.ts';
import { allOf, ofOrganizations, withinScope } from '../../access/scope.ts';
import type { AccountPlace } from '../../books/account-balances/account-balances.repository.ts';
import type { Db, Trx } from '../../tables.ts';

/** An adjustment as requested. */
export type AskedAdjustment = {
  readonly place: AccountPlace;
  readonly kind: AdjustmentKind;
  readonly debtKind: 'principal' | 'penalty';
  readonly amount: string;
  /** The first day of the month that it concerns. */
  readonly period: string;
  readonly houseServiceId: number | null;
  readonly serviceName: string | null;
  readonly isMajorRepairs: boolean;
  readonly reason: string;
  readonly basis: string;
  readonly requestedBy: number;
};

/** Decided when it is booked. */
export type Booking = {
  /** The id under which it has waited; null to draw a new one. */
  readonly id: number | null;
  /** The first day of a month. */
  readonly bookedIn: string;
  readonly effectiveOn: string;
  readonly confirmedBy: number | null;
};

/** The first month, `YYYY-MM`, of the account's opening balances; null while it has none. */
export async function findFirstBroughtMonth(
  trx: Trx,
  { organizationId, houseId, personalAccountId }: AccountPlace,
): Promise<string | null> {
  const { rows } = await sql<{ month: string }>`
    select to_char(opening_balances.period, 'YYYY-MM') as month
    from opening_balances
    join opening_imports on opening_imports.organization_id = opening_balances.organization_id
      and opening_imports.id = opening_balances.import_id and opening_imports.undone_at is null
    where opening_balances.organization_id = ${organizationId} and opening_balances.house_id = ${houseId}
      and opening_balances.personal_account_id = ${personalAccountId}
    order by opening_balances.period
    limit 1
  `.execute(trx);
  return rows[0]?.month ?? null;
}

/** The account's balance must be locked. Returns the new adjustment's id. */
export async function postAdjustment(
  trx: Trx,
  asked: AskedAdjustment,
  { id, bookedIn, effectiveOn, confirmedBy }: Booking,
): Promise<number> {
  const given = {
    house_id: asked.place.houseId,
    personal_account_id: asked.place.personalAccountId,
    id,
    kind: asked.kind,
    debt_kind: asked.debtKind,
    amount: asked.amount,
    period: asked.period,
    booked_in: bookedIn,
    effective_on: effectiveOn,
    house_service_id: asked.houseServiceId,
    service_name: asked.serviceName,
    is_major_repairs: asked.isMajorRepairs,
    reason: asked.reason,
    basis: asked.basis,
    requested_by: asked.requestedBy,
    confirmed_by: confirmedBy,
  };
  const { rows } = await sql<{ id: number }>`
    select id from app.post_adjustment(${asked.place.organizationId}, ${JSON.stringify(given)}::jsonb)
  `.execute(trx);
  const [booked] = rows;
  if (booked === undefined) throw new Error('an adjustment was not booked');
  return booked.id;
}

/** Returns the new adjustment's id. */
export async function insertWaiting(trx: Trx, asked: AskedAdjustment): Promise<number> {
  const { place, ...line } = asked;
  const { houseId, personalAccountId, organizationId } = place;
  const { id } = await trx
    .insertInto('waitingAdjustments')
    .values({ ...line, houseId, personalAccountId, organizationId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export type OwnAdjustment = { readonly organizationId: number; readonly id: number };

/** A waiting adjustment, locked until the transaction ends; undefined when it no longer waits. */
export async function lockWaiting(
  trx: Trx,
  { organizationId, id }: OwnAdjustment,
): Promise<AskedAdjustment | undefined> {
  const row = await trx
    .selectFrom('waitingAdjustments')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('status', '=', 'WAITING')
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { houseId, personalAccountId } = row;
  return { ...row, place: { organizationId, houseId, personalAccountId } };
}

export type Settling = {
  readonly status: 'CONFIRMED' | 'REJECTED';
  readonly userId: number;
  readonly note: string | null;
};

export async function markSettled(
  trx: Trx,
  { organizationId, id }: OwnAdjustment,
  { status, userId, note }: Settling,
): Promise<void> {
  await trx
    .updateTable('waitingAdjustments')
    .set({ status, settledBy: userId, settledAt: sql<Date>`now()`, note })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute();
}

export type AdjustmentRow = OwnAdjustment & {
  readonly houseId: number;
  readonly personalAccountId: number;
  readonly kind: AdjustmentKind;
  readonly debtKind: 'principal' | 'penalty';
  readonly amount: string;
  readonly period: string;
  readonly bookedIn: string | null;
  readonly status: AdjustmentStatus;
  readonly houseServiceId: number | null;
  readonly serviceName: string | null;
  readonly reason: string;
  readonly basis: string;
  readonly requestedBy: number;
  readonly settledBy: number | null;
  readonly note: string | null;
  readonly createdAt: Date;
};

/** All adjustments: those booked, and those that wait or were rejected. A confirmed one is among those booked. */
const ADJUSTMENTS = sql`
  select adjustments.organization_id, adjustments.id, adjustments.house_id, adjustments.personal_account_id,
    adjustments.kind, adjustments.debt_kind, adjustments.amount, adjustments.period, adjustments.booked_in,
    case when stornos.entry_id is null then 'BOOKED' else 'REVERSED' end as status, adjustments.house_service_id,
    adjustments.service_name, adjustments.reason, adjustments.basis, adjustments.requested_by,
    adjustments.confirmed_by as settled_by, null::text as note, adjustments.created_at
  from adjustments
  left join stornos on stornos.organization_id = adjustments.organization_id
    and stornos.house_id = adjustments.house_id and stornos.entry_id = adjustments.id
  union all
  select waiting.organization_id, waiting.id, waiting.house_id, waiting.personal_account_id, waiting.kind,
    waiting.debt_kind, waiting.amount, waiting.period, null::date, waiting.status, waiting.house_service_id,
    waiting.service_name, waiting.reason, waiting.basis, waiting.requested_by, waiting.settled_by, waiting.note,
    waiting.created_at
  from waiting_adjustments as waiting
  where waiting.status <> 'CONFIRMED'
`;

export async function findAdjustment(
  db: Db,
  organizationIds: OrganizationIds,
  id: number,
): Promise<AdjustmentRow | undefined> {
  const { rows } = await sql<AdjustmentRow>`
    select * from (${ADJUSTMENTS}) as lines
    where ${ofOrganizations('lines', organizationIds)} and lines.id = ${id}
  `.execute(db);
  return rows[0];
}

export type AdjustmentFilter = {
  readonly scope: Scope;
  readonly houseId: number | undefined;
  readonly personalAccountId: number | undefined;
  readonly status: AdjustmentStatus | undefined;
  readonly kind: AdjustmentKind | undefined;
  readonly beforeId: number | undefined;
  readonly limit: number;
};

/** Newest first. */
export async function listAdjustments(
  db: Db,
  { scope, houseId, personalAccountId, status, kind, beforeId, limit }: AdjustmentFilter,
): Promise<readonly AdjustmentRow[]> {
  const conditions = allOf([
    withinScope('lines', scope),
    houseId === undefined ? undefined : sql`lines.house_id = ${houseId}`,
    personalAccountId === undefined
      ? undefined
      : sql`lines.personal_account_id = ${personalAccountId}`,
    status === undefined ? undefined : sql`lines.status = ${status}`,
    kind === undefined ? undefined : sql`lines.kind = ${kind}`,
    beforeId === undefined ? undefined : sql`lines.id < ${beforeId}`,
  ]);
  const { rows } = await sql<AdjustmentRow>`
    select * from (${ADJUSTMENTS}) as lines
    where ${conditions}
    order by lines.id desc
    limit ${limit}
  `.execute(db);
  return rows;
}
