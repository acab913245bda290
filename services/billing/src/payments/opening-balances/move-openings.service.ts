// The opening balances of a company that moves in, sent by core: stored piece by piece, booked and undone as a whole.
import {
  MOVE_REFUSALS,
  type MoveBooks,
  type MoveJudgement,
  type MoveOpening,
  type MoveOpeningRow,
} from '@kvartplata/contracts/billing/move-openings.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { notFound } from '@kvartplata/platform/http/refusal.ts';
import type { JobQueue } from '@kvartplata/platform/jobs/job-queue.ts';
import type { Db } from '../../tables.ts';
import {
  findClosedMonth,
  findLastClosedMonth,
  holdMonthsOpen,
} from '../../books/cycles/open-months.service.ts';
import { judgeSums, type WaitingSum } from './judge-sums.ts';
import * as repository from './move-openings.repository.ts';
import type { MoveFile, OpeningOfMove, OwnMove, SinceMove } from './move-openings.repository.ts';
import { OPENING_QUEUE } from './opening-balances.service.ts';
import { markUndoing } from './opening-imports.repository.ts';
import {
  findFirstMonth,
  findSame,
  listAgainst,
  listBookedUpon,
} from './opening-judging.repository.ts';
import type { OpeningReason } from './opening-reasons.ts';

/** What prevents undoing a move. @param asOf the first day of the month */
export async function checkBooks(
  db: Db,
  { moveId, asOf, ...since }: SinceMove & OwnMove & { readonly asOf: string },
): Promise<MoveBooks> {
  const { organizationId } = since;
  const importId = await repository.findOfMove(db, { organizationId, moveId });
  const first =
    importId === undefined ? undefined : await findFirstMonth(db, { organizationId, importId });
  const closed = await findClosedMonth(db, organizationId, first ?? asOf);
  return {
    closedMonth: closed?.slice(0, 7) ?? null,
    bookedMonths: [...(await repository.listBookedMonths(db, since))],
    isBeingComputed: await repository.isBeingComputed(db, since),
  };
}

/** The refusals that booking the sums would give. @param file with the first day of the month as `asOf` */
export async function judgeOfMove(
  db: Db,
  file: Pick<MoveFile, 'organizationId' | 'asOf' | 'fileHash'>,
  rows: readonly MoveOpeningRow[],
): Promise<MoveJudgement> {
  const { organizationId, asOf } = file;
  const closed = await findLastClosedMonth(db, organizationId);
  const same = await findSame(db, { ...file, id: 0, mapping: null });
  const judgement = { closedMonth: closed?.slice(0, 7) ?? null, isBooked: same !== null };
  if (rows.length === 0 || judgement.isBooked) return { ...judgement, refused: [] };
  const { judged, refused } = judgeSums(rows.map(toSum), NOBODY);
  const found = [
    ...refused.flatMap(({ line, reasons }) => reasons.map((reason) => ({ line, reason }))),
    ...(await listAgainst(db, organizationId, judged, asOf)),
  ];
  return { ...judgement, refused: found.map(toRefused) };
}

/** Not needed here: core has already resolved accounts and services. */
const NOBODY = { accounts: new Map(), services: new Map() };

function toRefused({
  line,
  reason: { code, params },
}: {
  readonly line: number;
  readonly reason: OpeningReason;
}): MoveJudgement['refused'][number] {
  const known = MOVE_REFUSALS.find((one) => one === code);
  if (known === undefined) throw new Error(`core has judged ${code} itself`);
  return { line, code: known, params: [...params] };
}

/** Stores a piece without booking it; a repeated piece is stored once. @throws Refusal not-found */
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
    // Once it is booked its pieces are deleted, and a repeated one would look new.
    if (!opening.isWhole)
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
    service: named?.name ?? '',
    amount,
    cells: [account, month, kind, named?.name ?? '', amount],
    place: { houseId, personalAccountId, named },
  };
}

/** Queues the booking once. Undefined when nothing was stored. */
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
 * Queues the undo once. An import that booked nothing counts as undone; one with a closed month, or with accounts on which
 * something was booked since, stays booked, with the error that says so.
 * @returns undefined when nothing was stored
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
    await holdMonthsOpen(trx, organizationId);
    const first = await findFirstMonth(trx, own);
    const closed = first && (await findClosedMonth(trx, organizationId, first));
    if (closed) {
      const facts = { months: [closed.slice(0, 7)] };
      return { ...toMoveOpening(opening), error: 'month-closed', errorFacts: facts };
    }
    const months = await listBookedUpon(trx, own);
    if (months.length > 0)
      return {
        ...toMoveOpening(opening),
        error: 'move-built-upon',
        errorFacts: { months: [...months] },
      };
    await markUndoing(trx, own, userId);
    await queue.enqueue(trx, OPENING_QUEUE, { organizationId, reference: opening.id });
    return { ...toMoveOpening(opening), status: 'UNDOING' };
  });
}

function toMoveOpening({
  id,
  repeats: _repeats,
  isWhole: _isWhole,
  ...told
}: OpeningOfMove): MoveOpening {
  return { openingImportId: id, ...told };
}
