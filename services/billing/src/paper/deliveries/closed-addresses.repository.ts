// Addresses to which nothing is sent, in SQL.
import { sql } from 'kysely';
import type { AccountPlace } from '../../books/account-balances/account-balances.repository.ts';
import type { Db, Trx } from '../../tables.ts';
import type { House } from './delivery-letters.repository.ts';

export type ClosedAddress = {
  readonly personalAccountId: number;
  readonly recipient: string;
  readonly reason: 'bounced' | 'unsubscribed';
  readonly closedAt: Date;
  readonly reply: string | null;
};

const COLUMNS = ['personalAccountId', 'recipient', 'reason', 'closedAt', 'reply'] as const;

export async function listClosedAddresses(
  db: Db,
  { organizationId, houseId }: House,
  personalAccountIds: readonly number[],
): Promise<readonly ClosedAddress[]> {
  return db
    .selectFrom('closedAddresses')
    .select(COLUMNS)
    .where('organizationId', '=', organizationId)
    .where('houseId', '=', houseId)
    .where('personalAccountId', '=', sql<number>`any(${personalAccountIds}::bigint[])`)
    .execute();
}

/**
 * Replaces the account's previous closed address.
 * @param usedAt when the account had the address: another one that was closed later stays, because the account has it by now
 */
export async function upsertClosedAddress(
  trx: Trx,
  { organizationId, houseId, personalAccountId }: AccountPlace,
  { recipient, reason, closedAt, reply }: Omit<ClosedAddress, 'personalAccountId'>,
  usedAt = closedAt,
): Promise<void> {
  await sql`
    insert into closed_addresses (organization_id, house_id, personal_account_id, recipient, reason, closed_at, reply)
    values (${organizationId}, ${houseId}, ${personalAccountId}, ${recipient}, ${reason}, ${closedAt}, ${reply})
    on conflict on constraint closed_addresses_pkey do update set
      recipient = excluded.recipient, reason = excluded.reason, closed_at = excluded.closed_at, reply = excluded.reply
    where lower(closed_addresses.recipient) = lower(excluded.recipient) or closed_addresses.closed_at <= ${usedAt}
  `.execute(trx);
}

/** Reopens the address. @returns false when no letter to it has bounced */
export async function deleteBounced(
  trx: Trx,
  { organizationId, houseId, personalAccountId }: AccountPlace,
  recipient: string,
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('closedAddresses')
    .where('organizationId', '=', organizationId)
    .where('houseId', '=', houseId)
    .where('personalAccountId', '=', personalAccountId)
    .where('reason', '=', 'bounced')
    .where((address) =>
      address(address.fn<string>('lower', ['recipient']), '=', recipient.toLowerCase()),
    )
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
