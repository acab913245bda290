// Meters of a house or of many: checked as a whole, and stored in two statements.
import { lockHouseMeters } from '../../metering/meters/meters.service.ts';
import type { Trx } from '../../tables.ts';
import { authorOf, type ImportWorker } from './import-worker.ts';
import { copyHouses } from './known-houses.repository.ts';
import * as meters from './meter-rows.repository.ts';
import * as houses from './named-houses.repository.ts';
import { findMeterTypes, findServices, refuse, repeated } from './working-rows.repository.ts';

export const meterWorker: ImportWorker = {
  judgesByStoring: false,
  judge: async (trx, { row }) => {
    const { organizationId } = row;
    await meters.layOutMeters(trx, row);
    await houses.nameHouses(trx, organizationId);
    const houseIds = await houses.listHouses(trx);
    for (const houseId of houseIds) await lockHouseMeters(trx, houseId);
    await findServices(trx, organizationId, { cell: 'service', id: 'utilityServiceId' });
    await findMeterTypes(trx, { cell: 'meterType', id: 'meterTypeId' });
    await copyHouses(trx, organizationId, houseIds);
    await meters.matchMeters(trx, organizationId);
    await refuse(trx, 'address', 'house-unknown', houses.unknownHouses());
    await refuse(trx, 'address', 'address-of-other-house', houses.otherHouses());
    await refuse(trx, 'address', 'house-ambiguous', houses.ambiguousHouses());
    await refuse(trx, 'address', 'required', meters.housesMissing());
    await refuse(
      trx,
      'serialNumber',
      'repeated',
      repeated(['houseId', 'knownAs', 'utilityServiceId']),
    );
    await refuse(trx, 'accountNumber', 'account-unknown', meters.unknownAccounts());
    await refuse(trx, 'roomNumber', 'room-unknown', meters.unknownRooms());
    await refuse(trx, 'service', 'service-unknown', meters.unknownServices());
    await refuse(trx, 'meterType', 'meter-type-unknown', meters.unknownTypes());
    await refuse(trx, 'meterType', 'meter-type-of-house', meters.typesOfHouse());
    await refuse(trx, 'meterType', 'meter-type-of-account', meters.typesOfAccount());
    await refuse(trx, 'installedOn', 'meter-ambiguous', meters.ambiguousMeters());
    await refuse(trx, 'serialNumber', 'serial-number-taken', meters.takenSerialNumbers());
    await judgeByLife(trx);
  },
  listTouched: async (trx, _row, limit) => meters.listTouched(trx, limit),
  store: async (trx, { row, onProgress }) => {
    const by = authorOf(row);
    await meters.insertMeters(trx, by);
    await meters.updateMeters(trx, by);
    await onProgress(row.totalRows);
    return [];
  },
};

/** Checks the life of existing meters against their readings and their removal. */
async function judgeByLife(trx: Trx): Promise<void> {
  const code = 'readings-contradict';
  await refuse(trx, 'installedOn', 'after-removal', meters.installedAfterRemoval());
  await refuse(trx, 'installedOn', 'before-former-removed', meters.installedBeforeFormer());
  await refuse(trx, 'installedOn', code, meters.readBeforeInstallation());
  await refuse(trx, 'digits', code, meters.tooFewDigits());
  await refuse(trx, 'initialReading', code, meters.readUnlikeBeginning());
}
