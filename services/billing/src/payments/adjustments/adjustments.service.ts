// Adjustments that an accountant books by hand, reverses, and reads.
import {
  LOWERING_KINDS,
  type Adjustment,
  type AdjustmentBody,
  type AdjustmentKind,
  type AdjustmentStatus,
  type ReversedAdjustment,
} from '@kvartplata/contracts/billing/adjustments.ts';
import type { FieldReason } from '@kvartplata/contracts/field-reasons.ts';
import type { PageOf } from '@kvartplata/contracts/page.ts';
import { firstDayOf, type BillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import { parseKopecks } from '@kvartplata/domain/money/kopecks.ts';
import { recordChange } from '@kvartplata/platform/audit/audit.repository.ts';
import { type BeforeId, newestPage } from '@kvartplata/platform/http/cursor.ts';
import { invalidField, notFound, Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { Once } from '@kvartplata/platform/idempotency/once.ts';
import type { Caller } from '../../access/access.service.ts';
import { requireAccountNow, scopeOf } from '../../access/places.ts';
import type { AccountPlace } from '../../books/account-balances/account-balances.repository.ts';
import { lockAccount } from '../../books/account-balances/account-balances.service.ts';
import { inBooking, monthForAdjustments } from '../../books/cycles/open-months.service.ts';
import { bookStorno } from '../../books/ledger-entries/ledger-entries.service.ts';
import type { Db, Trx } from '../../tables.ts';
import { reallocate } from '../payments/allocations.service.ts';
import * as repository from './adjustments.repository.ts';
import type { AdjustmentRow, AskedAdjustment, OwnAdjustment } from './adjustments.repository.ts';
import { bookAdjustment } from './book-adjustment.service.ts';

/** The caller, with the request's idempotency key and the calendar day. */
export type Asker = {
  readonly caller: Caller;
  readonly once: Once;
  readonly today: Temporal.PlainDate;
};

/**
 * Books an adjustment, or keeps it waiting when it is above the organization's limit.
 * Checked in this order: amount, kind and debt kind, the account, the role, the service, the second factor, the idempotency key,
 * the month, that as much is owed.
 * @throws Refusal validation-failed, not-found, forbidden, step-up-needed, step-up-by-person, idempotency-key-in-use,
 * idempotency-key-reused, month-out-of-range, over-penalty-debt, conflict, dependency-unavailable
 */
export async function createAdjustment(
  { caller, once, today }: Asker,
  request: AdjustmentBody,
): Promise<Adjustment> {
  const line = await prepareAdjustment(caller, request);
  return inBooking(caller.db, async (trx) =>
    once(trx, line.place.organizationId, async () => addAdjustment(trx, caller, line, today)),
  );
}

/** An adjustment with what core knows of it, before the transaction that books it. */
export type PreparedAdjustment = {
  readonly place: AccountPlace;
  readonly request: AdjustmentBody;
  readonly service: ServiceFacts;
  readonly firstMonth: string | null;
  readonly confirmAbove: string | null;
};

/** @throws Refusal validation-failed, not-found, forbidden, step-up-needed, step-up-by-person, dependency-unavailable */
export async function prepareAdjustment(
  caller: Caller,
  request: AdjustmentBody,
): Promise<PreparedAdjustment> {
  assertKind(request);
  const { organizationId, houseId, personalAccountId } = await requireAccountNow(
    caller,
    request.personalAccountId,
  );
  const place = { organizationId, houseId, personalAccountId };
  const service = await readService(caller, place, request.houseServiceId ?? null);
  await caller.requireStepUp(organizationId, request.amount);
  const { firstMonth, confirmAbove } = await readLimits(caller, organizationId);
  return { place, request, service, firstMonth, confirmAbove };
}

/**
 * Books a prepared adjustment or keeps it waiting, in a transaction of `inBooking`.
 * @throws Refusal month-out-of-range, over-penalty-debt, conflict
 */
export async function addAdjustment(
  trx: Trx,
  { actor, userId }: Pick<Caller, 'actor' | 'userId'>,
  { place, request, service, firstMonth, confirmAbove }: PreparedAdjustment,
  today: Temporal.PlainDate,
): Promise<Adjustment> {
  const { organizationId } = place;
  const bookedIn = await monthForAdjustments(trx, organizationId, today);
  const period = firstDayIn(request.period) ?? bookedIn;
  const first = await firstMonthOf(trx, place, firstMonth);
  refuseMonth(period, { firstMonth: first, bookedIn });
  const { kind, amount, reason, basis, debtKind = 'principal' } = request;
  const line = { kind, debtKind, amount, period, ...service, reason, basis };
  const asked = { place, ...line, requestedBy: userId };
  const id = isAbove(amount, confirmAbove)
    ? await repository.insertWaiting(trx, asked)
    : await bookAdjustment(trx, asked, { id: null, bookedIn, confirmedBy: null, today });
  const made = await readAdjustment(trx, { organizationId, id });
  await recordChange(trx, actor, {
    action: made.status === 'WAITING' ? 'adjustment.requested' : 'adjustment.booked',
    object: { type: 'adjustment', id },
    organizationId,
    after: made,
  });
  return made;
}

function assertKind({ kind, amount, debtKind = 'principal' }: AdjustmentBody): void {
  const amountKopecks = parseKopecks(amount);
  if (amountKopecks === 0n) throw invalidField('/amount', 'must not be 0', { code: 'not-zero' });
  const lowers = LOWERING_KINDS.some((lowering) => lowering === kind);
  if (lowers && amountKopecks > 0n)
    throw invalidField('/amount', `must be below 0: a ${kind} lowers the debt`, {
      code: 'must-lower',
    });
  if (!lowers && amountKopecks < 0n)
    throw invalidField('/amount', `must be above 0: a ${kind} raises the debt`, {
      code: 'must-raise',
    });
  if (debtKind === 'penalty' && kind !== 'write-off')
    throw invalidField('/debtKind', 'is penalty of a write-off alone', { code: 'not-for-kind' });
}

type ServiceFacts = Pick<AskedAdjustment, 'houseServiceId' | 'serviceName' | 'isMajorRepairs'>;

async function readService(
  { core, requestId }: Caller,
  { houseId }: AccountPlace,
  houseServiceId: number | null,
): Promise<ServiceFacts> {
  if (houseServiceId === null) return { houseServiceId, serviceName: null, isMajorRepairs: false };
  const service = await core.findHouseService(houseId, houseServiceId, requestId);
  if (service === undefined)
    throw invalidField('/houseServiceId', 'is no service of the house of the account', {
      code: 'not-of-house',
    });
  const { name: serviceName, kind } = service;
  return { houseServiceId, serviceName, isMajorRepairs: kind === 'major-repairs' };
}

/** Never cached: limits that are a minute old could let a large adjustment pass. */
async function readLimits({ core, requestId }: Caller, organizationId: number) {
  const organization = await core.findOrganization(organizationId, requestId);
  if (organization === undefined) throw notFound(`organization ${organizationId}`);
  return organization;
}

function isAbove(amount: string, confirmAbove: string | null): boolean {
  const kopecks = parseKopecks(amount);
  return confirmAbove !== null && (kopecks < 0n ? -kopecks : kopecks) > parseKopecks(confirmAbove);
}

function firstDayIn(month: BillingMonth | null | undefined): string | undefined {
  return month ? formatDay(firstDayOf(month)) : undefined;
}

/**
 * The first month that the account can have debts of: the organization's first, or an earlier one that was brought along.
 * @param firstMonth `YYYY-MM`, of the organization
 */
async function firstMonthOf(
  trx: Trx,
  place: AccountPlace,
  firstMonth: string | null,
): Promise<string | null> {
  if (firstMonth === null) return null;
  const brought = await repository.findFirstBroughtMonth(trx, place);
  return brought !== null && brought < firstMonth ? brought : firstMonth;
}

/** All months are first days, except the first parameter: `YYYY-MM`. */
function refuseMonth(
  period: string,
  { firstMonth, bookedIn }: { readonly firstMonth: string | null; readonly bookedIn: string },
): void {
  const [asked, last] = [period.slice(0, 7), bookedIn.slice(0, 7)];
  if (asked > last)
    throw outOfRange(`${asked} is after the open month, ${last}`, {
      code: 'after-open-month',
      params: { month: last },
    });
  if (firstMonth !== null && asked < firstMonth && asked < last)
    throw outOfRange(
      `${asked} is before the first month that the account can owe for, ${firstMonth}`,
      {
        code: 'before-first-month',
        params: { month: firstMonth },
      },
    );
}

function outOfRange(message: string, reason: FieldReason): Refusal {
  return new Refusal('month-out-of-range', message, {
    errors: [{ path: '/period', message, reason }],
  });
}

/**
 * Reverses an adjustment: its entry is mirrored, and a debt it had lowered is owed again.
 * Checked in this order: it exists, the role, it is booked, the second factor, the idempotency key, it is not reversed.
 * @throws Refusal not-found, forbidden, adjustment-not-booked, step-up-needed, step-up-by-person, idempotency-key-in-use,
 * idempotency-key-reused, already-reversed
 */
export async function reverseAdjustment(
  caller: Caller,
  adjustmentId: number,
  reason: string,
  once: Once,
): Promise<ReversedAdjustment> {
  const {
    organizationId,
    houseId,
    personalAccountId,
    amount,
    bookedIn: entryPeriod,
  } = await getOwnRow(caller, adjustmentId);
  if (entryPeriod === null)
    throw new Refusal('adjustment-not-booked', 'It waits to be confirmed, or was rejected');
  await caller.requireStepUp(organizationId, amount);
  const place = { organizationId, houseId, personalAccountId };
  return inBooking(caller.db, async (trx) =>
    once(trx, organizationId, async () => {
      const own = { day: entryPeriod, firstMonth: entryPeriod };
      const { bookedIn } = await lockAccount(trx, place, own);
      const entries = await bookStorno(
        trx,
        { ...place, documentId: adjustmentId, entryPeriod, bookedIn },
        { organizationId, transactionType: 'ADJUSTMENT', reason },
      );
      const cause = { reason: 'adjustment-storno', causeId: adjustmentId } as const;
      await reallocate(trx, place, [place], cause);
      await recordChange(trx, caller.actor, {
        action: 'adjustment.reversed',
        object: { type: 'adjustment', id: adjustmentId },
        organizationId,
        before: { status: 'BOOKED' },
        after: { status: 'REVERSED', reason, entries },
      });
      const reversed = await readAdjustment(trx, { organizationId, id: adjustmentId });
      return { ...reversed, entries: [...entries] };
    }),
  );
}

/** @throws Refusal not-found */
export async function getAdjustment(caller: Caller, adjustmentId: number): Promise<Adjustment> {
  return toAdjustment(await getOwnRow(caller, adjustmentId));
}

export type AdjustmentsQuery = {
  readonly organizationId?: number | undefined;
  readonly houseId?: number | undefined;
  readonly personalAccountId?: number | undefined;
  readonly status?: AdjustmentStatus | undefined;
  readonly kind?: AdjustmentKind | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
};

/** @throws Refusal not-found for an organization, a house or an account that the caller may not see */
export async function listAdjustmentsFor(
  caller: Caller,
  query: AdjustmentsQuery,
): Promise<PageOf<Adjustment>> {
  const { houseId, personalAccountId, status, kind } = query;
  const filter = { houseId, personalAccountId, status, kind };
  const list = async (before: BeforeId) =>
    repository.listAdjustments(caller.db, {
      scope: await scopeOf(caller, query),
      ...filter,
      ...before,
    });
  return newestPage(query, list, toAdjustment);
}

/** @throws Refusal not-found, forbidden */
export async function getOwnRow(caller: Caller, adjustmentId: number): Promise<AdjustmentRow> {
  return caller.getOwn(`adjustment ${adjustmentId}`, async () =>
    repository.findAdjustment(caller.db, caller.ownOrganizations(), adjustmentId),
  );
}

/** One that is known to exist, as it is in this transaction. */
export async function readAdjustment(
  db: Db | Trx,
  { organizationId, id }: OwnAdjustment,
): Promise<Adjustment> {
  const row = await repository.findAdjustment(db, [organizationId], id);
  if (row === undefined) throw new Error(`adjustment ${id} has vanished`);
  return toAdjustment(row);
}

function toAdjustment({ period, bookedIn, createdAt, ...row }: AdjustmentRow): Adjustment {
  return {
    id: row.id,
    organizationId: row.organizationId,
    houseId: row.houseId,
    personalAccountId: row.personalAccountId,
    kind: row.kind,
    debtKind: row.debtKind,
    houseServiceId: row.houseServiceId,
    serviceName: row.serviceName,
    amount: row.amount,
    period: period.slice(0, 7),
    bookedIn: bookedIn?.slice(0, 7) ?? null,
    status: row.status,
    reason: row.reason,
    basis: row.basis,
    requestedBy: row.requestedBy,
    settledBy: row.settledBy,
    note: row.note,
    createdAt: createdAt.toISOString(),
  };
}
