// Where a line must not break: between a house, flat or document and its number, and between a number and its unit.

const NO_BREAK = '\u00a0';
/** `д. 12`, `кв. 5`, `пом. Н-1`, `п. 42`, `no. 3`. */
const BEFORE_NUMBER =
  /(?<![\p{L}\d])(?:д|вл|к|корп|стр|лит|под|эт|кв|ком|пом|оф|п|пп|ст|ч|no|p)\. (?=[\p{L}/-]{0,3}\d)/giu;
const BEFORE_ANYTHING = /№ (?=\S)/g;
/** `12,50 ₽`, `54 м²`, `3 мес.` */
const BEFORE_UNIT =
  /(?<=\d) (?=(?:₽|%|°C|м²|м³|m²|m³|Гкал|кВт|руб\.|коп\.|мес\.|дн\.|чел\.|зн\.|КБ|МБ|kB|MB|м|ч)(?!\p{L}))/gu;

/** The same text with no-break spaces. */
export function unbroken(text: string): string {
  return text
    .replaceAll(BEFORE_NUMBER, (found) => found.replace(' ', NO_BREAK))
    .replaceAll(BEFORE_ANYTHING, `№${NO_BREAK}`)
    .replaceAll(BEFORE_UNIT, NO_BREAK);
}
