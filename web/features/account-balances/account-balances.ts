// What accounts owe.
import { getAccountBalance } from '@kvartplata/contracts/billing/account-balances.ts';
import { read } from '../../lib/reads.ts';

export function balanceOf(personalAccountId: number) {
  return read(getAccountBalance, { params: { personalAccountId } });
}
