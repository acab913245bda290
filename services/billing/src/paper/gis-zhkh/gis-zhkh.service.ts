// Payment documents of a house's month for ГИС ЖКХ, all or nothing: when anything is missing, no file is made.
import { MOST_DOCUMENTS } from '@kvartplata/contracts/billing/gis-zhkh.ts';
import type { FieldError } from '@kvartplata/contracts/problem.ts';
import {
  firstDayOf,
  formatBillingMonth,
  type BillingMonth,
} from '@kvartplata/domain/calendar/billing-month.ts';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import { recordChange } from '@kvartplata/platform/audit/audit.repository.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import { fileNameOf } from '@kvartplata/platform/table-files/file-name.ts';
import type { Caller } from '../../access/access.service.ts';
import { requireHouse } from '../../access/places.ts';
import {
  nothingCharged,
  pagesFrom,
  readFirstPage,
  requirePrintable,
  type Page,
  type Receipts,
} from '../receipts/house-receipts.service.ts';
import { streetOf } from '../street-of.ts';
import { listRefusedAccounts } from './gis-answers.service.ts';
import * as repository from './gis-zhkh.repository.ts';
import type { HouseMonth } from './gis-zhkh.repository.ts';
import { requestXml, type PaymentDocument } from './payment-document-xml.ts';
import { openPaymentDocuments, type PaymentDocuments } from './payment-documents.service.ts';
import { spoolRequests, type NamedFile } from './request-files.ts';

export type GisDeps = Receipts & {
  /** The schema version stated in messages. */
  readonly version: string;
};

const MOST_ERRORS = 100;

/**
 * Checked in this order: the house exists, the role, the month has charges, it is applied, the bank details, the numbers and
 * entries.
 * @throws Refusal not-found, forbidden, month-archived, nothing-charged, months-not-applied, bank-details-missing,
 * payee-details-missing, gis-facts-missing, gis-nothing-refused, dependency-unavailable
 */
export async function exportGisZhkh(
  deps: GisDeps,
  caller: Caller,
  {
    houseId,
    period,
    only,
  }: {
    readonly houseId: number;
    readonly period: BillingMonth;
    readonly only?: 'refused' | undefined;
  },
): Promise<NamedFile> {
  const { organizationId, address } = await requireHouse(caller, houseId);
  const month = { organizationId, houseId, period: formatDay(firstDayOf(period)) };
  const accounts = only === undefined ? undefined : await listRefusedAccounts(caller.db, month);
  if (accounts?.size === 0) throw new Refusal('gis-nothing-refused');
  await requirePrintable(caller.db, period);
  const first = await readFirstPage(deps, caller, { organizationId, houseId }, period);
  if (first === undefined) throw nothingCharged(period);
  if (first.head.isDraft)
    throw new Refusal(
      'months-not-applied',
      `${formatBillingMonth(period)} of house ${houseId} is a draft: its charges may still change`,
    );
  const documents = await openPaymentDocuments(caller.db, month, first.head);
  const counted = countedOf(
    wholeOrNone(pagesFrom(deps, caller, { organizationId, houseId }, first), documents, accounts),
  );
  const head = { version: deps.version, period, details: documents.details };
  const file = await spoolRequests(
    counted.items,
    MOST_DOCUMENTS,
    (some) => requestXml(head, some),
    deps.now(),
  );
  await keep(deps, caller, month, { documents: counted.count(), only });
  const name = fileNameOf('gis-zhkh', formatBillingMonth(period), streetOf(address));
  return { ...file, name };
}

/** @throws Refusal gis-facts-missing at the end, naming every incomplete account and service, the first ones in `errors` */
async function* wholeOrNone(
  pages: AsyncIterable<Page>,
  documents: PaymentDocuments,
  accounts: ReadonlySet<number> | undefined,
): AsyncGenerator<PaymentDocument> {
  for await (const page of pages) {
    const receipts = page.receipts.filter(
      ({ account }) => accounts?.has(account.personalAccountId) ?? true,
    );
    const ofPage = await documents.of({ ...page, receipts });
    if (documents.errors().length === 0) yield* ofPage;
  }
  refuseIfAny(documents.errors());
}

function refuseIfAny(errors: readonly FieldError[]): void {
  if (errors.length === 0) return;
  throw new Refusal(
    'gis-facts-missing',
    `ГИС ЖКХ would not take the documents: ${errors.length} numbers of accounts or entries of services are missing`,
    { errors: errors.slice(0, MOST_ERRORS) },
  );
}

function countedOf<Item>(items: AsyncIterable<Item>): {
  readonly items: AsyncIterable<Item>;
  readonly count: () => number;
} {
  let count = 0;
  const counted = async function* (): AsyncGenerator<Item> {
    for await (const item of items) {
      count += 1;
      yield item;
    }
  };
  return { items: counted(), count: () => count };
}

async function keep(
  { now }: GisDeps,
  caller: Caller,
  month: HouseMonth,
  { documents, only }: { readonly documents: number; readonly only: 'refused' | undefined },
): Promise<void> {
  const { organizationId, houseId, period } = month;
  // Documents sent again are only a part of what was exported.
  if (only === undefined)
    await repository.upsertExport(caller.db, month, {
      documents,
      exportedAt: now(),
      exportedBy: caller.userId,
    });
  await recordChange(caller.db, caller.actor, {
    action: 'house.gis-documents-exported',
    object: { type: 'house', id: houseId },
    organizationId,
    after: { period: period.slice(0, 7), documents, ...(only === undefined ? {} : { only }) },
  });
}
