// Whether accounts belong to the bank with the given BIC.
import { correspondentAccountFitsBank, settlementAccountFitsBank } from './registration-numbers.ts';

export type BankAccounts = {
  readonly bic?: string | null | undefined;
  readonly settlementAccount?: string | null | undefined;
  readonly correspondentAccount?: string | null | undefined;
};

/**
 * The accounts that must belong to another bank. Only accounts of commercial banks are checked, which have a correspondent
 * account 301…: accounts at the Bank of Russia and the treasury have keys computed in other ways.
 */
export function accountsOfOtherBanks({
  bic,
  settlementAccount,
  correspondentAccount,
}: BankAccounts): readonly ('settlementAccount' | 'correspondentAccount')[] {
  if (!isGiven(bic) || !isGiven(correspondentAccount) || !correspondentAccount.startsWith('301'))
    return [];
  return [
    ...(isGiven(settlementAccount) && !settlementAccountFitsBank(settlementAccount, bic)
      ? (['settlementAccount'] as const)
      : []),
    ...(correspondentAccountFitsBank(correspondentAccount, bic)
      ? []
      : (['correspondentAccount'] as const)),
  ];
}

function isGiven(text: string | null | undefined): text is string {
  return text !== null && text !== undefined;
}
