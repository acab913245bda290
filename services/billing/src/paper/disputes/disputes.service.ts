// Residents' disputes of lines on their receipts: opened on the page of a receipt, answered by an accountant.
import type { Dispute, DisputeStatus } from '@kvartplata/contracts/billing/disputes.ts';
import { DEFAULT_PAGE_LIMIT, type PageOf } from '@kvartplata/contracts/page.ts';
import { recordChange } from '@kvartplata/platform/audit/audit.repository.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { decodeCursor, pageOf } from '@kvartplata/platform/http/cursor.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { Caller } from '../../access/access.service.ts';
import { accountsFound } from '../../access/accounts-found.ts';
import { requireHouse } from '../../access/places.ts';
import type { Db } from '../../tables.ts';
import * as repository from './disputes.repository.ts';
import type { DisputeRow, ReceiptPlace } from './disputes.repository.ts';

export type { ReceiptPlace } from './disputes.repository.ts';

/** The line as it was on the receipt when it was disputed. */
export type DisputedLine = {
  readonly accountNumber: string;
  readonly lineCode: string;
  readonly serviceName: string;
  readonly amount: string;
};

/** The result of an attempt to dispute a line. */
export type DisputeOutcome = 'taken' | 'waits-already' | 'too-many';

/** Per receipt, including settled disputes. */
const MOST_OF_RECEIPT = 20;

/** A line can have only one open dispute at a time. */
export async function openDispute(
  db: Db,
  place: ReceiptPlace,
  line: DisputedLine,
  { reason, requestId }: { readonly reason: string; readonly requestId: string },
): Promise<DisputeOutcome> {
  return inTransaction(db, async (trx) => {
    await repository.lockReceipt(trx, place);
    const others = await repository.listDisputesOf(trx, place);
    const waits = others.some(
      ({ lineCode: code, settledAt: at }) => code === line.lineCode && at === null,
    );
    if (waits) return 'waits-already';
    if (others.length >= MOST_OF_RECEIPT) return 'too-many';
    const row = await repository.insertDispute(trx, {
      organizationId: place.organizationId,
      houseId: place.houseId,
      personalAccountId: place.personalAccountId,
      accountNumber: line.accountNumber,
      period: place.period,
      lineCode: line.lineCode,
      serviceName: line.serviceName,
      amount: line.amount,
      reason,
      answer: null,
      settledBy: null,
      settledAt: null,
    });
    await recordChange(
      trx,
      { userId: null, requestId },
      {
        action: 'dispute.opened',
        object: { type: 'dispute', id: row.id },
        organizationId: row.organizationId,
        after: {
          houseId: row.houseId,
          personalAccountId: row.personalAccountId,
          lineCode: row.lineCode,
        },
      },
    );
    return 'taken';
  });
}

/** For one receipt, in the order of arrival. */
export async function listDisputesOf(db: Db, place: ReceiptPlace): Promise<readonly Dispute[]> {
  return (await repository.listDisputesOf(db, place)).map(toDispute);
}

export async function listDisputesFor(
  caller: Caller,
  query: {
    readonly organizationId?: number | undefined;
    readonly houseId?: number | undefined;
    readonly status?: DisputeStatus | undefined;
    readonly search?: string | undefined;
    readonly limit?: number | undefined;
    readonly cursor?: string | undefined;
  },
): Promise<PageOf<Dispute>> {
  const limit = query.limit ?? DEFAULT_PAGE_LIMIT;
  const [afterId] = decodeCursor(query.cursor, ['id']) ?? [];
  if (query.houseId !== undefined) await requireHouse(caller, query.houseId);
  const rows = await repository.listDisputes(caller.db, {
    organizationIds: await caller.organizationsOf(query.organizationId),
    houseId: query.houseId,
    accountIds: await accountsFound(caller, query),
    status: query.status ?? 'WAITING',
    afterId,
    limit: limit + 1,
  });
  return pageOf(rows, limit, (row) => [row.id], toDispute);
}

/** @throws Refusal not-found */
export async function getDispute(caller: Caller, id: number): Promise<Dispute> {
  return toDispute(await getOwnRow(caller, id));
}

/** @throws Refusal not-found, forbidden, already-settled */
export async function settleDispute(caller: Caller, id: number, answer: string): Promise<Dispute> {
  const own = await getOwnRow(caller, id);
  return inTransaction(caller.db, async (trx) => {
    const row = await repository.settleDispute(trx, own, { answer, userId: caller.userId });
    if (row === undefined)
      throw new Refusal('already-settled', `Dispute ${id} has been answered already`);
    await recordChange(trx, caller.actor, {
      action: 'dispute.settled',
      object: { type: 'dispute', id },
      organizationId: row.organizationId,
      before: { status: 'WAITING' },
      after: { status: 'SETTLED', answer },
    });
    return toDispute(row);
  });
}

async function getOwnRow(caller: Caller, id: number): Promise<DisputeRow> {
  return caller.getOwn(`dispute ${id}`, async () =>
    repository.findDispute(caller.db, caller.ownOrganizations(), id),
  );
}

function toDispute(row: DisputeRow): Dispute {
  return {
    id: row.id,
    organizationId: row.organizationId,
    houseId: row.houseId,
    personalAccountId: row.personalAccountId,
    accountNumber: row.accountNumber,
    period: row.period.slice(0, 7),
    lineCode: row.lineCode,
    serviceName: row.serviceName,
    amount: row.amount,
    reason: row.reason,
    status: row.settledAt === null ? 'WAITING' : 'SETTLED',
    answer: row.answer,
    settledBy: row.settledBy,
    settledAt: row.settledAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}
