// What must hold between and inside the numbers of an organization once their shape is right.
import type { OrganizationBody } from '@kvartplata/contracts/core/organizations.ts';
import type { FieldError } from '@kvartplata/contracts/problem.ts';
import {
  correspondentAccountFitsBank,
  innIsValid,
  ogrnIsValid,
  settlementAccountFitsBank,
} from '@kvartplata/domain/organizations/registration-numbers.ts';

const CHECK_DIGIT = 'has a wrong check digit';
const WRONG_BANK = 'does not belong to the bank with this BIC';

/** Every rule that the body breaks, in the order of its fields. */
export function brokenRules(body: OrganizationBody): FieldError[] {
  const { inn, ogrn, bankDetails } = body;
  const errors: FieldError[] = [];
  if (isGiven(inn) && !innIsValid(inn))
    errors.push({ path: '/inn', message: CHECK_DIGIT, reason: { code: 'check-digit' } });
  if (isGiven(ogrn) && !ogrnIsValid(ogrn))
    errors.push({ path: '/ogrn', message: CHECK_DIGIT, reason: { code: 'check-digit' } });
  return [...errors, ...brokenBankRules(bankDetails ?? {})];
}

/**
 * Only commercial banks' accounts are checked, known by a correspondent account 301…: accounts at the Bank of
 * Russia and the treasury have keys of their own.
 */
function brokenBankRules(bank: NonNullable<OrganizationBody['bankDetails']>): FieldError[] {
  const { bic, settlementAccount, correspondentAccount } = bank;
  if (!isGiven(bic) || !isGiven(correspondentAccount) || !correspondentAccount.startsWith('301'))
    return [];
  const errors: FieldError[] = [];
  if (isGiven(settlementAccount) && !settlementAccountFitsBank(settlementAccount, bic))
    errors.push({
      path: '/bankDetails/settlementAccount',
      message: WRONG_BANK,
      reason: { code: 'other-bank' },
    });
  if (!correspondentAccountFitsBank(correspondentAccount, bic))
    errors.push({
      path: '/bankDetails/correspondentAccount',
      message: WRONG_BANK,
      reason: { code: 'other-bank' },
    });
  return errors;
}

function isGiven(text: string | null | undefined): text is string {
  return text !== null && text !== undefined;
}
