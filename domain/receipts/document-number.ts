// The number of a payment document: the same on paper, in ГИС ЖКХ and wherever it is named.
import { formatBillingMonth, type BillingMonth } from '../calendar/billing-month.ts';

/** Unique for an account and a month: `202610-1203`. */
export function documentNumberOf(period: BillingMonth, personalAccountId: number): string {
  return `${formatBillingMonth(period).replace('-', '')}-${personalAccountId}`;
}
