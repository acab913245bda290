// Refuses requests that need the charges of archived months. What the ledger alone can answer is never refused.
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { Db } from '../../tables.ts';
import { findArchivedFrom, findArchivedOfCharge } from './archived-months.repository.ts';

/**
 * @param since the first day of the first month whose charges are needed; null for all
 * @throws Refusal month-archived
 */
export async function requireChargesKept(db: Db, since: string | null): Promise<void> {
  const last = await findArchivedFrom(db, since);
  if (last !== undefined) throw monthArchived(last);
}

/**
 * For a charge that was not found.
 * @throws Refusal month-archived when it may belong to an archived month
 */
export async function requireChargeNotArchived(db: Db, chargeId: number): Promise<void> {
  const month = await findArchivedOfCharge(db, chargeId);
  if (month !== undefined) throw monthArchived(month);
}

function monthArchived(last: string): Refusal {
  const month = last.slice(0, 7);
  return new Refusal('month-archived', `The charges up to ${month} are in the archive`);
}
