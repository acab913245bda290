// Finds the account number that a payer has written into the purpose of a payment.

const LETTER = '0-9A-Za-zА-Яа-яЁё';
const ACCOUNT_NUMBER = new RegExp(`^[${LETTER}/_-]{1,30}$`, 'u');
/** A Latin «c» looks the same. */
const WORD = String.raw`clientno|л\s?[./\\]?\s?[сc](?:ч(?:[её]?т[ау]?)?)?|лиц(?:[./\\]|ев(?:ой|ого|ому)?\.?)?\s?сч(?:[её]т[ау]?)?`;
const SIGN = String.raw`\.?\s*(?:№|n[o°]?\.?(?=\s*\d)|номер)?\s*[:=–-]?\s*(?:№\s*)?`;
/**
 * Two signs in a row stand between fields, as in «ЛС 17//Орлов»; before a digit they may be a slip within the number. Nor does a
 * number with a blank between its thousands end there.
 */
const END = String.raw`(?![/_-]?[${LETTER}])(?![/_-]+\d)(?![ \u00A0]\d{3}(?!\d))`;

/** No number of an account is longer. Without bounds the pattern would look at a long text for hours. */
const MOST_CHARACTERS = 60;
const LONG_BLANK = /\s{3,}/g;

/** `CLIENTNO`, «л/с», «ЛС», «лиц. счёт», «лицевой счет», what people put between it and the number, and the number. */
const NAMED = new RegExp(
  String.raw`(?<![\p{L}\d])(?:${WORD})(?!\p{L})${SIGN}(?<number>[${LETTER}](?:[/_-]?[${LETTER}]){0,${MOST_CHARACTERS}})${END}`,
  'giu',
);

/**
 * The different numbers that the text could mean, in their order: each stands behind a word for an account and has a
 * digit. Of «ЛС01» there are two, since an account may be called so itself.
 */
export function accountsIn(text: string): readonly string[] {
  const numbers = [...text.replaceAll(LONG_BLANK, '  ').matchAll(NAMED)]
    .flatMap(({ 0: whole, groups }) => [groups?.['number'] ?? '', whole])
    .filter((number) => /\d/.test(number) && ACCOUNT_NUMBER.test(number));
  return [...new Set(numbers)];
}
