// The payments of an account.
import type { Payment } from '@kvartplata/contracts/billing/payments.ts';
import { pagesOf } from '../../lib/paged.ts';

/** The newest first. */
export function paymentsOf(personalAccountId: number) {
  return pagesOf<Payment>('billing', '/api/billing/payments', { personalAccountId });
}
