// Converts a sheet's numbers to text, and its escapes in both directions.

const DAY_MS = 86_400_000;
/** 1899-12-30: with it Excel's day 61 is 1900-03-01; its 29 February 1900 never was. */
const EPOCH_1900_MS = Date.UTC(1899, 11, 30);
const EPOCH_1904_MS = Date.UTC(1904, 0, 1);
const LAST_FALSE_DAY = 60;
/** 9999-12-31. */
const MAX_DAY = 2_958_465;
/** A sheet's numbers are only accurate to this many digits: 45.1 may be written 45.100000000000001. */
const GOOD_DIGITS = 15;

/** `2026-07-31`, with the time of day if there is one: `2026-07-31 18:30:00`. */
export function dayText(value: string, countsFrom1904: boolean): string {
  const serial = Number(value);
  if (!(serial >= 0 && serial <= MAX_DAY)) return value;
  const shift = !countsFrom1904 && serial < LAST_FALSE_DAY ? 1 : 0;
  const epoch = countsFrom1904 ? EPOCH_1904_MS : EPOCH_1900_MS;
  const instant = new Date(epoch + Math.round((serial + shift) * DAY_MS)).toISOString();
  const time = instant.slice(11, 19);
  return time === '00:00:00' ? instant.slice(0, 10) : `${instant.slice(0, 10)} ${time}`;
}

/** The number as a person would write it, with a point and without an exponent; integers stay as they are. */
export function numberText(value: string): string {
  if (/^\d+$/.test(value)) return value;
  const number = Number(Number(value).toPrecision(GOOD_DIGITS));
  if (!Number.isFinite(number)) return value;
  const text = String(number);
  if (!text.includes('e')) return text;
  return Math.abs(number) >= 1
    ? BigInt(number).toString()
    : number.toFixed(20).replace(/\.?0+$/, '');
}

/** The length of `_x000D_`. */
export const ESCAPE_CHARACTERS = 7;

/** Characters that XML cannot contain are written as `_x000D_`. */
export function decodeEscapes(text: string): string {
  return text.includes('_x')
    ? text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text;
}

/** The reverse, with XML's own five special characters. */
export function encodeText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll(/[^\P{Cc}\t\n]|[\uFFFE\uFFFF]/gu, escapeOf)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function escapeOf(character: string): string {
  return `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
}
