// Readings of a house or of many: matched with their meters, then checked and stored month by month by the common rules of
// readings, so that each is checked against the previous one.
import { monthOf } from '@kvartplata/domain/calendar/billing-month.ts';
import { parseDay } from '@kvartplata/domain/calendar/day.ts';
import { lockHouseMeters } from '../../metering/meters/meters.service.ts';
import {
  storeReadings,
  type GivenReading,
  type RefusedReading,
} from '../../metering/readings/store-readings.service.ts';
import type { Trx } from '../../tables.ts';
import type { GivenRows, ImportWorker, RefusedLine } from './import-worker.ts';
import { copyHouses } from './known-houses.repository.ts';
import * as houses from './named-houses.repository.ts';
import * as readings from './reading-rows.repository.ts';
import { findServices, refuse, repeated } from './working-rows.repository.ts';

const PIECE_READINGS = 5_000;

export const readingWorker: ImportWorker = {
  judgesByStoring: true,
  judge: async (trx, { row }) => {
    const { organizationId } = row;
    await readings.layOutReadings(trx, row);
    await houses.nameHouses(trx, organizationId);
    await readings.nameHousesOfMeters(trx, organizationId);
    const houseIds = await houses.listHouses(trx);
    for (const houseId of houseIds) await lockHouseMeters(trx, houseId);
    await findServices(trx, organizationId, { cell: 'service', id: 'utilityServiceId' });
    await copyHouses(trx, organizationId, houseIds);
    await readings.matchReadings(trx, organizationId);
    await refuse(trx, 'address', 'house-unknown', houses.unknownHouses());
    await refuse(trx, 'address', 'address-of-other-house', houses.otherHouses());
    await refuse(trx, 'address', 'house-ambiguous', houses.ambiguousHouses());
    await refuse(trx, 'address', 'meter-of-several-houses', readings.metersOfSeveral());
    await refuse(trx, 'serialNumber', 'meter-unknown', readings.unknownSerialNumbers());
    await refuse(trx, 'accountNumber', 'meter-unknown', readings.unknownMetersOfAccounts());
    for (const column of readings.NAMING_COLUMNS)
      await refuse(trx, column, 'meter-ambiguous', readings.ambiguousMeters(column));
    await refuse(trx, null, 'repeated', repeated(['meterId', 'period']));
    await readings.passBlankRows(trx);
  },
  listTouched: async (trx, _row, limit) => readings.listTouched(trx, limit),
  store: storeMonths,
  remember: readings.rememberReadings,
};

async function storeMonths(trx: Trx, given: GivenRows): Promise<readonly RefusedLine[]> {
  const refused: RefusedLine[] = [];
  let done = 0;
  for (const month of await readings.listMonths(trx)) {
    for (let afterLine = 0; ;) {
      const place = { ...month, afterLine, limit: PIECE_READINGS };
      const piece = await readings.listChangedReadings(trx, place);
      refused.push(...(await storePiece(trx, given, month, piece)));
      done += piece.length;
      await given.onProgress(done);
      const last = piece.at(-1);
      if (last === undefined || piece.length < PIECE_READINGS) break;
      afterLine = last.line;
    }
  }
  return refused;
}

/** If any row is refused, nothing will be kept; later months are still checked against the valid rows. */
async function storePiece(
  trx: Trx,
  { row, today }: GivenRows,
  { houseId, period }: readings.GivenMonth,
  piece: readonly readings.MatchedReading[],
): Promise<readonly RefusedLine[]> {
  const month = {
    organizationId: row.organizationId,
    houseId,
    period: monthOf(parseDay(period)),
    today,
    onExisting: 'replace',
    audited: 'sheet',
  } as const;
  const actor = { userId: row.requestedBy, requestId: row.requestId };
  const { refused } = await storeReadings(trx, { actor }, month, piece.map(toGivenReading));
  if (refused.length === 0) return [];
  const bad = new Set(refused.map(({ index }) => index));
  const good = piece.filter((_, index) => !bad.has(index));
  await storeReadings(trx, { actor }, month, good.map(toGivenReading));
  return refused.map((problem) => refusedLine(piece, problem));
}

function toGivenReading({
  meterId,
  value,
  takenOn,
  rollover,
}: readings.MatchedReading): GivenReading {
  return { meterId, value, takenOn: parseDay(takenOn), rollover, source: 'import' };
}

function refusedLine(
  piece: readonly readings.MatchedReading[],
  { index, code, field, message }: RefusedReading,
): RefusedLine {
  const column = field === 'meterId' ? null : field;
  return { line: piece[index]?.line ?? 0, column, code, params: [message] };
}
