// Lines by hand as a resident sees them.
import { codeOfAdjustment } from '@kvartplata/domain/receipts/receipt.ts';
import type { AccountPlace } from '../../books/account-balances/account-balances.repository.ts';
import type { Db } from '../../tables.ts';
import { adjustmentInWords } from '../receipt-words.ts';
import { listReceiptAdjustments } from './receipts.repository.ts';

export type LineByHand = {
  /** As on the receipt. */
  readonly code: string;
  /** Its kind and service. */
  readonly what: string;
  /** `YYYY-MM` */
  readonly period: string;
  readonly reason: string;
  readonly basis: string;
  readonly amount: string;
};

/** For an account's month, given by its first day. */
export async function listLinesByHand(
  db: Db,
  { personalAccountId, period, ...house }: AccountPlace & { readonly period: string },
): Promise<readonly LineByHand[]> {
  const rows = await listReceiptAdjustments(db, house, period, [personalAccountId]);
  return rows.map((row) => ({
    code: codeOfAdjustment(row),
    what: [adjustmentInWords(row), ...(row.serviceName === null ? [] : [row.serviceName])].join(
      ': ',
    ),
    period: row.period,
    reason: row.reason,
    basis: row.basis,
    amount: row.amount,
  }));
}
