// Services of many houses with their tariffs and norms: judged as a whole, and stored in a statement a table.
import type { Trx } from '../../tables.ts';
import { authorOf, type ImportWorker } from './import-worker.ts';
import * as services from './service-rows.repository.ts';
import * as values from './service-values.repository.ts';
import { findServices, refuse } from './working-rows.repository.ts';

export const serviceWorker: ImportWorker = {
  judgesByStoring: false,
  judge: async (trx, { row }) => {
    await services.layOutServices(trx, row);
    await findServices(trx, row.organizationId, { cell: 'service', id: 'utilityServiceId' });
    await services.matchServices(trx, row.organizationId);
    await judgeServices(trx);
    await values.layOutValues(trx, row.organizationId);
    await refuse(trx, 'validFrom', 'repeated', values.repeatedValues());
    await refuse(trx, 'validTo', 'period-overlap', values.overlappingValues());
    await services.markChanged(trx);
  },
  listTouched: async (trx, _row, limit) => services.listTouched(trx, limit),
  store: async (trx, { row, onProgress }) => {
    const by = authorOf(row);
    await services.insertServices(trx, by);
    await values.storeValues(trx, by);
    await onProgress(row.totalRows);
    return [];
  },
};

async function judgeServices(trx: Trx): Promise<void> {
  await refuse(trx, 'address', 'house-unknown', services.unknownHouses());
  await refuse(trx, 'address', 'house-ambiguous', services.ambiguousHouses());
  await refuse(trx, 'service', 'not-in-catalogue', services.unknownServices());
  for (const what of ['method', 'heatingMode', 'coefficientApplies', 'component'] as const)
    await refuse(trx, what, 'not-for-service', services.notForService(what));
  await refuse(trx, 'component', 'required', services.componentsMissing());
  await refuse(trx, 'method', 'required', services.methodsMissing());
  await refuse(trx, 'validFrom', 'service-begins-later', services.servicesOfLater());
  for (const what of ['method', 'heatingMode', 'coefficientApplies'] as const)
    await refuse(trx, what, 'service-otherwise', services.chargedOtherwise(what));
}
