// Which columns of a table mean what: those of the template by their titles, those of any other by a mapping.
import type { OpeningMapping } from '@kvartplata/contracts/billing/opening-balances.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { TableRow } from '@kvartplata/platform/table-files/table-file.ts';

export type OpeningField =
  | 'account'
  | 'month'
  | 'kind'
  | 'service'
  | 'amount'
  | 'principal'
  | 'penalty'
  | 'advance';

/** Where in a row each field stands, from 0. */
export type OpeningPlaces = Readonly<Partial<Record<OpeningField, number>>>;

/** In small letters and with `е` for `ё`; the first is the template's own. */
const TEMPLATE_TITLES = {
  account: ['лицевой счет', 'account', 'номер лицевого счета', 'лс', 'л/с'],
  month: ['месяц', 'month', 'период', 'period'],
  kind: ['вид', 'kind'],
  service: ['услуга', 'service'],
  amount: ['сумма', 'amount'],
} as const;

/** What turnover sheets of other programs call them: a guess for a person to confirm. */
const GUESSES: Readonly<Partial<Record<OpeningField, RegExp>>> = {
  account: /^(?:лицевой счет|номер лицевого счета|№ лицевого счета|№ ?лс|лс|л\/с|account)$/u,
  month: /^(?:месяц|период|расчетный месяц|month|period)$/u,
  principal: /^(?:долг|задолженность|(?:долг|сальдо|задолженность) на конец.*|исходящее сальдо)$/u,
  penalty: /^пен[ия](?: |$)/u,
  advance: /^(?:аванс|переплата)(?: |$)/u,
};

/** A header stands within the first rows: above it a sheet may say what it is. */
export const HEADER_WITHIN = 30;
const MAX_SHOWN_TITLE = 60;

export function isMapped(mapping: OpeningMapping): boolean {
  return Object.keys(mapping).length > 0;
}

/** The header of the template; undefined for another row. */
function templatePlaces(cells: readonly string[]): OpeningPlaces | undefined {
  const titles = cells.map(folded);
  const found = Object.entries(TEMPLATE_TITLES).flatMap(([field, known]) => {
    const title = known.find((one) => titles.includes(one));
    return title === undefined ? [] : [[field, titles.indexOf(title)] as const];
  });
  const places: OpeningPlaces = Object.fromEntries(found);
  const isWhole = (['account', 'month', 'kind', 'amount'] as const).every(
    (field) => places[field] !== undefined,
  );
  return isWhole ? places : undefined;
}

/**
 * Where the header is among the first rows, and what its columns are.
 * @throws Refusal wrong-columns that names every column that is not there
 */
export function findHeader(
  rows: readonly TableRow[],
  mapping: OpeningMapping,
): { readonly line: number; readonly width: number; readonly places: OpeningPlaces } {
  let fewest: readonly string[] | undefined;
  for (const { line, cells } of rows.slice(0, HEADER_WITHIN)) {
    if (!isMapped(mapping)) {
      const places = templatePlaces(cells);
      if (places !== undefined) return { line, width: cells.length, places };
      continue;
    }
    const { places, missing } = mappedPlaces(cells, mapping);
    if (missing.length === 0) return { line, width: cells.length, places };
    if (fewest === undefined || missing.length < fewest.length) fewest = missing;
  }
  const names = fewest ?? ['account', 'month', 'kind', 'amount'];
  throw new Refusal('wrong-columns', `No header has the columns: ${names.join(', ')}`, {
    errors: names.map((name) => ({
      path: `/columns/${name.slice(0, MAX_SHOWN_TITLE)}`,
      message: 'is required',
      reason: { code: 'required' },
    })),
  });
}

function mappedPlaces(
  cells: readonly string[],
  mapping: OpeningMapping,
): { readonly places: OpeningPlaces; readonly missing: readonly string[] } {
  const titles = cells.map(folded);
  const missing: string[] = [];
  const places: Partial<Record<OpeningField, number>> = {};
  for (const [name, title] of Object.entries(mapping)) {
    const place = placeOf(titles, title);
    if (place === -1) missing.push(title);
    else places[name.slice(0, -'Column'.length) as OpeningField] = place;
  }
  return { places, missing };
}

function placeOf(titles: readonly string[], title: string): number {
  const number = /^#([1-9]\d{0,2})$/.exec(title)?.[1];
  if (number === undefined) return titles.indexOf(folded(title));
  return Number(number) <= titles.length ? Number(number) - 1 : -1;
}

/** The row of the first ones that is most like a header, and what its columns may mean. */
export function guessHeader(rows: readonly TableRow[]): {
  readonly row: TableRow;
  readonly isTemplate: boolean;
  readonly mapping: OpeningMapping;
} {
  const first = rows.slice(0, HEADER_WITHIN);
  const guessed = first.map((row) => ({
    row,
    isTemplate: templatePlaces(row.cells) !== undefined,
    mapping: guessMapping(row.cells),
  }));
  const knows = ({ isTemplate, mapping }: (typeof guessed)[number]): number =>
    isTemplate ? Infinity : Object.keys(mapping).length;
  const [best] = guessed.toSorted((one, other) => knows(other) - knows(one));
  if (best === undefined) throw new Error('a table without rows has no header');
  const [widest = best.row] = first.toSorted((one, other) => filledOf(other) - filledOf(one));
  return knows(best) > 0 ? best : { row: widest, isTemplate: false, mapping: {} };
}

function guessMapping(cells: readonly string[]): OpeningMapping {
  const titles = cells.map(folded);
  const guesses = Object.entries(GUESSES).flatMap(([field, pattern]) => {
    const place = titles.findLastIndex((title) => pattern.test(title));
    if (place === -1) return [];
    const title = cells[place] ?? '';
    const isAlone = titles.filter((other) => other === folded(title)).length === 1;
    return [[`${field}Column`, isAlone ? title : `#${place + 1}`] as const];
  });
  return Object.fromEntries(guesses);
}

function filledOf({ cells }: TableRow): number {
  return cells.filter((cell) => cell !== '').length;
}

/** Capitals, blanks around and ё do not matter. */
export function folded(text: string): string {
  return text.toLowerCase().replaceAll('ё', 'е').replaceAll(/\s+/gu, ' ').trim();
}
