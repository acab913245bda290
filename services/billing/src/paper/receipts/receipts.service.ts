// The receipts of a month as PDF, for one account or for a house. A house is read and drawn a page of accounts at a time, no
// faster than the client reads.
import { roleCovers } from '@kvartplata/contracts/roles.ts';
import {
  formatBillingMonth,
  type BillingMonth,
} from '@kvartplata/domain/calendar/billing-month.ts';
import { recordChange } from '@kvartplata/platform/audit/audit.repository.ts';
import { fileNameOf } from '@kvartplata/platform/table-files/file-name.ts';
import type { Caller } from '../../access/access.service.ts';
import { requireAccount, requireHouse } from '../../access/places.ts';
import { streetOf } from '../street-of.ts';
import {
  drawPages,
  nothingCharged,
  pagesFrom,
  readFirstPage,
  requirePrintable,
  type Place,
  type Receipts,
} from './house-receipts.service.ts';

/** Whoever opens a link acts as the resident, so a caller who may only read gets none. */
const WITHOUT_LINKS: Receipts['links'] = { linkTo: () => null };

export type ReceiptFile = { readonly file: AsyncIterable<Uint8Array>; readonly name: string };

/**
 * The export is recorded in the audit log.
 * Checked in this order: the house exists, the role, the month has charges, the bank details are complete.
 * @returns the file and its name without extension
 * @throws Refusal not-found, month-archived, nothing-charged, bank-details-missing, dependency-unavailable
 */
export async function exportHouseReceipts(
  receipts: Receipts,
  caller: Caller,
  { houseId, period }: { readonly houseId: number; readonly period: BillingMonth },
): Promise<ReceiptFile> {
  const { organizationId, address } = await requireHouse(caller, houseId);
  const file = await exportReceipts(receipts, caller, { organizationId, houseId }, period);
  return { file, name: fileNameOf('kvitancii', formatBillingMonth(period), streetOf(address)) };
}

/** The same for one account. */
export async function exportReceipt(
  receipts: Receipts,
  caller: Caller,
  personalAccountId: number,
  period: BillingMonth,
): Promise<ReceiptFile> {
  const account = await requireAccount(caller, personalAccountId);
  const file = await exportReceipts(receipts, caller, account, period);
  return {
    file,
    name: fileNameOf('kvitanciya', formatBillingMonth(period), account.accountNumber),
  };
}

async function exportReceipts(
  { links, ...others }: Receipts,
  caller: Caller,
  place: Place,
  period: BillingMonth,
): Promise<AsyncIterable<Uint8Array>> {
  const receipts = {
    ...others,
    links: mayWrite(caller, place.organizationId) ? links : WITHOUT_LINKS,
  };
  await requirePrintable(caller.db, period);
  const firstPage = await readFirstPage(receipts, caller, place, period);
  if (firstPage === undefined) throw nothingCharged(period);
  const { organizationId, houseId, personalAccountId } = place;
  await recordChange(caller.db, caller.actor, {
    ...(personalAccountId === undefined
      ? { action: 'house.receipts-exported', object: { type: 'house', id: houseId } }
      : {
          action: 'personal-account.receipt-exported',
          object: { type: 'personal-account', id: personalAccountId },
        }),
    organizationId,
    after: { period: formatBillingMonth(period) },
  });
  return drawPages(receipts, pagesFrom(receipts, caller, place, firstPage), period);
}

function mayWrite(caller: Caller, organizationId: number): boolean {
  const { role } = caller.within(organizationId);
  return role === 'admin' || (role !== 'none' && roleCovers(role, 'accountant'));
}
