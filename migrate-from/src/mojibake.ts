// Finds texts that were once decoded with a wrong encoding: `РЎР°РґРѕРІР°СЏ` was `Садовая`. This is never certain, so such a text
// is reported and still copied.

/** Encodings with which UTF-8 may have been decoded. */
const WRONG_ENCODINGS = ['windows-1251', 'windows-1252', 'ibm866', 'koi8-r'] as const;

/** How each of them shows a Russian letter in UTF-8: a byte D0 or D1, and one from 80 to BF. */
const LETTERS_OF_UTF_8 = WRONG_ENCODINGS.map((encoding) => {
  const shown = new TextDecoder(encoding);
  const characterClass = (bytes: readonly number[]): string =>
    `[${bytes.map((byte) => escaped(shown.decode(Uint8Array.of(byte)))).join('')}]`;
  const following = Array.from({ length: 0x40 }, (_, index) => 0x80 + index);
  return new RegExp(`${characterClass([0xd0, 0xd1])}${characterClass(following)}`, 'gu');
});

/** Windows-1251 decoded as Latin-1: no language has so many of these letters in a row. */
const RUSSIAN_IN_LATIN_1 = /[À-ÿ]{4}/u;

/** Russian in other encodings; no name or address contains box-drawing characters. */
const BOX_DRAWING = /[\u2500-\u259F]/u;

export function looksMisread(text: string): boolean {
  const foreign = text.replaceAll(/[\0-\x7F]/g, '').length;
  if (foreign === 0) return false;
  return (
    RUSSIAN_IN_LATIN_1.test(text) ||
    BOX_DRAWING.test(text) ||
    // The end of `«СССР»` looks like such a letter, so most of the text has to match.
    LETTERS_OF_UTF_8.some((letter) => 2 * (text.match(letter)?.length ?? 0) >= 0.75 * foreign)
  );
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
