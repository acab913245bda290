// Opening balances: checked here, where the accounts are stored, and kept for billing, which books them.
import * as balances from './balance-rows.repository.ts';
import type { ImportWorker } from './import-worker.ts';
import { findServices, refuse } from './working-rows.repository.ts';

export const balanceWorker: ImportWorker = {
  judgesByStoring: false,
  judge: async (trx, { row }) => {
    await balances.layOutBalances(trx, row);
    await findServices(trx, row.organizationId, { cell: 'service', id: 'utilityServiceId' });
    await balances.matchAccounts(trx, row.organizationId);
    await refuse(trx, 'account', 'account-unknown', balances.unknownAccounts());
    await refuse(trx, 'month', 'not-before-move', balances.monthsOfMove(row));
    await refuse(trx, 'service', 'service-unknown', balances.unknownServices());
    await refuse(trx, null, 'repeated', balances.repeatedBalances());
    await refuse(trx, 'amount', 'total-differs', balances.wrongTotals());
  },
  // They do not affect billing's charges.
  listTouched: async () => [],
  store: async (trx, { row, onProgress }) => {
    await balances.keepForBilling(trx, row);
    await onProgress(row.totalRows);
    return [];
  },
};
