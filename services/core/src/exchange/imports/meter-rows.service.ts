// A house's meters: judged as a whole, and stored in two statements.
import { lockHouseMeters } from '../../metering/meters/meters.service.ts';
import type { Trx } from '../../tables.ts';
import { authorOf, houseOf, type ImportWorker } from './import-worker.ts';
import { copyHouse } from './known-house.repository.ts';
import * as meters from './meter-rows.repository.ts';
import { findNamed, refuse, repeated } from './working-rows.repository.ts';

export const meterWorker: ImportWorker = {
  judgesByStoring: false,
  judge: async (trx, { row }) => {
    const house = houseOf(row);
    await lockHouseMeters(trx, house.houseId);
    await meters.layOutMeters(trx, row);
    await findNamed(trx, 'utilityServices', { cell: 'service', id: 'utilityServiceId' });
    await findNamed(trx, 'meterTypes', { cell: 'meterType', id: 'meterTypeId' });
    await copyHouse(trx, house);
    await meters.matchMeters(trx, house);
    await refuse(trx, 'serialNumber', 'repeated', repeated(['knownAs', 'utilityServiceId']));
    await refuse(trx, 'accountNumber', 'account-unknown', meters.unknownAccounts());
    await refuse(trx, 'service', 'service-unknown', meters.unknownServices());
    await refuse(trx, 'meterType', 'meter-type-unknown', meters.unknownTypes());
    await refuse(trx, 'meterType', 'meter-type-of-house', meters.typesOfHouse());
    await refuse(trx, 'meterType', 'meter-type-of-account', meters.typesOfAccount());
    await refuse(trx, 'installedOn', 'meter-ambiguous', meters.ambiguousMeters());
    await refuse(trx, 'serialNumber', 'serial-number-taken', meters.takenSerialNumbers());
    await judgeByLife(trx);
  },
  listTouched: async (trx, row) => meters.listTouched(trx, houseOf(row).houseId),
  store: async (trx, { row, onProgress }) => {
    await meters.insertMeters(trx, houseOf(row));
    await meters.updateMeters(trx, houseOf(row).houseId, authorOf(row));
    await onProgress(row.totalRows);
    return [];
  },
};

/** What has been read of a meter that is there already, and its end, do not allow every life of it. */
async function judgeByLife(trx: Trx): Promise<void> {
  const code = 'readings-contradict';
  await refuse(trx, 'installedOn', 'after-removal', meters.installedAfterRemoval());
  await refuse(trx, 'installedOn', code, meters.readBeforeInstallation());
  await refuse(trx, 'digits', code, meters.tooFewDigits());
  await refuse(trx, 'initialReading', code, meters.readUnlikeBeginning());
}
