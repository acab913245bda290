// Reads a row of opening balances: an account, a month, and one sum or several of different kinds.
import {
  compareMonths,
  firstDayOf,
  formatBillingMonth,
  previousMonth,
  type BillingMonth,
} from '@kvartplata/domain/calendar/billing-month.ts';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import { formatKopecks, type Kopecks } from '@kvartplata/domain/money/kopecks.ts';
import { decimalOf, kopecksOf } from '@kvartplata/platform/table-files/typed-values.ts';
import { monthInCell } from '@kvartplata/platform/table-files/month-in-cell.ts';
import { malformedFile, type TableRow } from '@kvartplata/platform/table-files/table-file.ts';
import { folded } from '@kvartplata/platform/table-files/titles.ts';
import type { OpeningField, OpeningPlaces } from './opening-columns.ts';
import { reason, type OpeningReason } from './opening-reasons.ts';

export type OpeningKind = 'principal' | 'penalty' | 'advance';

/** A sum of a row that waits to be checked. */
export type OpeningSum = {
  readonly line: number;
  readonly account: string;
  /** The first day of the month. */
  readonly period: string;
  readonly kind: OpeningKind;
  /** Empty where the row has none. */
  readonly service: string;
  /** Roubles with two places, above zero. */
  readonly amount: string;
};

export type ReadOpeningRow = {
  readonly line: number;
  readonly cells: readonly string[];
  /** Empty for a row that is refused, or has only zeros. */
  readonly sums: readonly OpeningSum[];
  /** What each column of sums adds to the column's total; undefined where unknown. */
  readonly kopecks: Readonly<Partial<Record<OpeningField, Kopecks | undefined>>>;
  readonly reasons: readonly OpeningReason[];
};

const KINDS: Readonly<Record<string, OpeningKind>> = {
  principal: 'principal',
  долг: 'principal',
  'основной долг': 'principal',
  penalty: 'penalty',
  пени: 'penalty',
  пеня: 'penalty',
  advance: 'advance',
  аванс: 'advance',
  переплата: 'advance',
};
export const SUM_FIELDS = ['amount', 'principal', 'penalty', 'advance'] as const;
type SumField = (typeof SUM_FIELDS)[number];

const MAX_KOPECKS = 999_999_999_99n;
/** Only chooses the message: more decimals than allowed are refused in any case. */
const MORE_PLACES = 12;
const MAX_NAME_CHARACTERS = 200;

export type RowForm = {
  readonly places: OpeningPlaces;
  /** The number of cells in the header. */
  readonly width: number;
  readonly asOf: BillingMonth;
};

export function readOpeningRow(row: TableRow, form: RowForm): ReadOpeningRow {
  const { line, cells } = row;
  const get = (field: OpeningField): string => cellOf(form.places, cells, field);
  const reasons: OpeningReason[] = cells.length > form.width ? [reason('too-many-cells')] : [];
  const account = accountOf(get('account'), reasons);
  const period = monthOf(form, get('month'), reasons);
  const kind = kindOf(form, get('kind'), reasons);
  const kopecks: Partial<Record<OpeningField, Kopecks | undefined>> = {};
  const sums: OpeningSum[] = [];
  const service = get('service').slice(0, MAX_NAME_CHARACTERS);
  for (const field of SUM_FIELDS) {
    if (form.places[field] === undefined) continue;
    const own = field === 'amount' ? kind : field;
    const read = sumOf(field, get(field));
    kopecks[field] = counted(field, own, read.kopecks);
    if (read.reason !== undefined) reasons.push(read.reason);
    else if (field === 'advance' && isSaidTwice(kopecks)) reasons.push(...differing(kopecks));
    else if (read.kopecks !== undefined && read.kopecks !== 0n && own !== undefined)
      sums.push({ line, account, period, service, ...signed(own, read.kopecks) });
  }
  return { line, cells, sums: reasons.length === 0 ? sums : [], kopecks, reasons };
}

type Overpaid = { readonly principal: Kopecks; readonly advance: Kopecks };

/** A sheet with a signed balance may have a column of overpayments besides: of the same money. */
function isSaidTwice(kopecks: ReadOpeningRow['kopecks']): kopecks is Overpaid {
  const { principal = 0n, advance = 0n } = kopecks;
  return principal < 0n && advance > 0n;
}

function differing({ principal, advance }: Overpaid): readonly OpeningReason[] {
  if (principal === -advance) return [];
  return [reason('overpaid-otherwise', formatKopecks(principal), formatKopecks(advance))];
}

/** Whether the row is a total, as its first cell says. */
export function isTotal({ cells }: TableRow): boolean {
  return /^(?:итого|всего|total)(?!\p{L})/iu.test(cells.find((cell) => cell !== '') ?? '');
}

/** Whether the row of a mapped table has no data: a title between others, or a blank line. */
export function isSilent({ cells }: TableRow, places: OpeningPlaces): boolean {
  return (['account', ...SUM_FIELDS] as const).every(
    (field) => cellOf(places, cells, field) === '',
  );
}

/** The value of a cell in a total; undefined where it is blank. @throws Refusal malformed-file where it is not a sum */
export function totalOf(
  { line, cells }: TableRow,
  places: OpeningPlaces,
  field: OpeningField,
): Kopecks | undefined {
  const text = cellOf(places, cells, field);
  const kopecks = kopecksOf(text);
  if (isFormula(text))
    throw malformedFile(`The total of line ${line} is a formula: save the values`, {
      reason: { code: 'formula-in-total', params: { line } },
    });
  if (text !== '' && kopecks === undefined)
    throw malformedFile(`The total of line ${line} cannot be read`, {
      reason: { code: 'total-unreadable', params: { line } },
    });
  return kopecks;
}

/** In a column of sums of every kind, advances lower the total. */
function counted(
  field: SumField,
  kind: OpeningKind | undefined,
  kopecks: Kopecks | undefined,
): Kopecks | undefined {
  if (kopecks === undefined || kind === undefined) return undefined;
  return field === 'amount' && kind === 'advance' ? -kopecks : kopecks;
}

function cellOf(places: OpeningPlaces, cells: readonly string[], field: OpeningField): string {
  const place = places[field];
  return place === undefined ? '' : (cells[place] ?? '');
}

/** A negative debt is an advance. */
function signed(kind: OpeningKind, kopecks: Kopecks): Pick<OpeningSum, 'kind' | 'amount'> {
  return kopecks < 0n
    ? { kind: 'advance', amount: formatKopecks(-kopecks) }
    : { kind, amount: formatKopecks(kopecks) };
}

function accountOf(text: string, reasons: OpeningReason[]): string {
  if (text === '') reasons.push(reason('account-missing'));
  else if (isFormula(text)) reasons.push(reason('formula'));
  return text;
}

/** The first day of the month; the month before the opening where the file has no month column. */
function monthOf({ places, asOf }: RowForm, text: string, reasons: OpeningReason[]): string {
  if (places.month === undefined) return formatDay(firstDayOf(previousMonth(asOf)));
  const month = monthInCell(text);
  if (month === undefined) {
    reasons.push(text === '' ? reason('month-missing') : unreadable('month-unreadable', text));
    return '';
  }
  if (compareMonths(month, asOf) >= 0)
    reasons.push(reason('month-not-before', formatBillingMonth(month), formatBillingMonth(asOf)));
  return formatDay(firstDayOf(month));
}

/** Without a kind column, sums are debts. */
function kindOf(
  { places }: RowForm,
  text: string,
  reasons: OpeningReason[],
): OpeningKind | undefined {
  if (places.kind === undefined) return 'principal';
  const kind = KINDS[folded(text)];
  if (kind === undefined) reasons.push(unreadable('kind-unknown', text));
  return kind;
}

function sumOf(
  field: SumField,
  text: string,
): { readonly kopecks: Kopecks | undefined; readonly reason?: OpeningReason } {
  if (text === '')
    return field === 'amount'
      ? { kopecks: undefined, reason: reason('amount-missing') }
      : { kopecks: 0n };
  const kopecks = kopecksOf(text);
  if (kopecks === undefined) return { kopecks, reason: unreadableSum(text) };
  // In the sheets of former programs an overpayment is a negative debt.
  if (kopecks < 0n && field !== 'principal')
    return { kopecks, reason: reason('amount-negative', text) };
  if (kopecks > MAX_KOPECKS || kopecks < -MAX_KOPECKS)
    return { kopecks, reason: reason('amount-out-of-bounds') };
  return { kopecks };
}

function unreadableSum(text: string): OpeningReason {
  if (isFormula(text)) return reason('formula');
  return reason(
    decimalOf(text, MORE_PLACES) === undefined ? 'amount-unreadable' : 'amount-places',
    text,
  );
}

function unreadable(code: 'month-unreadable' | 'kind-unknown', text: string): OpeningReason {
  return isFormula(text) ? reason('formula') : reason(code, text);
}

function isFormula(text: string): boolean {
  return text.startsWith('=');
}
