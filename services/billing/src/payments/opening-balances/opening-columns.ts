// The meaning of a table's columns: by title for the template, by a mapping for any other table.
import type { OpeningMapping } from '@kvartplata/contracts/billing/opening-balances.ts';
import type { NamedPart } from '@kvartplata/contracts/problem.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { TableRow } from '@kvartplata/platform/table-files/table-file.ts';
import { folded } from '@kvartplata/platform/table-files/titles.ts';

export type OpeningField =
  | 'account'
  | 'month'
  | 'kind'
  | 'service'
  | 'amount'
  | 'principal'
  | 'penalty'
  | 'advance';

/** The column index of each field, from 0. */
export type OpeningPlaces = Readonly<Partial<Record<OpeningField, number>>>;

/** In lower case, with `е` for `ё`; the first is the template's own. */
const TEMPLATE_TITLES = {
  account: ['лицевой счет', 'account', 'номер лицевого счета', 'лс', 'л/с'],
  month: ['месяц', 'month', 'период', 'period'],
  kind: ['вид', 'kind'],
  service: ['услуга', 'service'],
  amount: ['сумма', 'amount'],
} as const;

/** The titles that turnover sheets of other programs use: a guess for a person to confirm. */
const GUESSES: Readonly<Partial<Record<OpeningField, RegExp>>> = {
  account: /^(?:лицевой счет|номер лицевого счета|№ лицевого счета|№ ?лс|лс|л\/с|account)$/u,
  month: /^(?:месяц|период|расчетный месяц|month|period)$/u,
  principal: /^(?:долг|задолженность|(?:долг|сальдо|задолженность) на конец.*|исходящее сальдо)$/u,
  penalty: /^пен[ия](?: |$)/u,
  advance: /^(?:аванс|переплата)(?: |$)/u,
};

/** The header is within the first rows: a sheet may have a title above it. */
export const HEADER_WITHIN = 30;
const MAX_SHOWN_TITLE = 60;

export function isMapped(mapping: OpeningMapping): boolean {
  return Object.keys(mapping).length > 0;
}

type Header = {
  readonly places: OpeningPlaces;
  readonly missing: readonly string[];
  /** Titles of several columns: which of them has the money is ambiguous. */
  readonly repeated: readonly string[];
};

/** The header of the template; undefined for any other row. */
function templateHeader(cells: readonly string[]): Header | undefined {
  const titles = cells.map(folded);
  const places: Partial<Record<OpeningField, number>> = {};
  const repeated: string[] = [];
  for (const [field, known] of Object.entries(TEMPLATE_TITLES)) {
    const title = known.find((one) => titles.includes(one));
    if (title === undefined) continue;
    const [place = 0, ...others] = placesOf(titles, title);
    places[field as OpeningField] = place;
    if (others.length > 0) repeated.push(cells[place] ?? '');
  }
  const isWhole = (['account', 'month', 'kind', 'amount'] as const).every(
    (field) => places[field] !== undefined,
  );
  return isWhole ? { places, missing: [], repeated } : undefined;
}

function placesOf(titles: readonly string[], title: string): readonly number[] {
  return titles.flatMap((one, place) => (one === title ? [place] : []));
}

/**
 * Finds the header among the first rows, and its columns.
 * @throws Refusal wrong-columns that names every column that is missing or present twice
 */
export function findHeader(
  rows: readonly TableRow[],
  mapping: OpeningMapping,
): { readonly line: number; readonly width: number; readonly places: OpeningPlaces } {
  let fewest: readonly string[] | undefined;
  for (const { line, cells } of rows.slice(0, HEADER_WITHIN)) {
    const header = isMapped(mapping) ? mappedHeader(cells, mapping) : templateHeader(cells);
    if (header === undefined) continue;
    const { places, missing, repeated } = header;
    if (missing.length === 0 && repeated.length > 0)
      throw wrongColumns('Several columns of the header are called', repeated, {
        message: 'stands there more than once',
        reason: { code: 'repeated' },
      });
    if (missing.length === 0) return { line, width: cells.length, places };
    if (fewest === undefined || missing.length < fewest.length) fewest = missing;
  }
  throw wrongColumns(
    'No header has the columns',
    fewest ?? ['account', 'month', 'kind', 'amount'],
    { message: 'is required', reason: { code: 'required' } },
  );
}

function wrongColumns(
  what: string,
  names: readonly string[],
  why: Omit<NamedPart, 'path'>,
): Refusal {
  return new Refusal('wrong-columns', `${what}: ${names.join(', ')}`, {
    errors: names.map((name) => ({
      path: `/columns/${name.slice(0, MAX_SHOWN_TITLE)}`,
      ...why,
    })),
  });
}

function mappedHeader(cells: readonly string[], mapping: OpeningMapping): Header {
  const missing: string[] = [];
  const repeated: string[] = [];
  const places: Partial<Record<OpeningField, number>> = {};
  for (const [name, title] of Object.entries(mapping)) {
    const [place, ...others] = namedPlaces(cells, title);
    if (place === undefined) missing.push(title);
    else places[name.slice(0, -'Column'.length) as OpeningField] = place;
    if (others.length > 0) repeated.push(title);
  }
  return { places, missing, repeated };
}

/** An exact match wins over titles that differ only in case or spelling. */
function namedPlaces(cells: readonly string[], title: string): readonly number[] {
  const number = /^#([1-9]\d{0,2})$/.exec(title)?.[1];
  if (number !== undefined) return Number(number) <= cells.length ? [Number(number) - 1] : [];
  const exact = placesOf(cells, title);
  return exact.length > 0 ? exact : placesOf(cells.map(folded), folded(title));
}

/** The first row that looks most like a header, and what its columns may mean. */
export function guessHeader(rows: readonly TableRow[]): {
  readonly row: TableRow;
  readonly isTemplate: boolean;
  readonly mapping: OpeningMapping;
} {
  const first = rows.slice(0, HEADER_WITHIN);
  const guessed = first.map((row) => ({
    row,
    isTemplate: templateHeader(row.cells)?.repeated.length === 0,
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
