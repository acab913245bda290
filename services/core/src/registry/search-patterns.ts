// What a search looks for, as patterns of `like` over texts that the database has folded (`app.folded`).

/** Where a word ends: blanks, and what `app.folded` makes blanks of. */
const BETWEEN_WORDS = /[\s.,;:()"«»№]+/;
/** Three letters are the least that the index knows. */
const INDEXED_LENGTH = 3;
/** How a room is named before its number, which may stand right behind a short name. */
const ROOM = /^(?:кв|квартир[аы]|пом|помещени[ея])$/;
const ROOM_AND_NUMBER = /^(кв|пом)(\d.*)$/;
/** Stands before the number of the room in the text of an account. */
const ROOM_MARK = 'кв';

/**
 * One pattern a word, in which `е` is `ё` too: a word of one or two characters is the beginning of a word, a longer one
 * may stand anywhere. A room that is named as one (`кв. 7`) is one pattern with its number, which is then the whole number.
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
