// Converts a search to `like` patterns over texts that the database has folded (`app.folded`).

/** Word separators: spaces, and what `app.folded` replaces with spaces. */
const BETWEEN_WORDS = /[\s.,;:()"«»№]+/;
/** The trigram index needs at least three letters. */
const INDEXED_LENGTH = 3;
/** A word for a room before its number, which may follow an abbreviation without a space. */
const ROOM = /^(?:кв|квартир[аы]|пом|помещени[ея])$/;
const ROOM_AND_NUMBER = /^(кв|пом)(\d.*)$/;
/** Precedes the room number in an account's search text. */
const ROOM_MARK = 'кв';

/**
 * One pattern per word, in which `е` also matches `ё`: a word of one or two characters must begin a word, a longer one may occur
 * anywhere. A room (`кв. 7`) is one pattern with its number, which must match as a whole.
 */
export function searchPatterns(search: string): readonly string[] {
  const folded = search.toLowerCase().replaceAll('ё', 'е');
  const words = folded
    .split(BETWEEN_WORDS)
    .flatMap((word) => ROOM_AND_NUMBER.exec(word)?.slice(1) ?? word)
    .filter((word) => word !== '');
  const isRoom = (at: number): boolean => ROOM.test(words[at] ?? '');
  const isNumberOfRoom = (at: number): boolean => isRoom(at - 1) && /\d/.test(words[at] ?? '');
  const patterns = words.flatMap((word, at) => {
    if (isNumberOfRoom(at)) return `% ${ROOM_MARK} ${literal(word)} %`;
    if (isNumberOfRoom(at + 1)) return [];
    if (isRoom(at)) return `% ${ROOM_MARK}%`;
    return Array.from(word).length < INDEXED_LENGTH ? `% ${literal(word)}%` : `%${literal(word)}%`;
  });
  return [...new Set(patterns)];
}

function literal(word: string): string {
  return word.replaceAll(/[\\%_]/g, String.raw`\$&`);
}
