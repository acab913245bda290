// Account numbers assigned by ГИС ЖКХ: matched with the accounts, and stored where they differ.
import { lockGisNumbers } from '../../registry/personal-accounts/gis-numbers.service.ts';
import * as accounts from './gis-account-rows.repository.ts';
import { accountOf } from './house-storing.repository.ts';
import { authorOf, type ImportWorker } from './import-worker.ts';
import { refuse, repeated } from './working-rows.repository.ts';

export const gisAccountWorker: ImportWorker = {
  judgesByStoring: false,
  judge: async (trx, { row }) => {
    const { organizationId } = row;
    await accounts.layOutNumbers(trx, row);
    await accounts.lockAccounts(trx, organizationId);
    await lockGisNumbers(trx, organizationId);
    await accounts.matchAccounts(trx, organizationId);
    await refuse(trx, 'accountNumber', 'account-unknown', accounts.unknownAccounts());
    await refuse(trx, 'accountNumber', 'repeated', repeated(['account_number']));
    for (const { field, column } of accounts.NUMBERS) {
      await refuse(trx, field, 'repeated', repeated([column]));
      await refuse(trx, field, 'gis-number-taken', accounts.numbersOfOthers(column));
    }
  },
  // They affect no charges.
  listTouched: async () => [],
  store: async (trx, { row, onProgress }) => {
    await accounts.storeNumbers(trx, authorOf(row), accountOf);
    await onProgress(row.totalRows);
    return [];
  },
};
