// Validates an organization beyond the schema: rules within and between its fields.
import type { OrganizationBody } from '@kvartplata/contracts/core/organizations.ts';
import type { FieldError } from '@kvartplata/contracts/problem.ts';
import { accountsOfOtherBanks } from '@kvartplata/domain/organizations/bank-accounts.ts';
import { innIsValid, ogrnIsValid } from '@kvartplata/domain/organizations/registration-numbers.ts';

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
  return [
    ...errors,
    ...accountsOfOtherBanks(bankDetails ?? {}).map((account) => ({
      path: `/bankDetails/${account}`,
      message: WRONG_BANK,
      reason: { code: 'other-bank' as const },
    })),
  ];
}

function isGiven(text: string | null | undefined): text is string {
  return text !== null && text !== undefined;
}
