// Finds the account number that a payer has written into the purpose of a payment.

const LETTER = '0-9A-Za-zА-Яа-яЁё';
const ACCOUNT_NUMBER = new RegExp(`^[${LETTER}/_-]{1,30}$`, 'u');
/** A Latin «c» looks like the Cyrillic one. */
const WORD = String.raw`clientno|л\s?[./\\]?\s?[сc](?:ч(?:[её]?т[ау]?)?)?|лиц(?:[./\\]|ев(?:ой|ого|ому)?\.?)?\s?сч(?:[её]т[ау]?)?`;
const SIGN = String.raw`\.?\s*(?:№|n[o°]?\.?(?=\s*\d)|номер)?\s*[:=–-]?\s*(?:№\s*)?`;
/**
 * Two separators in a row end a field, as in «ЛС 17//Орлов»; before a digit they may be a typing error within the number. A
 * number with a space as thousands separator does not end there.
 */
const END = String.raw`(?![/_-]?[${LETTER}])(?![/_-]+\d)(?![ \u00A0]\d{3}(?!\d))`;

/** No account number is longer. Without a bound the pattern would take hours on a long text. */
const MOST_CHARACTERS = 60;
const LONG_BLANK = /\s{3,}/g;

/** `CLIENTNO`, «л/с», «ЛС», «лиц. счёт», «лицевой счет», the separators after it, and the number. */
const NAMED = new RegExp(
  String.raw`(?<![\p{L}\d])(?:${WORD})(?!\p{L})${SIGN}(?<number>[${LETTER}](?:[/_-]?[${LETTER}]){0,${MOST_CHARACTERS}})${END}`,
  'giu',
);

/**
 * The distinct numbers that the text could mean, in order: each follows a word for an account and has a digit. «ЛС01» gives two,
 * because the whole may be an account number itself.
 */
export function accountsIn(text: string): readonly string[] {
  const numbers = [...text.replaceAll(LONG_BLANK, '  ').matchAll(NAMED)]
    .flatMap(({ 0: whole, groups }) => [groups?.['number'] ?? '', whole])
    .filter((number) => /\d/.test(number) && ACCOUNT_NUMBER.test(number));
  return [...new Set(numbers)];
}
