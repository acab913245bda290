// Houses with their rooms and accounts: checked as a whole, and stored in pieces.
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import type { Trx } from '../../tables.ts';
import { lockGisNumbers } from '../../registry/personal-accounts/gis-numbers.service.ts';
import { copyHolders, GIS_NUMBERS, numbersOfOthers } from './house-gis-numbers.repository.ts';
import * as houses from './house-rows.repository.ts';
import * as storing from './house-storing.repository.ts';
import * as alike from './look-alikes.repository.ts';
import { authorOf, type GivenRows, type ImportWorker } from './import-worker.ts';
import { listPieces, refuse, repeated, unlikeFirst } from './working-rows.repository.ts';

const PIECE_ROWS = 10_000;
const OF_HOUSE = ['address_key'];
const OF_ROOM = ['address_key', 'room_number'];

export const houseWorker: ImportWorker = {
  judgesByStoring: false,
  judge: async (trx, { row, today }) => {
    await houses.layOutHouses(trx, row);
    await judgeAmongThemselves(trx);
    await houses.matchHouses(trx, row.organizationId);
    await judgeAgainstStored(trx, row.organizationId);
    await houses.numberNewHouses(trx);
    await houses.lockAccounts(trx, row.organizationId);
    await lockGisNumbers(trx, row.organizationId);
    await houses.copyStored(trx, row.organizationId);
    await houses.matchAccounts(trx, formatDay(today));
    await judgeLetters(trx);
    await refuse(trx, 'openedOn', 'after-closed', houses.openedAfterClosing());
    await refuse(trx, 'share', 'share-exceeded', houses.exceededShares());
    await judgeGisNumbers(trx, row.organizationId);
  },
  listTouched: async (trx, _row, limit) => houses.listTouched(trx, limit),
  store: async (trx, { row, onProgress }: GivenRows) => {
    const by = authorOf(row);
    await houses.numberNewAccounts(trx);
    await storing.storeHouses(trx, by);
    await storing.storeRooms(trx, by);
    let after = 0;
    const pieces = await listPieces(trx, PIECE_ROWS);
    for (const [index, to] of pieces.entries()) {
      await storing.storeAccounts(trx, by, { after, to });
      if (index === 0 && pieces.length > 1) await storing.analyzeRegistry(trx);
      await onProgress((index + 1) * PIECE_ROWS);
      after = to;
    }
    return [];
  },
};

async function judgeAmongThemselves(trx: Trx): Promise<void> {
  await refuse(trx, 'accountNumber', 'repeated', repeated(['account_number']));
  await refuse(trx, 'fiasId', 'differs-from-line', unlikeFirst('fias_id', OF_HOUSE));
  await refuse(trx, 'commonArea', 'differs-from-line', unlikeFirst('common_area', OF_HOUSE));
  await refuse(trx, 'heatingMonths', 'differs-from-line', unlikeFirst('heating_months', OF_HOUSE));
  await refuse(trx, 'area', 'differs-from-line', unlikeFirst('area', OF_ROOM));
  await refuse(trx, 'kind', 'differs-from-line', unlikeFirst('kind', OF_ROOM));
}

/** Otherwise a Latin letter in place of a Russian one would make a second house, room or account. */
async function judgeLetters(trx: Trx): Promise<void> {
  for (const column of ['address', 'roomNumber', 'accountNumber'] as const)
    await refuse(trx, column, 'mixed-alphabets', alike.mixedWords(column));
  await refuse(trx, 'address', 'looks-like-stored', alike.addressesAlike());
  await refuse(trx, 'roomNumber', 'looks-like-stored', alike.roomsAlike());
  await refuse(trx, 'accountNumber', 'looks-like-stored', alike.accountsAlike());
  await refuse(trx, 'address', 'looks-like-line', alike.addressesAlikeLines());
  await refuse(trx, 'roomNumber', 'looks-like-line', alike.roomsAlikeLines());
  await refuse(trx, 'accountNumber', 'looks-like-line', alike.accountsAlikeLines());
}

async function judgeGisNumbers(trx: Trx, organizationId: number): Promise<void> {
  await copyHolders(trx, organizationId);
  for (const { field, column } of GIS_NUMBERS) {
    await refuse(trx, field, 'repeated', repeated([column]));
    await refuse(trx, field, 'gis-number-taken', numbersOfOthers(column));
  }
}

async function judgeAgainstStored(trx: Trx, organizationId: number): Promise<void> {
  await refuse(trx, 'address', 'house-ambiguous', houses.ambiguousHouses());
  await refuse(trx, 'address', 'address-of-other-house', houses.addressesOfOthers());
  await refuse(trx, 'address', 'differs-from-line', houses.secondAddresses());
  await refuse(trx, 'accountNumber', 'account-elsewhere', houses.accountsElsewhere(organizationId));
}
