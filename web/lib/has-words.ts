// Searches in loaded lists, by the same rules as the services search: neither case nor ё matters, and the words come in any order.

/** What stands between words. */
const BETWEEN_WORDS = /[\s.,;:()"«»№]+/g;
/** A shorter word, such as the number of a house, has to begin a word of the text: otherwise 2 would find 12. */
const FOUND_ANYWHERE_LENGTH = 3;

/** Whether the text has each of the typed words; with none it does. */
export function hasWords(text: string, typed: string): boolean {
  const within = folded(text);
  return folded(typed)
    .trim()
    .split(' ')
    .every((word) => within.includes(word.length < FOUND_ANYWHERE_LENGTH ? ` ${word}` : word));
}

/** Begins with a space. */
function folded(text: string): string {
  return ` ${text.toLowerCase().replaceAll('ё', 'е').replaceAll(BETWEEN_WORDS, ' ')}`;
}
