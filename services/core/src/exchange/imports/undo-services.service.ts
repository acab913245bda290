// Undoes the services, tariffs and norms of an import, all or none: what it has begun is deleted, what it has changed or ended is
// restored. Later changes, dependent records and applied months prevent the whole undo, except for payees, which applied months
// keep by themselves.
import { authorOf, undoneOf, type ImportWorker } from './import-worker.ts';
import * as payees from './service-payees.repository.ts';
import * as booked from './undo-rows.repository.ts';
import * as services from './undo-services.repository.ts';
import { recordOfValue } from './value-record.repository.ts';
import { refuse } from './working-rows.repository.ts';

export const undoServicesWorker: ImportWorker = {
  judgesByStoring: false,
  judge: async (trx, given) => {
    const { row } = given;
    await services.layOutStored(trx, row.organizationId, undoneOf(row));
    await refuse(trx, null, 'changed-since', services.changedSince());
    await refuse(trx, null, 'service-in-use', services.servicesInUse());
    await refuse(trx, 'validTo', 'period-overlap', services.overlappingOthers());
    if (!row.byOwner) await refuse(trx, null, 'payee-by-owner', payees.formerPayees());
    const known = given.payees.map(({ payeeId }) => payeeId);
    await refuse(trx, null, 'payee-gone', payees.gonePayees(known));
    await booked.layOutBooked(trx, given.booked);
    await refuse(trx, null, 'month-booked', booked.inBookedMonths('records'));
  },
  listTouched: async () => [],
  store: async (trx, { row, onProgress }) => {
    await services.takeBackServices(trx, authorOf(row), recordOfValue);
    await payees.restorePayees(trx, authorOf(row));
    await onProgress(row.totalRows);
    return [];
  },
};
