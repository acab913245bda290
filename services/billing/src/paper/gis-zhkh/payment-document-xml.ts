// Payment documents as the public schema of bills of ГИС ЖКХ has them, edition 12.2.2.14: the request importPaymentDocumentRequest, the parts
// of it that are written here, in the schema's order.
import {
  XML_DECLARATION,
  xml,
  xmlIf,
  type XmlWritten,
} from '@kvartplata/platform/xml/write-xml.ts';
import type { GisService } from '@kvartplata/contracts/billing/gis-zhkh.ts';
import { lastDayOf, type BillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import { formatKopecks } from '@kvartplata/domain/money/kopecks.ts';
import type { GisFigures, GisLine } from '@kvartplata/domain/receipts/gis-document.ts';

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

/** One document, with what its lines are called in the lists of the system. */
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
  /** Of the message, which the schema fixes. */
  readonly version: string;
  readonly period: BillingMonth;
  readonly payee: { readonly bic: string; readonly settlementAccount: string };
  /** Of the payment details, to which documents refer. */
  readonly payeeGuid: string;
};

export function requestXml(head: RequestHead, documents: readonly PaymentDocument[]): string {
  const request = xml(
    'importPaymentDocumentRequest',
    [
      // Charges of parts of a month are not volume times tariff: the system takes the sums as they are.
      xml('ConfirmAmountsCorrect', 'true'),
      xml('base:Month', String(head.period.month)),
      xml('base:Year', String(head.period.year)),
      xml('PaymentInformation', [
        xml('payments:BankBIK', head.payee.bic),
        xml('payments:operatingAccountNumber', head.payee.settlementAccount),
        xml('base:TransportGUID', head.payeeGuid),
      ]),
      ...documents.map((document) => documentXml(head, document)),
    ],
    { ...NAMESPACES, 'base:version': head.version },
  );
  return `${XML_DECLARATION}${request.xml}\n`;
}

function documentXml(
  { period, payeeGuid }: RequestHead,
  { transportGuid, number, account, figures, lastPaidOn, entryOf }: PaymentDocument,
): XmlWritten {
  return xml('PaymentDocument', [
    xml('account:AccountGuid', account.gisAccountGuid),
    xml('bills:PaymentDocumentNumber', number),
    ...chargesXml(figures.lines, entryOf),
    ...figures.costs.map(({ subject, cause, totalKopecks }) =>
      xml('PenaltiesAndCourtCosts', [
        entryXml(entryOf(subject)),
        xml('Cause', cause),
        xml('TotalPayable', formatKopecks(totalKopecks)),
      ]),
    ),
    xml('TotalPayableByChargeInfo', formatKopecks(linesOfCharges(figures.lines))),
    xml('DebtPreviousPeriods', formatKopecks(figures.debtKopecks)),
    xml('AdvanceBllingPeriod', formatKopecks(figures.advanceKopecks)),
    xml('PaymentsTaken', String(lastDayOf(period).day)),
    xml(
      'AdditionalInformation',
      `Единый лицевой счёт ${account.gisAccountNumber}, идентификатор ЖКУ ${account.gisServiceId}`,
    ),
    xml('TotalPayableByPDWithDebtAndAdvance', formatKopecks(figures.balanceKopecks)),
    xml('TotalByPenaltiesAndCourtCosts', formatKopecks(figures.costsKopecks)),
    xml('TotalPayableByPD', formatKopecks(figures.totalKopecks)),
    xml('PaidCash', formatKopecks(figures.paidKopecks)),
    xmlIf('DateOfLastReceivedPayment', lastPaidOn === null ? null : formatDay(lastPaidOn)),
    xml('base:TransportGUID', transportGuid),
    xml('PaymentInformationKey', payeeGuid),
  ]);
}

/** Contributions for major repairs stand beside them. */
function linesOfCharges(lines: readonly GisLine[]): bigint {
  return lines
    .filter((line) => !isRepairs(line))
    .reduce((sum, { totalKopecks }) => sum + totalKopecks, 0n);
}

export function isRepairs({ kind }: Pick<GisLine, 'kind'>): boolean {
  return kind === 'major-repairs';
}

function chargesXml(
  lines: readonly GisLine[],
  entryOf: PaymentDocument['entryOf'],
): readonly XmlWritten[] {
  const charges = lines.filter((line) => !isRepairs(line));
  const listOf = ({ subject }: GisLine): GisService['list'] => entryOf(subject).list;
  const resources = charges.filter((line) => listOf(line) === 'resource');
  const upkeep = charges.find((line) => listOf(line) === 'housing');
  const written = charges.flatMap((line) => {
    const entry = entryOf(line.subject);
    switch (entry.list) {
      case 'housing':
        return [
          xml(
            'HousingService',
            housingParts(line, entry, line === upkeep ? resources : [], entryOf),
          ),
        ];
      case 'municipal':
        return [xml('MunicipalService', municipalParts(line, entry))];
      case 'resource':
      case 'costs':
        return [];
      case 'additional':
        return [xml('AdditionalService', additionalParts(line, entry))];
    }
  });
  const repairs = lines.filter(isRepairs);
  return [
    ...written.map((charge) => xml('ChargeInfo', [charge])),
    ...(repairs.length === 0 ? [] : [repairsXml(repairs)]),
  ];
}

/** What every charge begins with. */
function startXml(line: GisLine, entry: GisService): readonly (XmlWritten | undefined)[] {
  return [
    entryXml(entry),
    xml('Rate', rateOf(line)),
    xml('TotalPayable', formatKopecks(line.totalKopecks)),
    xml('AccountingPeriodTotal', formatKopecks(line.accruedKopecks)),
    xmlIf('CalcExplanation', line.how?.slice(0, MOST_WORDS)),
  ];
}

const MOST_WORDS = 4_000;
const MOST_REASON = 500;

function housingParts(
  line: GisLine,
  entry: GisService,
  resources: readonly GisLine[],
  entryOf: PaymentDocument['entryOf'],
): readonly (XmlWritten | undefined)[] {
  return [
    ...startXml(line, entry),
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

function municipalParts(line: GisLine, entry: GisService): readonly (XmlWritten | undefined)[] {
  return [
    ...startXml(line, entry),
    changesXml(line),
    recalculationXml(line),
    volumesXml(line),
    line.coefficient === null
      ? undefined
      : xml('MultiplyingFactor', [
          xml('Ratio', trimmed(line.coefficient)),
          xml('AmountOfExcessFees', formatKopecks(line.excessKopecks)),
        ]),
  ];
}

function additionalParts(line: GisLine, entry: GisService): readonly (XmlWritten | undefined)[] {
  return [...startXml(line, entry), changesXml(line), volumesXml(line), recalculationXml(line)];
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
    volume === null ? [] : [xml('Volume', trimmed(volume), { type })],
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

/** The schema has one element for all contributions; the tariff is the first one's. */
function repairsXml(lines: readonly GisLine[]): XmlWritten {
  const sum = (of: (line: GisLine) => bigint): string =>
    formatKopecks(lines.reduce((total, line) => total + of(line), 0n));
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
  ]);
}

/** A reference to an entry of a list. */
function entryXml({ code, guid }: GisService): XmlWritten {
  return xml('ServiceType', [xml('nsi:Code', code), xml('nsi:GUID', guid)]);
}

/** A charge that only recalculates has no tariff, and the schema asks for one. */
function rateOf({ tariff }: GisLine): string {
  return tariff === null ? '0' : trimmed(tariff);
}

function trimmed(decimal: string): string {
  return decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal;
}

/** Whether a tariff is written in roubles with two places, as the schema has contributions. */
export function isInKopecks(decimal: string): boolean {
  return /^\d+(\.\d{1,2})?$/.test(trimmed(decimal));
}

function inKopecks(decimal: string): string {
  const [whole = '', places = ''] = trimmed(decimal).split('.');
  return `${whole}.${places.padEnd(2, '0')}`;
}
