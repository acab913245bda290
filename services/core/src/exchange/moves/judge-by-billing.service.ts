// Asks billing, before anything is stored, which balances it would refuse that core has accepted, so that a dry run and the real
// run have the same outcome.
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
 * Billing has no data of houses created by the move itself, so nothing that their sums can conflict with.
 * @param outcome of core's check, after which the balances are stored for billing
 * @throws Refusal month-closed if months as early as the move's can no longer be opened
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
    const asked = rows.filter(({ houseId }) => !made.has(houseId));
    if (asked.length > 0) refused.push(...(await ask(asked)).refused.map(toRefusedLine));
    behind = piece.number;
  }
  return { ...outcome, refused, changed: outcome.changed - refused.length };
}

function toRefusedLine({ line, code, params }: MoveJudgement['refused'][number]): RefusedLine {
  return { line, column: code === 'already-booked' ? null : 'month', code, params };
}
