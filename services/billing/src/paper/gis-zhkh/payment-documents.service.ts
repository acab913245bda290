// Payment documents of a house's month, built from the same pages as the receipts; whatever ГИС ЖКХ would not accept is reported.
import type { GisService } from '@kvartplata/contracts/billing/gis-zhkh.ts';
import type { FieldError } from '@kvartplata/contracts/problem.ts';
import { LINE } from '@kvartplata/domain/charging/charge-line.ts';
import { parseKopecks } from '@kvartplata/domain/money/kopecks.ts';
import { documentNumberOf } from '@kvartplata/domain/receipts/document-number.ts';
import {
  emptyLineOf,
  gisFiguresOf,
  type GisFigures,
  type GisPayees,
  type GisService as HouseService,
} from '@kvartplata/domain/receipts/gis-document.ts';
import type { GisLine } from '@kvartplata/domain/receipts/gis-line.ts';
import type { MovedByPayee } from '@kvartplata/domain/receipts/gis-payees.ts';
import {
  turnoverByPayee,
  type PayeeFigures,
} from '@kvartplata/domain/regulation/payees/turnover-by-payee.ts';
import type { PayeeId } from '@kvartplata/domain/regulation/payees/divide-money.ts';
import type { Db } from '../../tables.ts';
import { readAccountLines } from '../payees/payee-lines.service.ts';
import type { Page } from '../receipts/house-receipts.service.ts';
import type { ReceiptPayees } from '../receipts/payee-sections.service.ts';
import type { Receipt } from '../receipts/receipt.ts';
import * as repository from './gis-zhkh.repository.ts';
import type { HouseMonth } from './gis-zhkh.repository.ts';
import { detailsOfHouse, guidOf, type HouseDetails } from './payment-details.ts';
import {
  isInKopecks,
  isRepairs,
  type GisAccount,
  type PaymentDocument,
} from './payment-document-xml.ts';

export type PaymentDocuments = {
  /** The documents for a page of receipts; what is missing is added to `errors`. */
  readonly of: (page: Page) => Promise<readonly PaymentDocument[]>;
  readonly errors: () => readonly FieldError[];
  readonly details: HouseDetails;
};

export async function openPaymentDocuments(
  db: Db,
  month: HouseMonth,
  head: Page['head'],
): Promise<PaymentDocuments> {
  const services = await repository.listServices(db, month);
  const listed = await repository.listGisServices(db, month.organizationId);
  const entries = new Map(listed.map((entry) => [entry.subject, entry]));
  const details = detailsOfHouse(month.organizationId, head);
  const unnumbered: FieldError[] = [];
  const unnamed = new Map<string, FieldError>();
  const payeeOf = payeesOf(head.payees);
  const upkeep = upkeepOf(services, entries);
  const figuresOf = (receipt: Receipt, moved: MovedByPayee | undefined): GisFigures => {
    const byHand = byHandOf(receipt);
    return gisFiguresOf({
      figures: receipt.figures,
      serviceOf: (code) => services.get(code) ?? { code: 'unknown', name: code, kind: 'other' },
      lineOfAdjustment: (id) => byHand.get(id)?.lineCode ?? null,
      reversals: receipt.booked.reversals.map((row) => {
        const { houseServiceId, line, concerns, raised: raises, of, amount } = row;
        const lineCode = repository.lineOf(houseServiceId, line ?? LINE.service);
        const payeeId = payeeOf({ houseServiceId, lineCode, concerns, raises });
        return { lineCode, of, amountKopecks: parseKopecks(amount), payeeId };
      }),
      groundsOf: (lineCode) =>
        receipt.recalculations.flatMap(({ code, grounds }) => (code === lineCode ? grounds : [])),
      payees: moved && gisPayeesOf(receipt, moved, (id) => payeeOf(byHand.get(id))),
    });
  };
  return {
    details,
    errors: () => [...unnamed.values(), ...unnumbered],
    of: async ({ receipts }) => {
      const movedOf = await readMoved(db, month, head.payees, receipts);
      return receipts.map((receipt): PaymentDocument => {
        const { account, period } = receipt;
        const { personalAccountId } = account;
        const own = figuresOf(receipt, movedOf?.get(personalAccountId));
        const figures = withUpkeeps(own, { upkeep, entries, details });
        unnumbered.push(...missingNumbers(account));
        for (const error of missingEntries(figures, entries, details))
          unnamed.set(error.path, error);
        return {
          transportGuid: transportGuidOf(month, personalAccountId),
          number: documentNumberOf(period, personalAccountId),
          account: account as GisAccount,
          figures,
          lastPaidOn: receipt.lastPaidOn,
          entryOf: (subject) => entryIn(entries, subject),
        };
      });
    },
  };
}

/** The transport GUID by which an answer refers to the document. */
export function transportGuidOf(
  { organizationId, period }: Pick<HouseMonth, 'organizationId' | 'period'>,
  personalAccountId: number,
): string {
  return guidOf('document', organizationId, period, personalAccountId);
}

/** The service and month of something booked by hand. */
type ByHand = {
  /** Null when it concerns no service. */
  readonly houseServiceId: number | null;
  readonly lineCode: string | null;
  /** The month that it concerns, or its first day. */
  readonly concerns: string;
  /** A reduction that concerns no service reduces the month as a whole. */
  readonly raises: boolean;
};

/** The adjustments of the receipt, by adjustment id. */
function byHandOf({ booked }: Receipt): ReadonlyMap<number, ByHand> {
  return new Map(
    booked.byHand.map(({ id, houseServiceId, period: concerns, amount }) => {
      const lineCode = repository.lineOf(houseServiceId, LINE.service);
      return [id, { houseServiceId, lineCode, concerns, raises: parseKopecks(amount) > 0n }];
    }),
  );
}

/** The payee of something booked by hand or reversed; undefined when it reduces the month as a whole. */
function payeesOf(
  payees: ReceiptPayees | undefined,
): (booked: ByHand | undefined) => PayeeId | undefined {
  return (booked) => {
    if (payees === undefined || booked === undefined) return null;
    const { houseServiceId, concerns, raises } = booked;
    if (houseServiceId !== null) return payees.payeeOf(houseServiceId, concerns.slice(0, 7));
    return raises ? null : undefined;
  };
}

function gisPayeesOf(
  { sections, figures }: Receipt,
  moved: MovedByPayee,
  payeeOfAdjustment: GisPayees['payeeOfAdjustment'],
): GisPayees {
  const parts = sections.length === 0 ? [{ payeeId: null, lines: figures.lines }] : sections;
  return { parts, payeeOfAdjustment, moved };
}

/** What is booked in the month by account and payee; undefined when the organization is the house's only payee. */
async function readMoved(
  db: Db,
  { organizationId, houseId, period }: HouseMonth,
  payees: ReceiptPayees | undefined,
  receipts: readonly Receipt[],
): Promise<ReadonlyMap<number, MovedByPayee> | undefined> {
  if (payees === undefined) return undefined;
  const accountIds = receipts.map(({ account }) => account.personalAccountId);
  const of = { organizationId, houseId, from: period, to: period, accountIds };
  const books = await readAccountLines(db, of, payees);
  const month = period.slice(0, 7);
  return new Map(
    accountIds.map((id) => {
      const lines = books.get(id);
      const turnover =
        lines === undefined ? [] : turnoverByPayee(lines, { from: month, to: month });
      const moved = turnover.flatMap(({ payeeId, principal, penalty }) =>
        payeeId === 'advance'
          ? []
          : [[payeeId, { principal: movedIn(principal), penalty: movedIn(penalty) }] as const],
      );
      return [id, new Map(moved)];
    }),
  );
}

function movedIn({ charged, recalculated, accrued, storno }: PayeeFigures): bigint {
  return charged + recalculated + accrued + storno;
}

const NUMBERS = ['gisAccountNumber', 'gisServiceId', 'gisAccountGuid'] as const;

function missingNumbers(account: Receipt['account']): readonly FieldError[] {
  return NUMBERS.filter((field) => account[field] === null).map((field) => ({
    path: `/personalAccounts/${account.accountNumber}/${field}`,
    message: 'is missing',
    reason: { code: 'required' },
  }));
}

type Entries = ReadonlyMap<string, GisService>;

/** The upkeep of the house; undefined without one, or while it has no entry in the organization's table. */
function upkeepOf(
  services: ReadonlyMap<string, HouseService>,
  entries: Entries,
): HouseService | undefined {
  return [...services.values()]
    .filter(({ code, kind }) => entries.get(code)?.list === 'housing' && !isRepairs({ kind }))
    .toSorted((one, other) => (one.code < other.code ? -1 : 1))[0];
}

/**
 * The schema has common-house needs only within upkeep. An account that is charged for needs alone, such as a former owner's when
 * a year of needs is recalculated, gets an upkeep of zero for them.
 */
function withUpkeeps(
  figures: GisFigures,
  {
    upkeep,
    entries,
    details: { keyOf },
  }: {
    readonly upkeep: HouseService | undefined;
    readonly entries: Entries;
    readonly details: HouseDetails;
  },
): GisFigures {
  if (upkeep === undefined) return figures;
  const needs = needsWithoutUpkeep(figures.lines, entries, keyOf);
  const payees = new Map(needs.map(({ payeeId }) => [keyOf(payeeId), payeeId]));
  const upkeeps = [...payees.values()].map((payeeId) => emptyLineOf(upkeep, payeeId));
  return { ...figures, lines: [...figures.lines, ...upkeeps] };
}

function needsWithoutUpkeep(
  lines: readonly GisLine[],
  entries: Entries,
  keyOf: HouseDetails['keyOf'],
): readonly GisLine[] {
  const ofList = (list: GisService['list']): readonly GisLine[] =>
    lines.filter((line) => !isRepairs(line) && entries.get(line.subject)?.list === list);
  const paid = new Set(ofList('housing').map(({ payeeId }) => keyOf(payeeId)));
  return ofList('resource').filter(({ payeeId }) => !paid.has(keyOf(payeeId)));
}

/** Services without an entry in the organization's table, and whatever the schema cannot represent. */
function missingEntries(
  { lines, costs }: GisFigures,
  entries: Entries,
  { keyOf }: HouseDetails,
): readonly FieldError[] {
  const named = [
    ...costs.map(({ subject }) => ({ subject, isCost: true })),
    ...lines.filter((line) => !isRepairs(line)).map(({ subject }) => ({ subject, isCost: false })),
  ].flatMap(({ subject, isCost }) => {
    const entry = entries.get(subject);
    if (entry === undefined) return [errorOf(subject, 'has no entry', 'required')];
    return (entry.list === 'costs') === isCost
      ? []
      : [errorOf(subject, 'is of another list', 'not-for-kind')];
  });
  const [needs] = needsWithoutUpkeep(lines, entries, keyOf);
  const contributions = lines.filter(isRepairs);
  const inFractions = contributions.find(({ tariff }) => !isInKopecks(tariff ?? '0'));
  const [first] = contributions;
  const another = contributions.find(
    ({ payeeId }) => keyOf(payeeId) !== keyOf(first?.payeeId ?? null),
  );
  return [
    ...named,
    ...refusedIf(needs, 'has no upkeep in the house to stand in'),
    ...refusedIf(inFractions, 'has a tariff of more than two places'),
    ...refusedIf(another, 'goes to several payees, and a document has one contribution'),
  ];
}

function refusedIf(
  line: { readonly subject: string } | undefined,
  message: string,
): readonly FieldError[] {
  return line === undefined ? [] : [errorOf(line.subject, message, 'not-for-kind')];
}

function errorOf(subject: string, message: string, code: 'required' | 'not-for-kind'): FieldError {
  return { path: `/gisServices/${subject}`, message, reason: { code } };
}

function entryIn(entries: Entries, subject: string): GisService {
  const entry = entries.get(subject);
  if (entry === undefined) throw new Error(`no entry for ${subject}, though none was missing`);
  return entry;
}
