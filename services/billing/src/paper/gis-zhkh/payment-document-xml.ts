// Payment documents by the public schema of bills of ГИС ЖКХ, edition 12.2.2.14: the request importPaymentDocumentRequest, with
// the parts of it that are used here, in the schema's order.
import { shortDecimal } from '@kvartplata/domain/text/short-decimal.ts';
import {
  around,
  XML_DECLARATION,
  xml,
  xmlIf,
  type XmlWritten,
} from '@kvartplata/platform/xml/write-xml.ts';
import type { GisService } from '@kvartplata/contracts/billing/gis-zhkh.ts';
import { lastDayOf, type BillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import { formatKopecks, type Kopecks } from '@kvartplata/domain/money/kopecks.ts';
import { sumBy } from '@kvartplata/domain/money/sums.ts';
import type { GisFigures } from '@kvartplata/domain/receipts/gis-document.ts';
import type { GisLine } from '@kvartplata/domain/receipts/gis-line.ts';
import type { PayeeId } from '@kvartplata/domain/regulation/payees/divide-money.ts';

import type { HouseDetails } from './payment-details.ts';

const SCHEMA = 'http://dom.gosuslugi.ru/schema/integration';
const NAMESPACES = {
  xmlns: `${SCHEMA}/bills/`,
  'xmlns:base': `${SCHEMA}/base/`,
  'xmlns:account': `${SCHEMA}/account-base/`,
  'xmlns:bills': `${SCHEMA}/bills-base/`,
  'xmlns:nsi': `${SCHEMA}/nsi-base/`,
  'xmlns:payments': `${SCHEMA}/payments-base/`,
};

export type GisAccount = {
  readonly gisAccountNumber: string;
  readonly gisServiceId: string;
  readonly gisAccountGuid: string;
};

/** One document, with the entries of ГИС ЖКХ for its lines. */
export type PaymentDocument = {
  readonly transportGuid: string;
  readonly number: string;
  readonly account: GisAccount;
  readonly figures: GisFigures;
  readonly lastPaidOn: Temporal.PlainDate | null;
  readonly entryOf: (subject: string) => GisService;
};

/** What the documents of a file have in common. */
export type RequestHead = {
  /** The message's version, fixed by the schema. */
  readonly version: string;
  readonly period: BillingMonth;
  /** The bank details that documents and their charges refer to. */
  readonly details: HouseDetails;
};

/** A request in pieces, so that all of its documents are never in memory at once. */
export async function* requestXml(
  { version, period, details }: RequestHead,
  documents: AsyncIterable<PaymentDocument>,
): AsyncGenerator<string> {
  const head = [
    // A charge for part of a month is not volume times tariff; this makes ГИС ЖКХ accept the sums as they are.
    xml('ConfirmAmountsCorrect', 'true'),
    xml('base:Month', String(period.month)),
    xml('base:Year', String(period.year)),
    ...details.all.map(({ guid, bic, settlementAccount }) =>
      xml('PaymentInformation', [
        xml('payments:BankBIK', bic),
        xml('payments:operatingAccountNumber', settlementAccount),
        xml('base:TransportGUID', guid),
      ]),
    ),
  ];
  const [open, close] = around('importPaymentDocumentRequest', {
    ...NAMESPACES,
    'base:version': version,
  });
  yield `${XML_DECLARATION}${open}${head.map((part) => part.xml).join('')}`;
  for await (const document of documents) yield documentXml({ period, details }, document).xml;
  yield `${close}\n`;
}

function documentXml(
  { period, details }: Pick<RequestHead, 'period' | 'details'>,
  { transportGuid, number, account, figures, lastPaidOn, entryOf }: PaymentDocument,
): XmlWritten {
  const payables = payablesOf(figures, details);
  const isDetailed = payables.size > 1;
  const keyXml: KeyXml = (payeeId) =>
    isDetailed ? xml('PaymentInformationKey', details.keyOf(payeeId)) : undefined;
  return xml('PaymentDocument', [
    xml('account:AccountGuid', account.gisAccountGuid),
    xml('bills:PaymentDocumentNumber', number),
    ...chargesXml(figures.lines, { entryOf, keyXml, keyOf: details.keyOf }),
    ...figures.costs.map(({ subject, payeeId, cause, totalKopecks }) =>
      xml('PenaltiesAndCourtCosts', [
        entryXml(entryOf(subject)),
        xml('Cause', cause),
        xml('TotalPayable', formatKopecks(totalKopecks)),
        keyXml(payeeId),
      ]),
    ),
    xml('TotalPayableByChargeInfo', formatKopecks(linesOfCharges(figures.lines))),
    xml('DebtPreviousPeriods', formatKopecks(figures.debtKopecks)),
    xml('AdvanceBllingPeriod', formatKopecks(figures.advanceKopecks)),
    xml('PaymentsTaken', String(lastDayOf(period).day)),
    xml('AdditionalInformation', moreOf(account, figures)),
    xml('TotalPayableByPDWithDebtAndAdvance', formatKopecks(figures.balanceKopecks)),
    xml('TotalByPenaltiesAndCourtCosts', formatKopecks(figures.costsKopecks)),
    xml('TotalPayableByPD', formatKopecks(figures.totalKopecks)),
    xml('PaidCash', formatKopecks(figures.paidKopecks)),
    xmlIf('DateOfLastReceivedPayment', lastPaidOn === null ? null : formatDay(lastPaidOn)),
    xml('base:TransportGUID', transportGuid),
    ...(isDetailed
      ? Array.from(payables, ([guid, payable]) =>
          xml('DetailsPaymentInformation', [
            xml('PaymentInformationKey', guid),
            xml('TotalPayableByPaymentInformation', formatKopecks(payable)),
          ]),
        )
      : [xml('PaymentInformationKey', [...payables.keys()][0] ?? details.keyOf(null))]),
  ]);
}

type KeyXml = (payeeId: PayeeId) => XmlWritten | undefined;

/** The month's amounts due by bank details. */
function payablesOf(
  { lines, costs }: GisFigures,
  { keyOf }: HouseDetails,
): ReadonlyMap<string, Kopecks> {
  const sums = new Map<string, Kopecks>();
  for (const { payeeId, totalKopecks } of [...lines, ...costs]) {
    const guid = keyOf(payeeId);
    sums.set(guid, (sums.get(guid) ?? 0n) + totalKopecks);
  }
  return sums;
}

/** What has no element of its own: the schema has instalments only for single services, while our plans cover whole months. */
function moreOf(
  { gisAccountNumber, gisServiceId }: GisAccount,
  { notDueKopecks }: GisFigures,
): string {
  const numbers = `Единый лицевой счёт ${gisAccountNumber}, идентификатор ЖКУ ${gisServiceId}`;
  if (notDueKopecks === 0n) return numbers;
  return `${numbers}. По рассрочке не наступил срок оплаты: ${formatKopecks(notDueKopecks)} руб.`;
}

/** Contributions for major repairs are listed separately. */
function linesOfCharges(lines: readonly GisLine[]): bigint {
  return sumBy(
    lines.filter((line) => !isRepairs(line)),
    ({ totalKopecks }) => totalKopecks,
  );
}

export function isRepairs({ kind }: Pick<GisLine, 'kind'>): boolean {
  return kind === 'major-repairs';
}

type Writing = Pick<PaymentDocument, 'entryOf'> &
  Pick<HouseDetails, 'keyOf'> & { readonly keyXml: KeyXml };

function chargesXml(
  lines: readonly GisLine[],
  { entryOf, keyXml, keyOf }: Writing,
): readonly XmlWritten[] {
  const charges = lines.filter((line) => !isRepairs(line));
  const listOf = ({ subject }: GisLine): GisService['list'] => entryOf(subject).list;
  const resources = charges.filter((line) => listOf(line) === 'resource');
  const upkeeps = charges.filter((line) => listOf(line) === 'housing');
  const within = (line: GisLine): readonly GisLine[] => {
    const isOfSame = ({ payeeId }: GisLine): boolean => keyOf(payeeId) === keyOf(line.payeeId);
    return line === upkeeps.find(isOfSame) ? resources.filter(isOfSame) : [];
  };
  const written = charges.flatMap((line) => {
    const entry = entryOf(line.subject);
    const start = startXml(line, entry, keyXml);
    switch (entry.list) {
      case 'housing':
        return [xml('HousingService', housingParts(line, start, within(line), entryOf))];
      case 'municipal':
        return [xml('MunicipalService', municipalParts(line, start))];
      case 'resource':
      case 'costs':
        return [];
      case 'additional':
        return [xml('AdditionalService', additionalParts(line, start))];
    }
  });
  const repairs = lines.filter(isRepairs);
  return [
    ...written.map((charge) => xml('ChargeInfo', [charge])),
    ...(repairs.length === 0 ? [] : [repairsXml(repairs, keyXml)]),
  ];
}

type Start = readonly (XmlWritten | undefined)[];

/** The elements with which every charge begins. */
function startXml(line: GisLine, entry: GisService, keyXml: KeyXml): Start {
  return [
    entryXml(entry),
    xml('Rate', rateOf(line)),
    xml('TotalPayable', formatKopecks(line.totalKopecks)),
    xml('AccountingPeriodTotal', formatKopecks(line.accruedKopecks)),
    xmlIf('CalcExplanation', line.how?.slice(0, MOST_WORDS)),
    keyXml(line.payeeId),
  ];
}

const MOST_WORDS = 4_000;
const MOST_REASON = 500;

function housingParts(
  line: GisLine,
  start: Start,
  resources: readonly GisLine[],
  entryOf: PaymentDocument['entryOf'],
): readonly (XmlWritten | undefined)[] {
  return [
    ...start,
    changesXml(line),
    ...resources.map((resource) =>
      xml('MunicipalResource', resourceParts(resource, entryOf(resource.subject))),
    ),
    recalculationXml(line),
  ];
}

/** Common-house needs within upkeep. */
function resourceParts(line: GisLine, entry: GisService): readonly (XmlWritten | undefined)[] {
  return [
    entryXml(entry),
    consumptionXml([['O', line.commonVolume ?? line.individualVolume]]),
    xml('Rate', rateOf(line)),
    xml('AccountingPeriodTotal', formatKopecks(line.accruedKopecks)),
    changesXml(line),
    recalculationXml(line),
    xml('TotalPayable', formatKopecks(line.totalKopecks)),
  ];
}

function municipalParts(line: GisLine, start: Start): readonly (XmlWritten | undefined)[] {
  return [
    ...start,
    changesXml(line),
    recalculationXml(line),
    volumesXml(line),
    line.coefficient === null
      ? undefined
      : xml('MultiplyingFactor', [
          xml('Ratio', shortDecimal(line.coefficient)),
          xml('AmountOfExcessFees', formatKopecks(line.excessKopecks)),
        ]),
  ];
}

function additionalParts(line: GisLine, start: Start): readonly (XmlWritten | undefined)[] {
  return [...start, changesXml(line), volumesXml(line), recalculationXml(line)];
}

function volumesXml({ individualVolume, commonVolume }: GisLine): XmlWritten | undefined {
  return consumptionXml([
    ['I', individualVolume],
    ['O', commonVolume],
  ]);
}

function consumptionXml(
  volumes: readonly (readonly [type: 'I' | 'O', volume: string | null])[],
): XmlWritten | undefined {
  const written = volumes.flatMap(([type, volume]) =>
    volume === null ? [] : [xml('Volume', shortDecimal(volume), { type })],
  );
  return written.length === 0 ? undefined : xml('Consumption', written);
}

function changesXml({ recalculatedKopecks, discountKopecks }: GisLine): XmlWritten | undefined {
  if (recalculatedKopecks === 0n && discountKopecks === 0n) return undefined;
  return xml('ServiceCharge', [
    xml('MoneyRecalculation', formatKopecks(recalculatedKopecks)),
    xml('MoneyDiscount', formatKopecks(discountKopecks)),
  ]);
}

function recalculationXml({ recalculatedKopecks, reasons }: GisLine): XmlWritten | undefined {
  if (recalculatedKopecks === 0n) return undefined;
  return xml('PaymentRecalculation', [
    xml('recalculationReason', reasons.join('; ').slice(0, MOST_REASON)),
    xml('sum', formatKopecks(recalculatedKopecks)),
  ]);
}

/** The schema has one element for all contributions; the tariff is that of the first. */
function repairsXml(lines: readonly GisLine[], keyXml: KeyXml): XmlWritten {
  const sum = (of: (line: GisLine) => bigint): string => formatKopecks(sumBy(lines, of));
  const tariff = lines.find((line) => line.tariff !== null)?.tariff ?? '0';
  return xml('CapitalRepairCharge', [
    xml('Contribution', inKopecks(tariff)),
    xml(
      'AccountingPeriodTotal',
      sum(({ accruedKopecks }) => accruedKopecks),
    ),
    xml(
      'MoneyRecalculation',
      sum(({ recalculatedKopecks }) => recalculatedKopecks),
    ),
    xml(
      'MoneyDiscount',
      sum(({ discountKopecks }) => discountKopecks),
    ),
    xml(
      'TotalPayable',
      sum(({ totalKopecks }) => totalKopecks),
    ),
    keyXml(lines[0]?.payeeId ?? null),
  ]);
}

/** A reference to an entry of a list. */
function entryXml({ code, guid }: GisService): XmlWritten {
  return xml('ServiceType', [xml('nsi:Code', code), xml('nsi:GUID', guid)]);
}

/** The schema requires a tariff even for a charge that only recalculates. */
function rateOf({ tariff }: GisLine): string {
  return tariff === null ? '0' : shortDecimal(tariff);
}

/** Whether a tariff has at most two decimal places, as the schema requires for contributions. */
export function isInKopecks(decimal: string): boolean {
  return /^\d+(\.\d{1,2})?$/.test(shortDecimal(decimal));
}

function inKopecks(decimal: string): string {
  const [whole = '', places = ''] = shortDecimal(decimal).split('.');
  return `${whole}.${places.padEnd(2, '0')}`;
}
