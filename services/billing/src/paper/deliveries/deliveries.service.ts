// Sends the receipts of a month by e-mail, reports the outcome of each letter, and cancels what has not been sent.
import type {
  Deliveries,
  Delivery,
  DeliveryLetter,
  DeliveryWithLetters,
  LetterOutcome,
} from '@kvartplata/contracts/billing/deliveries.ts';
import { LETTER_OUTCOMES } from '@kvartplata/contracts/billing/deliveries.ts';
import { DEFAULT_PAGE_LIMIT } from '@kvartplata/contracts/page.ts';
import {
  firstDayOf,
  formatBillingMonth,
  type BillingMonth,
} from '@kvartplata/domain/calendar/billing-month.ts';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import { recordChange } from '@kvartplata/platform/audit/audit.repository.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import {
  decodeCursor,
  newestPage,
  pageOf,
  type BeforeId,
  type PageAsked,
} from '@kvartplata/platform/http/cursor.ts';
import { invalidField, Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { Once } from '@kvartplata/platform/idempotency/once.ts';
import type { JobQueue } from '@kvartplata/platform/jobs/job-queue.ts';
import { endRow } from '@kvartplata/platform/jobs/job-rows.repository.ts';
import { assertMayWait, lockLine } from '@kvartplata/platform/jobs/waiting-jobs.repository.ts';
import type { Mail } from '@kvartplata/platform/mail/mail.ts';
import type { Caller } from '../../access/access.service.ts';
import { listCountedHouses } from '../../access/places.ts';
import type { Db } from '../../tables.ts';
import { printedHouses } from '../printed-houses.ts';
import { requirePrintable, requireReceipts } from '../receipts/house-receipts.service.ts';
import { seesOrganization } from '../../access/visible-organization.service.ts';
import * as repository from './deliveries.repository.ts';
import { DELIVERIES, type DeliveryRow } from './deliveries.repository.ts';
import * as letters from './delivery-letters.repository.ts';
import type { LetterRow } from './delivery-letters.repository.ts';
import { toListedLetter } from './listed-letter.ts';

/** The queue that writes the letters of deliveries. */
export const DELIVERY_QUEUE = 'delivery';

/** The audit log records only the length of a longer list of houses. */
const MOST_HOUSES_RECORDED = 100;

export type DeliveryMeans = { readonly queue: JobQueue; readonly mail: Pick<Mail, 'isOn'> };

export type DeliveryAsked = {
  readonly period: BillingMonth;
  readonly houseId?: number | undefined;
  readonly houseIds?: readonly number[] | undefined;
  readonly organizationId?: number | undefined;
  readonly again?: boolean | undefined;
};

/**
 * Queues a delivery; an equal request that is still waiting is the same job.
 * @throws Refusal validation-failed, not-found, forbidden, unprocessable-reference, mail-off, month-archived, months-not-applied,
 * nothing-charged, bank-details-missing, idempotency-key-in-use, idempotency-key-reused, too-many-jobs, dependency-unavailable
 */
export async function requestDelivery(
  { queue, mail }: DeliveryMeans,
  caller: Caller,
  asked: DeliveryAsked,
  once: Once,
): Promise<Delivery> {
  const { period, again = false } = asked;
  const { organizationId, houses } = await printedHouses(caller, housesAsked(asked));
  if (!mail.isOn) throw new Refusal('mail-off');
  const houseIds = houses.map(({ houseId }) => houseId);
  await requirePrintable(caller.db, period);
  const first = formatDay(firstDayOf(period));
  const applied = await repository.listAppliedHouses(caller.db, organizationId, houseIds, first);
  if (applied.size === 0) throw monthsNotApplied(period);
  const inOrder = houseIds.filter((id) => applied.has(id));
  await requireReceipts(caller, { organizationId, houseIds: inOrder }, period);
  const delivery = {
    organizationId,
    period: first,
    again,
    houseIds,
    totalAccounts: houses.reduce((sum, { accounts }) => sum + accounts, 0),
    requestedBy: caller.userId,
    requestId: caller.requestId,
  };
  return inTransaction(caller.db, async (trx) =>
    once(trx, organizationId, async () => {
      await lockLine(trx, DELIVERY_QUEUE, organizationId);
      const same = await repository.findSameWaiting(trx, delivery);
      if (same !== undefined) return toDelivery(same, []);
      await assertMayWait(trx, 'deliveries', organizationId);
      const row = await repository.insertDelivery(trx, delivery);
      await queue.enqueue(trx, DELIVERY_QUEUE, { organizationId, reference: row.id });
      await recordChange(trx, caller.actor, {
        action: 'delivery.requested',
        object: { type: 'delivery', id: row.id },
        organizationId,
        after: {
          period: formatBillingMonth(period),
          channel: 'email',
          again,
          ...(houseIds.length > MOST_HOUSES_RECORDED ? { houses: houseIds.length } : { houseIds }),
        },
      });
      return toDelivery(row, []);
    }),
  );
}

export function monthsNotApplied(period: BillingMonth): Refusal {
  return new Refusal(
    'months-not-applied',
    `${formatBillingMonth(period)} is not in the ledger yet: its receipts may still change`,
  );
}

/** @throws Refusal validation-failed */
function housesAsked({ houseId, houseIds, organizationId }: DeliveryAsked) {
  if (houseId === undefined) return { houseIds, organizationId };
  if (houseIds !== undefined || organizationId !== undefined)
    throw invalidField('/houseId', 'stands alone', { code: 'contradicts' });
  return { houseIds: [houseId] };
}

export type DeliveriesQuery = PageAsked & {
  readonly organizationId?: number | undefined;
  readonly period?: BillingMonth | undefined;
};

export async function listDeliveriesFor(
  { mail }: Pick<DeliveryMeans, 'mail'>,
  caller: Caller,
  query: DeliveriesQuery,
): Promise<Deliveries> {
  const period = query.period === undefined ? undefined : formatDay(firstDayOf(query.period));
  const list = async (before: BeforeId) => {
    const organizationIds = await caller.organizationsOf(query.organizationId);
    const rows = await repository.listDeliveries(caller.db, { organizationIds, period, ...before });
    return withOutcomes(caller.db, rows);
  };
  const page = await newestPage(query, list, ({ row, counts }) => toDelivery(row, counts));
  return { ...page, isOn: mail.isOn, readers: await listReaders(caller, query.organizationId) };
}

async function listReaders(
  caller: Caller,
  organizationId: number | undefined,
): Promise<Deliveries['readers']> {
  if (organizationId === undefined) return [];
  // The houses come from core, so row-level security does not protect them.
  if (!(await seesOrganization(caller.db, organizationId))) return [];
  const houses = await listCountedHouses(caller, organizationId);
  return houses
    .filter(({ mailedAccounts }) => mailedAccounts > 0)
    .map(({ houseId, mailedAccounts }) => ({ houseId, accounts: mailedAccounts }));
}

type Counted = {
  readonly id: number;
  readonly row: DeliveryRow;
  readonly counts: readonly letters.OutcomeCount[];
};

async function withOutcomes(db: Db, rows: readonly DeliveryRow[]): Promise<readonly Counted[]> {
  const counts: letters.OutcomeCount[] = [];
  for (const [organizationId, some] of Map.groupBy(rows, (row) => row.organizationId)) {
    const ids = some.map(({ id }) => id);
    counts.push(...(await letters.countOutcomes(db, organizationId, ids)));
  }
  const ofDelivery = Map.groupBy(counts, ({ deliveryId }) => deliveryId);
  return rows.map((row) => ({ id: row.id, row, counts: ofDelivery.get(row.id) ?? [] }));
}

export type LettersQuery = PageAsked & { readonly outcome?: LetterOutcome | undefined };

/** @throws Refusal not-found, validation-failed */
export async function getDeliveryWithLetters(
  caller: Caller,
  id: number,
  { limit = DEFAULT_PAGE_LIMIT, cursor, outcome }: LettersQuery,
): Promise<DeliveryWithLetters> {
  const row = await getOwn(caller, id);
  const [after] = decodeCursor(cursor, ['number']) ?? [0];
  // Read before the letters: whatever the counts show as ended has ended in the list too.
  const told = await tell(caller.db, row);
  const found = await letters.listLetters(caller.db, row, { after, limit: limit + 1, outcome });
  const page = pageOf(found, limit, ({ position }) => [position], toLetter);
  return { ...told, ...page };
}

/**
 * Cancels a running job, and its waiting letters.
 * @throws Refusal not-found, forbidden, job-finished
 */
export async function cancelDelivery(caller: Caller, id: number, now: Date): Promise<Delivery> {
  const own = await getOwn(caller, id);
  const { organizationId, status } = own;
  const row = await inTransaction(caller.db, async (trx) => {
    await lockLine(trx, DELIVERY_QUEUE, organizationId);
    const ended = await endRow(trx, DELIVERIES, own, { status: 'CANCELLED', error: null });
    const cancelled = await letters.cancelWaiting(trx, own, now);
    if (ended === undefined && cancelled === 0)
      throw new Refusal('job-finished', `Nothing of delivery ${id} waits any more`);
    await recordChange(trx, caller.actor, {
      action: 'delivery.cancelled',
      object: { type: 'delivery', id },
      organizationId,
      before: { status },
      after: { status: ended?.status ?? status, letters: cancelled },
    });
    return ended ?? own;
  });
  return tell(caller.db, row);
}

async function getOwn(caller: Caller, id: number): Promise<DeliveryRow> {
  return caller.getOwn(`delivery ${id}`, async () =>
    repository.findDelivery(caller.db, caller.ownOrganizations(), id),
  );
}

async function tell(db: Db, row: DeliveryRow): Promise<Delivery> {
  return toDelivery(row, await letters.countOutcomes(db, row.organizationId, [row.id]));
}

function toDelivery(row: DeliveryRow, counts: readonly letters.OutcomeCount[]): Delivery {
  const counted = new Map(counts.map(({ outcome, count }) => [outcome, count]));
  const outcomes = Object.fromEntries(
    LETTER_OUTCOMES.map((outcome) => [outcome, counted.get(outcome) ?? 0]),
  ) as Delivery['outcomes'];
  return {
    id: row.id,
    organizationId: row.organizationId,
    period: row.period.slice(0, 7),
    channel: 'email',
    houseIds: row.houseIds,
    again: row.again,
    status: row.status,
    totalAccounts: row.totalAccounts,
    processedAccounts: row.processedAccounts,
    housesNotApplied: row.housesNotApplied,
    outcomes,
    error: row.error,
    errorFacts: row.errorFacts,
    userId: row.requestedBy,
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
}

function toLetter(row: LetterRow): DeliveryLetter {
  const { houseId, personalAccountId, accountNumber } = row;
  return { houseId, personalAccountId, accountNumber, ...toListedLetter(row) };
}
