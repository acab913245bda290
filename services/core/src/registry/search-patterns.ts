// What a search looks for, as patterns of `like` over texts that the database has folded (`app.folded`).

/** Where a word ends: blanks, and what `app.folded` makes blanks of. */
const BETWEEN_WORDS = /[\s.,;:()"«»№]+/;
/** Three letters are the least that the index knows. */
const INDEXED_LENGTH = 3;

/**
 * One pattern a word, in which `е` is `ё` too: a word of one or two characters is the beginning of a word, a longer one
 * may stand anywhere.
 */
export function searchPatterns(search: string): readonly string[] {
  const folded = search.toLowerCase().replaceAll('ё', 'е');
  const words = folded.split(BETWEEN_WORDS).filter((word) => word !== '');
  return [...new Set(words)].map((word) => {
    const literal = word.replaceAll(/[\\%_]/g, String.raw`\$&`);
    return Array.from(word).length < INDEXED_LENGTH ? `% ${literal}%` : `%${literal}%`;
  });
}
