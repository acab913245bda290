// Letters that look the same in Latin and in Russian: with one in place of the other a text becomes another one, unseen.

/** Each stands at the place of its look-alike. */
export const LATIN_LETTERS = 'ABCEHKMOPTXYacekopxy';
export const RUSSIAN_LETTERS = 'АВСЕНКМОРТХУасекорху';

const LETTERS = 'A-Za-zА-Яа-яЁё';

/**
 * A word of letters of both alphabets that can be read as one of a single alphabet, such as «Mира» with a Latin M. «IT-парк»,
 * «12a» and «XXIIго» are none. A pattern for PostgreSQL too.
 */
export const MIXED_WORD =
  `(?<![${LETTERS}])((?=[${LETTERS}]*[A-Za-z])(?=[${LETTERS}]*[А-Яа-яЁё])` +
  `(?:[${LATIN_LETTERS}А-Яа-яЁё]+|[A-Za-z${RUSSIAN_LETTERS}]+))(?![${LETTERS}])`;
