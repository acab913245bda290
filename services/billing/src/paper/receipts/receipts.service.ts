// The receipts of a month as PDF: of one account, or of a house in the order in which they are carried round. A house is
// read and drawn a page of accounts at a time, no faster than the reader takes it.
import type { ReceiptProof } from '@kvartplata/contracts/billing/seals.ts';
import type { ReceiptFacts } from '@kvartplata/contracts/core/receipt-facts.ts';
import {
  firstDayOf,
  formatBillingMonth,
  type BillingMonth,
} from '@kvartplata/domain/calendar/billing-month.ts';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import type { Payee } from '@kvartplata/domain/receipts/payment-code.ts';
import { tellsAnything } from '@kvartplata/domain/receipts/receipt.ts';
import { dueDayRuleOf } from '@kvartplata/domain/regulation/penalty/due-date.ts';
import { termsOfMonth } from '@kvartplata/domain/regulation/penalty/own-rules.ts';
import { recordChange } from '@kvartplata/platform/audit/audit.repository.ts';
import { invalidField, notFound, Refusal } from '@kvartplata/platform/http/refusal.ts';
import { fileNameOf } from '@kvartplata/platform/table-files/file-name.ts';
import type { Caller } from '../../access/access.service.ts';
import { requireAccount, requireHouse } from '../../access/places.ts';
import { readOwnRules } from '../../penalties/penalty-rules/penalty-rules.service.ts';
import type { Checkpoints } from '../../books/seals/checkpoints.service.ts';
import { proveMonth } from '../../books/seals/receipt-proofs.service.ts';
import type { ReceiptLinks } from '../receipt-links/receipt-links.service.ts';
import { streetOf } from '../street-of.ts';
import { toReceipt, type Receipt, type ReceiptHead } from './receipt.ts';
import { monthInWords } from './receipt-words.ts';
import * as repository from './receipts.repository.ts';
import { requireChargesKept } from '../../books/cycles/archived-months.service.ts';

export type Receipts = {
  readonly links: Pick<ReceiptLinks, 'linkTo'>;
  readonly checkpoints: Pick<Checkpoints, 'key' | 'last' | 'prove'>;
  readonly now: () => Date;
};

export type ReceiptFile = { readonly file: AsyncIterable<Uint8Array>; readonly name: string };

/** Of which house, and of which of its accounts, the receipts are. */
type Place = {
  readonly organizationId: number;
  readonly houseId: number;
  readonly personalAccountId?: number;
};

/**
 * Such a file leaves the house, so the audit log tells of it.
 * Checked in this order: the house is there, the role, the month has charges, the bank details are complete.
 * @returns the file and what it is called, without its ending
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

/** The same of one account. */
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
  receipts: Receipts,
  caller: Caller,
  place: Place,
  period: BillingMonth,
): Promise<AsyncIterable<Uint8Array>> {
  const firstPage = await readFirstPage(receipts, caller, place, period);
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
  // The libraries that draw cost a sixth of a second and 30 MB: not at the start, when nobody prints.
  const { drawReceipts } = await import('./draw-receipts.ts');
  const pages = pagesFrom(receipts, caller, place, firstPage);
  return drawReceipts(pages, `Счёт за ${monthInWords(period)}`, receipts.now());
}

type Page = {
  readonly head: ReceiptHead;
  readonly receipts: readonly Receipt[];
  /** After which account the next page begins. */
  readonly next: number | null;
};

async function readFirstPage(
  receipts: Receipts,
  caller: Caller,
  { organizationId, houseId, personalAccountId }: Place,
  period: BillingMonth,
): Promise<Page> {
  if (dueDayRuleOf(period) === undefined)
    throw invalidField('/period', 'is before the law that says when its charges were due');
  await requireChargesKept(caller.db, firstOf(period));
  const isDraft = await repository.isDraftMonth(
    caller.db,
    { organizationId, houseId },
    firstOf(period),
  );
  if (isDraft === undefined) throw nothingCharged(period);
  const which = personalAccountId === undefined ? {} : { personalAccountId };
  const facts = await readFacts(caller, { houseId, period }, which);
  const ownRules = (await readOwnRules(caller.db, organizationId))(houseId);
  const head = {
    payee: payeeOf(facts),
    contractor: facts.contractor,
    house: facts.house,
    period,
    dueOn: termsOfMonth(period, ownRules).dueDate,
    isDraft,
    sealLog: await receipts.checkpoints.last(),
    proof: await readProof(receipts, caller, { organizationId, houseId, ...which }, period),
  };
  const page = await toPage(receipts, caller, { organizationId, houseId }, head, facts);
  if (personalAccountId !== undefined && page.receipts.length === 0) throw nothingCharged(period);
  return page;
}

/** Of one account's closed month; of a house there is none in its file. */
async function readProof(
  { checkpoints }: Receipts,
  { db }: Caller,
  { personalAccountId, ...house }: Place,
  period: BillingMonth,
): Promise<ReceiptProof | undefined> {
  if (personalAccountId === undefined) return undefined;
  return proveMonth(db, { ...house, personalAccountId, period: firstOf(period) }, checkpoints);
}

async function* pagesFrom(
  receipts: Receipts,
  caller: Caller,
  { organizationId, houseId, personalAccountId }: Place,
  first: Page,
): AsyncGenerator<Page> {
  yield first;
  if (personalAccountId !== undefined) return;
  const { head } = first;
  for (let after = first.next; after !== null;) {
    const facts = await readFacts(caller, { houseId, period: head.period }, { after });
    yield await toPage(receipts, caller, { organizationId, houseId }, head, facts);
    after = facts.next;
  }
}

/** The receipts of those of the accounts that something is charged for, or that owe or have something all the same. */
async function toPage(
  { links }: Receipts,
  caller: Caller,
  house: repository.ReceiptsOf,
  head: ReceiptHead,
  { accounts, next }: ReceiptFacts,
): Promise<Page> {
  const ids = accounts.map(({ personalAccountId }) => personalAccountId);
  const { period } = head;
  const month = await repository.readMonth(caller.db, house, firstOf(period), ids);
  const chargesOf = Map.groupBy(month.charges, (row) => row.personalAccountId);
  const adjustmentsOf = Map.groupBy(month.adjustments, (row) => row.personalAccountId);
  const booksOf = new Map(month.books.map((row) => [row.personalAccountId, row]));
  const receipts = accounts.flatMap((account) => {
    const { personalAccountId } = account;
    const charges = chargesOf.get(personalAccountId) ?? [];
    // Its page explains charges: without any there is none.
    const link =
      charges.length === 0 ? null : links.linkTo({ ...house, personalAccountId, period });
    const books = booksOf.get(personalAccountId);
    const adjustments = adjustmentsOf.get(personalAccountId) ?? [];
    const receipt = toReceipt(head, account, charges, { books, adjustments, link });
    return tellsAnything(receipt.figures) ? [receipt] : [];
  });
  return { head, receipts, next };
}

async function readFacts(
  { core, requestId }: Caller,
  { houseId, period }: { readonly houseId: number; readonly period: BillingMonth },
  which: { readonly personalAccountId?: number; readonly after?: number },
): Promise<ReceiptFacts> {
  const facts = await core.readReceiptFacts(houseId, formatBillingMonth(period), which, requestId);
  if (facts === undefined) throw notFound('The house or the account');
  return facts;
}

/** @throws Refusal bank-details-missing that names every one */
function payeeOf({ contractor: { name, inn, bankDetails } }: ReceiptFacts): Payee {
  const { bankName, bic, settlementAccount, correspondentAccount } = bankDetails;
  if (
    bankName === null ||
    bic === null ||
    settlementAccount === null ||
    correspondentAccount === null
  ) {
    const missing = Object.entries(bankDetails).flatMap(([field, value]) =>
      value === null ? [field] : [],
    );
    throw new Refusal(
      'bank-details-missing',
      `The organization has no ${missing.join(', ')}: nobody could pay it`,
      {
        errors: missing.map((field) => ({ path: `/bankDetails/${field}`, message: 'is missing' })),
      },
    );
  }
  return { name, inn, bankName, bic, settlementAccount, correspondentAccount };
}

function nothingCharged(period: BillingMonth): Refusal {
  return new Refusal('nothing-charged', `Nothing is charged for ${formatBillingMonth(period)}`);
}

function firstOf(period: BillingMonth): string {
  return formatDay(firstDayOf(period));
}
