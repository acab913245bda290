// Titles of columns and names in cells as people write them, and what can be wrong with a header.
import type { FieldError } from '@kvartplata/contracts/problem.ts';

/** A table's header is among its first rows: there may be a title above it. */
export const HEADER_WITHIN = 30;

/** Ignores case, spaces, and ё against е. */
export function folded(text: string): string {
  return text.toLowerCase().replaceAll('ё', 'е').replaceAll(/\s+/gu, ' ').trim();
}

export function missingColumn(name: string): FieldError {
  return { path: `/columns/${name}`, message: 'is required', reason: { code: 'required' } };
}

export function repeatedColumn(name: string): FieldError {
  return { path: `/columns/${name}`, message: 'stands there twice', reason: { code: 'repeated' } };
}
