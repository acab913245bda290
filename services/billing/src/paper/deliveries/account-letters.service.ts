// The outcomes of an account's letters, and its closed address, which can be reopened once it works.
import type {
  AccountLetter,
  AccountLetters,
  ClosedAddress as ReportedAddress,
} from '@kvartplata/contracts/billing/account-letters.ts';
import { DEFAULT_PAGE_LIMIT } from '@kvartplata/contracts/page.ts';
import { recordChange } from '@kvartplata/platform/audit/audit.repository.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { decodeCursor, pageOf, type PageAsked } from '@kvartplata/platform/http/cursor.ts';
import type { Caller } from '../../access/access.service.ts';
import { requireAccount } from '../../access/places.ts';
import { requireChangeable, requireVisible } from '../../access/visible-organization.service.ts';
import type { AccountPlace } from '../../books/account-balances/account-balances.repository.ts';
import type { Db } from '../../tables.ts';
import {
  deleteBounced,
  listClosedAddresses,
  type ClosedAddress,
} from './closed-addresses.repository.ts';
import { listAccountLetters, type AccountLetterRow } from './delivery-letters.repository.ts';
import { toListedLetter } from './listed-letter.ts';

/** @throws Refusal not-found, validation-failed */
export async function readAccountLetters(
  caller: Caller,
  personalAccountId: number,
  { limit = DEFAULT_PAGE_LIMIT, cursor }: PageAsked,
): Promise<AccountLetters> {
  const account = await requireAccount(caller, personalAccountId);
  await requireVisible(caller.db, account.organizationId, `personal account ${personalAccountId}`);
  const [createdAt, deliveryId] = decodeCursor(cursor, ['instant', 'id']) ?? [];
  const before =
    createdAt === undefined || deliveryId === undefined ? undefined : { createdAt, deliveryId };
  const rows = await listAccountLetters(caller.db, account, before, limit + 1);
  const keyOf = (row: AccountLetterRow) => [row.createdAt.toISOString(), row.deliveryId] as const;
  const page = pageOf(rows, limit, keyOf, toAccountLetter);
  return { ...page, closedAddress: await readClosed(caller.db, account) };
}

/**
 * Idempotent.
 * @throws Refusal not-found, forbidden
 */
export async function reopenAddress(
  caller: Caller,
  personalAccountId: number,
  recipient: string,
): Promise<Pick<AccountLetters, 'closedAddress'>> {
  const account = await requireAccount(caller, personalAccountId);
  return inTransaction(caller.db, async (trx) => {
    await requireChangeable(trx, account.organizationId, `personal account ${personalAccountId}`);
    if (await deleteBounced(trx, account, recipient))
      await recordChange(trx, caller.actor, {
        action: 'personal-account.address-reopened',
        object: { type: 'personal-account', id: personalAccountId },
        organizationId: account.organizationId,
        after: { recipient },
      });
    return { closedAddress: await readClosed(trx, account) };
  });
}

async function readClosed(db: Db, account: AccountPlace): Promise<ReportedAddress | null> {
  const [closed] = await listClosedAddresses(db, account, [account.personalAccountId]);
  return closed === undefined ? null : toAddress(closed);
}

function toAddress({ recipient, reason, closedAt, reply }: ClosedAddress): ReportedAddress {
  return { recipient, reason, closedAt: closedAt.toISOString(), reply };
}

function toAccountLetter(row: AccountLetterRow): AccountLetter {
  return {
    deliveryId: row.deliveryId,
    period: row.period.slice(0, 7),
    createdAt: row.createdAt.toISOString(),
    ...toListedLetter(row),
  };
}
