// Services of many houses with their tariffs and norms: checked as a whole, and stored with one statement per table.
import type { Trx } from '../../tables.ts';
import { authorOf, type GivenRows, type ImportWorker } from './import-worker.ts';
import { meantPayees } from './meant-payees.ts';
import { rememberServices } from './service-records.repository.ts';
import * as payees from './service-payees.repository.ts';
import * as services from './service-rows.repository.ts';
import * as values from './service-values.repository.ts';
import { recordOfValue } from './value-record.repository.ts';
import { findServices, refuse } from './working-rows.repository.ts';

export const serviceWorker: ImportWorker = {
  judgesByStoring: false,
  judge: async (trx, given) => {
    const { row } = given;
    await services.layOutServices(trx, row);
    await findServices(trx, row.organizationId, { cell: 'service', id: 'utilityServiceId' });
    await services.matchServices(trx, row.organizationId);
    await judgeServices(trx);
    await judgePayees(trx, given);
    await values.layOutValues(trx, row.organizationId);
    await refuse(trx, 'validFrom', 'repeated', values.repeatedValues());
    await refuse(trx, 'validTo', 'period-overlap', values.overlappingValues());
    await services.markChanged(trx);
  },
  listTouched: async (trx, _row, limit) => services.listTouched(trx, limit),
  store: async (trx, { row, onProgress }) => {
    const by = authorOf(row);
    await services.insertServices(trx, by);
    await values.storeValues(trx, by, recordOfValue);
    await payees.storePayees(trx, by);
    await onProgress(row.totalRows);
    return [];
  },
  remember: rememberServices,
};

/** Values that apply only to some services. */
const FOR_SOME = [
  'method',
  'heatingMode',
  'coefficientApplies',
  'component',
  'ranges',
  'byPersons',
] as const;

async function judgeServices(trx: Trx): Promise<void> {
  for (const by of ['fiasId', 'address'] as const) {
    await refuse(trx, by, 'house-unknown', services.unknownHouses(by));
    await refuse(trx, by, 'house-ambiguous', services.ambiguousHouses(by));
  }
  await refuse(trx, 'address', 'address-of-other-house', services.addressesOfOthers());
  await refuse(trx, 'fiasId', 'one-or-all', services.codesOfAll());
  await refuse(trx, 'service', 'not-in-catalogue', services.unknownServices());
  for (const what of FOR_SOME)
    await refuse(trx, what, 'not-for-service', services.notForService(what));
  await refuse(trx, 'component', 'required', services.componentsMissing());
  await refuse(trx, 'method', 'required', services.methodsMissing());
  await refuse(trx, 'validFrom', 'service-begins-later', services.servicesOfLater());
  for (const what of ['method', 'heatingMode', 'coefficientApplies'] as const)
    await refuse(trx, what, 'service-otherwise', services.chargedOtherwise(what));
}

async function judgePayees(
  trx: Trx,
  { row, payees: known }: Pick<GivenRows, 'row' | 'payees'>,
): Promise<void> {
  const wordings = await payees.listWordings(trx);
  await payees.layOutPayees(
    trx,
    wordings.map((wording) => meantPayees(wording, known)),
  );
  await refuse(trx, 'payee', 'payee-unknown', payees.unknownPayees());
  await refuse(trx, 'payee', 'payee-ambiguous', payees.ambiguousPayees());
  await refuse(trx, 'payee', 'differs-from-line', payees.payeesOtherwise());
  if (!row.byOwner) await refuse(trx, 'payee', 'payee-by-owner', payees.changedPayees());
}
