// Takes the consent to an address back for whoever holds the link of a letter to it: core then has no e-mail of the account.
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

/** `subscribed`: receipts go to the letter's address. `over`: they do not, or not any more. `away`: core does not answer. */
export type Subscription = 'subscribed' | 'over' | 'away';

/** Whether it stands in a letter of ours. */
export function isLeaveToken(keys: KeyRing, token: string): boolean {
  return readAccountToken(keys, token) !== undefined;
}

/** undefined for a token that nobody has signed */
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
 * From then on its receipts come on paper again, so that none is lost. The same again changes nothing.
 * @returns undefined for a token that nobody has signed
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

/** The account's address, where it is the one that the letter went to. */
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
