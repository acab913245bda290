// Locks what a whole registry books or reverses, before the first of its pieces.
import { lockAllAccounts } from '../../books/account-balances/account-balances.service.ts';
import { holdMonthsOpen } from '../../books/cycles/open-months.service.ts';
import type { Trx } from '../../tables.ts';
import type { OwnImport } from '../unidentified-payments/unidentified-payments.repository.ts';
import { listPaidAccounts } from './judging.repository.ts';

export async function lockPaidAccounts(trx: Trx, own: OwnImport): Promise<void> {
  const { organizationId } = own;
  await holdMonthsOpen(trx, organizationId);
  const accounts = await listPaidAccounts(trx, own);
  const places = accounts.map(({ houseId, personalAccountId }) => ({
    organizationId,
    houseId,
    personalAccountId,
  }));
  await lockAllAccounts(trx, organizationId, places);
}
