// What billing would refuse balances for that core has found nothing against: asked before anything is stored, so that a dry run
// and the run are told the same.
import type { MoveJudgement, MoveOpeningRow } from '@kvartplata/contracts/billing/move-openings.ts';
import type { OpeningsClient } from '../../access/openings-client.ts';
import type { Trx } from '../../tables.ts';
import type { PartOutcome } from '../imports/import-parts.service.ts';
import type { RefusedLine } from '../imports/import-worker.ts';
import type { ImportRow } from '../imports/imports.repository.ts';
import { findPiece, listMadeHouses, type MoveRow } from './moves.repository.ts';
import { monthClosed } from './moves.service.ts';

type Asking = {
  readonly openings: Pick<OpeningsClient, 'judge'>;
  readonly signal: AbortSignal;
};

/**
 * Billing knows nothing of houses that the move itself has made: of their sums only closed months matter.
 * @param outcome of the judging by core, by which the balances are kept for billing
 * @throws Refusal month-closed where no month may open any more as early as the move's
 */
export async function judgeByBilling(
  trx: Trx,
  { openings, signal }: Asking,
  move: MoveRow,
  { part, outcome }: { readonly part: ImportRow; readonly outcome: PartOutcome },
): Promise<PartOutcome> {
  const asOf = move.asOf.slice(0, 7);
  const { organizationId } = move;
  const ask = async (rows: readonly MoveOpeningRow[]): Promise<MoveJudgement> =>
    openings.judge(
      { organizationId, asOf, fileHash: part.fileHash, rows: [...rows] },
      move.requestId,
    );
  const { closedMonth, isBooked } = await ask([]);
  if (closedMonth !== null && closedMonth >= asOf) throw monthClosed(closedMonth);
  if (isBooked) return { ...outcome, changed: 0, unchanged: outcome.changed + outcome.unchanged };
  const made = await listMadeHouses(trx, move);
  const refused: RefusedLine[] = [];
  for (let behind = 0; ;) {
    signal.throwIfAborted();
    const piece = await findPiece(trx, part, behind);
    if (piece === undefined) break;
    const rows = piece.rows as readonly MoveOpeningRow[];
    const asked = closedMonth === null ? rows.filter(({ houseId }) => !made.has(houseId)) : rows;
    if (asked.length > 0) refused.push(...(await ask(asked)).refused.map(toRefusedLine));
    behind = piece.number;
  }
  return { ...outcome, refused, changed: outcome.changed - refused.length };
}

function toRefusedLine({ line, code, params }: MoveJudgement['refused'][number]): RefusedLine {
  return { line, column: code === 'already-booked' ? null : 'month', code, params };
}
