// Opaque keyset cursors: the sort key of the last row of a page, in base64url.
import type { PageOf } from '@kvartplata/contracts/page.ts';
import { invalidField } from './refusal.ts';

type Key = readonly (string | number)[];

/**
 * Makes a page out of up to `limit + 1` rows: the extra row only tells that there are more.
 * @param keyOf the row's sort key, the same columns as the query's order
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

export function encodeCursor(key: Key): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url');
}

/**
 * Reads a cursor back. `shape` names the type of each part, so that a made-up cursor cannot reach SQL.
 * @throws Refusal validation-failed
 */
export function decodeCursor<const S extends readonly ('number' | 'string')[]>(
  cursor: string | undefined,
  shape: S,
): { [I in keyof S]: S[I] extends 'number' ? number : string } | undefined {
  if (cursor === undefined) return undefined;
  const parts = parse(cursor);
  const fits =
    Array.isArray(parts) &&
    parts.length === shape.length &&
    parts.every((part, index) => fitsPart(part, shape[index]));
  if (!fits) throw invalidField('/cursor', 'is not a cursor of this list');
  return parts as unknown as { [I in keyof S]: S[I] extends 'number' ? number : string };
}

function fitsPart(part: unknown, kind: 'number' | 'string' | undefined): boolean {
  if (kind === 'number') return Number.isSafeInteger(part);
  return typeof part === 'string' && part.length <= 100 && !part.includes('\u0000');
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}
