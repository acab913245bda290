// The queue of unidentified payments: a person decides which account each is for, or that it is for none.
import type {
  UnidentifiedPayment,
  UnidentifiedStatus,
} from '@kvartplata/contracts/billing/unidentified-payments.ts';
import { DEFAULT_PAGE_LIMIT, type PageOf } from '@kvartplata/contracts/page.ts';
import {
  monthOf,
  parseBillingMonth,
  type BillingMonth,
} from '@kvartplata/domain/calendar/billing-month.ts';
import { parseDay } from '@kvartplata/domain/calendar/day.ts';
import { parseKopecks } from '@kvartplata/domain/money/kopecks.ts';
import { recordChange } from '@kvartplata/platform/audit/audit.repository.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { decodeCursor, pageOf } from '@kvartplata/platform/http/cursor.ts';
import { invalidField, Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { Once } from '@kvartplata/platform/idempotency/once.ts';
import type { Caller } from '../../access/access.service.ts';
import { requireAccountNow } from '../../access/places.ts';
import { bookPayments } from '../payments/book-payments.service.ts';
import type { Trx } from '../../tables.ts';
import { inBooking } from '../../books/cycles/open-months.service.ts';
import { requireNameable } from '../nameable-months.ts';
import { toReasons } from '../row-reasons.ts';
import * as repository from './unidentified-payments.repository.ts';
import type { OwnImport, UnidentifiedRow } from './unidentified-payments.repository.ts';

export async function listUnidentified(
  caller: Caller,
  query: {
    readonly organizationId?: number | undefined;
    readonly importId?: number | undefined;
    readonly status?: UnidentifiedStatus | undefined;
    readonly search?: string | undefined;
    readonly limit?: number | undefined;
    readonly cursor?: string | undefined;
  },
): Promise<PageOf<UnidentifiedPayment>> {
  const limit = query.limit ?? DEFAULT_PAGE_LIMIT;
  const [afterId] = decodeCursor(query.cursor, ['id']) ?? [];
  const rows = await repository.listUnidentified(caller.db, {
    organizationIds: await caller.organizationsOf(query.organizationId),
    importId: query.importId,
    status: query.status ?? 'WAITING',
    words:
      query.search
        ?.toLowerCase()
        .split(/\s+/)
        .filter((word) => word !== '') ?? [],
    afterId,
    limit: limit + 1,
  });
  return pageOf(rows, limit, (row) => [row.id], toUnidentified);
}

/** @throws Refusal not-found */
export async function getUnidentified(caller: Caller, id: number): Promise<UnidentifiedPayment> {
  return toUnidentified(await getOwnRow(caller, id));
}

export type Resolution = {
  readonly personalAccountId: number;
  readonly period?: BillingMonth | undefined;
};

/**
 * Books the payment to an account, with the day on which it was paid.
 * Checked in this order: the payment and the account exist, the role, both belong to one organization, the month, the second
 * factor, the idempotency key, nobody has decided before.
 * @throws Refusal not-found, forbidden, validation-failed, step-up-needed, step-up-by-person, idempotency-key-in-use,
 * idempotency-key-reused, already-settled, conflict
 */
export async function resolveUnidentified(
  caller: Caller,
  id: number,
  { personalAccountId, period }: Resolution,
  once: Once,
): Promise<UnidentifiedPayment> {
  const own = await getOwnRow(caller, id);
  const { houseId, organizationId } = await requireAccountNow(caller, personalAccountId);
  if (organizationId !== own.organizationId)
    throw invalidField('/personalAccountId', 'is an account of another organization', {
      code: 'other-organization',
    });
  if (period !== undefined) requireNameable(period, parseDay(own.paidOn));
  await caller.requireStepUp(organizationId, own.amount);
  const place = { houseId, personalAccountId, organizationId };
  const firstMonth = await caller.core.findFirstMonth(
    organizationId,
    monthOf(parseDay(own.paidOn)),
    caller.requestId,
  );
  return inBooking(caller.db, async (trx) =>
    once(trx, own.organizationId, async () => {
      const row = await lockWaiting(trx, own);
      const [paymentId] = await bookPayments(trx, { organizationId, firstMonth }, [
        {
          place,
          amountKopecks: parseKopecks(row.amount),
          paidOn: parseDay(row.paidOn),
          period: period ?? namedMonth(row.namedPeriod),
          source: row.profile,
          reference: row.operation,
        },
      ]);
      if (paymentId === undefined) throw new Error(`nothing was booked for ${id}`);
      await repository.markResolved(trx, own, { userId: caller.userId, place, paymentId });
      return settled(trx, caller, own, 'unidentified-payment.resolved');
    }),
  );
}

/**
 * Closes the payment without booking it to an account.
 * @throws Refusal not-found, forbidden, step-up-needed, step-up-by-person, idempotency-key-in-use, idempotency-key-reused,
 * already-settled
 */
export async function closeUnidentified(
  caller: Caller,
  id: number,
  { outcome, reason }: { readonly outcome: 'returned' | 'closed'; readonly reason: string },
  once: Once,
): Promise<UnidentifiedPayment> {
  const own = await getOwnRow(caller, id);
  await caller.requireStepUp(own.organizationId, own.amount);
  return inTransaction(caller.db, async (trx) =>
    once(trx, own.organizationId, async () => {
      await lockWaiting(trx, own);
      const status = outcome === 'returned' ? 'RETURNED' : 'CLOSED';
      await repository.markClosed(trx, own, { userId: caller.userId, status, note: reason });
      return settled(trx, caller, own, `unidentified-payment.${outcome}`);
    }),
  );
}

/** Locks the registry first: reversing it also locks it before the accounts and the waiting rows. */
async function lockWaiting(trx: Trx, own: UnidentifiedRow): Promise<UnidentifiedRow> {
  await repository.holdImport(trx, own);
  const row = await repository.lockUnidentified(trx, own);
  if (row?.status === 'WAITING') return row;
  throw new Refusal('already-settled', `Unidentified payment ${own.id} waits no longer`);
}

async function settled(
  trx: Trx,
  caller: Caller,
  { organizationId, id }: repository.OwnUnidentified,
  action: `unidentified-payment.${string}`,
): Promise<UnidentifiedPayment> {
  const row = await repository.findUnidentified(trx, [organizationId], id);
  if (row === undefined) throw new Error(`unidentified payment ${id} has vanished`);
  const { status, personalAccountId, paymentId, amount, note } = toUnidentified(row);
  await recordChange(trx, caller.actor, {
    action,
    object: { type: 'unidentified-payment', id },
    organizationId,
    before: { status: 'WAITING' },
    after: { status, personalAccountId, paymentId, amount, note },
  });
  return toUnidentified(row);
}

async function getOwnRow(caller: Caller, id: number): Promise<UnidentifiedRow> {
  return caller.getOwn(`unidentified payment ${id}`, async () =>
    repository.findUnidentified(caller.db, caller.ownOrganizations(), id),
  );
}

function namedMonth(firstDay: string | null): BillingMonth | null {
  return firstDay === null ? null : parseBillingMonth(firstDay.slice(0, 7));
}

function toUnidentified(row: UnidentifiedRow): UnidentifiedPayment {
  return {
    id: row.id,
    organizationId: row.organizationId,
    importId: row.importId,
    line: row.line,
    status: row.status,
    reasons: toReasons(row.reasons),
    accountNumbers: [...row.accountNumbers],
    amount: row.amount,
    paidOn: row.paidOn,
    period: row.namedPeriod?.slice(0, 7) ?? null,
    source: row.profile,
    operation: row.operation,
    payer: row.payer,
    purpose: row.purpose,
    houseId: row.houseId,
    personalAccountId: row.personalAccountId,
    paymentId: row.paymentId,
    note: row.note,
    settledBy: row.settledBy,
    settledAt: row.settledAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}

/** Puts all quarantined rows of the import into the queue. */
export async function keepWaiting(trx: Trx, own: OwnImport): Promise<void> {
  await repository.insertWaiting(trx, own);
}

/** Withdraws the import's rows that wait or were resolved. */
export async function withdrawOfImport(trx: Trx, own: OwnImport, userId: number): Promise<void> {
  await repository.withdrawOfImport(trx, own, userId);
}
