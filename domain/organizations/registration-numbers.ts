// Check digits of the numbers that identify an organization for the state and the banks. All functions accept digits only and
// check the number of digits too.

/**
 * Whether the check digits of an INN (taxpayer number, ИНН) are correct: one for the 10 digits of an organization,
 * two for the 12 of a person.
 * Source: order of the Federal Tax Service of Russia of 29.06.2012 № ММВ-7-6/435@ (structure of the number).
 */
export function innIsValid(inn: string): boolean {
  if (/^0+$/.test(inn)) return false;
  const digits = digitsOf(inn);
  switch (digits.length) {
    case 10:
      return digits[9] === innCheckDigit(digits, [2, 4, 10, 3, 5, 9, 4, 6, 8]);
    case 12:
      return (
        digits[10] === innCheckDigit(digits, [7, 2, 4, 10, 3, 5, 9, 4, 6, 8]) &&
        digits[11] === innCheckDigit(digits, [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8])
      );
    default:
      return false;
  }
}

/** Whether an INN is an organization's: ten digits. A sole trader has the twelve of a person. */
export function isInnOfOrganization(inn: string | null): boolean {
  return inn?.length === 10;
}

/**
 * Whether the check digit of an OGRN (13 digits) or OGRNIP (15 digits) is correct: the last digit of the remainder
 * of the preceding digits divided by 11, or by 13.
 * Source: order of the Ministry of Finance of Russia of 30.10.2017 № 165н (state registers), p. 7 and 8.
 */
export function ogrnIsValid(ogrn: string): boolean {
  if (!/^([1-9]\d{12}|[1-9]\d{14})$/.test(ogrn)) return false;
  const divisor = ogrn.length === 13 ? 11n : 13n;
  const remainder = BigInt(ogrn.slice(0, -1)) % divisor;
  return remainder % 10n === BigInt(ogrn.slice(-1));
}

/**
 * Whether the key of a settlement account fits the bank's BIC.
 * Source: Bank of Russia, order of calculating the control key of an account number, 08.09.1997 № 515.
 */
export function settlementAccountFitsBank(account: string, bic: string): boolean {
  return controlSum(bic.slice(-3) + account) === 0;
}

/**
 * Whether the key of a bank's correspondent account fits its BIC.
 * Source: Bank of Russia, order of calculating the control key of an account number, 08.09.1997 № 515.
 */
export function correspondentAccountFitsBank(account: string, bic: string): boolean {
  return controlSum(`0${bic.slice(4, 6)}${account}`) === 0;
}

function innCheckDigit(digits: readonly number[], weights: readonly number[]): number {
  const sum = weights.reduce((total, weight, index) => total + weight * (digits[index] ?? 0), 0);
  return (sum % 11) % 10;
}

function controlSum(digits: string): number {
  const weights = [7, 1, 3];
  const sum = digitsOf(digits).reduce(
    (total, digit, index) => total + ((digit * (weights[index % 3] ?? 0)) % 10),
    0,
  );
  return sum % 10;
}

function digitsOf(text: string): number[] {
  return Array.from(text, Number);
}
