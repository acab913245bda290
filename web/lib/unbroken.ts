// Where a line must not break: between a house, flat or document and its number, between a number and its unit, and within an
// identifier.

const NO_BREAK = '\u00a0';
const WORD_JOINER = '\u2060';
/** `10АБ123456-01`, but not the year of `2026-11`. */
const WITHIN_IDENTIFIER = /(?<=\d{5})-(?=\d)/g;
/** `д. 12`, `кв. 5`, `пом. Н-1`, `п. 42`, `no. 3`. */
const BEFORE_NUMBER =
  /(?<![\p{L}\d])(?:д|вл|к|корп|стр|лит|под|эт|кв|ком|пом|оф|п|пп|ст|ч|no|p)\. (?=[\p{L}/-]{0,3}\d)/giu;
const BEFORE_ANYTHING = /№ (?=\S)/g;
/** `12,50 ₽`, `54 м²`, `3 мес.` */
const BEFORE_UNIT =
  /(?<=\d) (?=(?:₽|%|°C|м²|м³|m²|m³|Гкал|кВт|руб\.|коп\.|мес\.|дн\.|чел\.|зн\.|КБ|МБ|kB|MB|м|ч)(?!\p{L}))/gu;

/** The same text with no-break spaces and word joiners. */
export function unbroken(text: string): string {
  return text
    .replaceAll(BEFORE_NUMBER, (found) => found.replace(' ', NO_BREAK))
    .replaceAll(BEFORE_ANYTHING, `№${NO_BREAK}`)
    .replaceAll(BEFORE_UNIT, NO_BREAK)
    .replaceAll(WITHIN_IDENTIFIER, `-${WORD_JOINER}`);
}
