// Meter GUIDs assigned by ГИС ЖКХ: matched with the devices in use, and stored where they differ.
import * as devices from './gis-meter-rows.repository.ts';
import { authorOf, type ImportWorker } from './import-worker.ts';
import * as houses from './named-houses.repository.ts';
import { findServices, refuse, repeated } from './working-rows.repository.ts';

export const gisMeterWorker: ImportWorker = {
  judgesByStoring: false,
  judge: async (trx, { row }) => {
    const { organizationId } = row;
    await devices.layOutGuids(trx, row);
    await devices.lockMeters(trx, organizationId);
    await houses.nameHouses(trx, organizationId);
    await findServices(trx, organizationId, { cell: 'service', id: 'utilityServiceId' });
    await devices.matchDevices(trx, organizationId);
    await refuse(trx, 'address', 'house-unknown', houses.unknownHouses());
    await refuse(trx, 'address', 'house-ambiguous', houses.ambiguousHouses());
    await refuse(trx, 'service', 'service-unknown', devices.unknownServices());
    await refuse(trx, 'serialNumber', 'device-unknown', devices.unknownDevices());
    await refuse(trx, 'serialNumber', 'device-ambiguous', devices.ambiguousDevices());
    await refuse(trx, 'gisMeterGuid', 'repeated', repeated(['gis_meter_guid']));
    await refuse(trx, 'gisMeterGuid', 'gis-guid-taken', devices.guidsOfOthers());
  },
  // They affect no charges.
  listTouched: async () => [],
  store: async (trx, { row, onProgress }) => {
    await devices.storeGuids(trx, authorOf(row));
    await onProgress(row.totalRows);
    return [];
  },
};
