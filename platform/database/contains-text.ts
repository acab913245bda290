// Search for a part of a text, in small and capital letters alike, whatever the locale of the database.
import { sql, type RawBuilder } from 'kysely';

/**
 * Whether the column holds the text somewhere. An index that serves it is
 * `using gin (lower(column collate "und-x-icu") gin_trgm_ops)`.
 */
export function containsText(column: string, text: string): RawBuilder<boolean> {
  const pattern = `%${text.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return sql<boolean>`lower(${sql.ref(column)} collate "und-x-icu") like ${pattern}`;
}
