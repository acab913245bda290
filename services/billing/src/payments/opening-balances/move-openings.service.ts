// What core gives of a company that moves in: the balances of its accounts, piece by piece, booked as one and taken back as one.
import type {
  MoveBooks,
  MoveOpening,
  MoveOpeningRow,
} from '@kvartplata/contracts/billing/move-openings.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { notFound } from '@kvartplata/platform/http/refusal.ts';
import type { JobQueue } from '@kvartplata/platform/jobs/job-queue.ts';
import type { Db } from '../../tables.ts';
import { requireOpenMonths } from './book-opening.service.ts';
import type { WaitingSum } from './judge-sums.ts';
import * as repository from './move-openings.repository.ts';
import type { MoveFile, OpeningOfMove, OwnMove } from './move-openings.repository.ts';
import { OPENING_QUEUE } from './opening-balances.service.ts';
import { markUndoing } from './opening-imports.repository.ts';
import { findClosedMonth, findFirstMonth } from './opening-judging.repository.ts';

/** @param since the first day of the month */
export async function checkBooks(
  db: Db,
  {
    organizationId,
    since,
    houseIds,
  }: {
    readonly organizationId: number;
    readonly since: string;
    readonly houseIds: readonly number[];
  },
): Promise<MoveBooks> {
  const closed = await findClosedMonth(db, organizationId, since);
  return {
    closedMonth: closed?.slice(0, 7) ?? null,
    chargedHouses: [...(await repository.listChargedHouses(db, organizationId, houseIds))],
  };
}

/** Nothing is booked yet; the same piece again is one. @throws Refusal not-found */
export async function takePiece(
  db: Db,
  file: MoveFile,
  piece: { readonly number: number; readonly rows: readonly MoveOpeningRow[] },
): Promise<MoveOpening> {
  return inTransaction(db, async (trx) => {
    await repository.insertOfMove(trx, file);
    const opening = await repository.lockOfMove(trx, file);
    if (opening === undefined) throw notFound(`The opening of move ${file.moveId}`);
    const own = { organizationId: file.organizationId, importId: opening.id };
    await repository.addPiece(trx, own, { ...piece, rows: piece.rows.map(toSum) });
    return toMoveOpening(opening);
  });
}

function toSum({ month, ...row }: MoveOpeningRow): WaitingSum {
  const { line, account, kind, amount, houseId, personalAccountId, houseServiceId } = row;
  const { serviceName, serviceKind } = row;
  const named =
    houseServiceId === null || serviceName === null || serviceKind === null
      ? null
      : { houseServiceId, name: serviceName, kind: serviceKind };
  return {
    line,
    account,
    period: `${month}-01`,
    kind,
    service: serviceName ?? '',
    amount,
    cells: [account, month, kind, serviceName ?? '', amount],
    place: { houseId, personalAccountId, named },
  };
}

/** Queues the booking once. Undefined when nothing was given. */
export async function bookOfMove(
  { db, queue }: { readonly db: Db; readonly queue: JobQueue },
  move: OwnMove,
): Promise<MoveOpening | undefined> {
  return inTransaction(db, async (trx) => {
    const opening = await repository.lockOfMove(trx, move);
    if (opening === undefined) return undefined;
    const { organizationId } = move;
    if (await repository.markQueued(trx, { organizationId, importId: opening.id }))
      await queue.enqueue(trx, OPENING_QUEUE, { organizationId, reference: opening.id });
    return toMoveOpening(opening);
  });
}

/**
 * Queues what takes it back, once; one that booked nothing is as if it were undone.
 * @returns undefined when nothing was given
 * @throws Refusal month-closed
 */
export async function undoOfMove(
  { db, queue }: { readonly db: Db; readonly queue: JobQueue },
  move: OwnMove,
  userId: number,
): Promise<MoveOpening | undefined> {
  return inTransaction(db, async (trx) => {
    const opening = await repository.lockOfMove(trx, move);
    if (opening === undefined) return undefined;
    const { organizationId } = move;
    const own = { organizationId, importId: opening.id };
    if (opening.status === 'FAILED' || opening.repeats !== null)
      return { ...toMoveOpening(opening), status: 'UNDONE' };
    if (opening.status !== 'COMPLETED') return toMoveOpening(opening);
    await requireOpenMonths(trx, organizationId, (await findFirstMonth(trx, own)) ?? undefined);
    await markUndoing(trx, own, userId);
    await queue.enqueue(trx, OPENING_QUEUE, { organizationId, reference: opening.id });
    return { ...toMoveOpening(opening), status: 'UNDOING' };
  });
}

function toMoveOpening({ id, status, processedRows, refused }: OpeningOfMove): MoveOpening {
  return { openingImportId: id, status, processedRows, refused };
}
