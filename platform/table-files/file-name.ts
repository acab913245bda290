// File names: familiar words, in letters that every system, header and mail program accepts.

const LATIN = new Map(
  'аa бb вv гg дd еe ёe жzh зz иi йy кk лl мm нn оo пp рr сs тt уu фf хkh цc чch шsh щsch ъ ыy ь эe юyu яya'
    .split(' ')
    .map((pair) => [pair.slice(0, 1), pair.slice(1)]),
);
const MOST_LETTERS = 80;

/** `kvitancii-2026-10-sadovaya-12`: the parts in order, without empty ones and those equal to the one before. */
export function fileNameOf(...parts: readonly (string | undefined)[]): string {
  const words = parts.map((part) => inLatin(part ?? '')).filter((word) => word !== '');
  return words.filter((word, at) => word !== words[at - 1]).join('-');
}

function inLatin(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFC')
    .replaceAll(/[а-яё]/g, (letter) => LATIN.get(letter) ?? '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, MOST_LETTERS)
    .replaceAll(/^-|-$/g, '');
}
