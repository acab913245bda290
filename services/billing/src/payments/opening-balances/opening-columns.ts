// The meaning of a table's columns: by title for the template, by a mapping for any other table.
import type { OpeningMapping } from '@kvartplata/contracts/billing/opening-balances.ts';
import type { NamedPart } from '@kvartplata/contracts/problem.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { TableRow } from '@kvartplata/platform/table-files/table-file.ts';
import { folded, HEADER_WITHIN } from '@kvartplata/platform/table-files/titles.ts';
import { guessColumn } from './guess-column.ts';

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

const MAX_SHOWN_TITLE = 60;
/** More than a header can have. */
const MOST_GUESSES = 10;

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

/**
 * How much of a header the rows have: what the mapping names, and of two that have all of it the one whose titles mean more.
 * It tells which separator is that of the header, whatever a title above it has.
 */
export function knownColumns(rows: readonly TableRow[], mapping: OpeningMapping): number {
  const known = rows.slice(0, HEADER_WITHIN).map(({ cells }) => {
    const named = Object.keys(mapping).length - mappedHeader(cells, mapping).missing.length;
    return named * MOST_GUESSES + knownTitles(cells);
  });
  return Math.max(0, ...known);
}

/** The first row that looks most like a header, and what its columns may mean. */
export function guessHeader(rows: readonly TableRow[]): {
  readonly row: TableRow;
  readonly isTemplate: boolean;
  readonly mapping: OpeningMapping;
} {
  const first = rows.slice(0, HEADER_WITHIN);
  const [best] = first.toSorted((one, other) => knownTitles(other.cells) - knownTitles(one.cells));
  if (best === undefined) throw new Error('a table without rows has no header');
  const [widest = best] = first.toSorted((one, other) => filledOf(other) - filledOf(one));
  if (knownTitles(best.cells) === 0) return { row: widest, isTemplate: false, mapping: {} };
  return { row: best, isTemplate: isTemplate(best.cells), mapping: guessMapping(best.cells) };
}

/** The template has more than any guess. */
function knownTitles(cells: readonly string[]): number {
  return isTemplate(cells) ? MOST_GUESSES - 1 : Object.keys(guessMapping(cells)).length;
}

function isTemplate(cells: readonly string[]): boolean {
  return templateHeader(cells)?.repeated.length === 0;
}

/**
 * Only what is certain: a field that several columns may mean, and a title over an untitled column, of which either may be one
 * side of a balance, are left to the person who confirms the mapping.
 */
function guessMapping(cells: readonly string[]): OpeningMapping {
  const guesses = cells.flatMap((title, index) => {
    const guess = guessColumn(title);
    const isDoubtful = guess?.field !== 'account' && cells[index + 1] === '';
    return guess === undefined || isDoubtful ? [] : [{ ...guess, title }];
  });
  const fields = new Set(guesses.map(({ field }) => field));
  return Object.fromEntries(
    [...fields].flatMap((field) => {
      const own = guesses.filter((guess) => guess.field === field);
      const closing = own.filter(({ isClosing }) => isClosing);
      const [only, ...others] = closing.length > 0 ? closing : own;
      return only === undefined || others.length > 0
        ? []
        : [[`${field}Column`, only.title] as const];
    }),
  );
}

function filledOf({ cells }: TableRow): number {
  return cells.filter((cell) => cell !== '').length;
}
