// The number of a payment document: the same on paper, in the state's system and in whatever names it.
import { formatBillingMonth, type BillingMonth } from '../calendar/billing-month.ts';

/** Of an account and a month, each once: `202610-1203`. */
export function documentNumberOf(period: BillingMonth, personalAccountId: number): string {
  return `${formatBillingMonth(period).replace('-', '')}-${personalAccountId}`;
}
