// Drops the calculated drafts of houses whose move is undone.
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import type { Db } from '../../tables.ts';
import { deleteCharges, deleteTemplates, sumCorrectedMonths } from './house-months.repository.ts';
import { lockDrafts, resetHouseMonths, type Houses } from './move-drafts.repository.ts';
import { deleteSkipped } from './skipped-accounts.repository.ts';

/** @returns how many months of houses were dropped; what corrections have added to them stays */
export async function dropDrafts(db: Db, houses: Houses): Promise<number> {
  return inTransaction(db, async (trx) => {
    const drafts = await lockDrafts(trx, houses);
    for (const [period, ofMonth] of Map.groupBy(drafts, (draft) => draft.period)) {
      const { organizationId } = houses;
      const months = { organizationId, period, houseIds: ofMonth.map(({ houseId }) => houseId) };
      await deleteSkipped(trx, months);
      await deleteCharges(trx, months);
      await deleteTemplates(trx, months);
      await resetHouseMonths(trx, months);
      await sumCorrectedMonths(trx, months);
    }
    return drafts.length;
  });
}
