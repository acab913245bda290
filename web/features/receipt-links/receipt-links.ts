// The links of an account's receipts.
import {
  getReceiptLinks,
  withdrawReceiptLinks,
  type ReceiptLinks,
} from '@kvartplata/contracts/billing/receipt-links.ts';
import { call } from '../../lib/api.ts';
import { read } from '../../lib/reads.ts';

export function linksOf(personalAccountId: number) {
  return read(getReceiptLinks, { params: { personalAccountId } });
}

export async function withdraw(personalAccountId: number, reason: string): Promise<ReceiptLinks> {
  return call(withdrawReceiptLinks, { params: { personalAccountId }, body: { reason } });
}
