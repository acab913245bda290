// How months are written in the purposes of payments: their words, their figures, and what stands before them.

/** The stems of the months in order, with their possible endings, and the usual abbreviations. */
const STEMS = [
  'янв(?:ар[ьяе])?',
  'фев(?:рал[ьяе])?',
  'мар(?:т[ае]?)?',
  'апр(?:ел[ьяе])?',
  'ма[йяе]',
  'июн[ьяе]?',
  'июл[ьяе]?',
  'авг(?:уст[ае]?)?',
  'сен(?:т(?:ябр[ьяе])?)?',
  'окт(?:ябр[ьяе])?',
  'ноя(?:б(?:р[ьяе])?)?',
  'дек(?:абр[ьяе])?',
] as const;

export const YEAR = String.raw`20\d\d`;
export const WORD = String.raw`(?:${STEMS.join('|')})(?![\p{L}])\.?`;
export const NUMBER = String.raw`(?:0?[1-9]|1[0-2])`;
export const BLANK = String.raw`[\s\u00A0]{0,3}`;

/** A word for what is paid: «за», «период» or `PaymPeriod`. */
export const SAID_BY =
  String.raw`(?<![\p{L}\d])(?:за|период[ау]?|paymperiod|period)(?:${BLANK}[:=]${BLANK}|[\s\u00A0]{1,3})` +
  String.raw`(?:(?:период|месяц|мес\.?)${BLANK}[:=]?${BLANK})?`;

/** The number of a month that `WORD` has matched. */
export function numberOfWord(word: string): number {
  return STEMS.findIndex((stem) => new RegExp(`^${stem}\\.?$`, 'iu').test(word)) + 1;
}
