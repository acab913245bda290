// Links to a receipt's page, which anybody who has one may open until it expires or all of the account's links are withdrawn.
import type { ReceiptLinks as AccountLinks } from '@kvartplata/contracts/billing/receipt-links.ts';
import { moscowDayOf } from '@kvartplata/domain/calendar/day.ts';
import { recordChange } from '@kvartplata/platform/audit/audit.repository.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import type { KeyRing } from '@kvartplata/platform/identity/keys.ts';
import type { Caller } from '../../access/access.service.ts';
import { requireAccount } from '../../access/places.ts';
import { requireVisible } from '../../access/visible-organization.service.ts';
import type { AccountPlace } from '../../books/account-balances/account-balances.repository.ts';
import type { Db } from '../../tables.ts';
import * as repository from './receipt-links.repository.ts';
import type { WithdrawalRow } from './receipt-links.repository.ts';
import { isMarkOf, payerMarkOf, readToken, tokenOf, type LinkedReceipt } from './receipt-token.ts';

export { type LinkedReceipt } from './receipt-token.ts';

export type ReceiptLink = {
  readonly url: string;
  /** The last day. */
  readonly goodUntil: Temporal.PlainDate;
};

/** A receipt and its payer: its link is valid until the next withdrawal, and its resident's door until the payer changes. */
export type ReceiptToLink = Omit<LinkedReceipt, 'payerMark'> & { readonly payer: string };

export type ReceiptLinks = {
  readonly linkTo: (receipt: ReceiptToLink) => ReceiptLink;
  /** Undefined for a token with an invalid signature or an expired one; withdrawals are not checked. */
  readonly read: (token: string) => LinkedReceipt | undefined;
  /** Whether the payer is still the one for whom the link was made. */
  readonly isFor: (receipt: LinkedReceipt, payer: string) => boolean;
};

/** Long enough to look at a receipt again when the next ones have come, and to go to court about it. */
const GOOD_MONTHS = 6;

/** The path of a receipt's page. */
export const RECEIPT_PATH = '/r';

/** @param publicUrl the address at which residents reach this service, without a trailing slash */
export function createReceiptLinks(
  keys: KeyRing,
  publicUrl: string,
  now: () => Date,
): ReceiptLinks {
  const today = (): Temporal.PlainDate => moscowDayOf(now());
  return {
    linkTo: ({ payer, ...receipt }) => {
      const goodUntil = today().add({ months: GOOD_MONTHS });
      const payerMark = payerMarkOf(keys, receipt.personalAccountId, payer);
      const token = tokenOf(keys, { ...receipt, payerMark }, goodUntil);
      return { url: `${publicUrl}${RECEIPT_PATH}/${token}`, goodUntil };
    },
    read: (token) => readToken(keys, token, today()),
    isFor: (receipt, payer) => isMarkOf(keys, receipt, payer),
  };
}

/** Undefined for a token with an invalid signature, an expired one, or a withdrawn one. */
export async function openLink(
  db: Db,
  links: Pick<ReceiptLinks, 'read'>,
  token: string,
): Promise<LinkedReceipt | undefined> {
  const receipt = links.read(token);
  if (receipt === undefined) return undefined;
  const withdrawal = await repository.findWithdrawal(db, receipt);
  return (withdrawal?.withdrawals ?? 0) === receipt.withdrawals ? receipt : undefined;
}

/** How often each account's links were withdrawn; accounts without withdrawals are left out. */
export async function readWithdrawals(
  db: Db,
  house: Omit<AccountPlace, 'personalAccountId'>,
  personalAccountIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await repository.listWithdrawals(db, house, personalAccountIds);
  return new Map(
    rows.map(({ personalAccountId, withdrawals }) => [personalAccountId, withdrawals]),
  );
}

/** @throws Refusal not-found */
export async function readLinks(caller: Caller, personalAccountId: number): Promise<AccountLinks> {
  const account = await requireAccount(caller, personalAccountId);
  await requireVisible(caller.db, account.organizationId, `personal account ${personalAccountId}`);
  return toLinks(personalAccountId, await repository.findWithdrawal(caller.db, account));
}

/** @throws Refusal not-found, forbidden below accountant */
export async function withdrawLinks(
  caller: Caller,
  personalAccountId: number,
  reason: string,
): Promise<AccountLinks> {
  const account = await requireAccount(caller, personalAccountId);
  return inTransaction(caller.db, async (trx) => {
    const withdrawnBy = caller.userId;
    const row = await repository.upsertWithdrawal(trx, account, { withdrawnBy, reason });
    await recordChange(trx, caller.actor, {
      action: 'personal-account.links-withdrawn',
      object: { type: 'personal-account', id: personalAccountId },
      organizationId: account.organizationId,
      after: { reason, withdrawals: row.withdrawals },
    });
    return toLinks(personalAccountId, row);
  });
}

function toLinks(personalAccountId: number, row: WithdrawalRow | undefined): AccountLinks {
  return {
    personalAccountId,
    withdrawals: row?.withdrawals ?? 0,
    withdrawnAt: row?.withdrawnAt.toISOString() ?? null,
    withdrawnBy: row?.withdrawnBy ?? null,
    reason: row?.reason ?? null,
  };
}
