// Withdraws consent for an address at the request of whoever has the link from a letter to it: core then deletes the account's
// e-mail.
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { KeyRing } from '@kvartplata/platform/identity/keys.ts';
import type { CoreClient } from '../../access/core-client.ts';
import type { Db } from '../../tables.ts';
import { upsertClosedAddress } from './closed-addresses.repository.ts';
import { isAddressOf, readAccountToken, type MailedAccount } from './mail-token.ts';

export type Unsubscribing = {
  readonly db: Db;
  readonly core: Pick<CoreClient, 'findResidentAccount' | 'storeResidentPreferences'>;
  readonly keys: KeyRing;
  readonly now: () => Date;
};

/** `subscribed`: receipts are sent to the letter's address. `over`: they are not, or no longer. `away`: core is unavailable. */
export type Subscription = 'subscribed' | 'over' | 'away';

/** Whether the token is one that our letters contain. */
export function isLeaveToken(keys: KeyRing, token: string): boolean {
  return readAccountToken(keys, token) !== undefined;
}

/** Undefined when the token's signature is not valid. */
export async function readSubscription(
  deps: Unsubscribing,
  token: string,
  requestId: string,
): Promise<Subscription | undefined> {
  const mailed = readAccountToken(deps.keys, token);
  if (mailed === undefined) return undefined;
  return unlessAway<Subscription>(async () =>
    (await findEmail(deps, mailed, requestId)) === undefined ? 'over' : 'subscribed',
  );
}

/**
 * From then on receipts are printed again, so that none is lost. Idempotent.
 * @returns undefined when the token's signature is not valid
 */
export async function unsubscribe(
  deps: Unsubscribing,
  token: string,
  requestId: string,
): Promise<Exclude<Subscription, 'subscribed'> | undefined> {
  const { core, db, keys, now } = deps;
  const mailed = readAccountToken(keys, token);
  if (mailed === undefined) return undefined;
  return unlessAway<'over'>(async () => {
    const email = await findEmail(deps, mailed, requestId);
    if (email === undefined) return 'over';
    await core.storeResidentPreferences(mailed, { email: null, wantsPaper: true }, requestId);
    await inTransaction(db, async (trx) =>
      upsertClosedAddress(trx, mailed, {
        recipient: email,
        reason: 'unsubscribed',
        closedAt: now(),
        reply: null,
      }),
    );
    return 'over';
  });
}

/** The account's e-mail, if it is still the address of the letter. */
async function findEmail(
  { core, keys }: Unsubscribing,
  mailed: MailedAccount,
  requestId: string,
): Promise<string | undefined> {
  const account = await core.findResidentAccount(mailed, requestId);
  const email = account?.email ?? undefined;
  return email !== undefined && isAddressOf(keys, mailed, email) ? email : undefined;
}

async function unlessAway<T>(ask: () => Promise<T>): Promise<T | 'away'> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Refusal && error.code === 'dependency-unavailable') return 'away';
    throw error;
  }
}
