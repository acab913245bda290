// Payment documents of a house's month for the state's system: gathered from the same pages as the receipts, judged as a whole, and
// written only when nothing is missing.
import { createHash } from 'node:crypto';
import { MOST_DOCUMENTS, type GisService } from '@kvartplata/contracts/billing/gis-zhkh.ts';
import type { FieldError } from '@kvartplata/contracts/problem.ts';
import {
  firstDayOf,
  formatBillingMonth,
  type BillingMonth,
} from '@kvartplata/domain/calendar/billing-month.ts';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import { documentNumberOf } from '@kvartplata/domain/receipts/document-number.ts';
import { gisFiguresOf, type GisFigures } from '@kvartplata/domain/receipts/gis-document.ts';
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
  type Receipts,
} from '../receipts/house-receipts.service.ts';
import type { Receipt } from '../receipts/receipt.ts';
import { streetOf } from '../street-of.ts';
import * as repository from './gis-zhkh.repository.ts';
import type { HouseMonth } from './gis-zhkh.repository.ts';
import {
  isInKopecks,
  isRepairs,
  requestXml,
  type GisAccount,
  type PaymentDocument,
} from './payment-document-xml.ts';

export type GisDeps = Receipts & {
  /** The version that messages say they are of. */
  readonly version: string;
};

/** Its parts of at most 500 documents each. */
export type GisFile = { readonly name: string; readonly parts: readonly string[] };

const MOST_ERRORS = 100;

/**
 * Checked in this order: the house is there, the role, the month has charges, it is applied, the bank details, the numbers and entries.
 * @throws Refusal not-found, forbidden, month-archived, nothing-charged, months-not-applied, bank-details-missing, gis-facts-missing,
 * dependency-unavailable
 */
export async function exportGisZhkh(
  deps: GisDeps,
  caller: Caller,
  { houseId, period }: { readonly houseId: number; readonly period: BillingMonth },
): Promise<GisFile> {
  const { organizationId, address } = await requireHouse(caller, houseId);
  const month = { organizationId, houseId, period: formatDay(firstDayOf(period)) };
  await requirePrintable(caller.db, period);
  const first = await readFirstPage(deps, caller, { organizationId, houseId }, period);
  if (first === undefined) throw nothingCharged(period);
  if (first.head.isDraft)
    throw new Refusal(
      'months-not-applied',
      `${formatBillingMonth(period)} of house ${houseId} is a draft: its charges may still change`,
    );
  // Which part of penalties and payments is whose has no place in what is written here.
  if (first.head.payees !== undefined)
    refuseIfAny([
      {
        path: '/payees',
        message: 'are several: documents of several payees are not written',
        reason: { code: 'not-for-kind' },
      },
    ]);
  const receipts: Receipt[] = [];
  for await (const page of pagesFrom(deps, caller, { organizationId, houseId }, first))
    receipts.push(...page.receipts);
  const documents = await documentsOf(caller, month, receipts);
  const { bic, settlementAccount } = first.head.payee;
  const head = {
    version: deps.version,
    period,
    payee: { bic, settlementAccount },
    payeeGuid: guidOf('payee', organizationId, bic, settlementAccount),
  };
  const parts = piecesOf(documents, MOST_DOCUMENTS).map((some) => requestXml(head, some));
  await keep(deps, caller, month, documents.length);
  return {
    name: fileNameOf('gis-zhkh', formatBillingMonth(period), streetOf(address)),
    parts,
  };
}

async function keep(
  { now }: GisDeps,
  caller: Caller,
  month: HouseMonth,
  documents: number,
): Promise<void> {
  const { organizationId, houseId, period } = month;
  await repository.upsertExport(caller.db, month, {
    documents,
    exportedAt: now(),
    exportedBy: caller.userId,
  });
  await recordChange(caller.db, caller.actor, {
    action: 'house.gis-documents-exported',
    object: { type: 'house', id: houseId },
    organizationId,
    after: { period: period.slice(0, 7), documents },
  });
}

/** @throws Refusal gis-facts-missing that names every account and service, the first of them in `errors` */
async function documentsOf(
  { db }: Caller,
  month: HouseMonth,
  receipts: readonly Receipt[],
): Promise<readonly PaymentDocument[]> {
  const services = await repository.listServices(db, month);
  const lines = await repository.listLinesOfAdjustments(db, month);
  const reversals = await repository.listReversals(db, month);
  const entries = new Map(
    (await repository.listGisServices(db, month.organizationId)).map((entry) => [
      entry.subject,
      entry,
    ]),
  );
  const errors: FieldError[] = [];
  const unnamed = new Map<string, FieldError>();
  const documents = receipts.map((receipt): PaymentDocument => {
    const { account, period } = receipt;
    const { personalAccountId } = account;
    const figures = gisFiguresOf({
      figures: receipt.figures,
      serviceOf: (code) => services.get(code) ?? { code: 'unknown', name: code, kind: 'other' },
      lineOfAdjustment: (id) => lines.get(id) ?? null,
      reversals: reversals.get(personalAccountId) ?? [],
    });
    errors.push(...missingNumbers(account));
    for (const error of missingEntries(figures, entries)) unnamed.set(error.path, error);
    return {
      transportGuid: guidOf('document', month.organizationId, month.period, personalAccountId),
      number: documentNumberOf(period, personalAccountId),
      account: account as GisAccount,
      figures,
      lastPaidOn: receipt.lastPaidOn,
      entryOf: (subject) => entryIn(entries, subject),
    };
  });
  refuseIfAny([...unnamed.values(), ...errors]);
  return documents;
}

function refuseIfAny(errors: readonly FieldError[]): void {
  if (errors.length === 0) return;
  throw new Refusal(
    'gis-facts-missing',
    `ГИС ЖКХ would not take the documents: ${errors.length} numbers of accounts or entries of services are missing`,
    { errors: errors.slice(0, MOST_ERRORS) },
  );
}

const NUMBERS = ['gisAccountNumber', 'gisServiceId', 'gisAccountGuid'] as const;

function missingNumbers(account: Receipt['account']): readonly FieldError[] {
  return NUMBERS.filter((field) => account[field] === null).map((field) => ({
    path: `/personalAccounts/${account.accountNumber}/${field}`,
    message: 'is missing',
    reason: { code: 'required' },
  }));
}

/** Services that the organization's table has no entry for, and what the schema could not hold. */
function missingEntries(
  { lines, costs }: GisFigures,
  entries: ReadonlyMap<string, GisService>,
): readonly FieldError[] {
  const errorOf = (
    path: string,
    message: string,
    code: 'required' | 'not-for-kind',
  ): FieldError => ({
    path: `/gisServices/${path}`,
    message,
    reason: { code },
  });
  const errors = [
    ...costs.map(({ subject }) => ({ subject, list: 'costs' })),
    ...lines.filter((line) => !isRepairs(line)).map(({ subject }) => ({ subject, list: null })),
  ].flatMap(({ subject, list }) => {
    const entry = entries.get(subject);
    if (entry === undefined) return [errorOf(subject, 'has no entry', 'required')];
    return (entry.list === 'costs') === (list === 'costs')
      ? []
      : [errorOf(subject, 'is of another list', 'not-for-kind')];
  });
  const listOf = (subject: string): string | undefined => entries.get(subject)?.list;
  const needs = lines.find(({ subject }) => listOf(subject) === 'resource');
  const hasUpkeep = lines.some(({ subject }) => listOf(subject) === 'housing');
  const repairs = lines.find((line) => isRepairs(line) && !isInKopecks(line.tariff ?? '0'));
  return [
    ...errors,
    ...(needs === undefined || hasUpkeep
      ? []
      : [errorOf(needs.subject, 'has no upkeep in the document to stand in', 'not-for-kind')]),
    ...(repairs === undefined
      ? []
      : [errorOf(repairs.subject, 'has a tariff of more than two places', 'not-for-kind')]),
  ];
}

function entryIn(entries: ReadonlyMap<string, GisService>, subject: string): GisService {
  const entry = entries.get(subject);
  if (entry === undefined) throw new Error(`no entry for ${subject}, though none was missing`);
  return entry;
}

/** The same for the same thing, so that a file made again is the same file. */
function guidOf(...parts: readonly (string | number)[]): string {
  const hash = createHash('sha256')
    .update(`gis-zhkh/${parts.join('/')}`)
    .digest('hex');
  const [a, b, c, d, e] = [
    hash.slice(0, 8),
    hash.slice(8, 12),
    hash.slice(13, 16),
    hash.slice(17, 20),
    hash.slice(20, 32),
  ];
  return `${a}-${b}-8${c}-a${d}-${e}`;
}

function piecesOf<Item>(items: readonly Item[], most: number): readonly (readonly Item[])[] {
  const pieces: Item[][] = [];
  for (let at = 0; at < items.length; at += most) pieces.push(items.slice(at, at + most));
  return pieces;
}
