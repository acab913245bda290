// Opaque keyset cursors: the sort key of the last row of a page, in base64url.
import { DEFAULT_PAGE_LIMIT, type PageOf } from '@kvartplata/contracts/page.ts';
import { invalidField } from './refusal.ts';

/** As an id in a path; JSON with more digits is refused. */
const MAX_ID = 999_999_999_999_999;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

type Key = readonly (string | number)[];

/**
 * Makes a page from up to `limit + 1` rows: the extra row only shows that there are more.
 * @param keyOf the row's sort key, the same columns as in the query's order
 */
export function pageOf<Row, Item>(
  rows: readonly Row[],
  limit: number,
  keyOf: (row: Row) => Key,
  toItem: (row: Row) => Item,
): PageOf<Item> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const nextCursor = rows.length > limit && last !== undefined ? encodeCursor(keyOf(last)) : null;
  return { items: shown.map(toItem), nextCursor };
}

/**
 * A page of a list sorted by id, newest first.
 * @param list returns up to the given number of rows with ids below `beforeId`
 * @throws Refusal validation-failed
 */
export async function newestPage<Row extends { readonly id: number }, Item>(
  { limit = DEFAULT_PAGE_LIMIT, cursor }: PageAsked,
  list: (page: BeforeId) => Promise<readonly Row[]>,
  toItem: (row: Row) => Item,
): Promise<PageOf<Item>> {
  const [beforeId] = decodeCursor(cursor, ['id']) ?? [];
  const rows = await list({ beforeId, limit: limit + 1 });
  return pageOf(rows, limit, ({ id }) => [id], toItem);
}

/** The paging part of a query. */
export type PageAsked = {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
};

export type BeforeId = { readonly beforeId: number | undefined; readonly limit: number };

export function encodeCursor(key: Key): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url');
}

type PartKind = 'id' | 'number' | 'day' | 'instant' | 'uuid';
type PartsOf<S extends readonly PartKind[]> = {
  [I in keyof S]: S[I] extends 'id' | 'number' ? number : string;
};

/**
 * Decodes a cursor. `shape` gives the kind of each part, so that a forged cursor reaches neither SQL nor another service.
 * @throws Refusal validation-failed
 */
export function decodeCursor<const S extends readonly PartKind[]>(
  cursor: string | undefined,
  shape: S,
): PartsOf<S> | undefined {
  if (cursor === undefined) return undefined;
  const parts = parse(cursor);
  const fits =
    Array.isArray(parts) &&
    parts.length === shape.length &&
    parts.every((part, index) => fitsPart(part, shape[index]));
  if (!fits) throw invalidField('/cursor', 'is not a cursor of this list', { code: 'wrong-form' });
  return parts as unknown as PartsOf<S>;
}

function fitsPart(part: unknown, kind: PartKind | undefined): boolean {
  if (kind === 'number') return Number.isSafeInteger(part);
  if (kind === 'id') return isId(part);
  if (typeof part !== 'string') return false;
  if (kind === 'uuid') return UUID.test(part);
  return kind === 'instant' ? isInstant(part) : isDay(part);
}

function isId(part: unknown): boolean {
  return typeof part === 'number' && Number.isInteger(part) && part >= 1 && part <= MAX_ID;
}

/** Whether it is in the format of `Date.toISOString`. */
function isInstant(text: string): boolean {
  const instant = /^[12]\d{3}-/.test(text) ? new Date(text) : new Date(Number.NaN);
  return !Number.isNaN(instant.getTime()) && instant.toISOString() === text;
}

function isDay(text: string): boolean {
  try {
    return /^\d{4}-\d{2}-\d{2}$/.test(text) && Temporal.PlainDate.from(text).toString() === text;
  } catch {
    return false;
  }
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}
