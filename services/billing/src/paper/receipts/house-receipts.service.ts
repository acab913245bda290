// The receipts of a house's month, read a page of accounts at a time, in the order of delivery.
import type { ReceiptProof } from '@kvartplata/contracts/billing/seals.ts';
import type { ReceiptFacts } from '@kvartplata/contracts/core/receipt-facts.ts';
import {
  firstDayOf,
  formatBillingMonth,
  type BillingMonth,
} from '@kvartplata/domain/calendar/billing-month.ts';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import { parseKopecks, type Kopecks } from '@kvartplata/domain/money/kopecks.ts';
import { sumBy } from '@kvartplata/domain/money/sums.ts';
import type { Payee } from '@kvartplata/domain/receipts/payment-code.ts';
import { hasAnything } from '@kvartplata/domain/receipts/receipt.ts';
import { dueDayRuleOf, dueDayRules } from '@kvartplata/domain/regulation/penalty/due-date.ts';
import { termsOfMonth } from '@kvartplata/domain/regulation/penalty/own-rules.ts';
import { inSnapshot } from '@kvartplata/platform/database/database.ts';
import { invalidField, notFound, Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { CoreClient } from '../../access/core-client.ts';
import { requireChargesKept } from '../../books/cycles/archived-months.service.ts';
import type { Checkpoints } from '../../books/seals/checkpoints.service.ts';
import { proveMonth } from '../../books/seals/receipt-proofs.service.ts';
import { readPlansInMonth } from '../../penalties/instalments/plans-in-month.service.ts';
import { readOwnRules } from '../../penalties/penalty-rules/penalty-rules.service.ts';
import type { Db, Trx } from '../../tables.ts';
import {
  readWithdrawals,
  type ReceiptLink,
  type ReceiptToLink,
} from '../receipt-links/receipt-links.service.ts';
import { readReceiptPayees, readSections } from './payee-sections.service.ts';
import { toReceipt, type Receipt, type ReceiptHead } from './receipt.ts';
import { monthInWords } from '../receipt-words.ts';
import * as repository from './receipts.repository.ts';
import { listReversals } from './reversals.repository.ts';

export type Receipts = {
  readonly links: {
    /** Null for receipts without a link. */
    readonly linkTo: (receipt: ReceiptToLink) => ReceiptLink | null;
  };
  readonly checkpoints: Pick<Checkpoints, 'key' | 'last' | 'prove'>;
  readonly now: () => Date;
};

/** The caller, or a job on behalf of one. */
export type Reader = {
  readonly db: Db;
  readonly core: Pick<CoreClient, 'readReceiptFacts'>;
  readonly requestId: string;
};

/** The house and the accounts of the receipts. */
export type Place = {
  readonly organizationId: number;
  readonly houseId: number;
  readonly personalAccountId?: number;
};

export type Page = {
  readonly head: ReceiptHead;
  readonly receipts: readonly Receipt[];
  /** The number of accounts read: those without anything to report get no receipt. */
  readonly accounts: number;
  /** The account after which the next page begins. */
  readonly next: number | null;
};

/** The first month for which the law's due days are known. */
const FIRST_DAY = dueDayRules.map(({ validFrom }) => formatDay(validFrom))[0] ?? '';

/** @throws Refusal validation-failed, month-archived */
export async function requirePrintable(db: Db, period: BillingMonth): Promise<void> {
  if (dueDayRuleOf(period) === undefined)
    throw invalidField('/period', 'is before the law that says when its charges were due', {
      code: 'before-day',
      params: { day: FIRST_DAY },
    });
  await requireChargesKept(db, firstOf(period));
}

/**
 * Checks that the receipts of some houses can be printed: at least one is charged, and the payee's details are complete.
 * @param houseIds the first of them that is charged is checked
 * @throws Refusal nothing-charged, bank-details-missing, payee-details-missing, dependency-unavailable
 */
export async function requireReceipts(
  reader: Reader,
  {
    organizationId,
    houseIds,
  }: { readonly organizationId: number; readonly houseIds: readonly number[] },
  period: BillingMonth,
): Promise<void> {
  const charged = await repository.listChargedHouses(
    reader.db,
    organizationId,
    houseIds,
    firstOf(period),
  );
  const houseId = houseIds.find((id) => charged.has(id));
  if (houseId === undefined) throw nothingCharged(period);
  payeeOf(await readFacts(reader, { houseId, period }, {}));
  await readReceiptPayees(reader.db, { organizationId, houseId }, period);
}

/**
 * For a month that can be printed.
 * @returns undefined when nothing is charged to the house or the account in it
 * @throws Refusal not-found, bank-details-missing, payee-details-missing, dependency-unavailable
 */
export async function readFirstPage(
  receipts: Receipts,
  reader: Reader,
  { organizationId, houseId, personalAccountId }: Place,
  period: BillingMonth,
): Promise<Page | undefined> {
  const isDraft = await repository.isDraftMonth(
    reader.db,
    { organizationId, houseId },
    firstOf(period),
  );
  if (isDraft === undefined) return undefined;
  const which = personalAccountId === undefined ? {} : { personalAccountId };
  const facts = await readFacts(reader, { houseId, period }, which);
  const ownRules = (await readOwnRules(reader.db, organizationId))(houseId);
  const payees = await readReceiptPayees(reader.db, { organizationId, houseId }, period);
  const head = {
    payee: payeeOf(facts),
    payees,
    contractor: facts.contractor,
    house: facts.house,
    norms: facts.norms,
    period,
    dueOn: termsOfMonth(period, ownRules).dueDate,
    isDraft,
    sealLog: await receipts.checkpoints.last(),
    proof: await readProof(receipts, reader, { organizationId, houseId, ...which }, period),
  };
  const page = await toPage(receipts, reader, { organizationId, houseId }, head, facts);
  return personalAccountId !== undefined && page.receipts.length === 0 ? undefined : page;
}

/** The proof of one account's closed month; a house's file has no proofs. */
async function readProof(
  { checkpoints }: Receipts,
  { db }: Reader,
  { personalAccountId, ...house }: Place,
  period: BillingMonth,
): Promise<ReceiptProof | undefined> {
  if (personalAccountId === undefined) return undefined;
  return proveMonth(db, { ...house, personalAccountId, period: firstOf(period) }, checkpoints);
}

/** The page, and those after it. */
export async function* pagesFrom(
  receipts: Receipts,
  reader: Reader,
  { organizationId, houseId, personalAccountId }: Place,
  first: Page,
): AsyncGenerator<Page> {
  yield first;
  if (personalAccountId !== undefined) return;
  const { head } = first;
  for (let after = first.next; after !== null;) {
    const facts = await readFacts(reader, { houseId, period: head.period }, { after });
    yield await toPage(receipts, reader, { organizationId, houseId }, head, facts);
    after = facts.next;
  }
}

/** The receipts of accounts that have charges, a debt or an advance. */
async function toPage(
  { links }: Receipts,
  reader: Reader,
  house: repository.ReceiptsOf,
  head: ReceiptHead,
  { accounts, next }: ReceiptFacts,
): Promise<Page> {
  const ids = accounts.map(({ personalAccountId }) => personalAccountId);
  const { period } = head;
  const told = await inSnapshot(reader.db, async (trx) => readAccounts(trx, house, head, ids));
  const withdrawals = await readWithdrawals(reader.db, house, ids);
  const receipts = accounts.flatMap((account) => {
    const { personalAccountId } = account;
    const charges = told.charges.get(personalAccountId) ?? [];
    // The linked page explains charges, so without charges there is no link.
    const link =
      charges.length === 0
        ? null
        : links.linkTo({
            ...house,
            personalAccountId,
            period,
            withdrawals: withdrawals.get(personalAccountId) ?? 0,
            payer: account.payer,
          });
    const receipt = toReceipt(head, account, charges, {
      books: told.books.get(personalAccountId),
      adjustments: told.adjustments.get(personalAccountId) ?? [],
      reversals: told.reversals.get(personalAccountId) ?? [],
      plans: told.plans.get(personalAccountId) ?? [],
      sections: told.sections?.get(personalAccountId) ?? [],
      link,
    });
    return hasAnything(receipt.figures) ? [receipt] : [];
  });
  return { head, receipts, accounts: accounts.length, next };
}

/** The data of the accounts, each by account id. */
async function readAccounts(
  trx: Trx,
  house: repository.ReceiptsOf,
  { period, payees, payee, isDraft }: ReceiptHead,
  ids: readonly number[],
) {
  const month = await repository.readMonth(trx, house, firstOf(period), ids);
  const reversals = await listReversals(trx, house, firstOf(period), ids);
  const charges = Map.groupBy(month.charges, (row) => row.personalAccountId);
  const drafted = isDraft ? sumsOf(charges) : new Map<number, Kopecks>();
  const plans = await readPlansInMonth(trx, { house, month: period, drafted }, ids);
  const of = { house, period, isDraft, own: payee, plans };
  return {
    charges,
    adjustments: Map.groupBy(month.adjustments, (row) => row.personalAccountId),
    reversals: Map.groupBy(reversals, (row) => row.personalAccountId),
    books: new Map(month.books.map((row) => [row.personalAccountId, row])),
    plans,
    sections: payees === undefined ? undefined : await readSections(trx, of, payees, charges, ids),
  };
}

function sumsOf(
  charges: ReadonlyMap<number, readonly repository.ReceiptChargeRow[]>,
): ReadonlyMap<number, Kopecks> {
  return new Map(
    [...charges].map(([id, rows]) => [id, sumBy(rows, ({ amount }) => parseKopecks(amount))]),
  );
}

async function readFacts(
  { core, requestId }: Reader,
  { houseId, period }: { readonly houseId: number; readonly period: BillingMonth },
  which: { readonly personalAccountId?: number; readonly after?: number },
): Promise<ReceiptFacts> {
  const facts = await core.readReceiptFacts(houseId, formatBillingMonth(period), which, requestId);
  if (facts === undefined) throw notFound('The house or the account');
  return facts;
}

/** @throws Refusal bank-details-missing naming every missing field */
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

export function nothingCharged(period: BillingMonth): Refusal {
  return new Refusal('nothing-charged', `Nothing is charged for ${formatBillingMonth(period)}`);
}

function firstOf(period: BillingMonth): string {
  return formatDay(firstDayOf(period));
}

/** The receipts of these pages as one document. @param namesHouses whether the outline has an entry for each house */
export async function drawPages(
  { now }: Pick<Receipts, 'now'>,
  pages: AsyncIterable<Page>,
  period: BillingMonth,
  namesHouses = false,
): Promise<AsyncIterable<Uint8Array>> {
  // Loaded on demand: the drawing libraries take a sixth of a second and 30 MB.
  const { drawReceipts } = await import('./draw-receipts.ts');
  const title = `Счёт за ${monthInWords(period)}`;
  return drawReceipts(pages, { title, createdAt: now(), namesHouses });
}
