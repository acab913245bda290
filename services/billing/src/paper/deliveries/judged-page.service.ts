// What would happen to each receipt of a page of accounts if it were sent now.
import type { LetterOutcome } from '@kvartplata/contracts/billing/deliveries.ts';
import type { Db } from '../../tables.ts';
import type { Page } from '../receipts/house-receipts.service.ts';
import { listClosedAddresses } from './closed-addresses.repository.ts';
import { listLettersOfMonth, type House } from './delivery-letters.repository.ts';
import { judgeLetter } from './judge-letter.ts';

export type JudgedReceipt = {
  readonly receipt: Page['receipts'][number];
  readonly outcome: LetterOutcome;
};

export type Asked = {
  /** The first day of the month. */
  readonly period: string;
  /** Whether to retry where an earlier attempt failed. */
  readonly again: boolean;
  /** Accounts that already have a letter in this delivery are left out. */
  readonly deliveryId?: number;
};

export async function judgePage(
  db: Db,
  house: House,
  { period, again, deliveryId }: Asked,
  { receipts }: Page,
): Promise<readonly JudgedReceipt[]> {
  const ids = receipts.map(({ account }) => account.personalAccountId);
  const ofMonth = await listLettersOfMonth(db, house, period, ids);
  const lettersOf = Map.groupBy(ofMonth, ({ personalAccountId }) => personalAccountId);
  const closed = new Map(
    (await listClosedAddresses(db, house, ids)).map((one) => [one.personalAccountId, one]),
  );
  return receipts.flatMap((receipt) => {
    const { personalAccountId, email } = receipt.account;
    const earlier = lettersOf.get(personalAccountId) ?? [];
    if (earlier.some((letter) => letter.deliveryId === deliveryId)) return [];
    const outcome = judgeLetter({
      email,
      closed: closed.get(personalAccountId),
      earlier,
      again,
    });
    return [{ receipt, outcome }];
  });
}
