// How a resident receives receipts: by e-mail, on paper, or both.
import type { ResidentPreferences } from '@kvartplata/contracts/core/residents-door.ts';
import { recordChange } from '@kvartplata/platform/audit/audit.repository.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import type { Db } from '../../tables.ts';
import * as repository from './residents-door.repository.ts';
import type { AccountOfHouse } from './residents-door.repository.ts';

/**
 * The audit entry is the proof of consent, with its time.
 * @returns undefined when the house has no such account
 */
export async function storeResidentPreferences(
  db: Db,
  of: AccountOfHouse,
  chosen: ResidentPreferences,
  requestId: string,
): Promise<ResidentPreferences | undefined> {
  const account = await repository.findAccount(db, of);
  if (account === undefined) return undefined;
  const { organizationId } = account;
  const place = { ...of, organizationId };
  return inTransaction(db, async (trx) => {
    const before = await repository.lockPreferences(trx, place);
    if (before === undefined) return undefined;
    if (before.email === chosen.email && before.wantsPaper === chosen.wantsPaper) return chosen;
    await repository.updatePreferences(trx, place, chosen);
    const actor = { userId: null, requestId };
    await recordChange(trx, actor, {
      action: 'personal-account.preferences-chosen',
      object: { type: 'personal-account', id: of.personalAccountId },
      organizationId,
      before,
      after: chosen,
    });
    return chosen;
  });
}
