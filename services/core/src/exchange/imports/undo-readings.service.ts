// Undoes the readings of an import: new ones are deleted, changed ones restored. A reading that was changed since, that others
// have followed, or that affects an applied month prevents the whole undo.
import { monthOf } from '@kvartplata/domain/calendar/billing-month.ts';
import { parseDay } from '@kvartplata/domain/calendar/day.ts';
import { lockHouseMeters } from '../../metering/meters/meters.service.ts';
import { findUnfit, takeBackReadings } from '../../metering/readings/take-back-readings.service.ts';
import type { Trx } from '../../tables.ts';
import { undoneOf, type GivenRows, type ImportWorker, type RefusedLine } from './import-worker.ts';
import type { GivenMonth } from './reading-rows.repository.ts';
import * as booked from './undo-rows.repository.ts';
import * as readings from './undo-readings.repository.ts';
import { refuse } from './working-rows.repository.ts';

const PIECE_READINGS = 5_000;

export const undoReadingsWorker: ImportWorker = {
  judgesByStoring: true,
  judge: async (trx, given) => {
    const { organizationId } = given.row;
    const undone = undoneOf(given.row);
    for (const houseId of await readings.listHouses(trx, organizationId, undone))
      await lockHouseMeters(trx, houseId);
    await readings.layOutStored(trx, organizationId, undone);
    await refuse(trx, null, 'changed-since', readings.changedSince());
    await refuse(trx, null, 'later-reading', readings.laterReadings());
    await booked.layOutBooked(trx, given.booked);
    await refuse(trx, null, 'month-booked', booked.inBookedMonths('given'));
  },
  listTouched: async () => [],
  store: async (trx, given) => {
    const refused: RefusedLine[] = [];
    let done = 0;
    const months = await readings.listMonths(trx);
    for (const month of months)
      for await (const piece of piecesOf(trx, month)) {
        await takeBackReadings(trx, callerOf(given), placeOf(given, month), piece);
        done += piece.length;
        await given.onProgress(done);
      }
    // The remaining readings must be valid together, whatever has changed in the meters and earlier readings meanwhile.
    for (const month of months)
      for await (const piece of piecesOf(trx, month))
        refused.push(...(await findMisfits(trx, given, month, piece)));
    return refused;
  },
};

async function* piecesOf(
  trx: Trx,
  month: GivenMonth,
): AsyncGenerator<readonly readings.ReadingOfLine[]> {
  for (let afterLine = 0; ;) {
    const piece = await readings.listReadings(trx, month, { afterLine, limit: PIECE_READINGS });
    if (piece.length > 0) yield piece;
    const last = piece.at(-1);
    if (last === undefined || piece.length < PIECE_READINGS) return;
    afterLine = last.line;
  }
}

async function findMisfits(
  trx: Trx,
  given: GivenRows,
  month: GivenMonth,
  piece: readonly readings.ReadingOfLine[],
): Promise<readonly RefusedLine[]> {
  const unfit = await findUnfit(
    trx,
    placeOf(given, month),
    piece.map(({ meterId }) => meterId),
    given.today,
  );
  return piece.flatMap(({ line, meterId }) => {
    const problem = unfit.get(meterId);
    return problem === undefined
      ? []
      : [{ line, column: null, code: problem.code, params: [problem.message] }];
  });
}

function placeOf({ row: { organizationId } }: GivenRows, { houseId, period }: GivenMonth) {
  return { organizationId, houseId, period: monthOf(parseDay(period)) };
}

function callerOf({ row }: GivenRows) {
  return { actor: { userId: row.requestedBy, requestId: row.requestId } };
}
