// Payments: of an account, of some days, booked and taken back.
import type {
  PaymentBody,
  Payment,
  ReversedPayment,
} from '@kvartplata/contracts/billing/payments.ts';
import type { StaticEncode } from 'typebox';
import { ask } from '../../lib/api.ts';
import { pagesOf } from '../../lib/paged.ts';

const PATH = '/api/billing/payments';

export type PaymentBody = StaticEncode<typeof PaymentBody>;

/** The newest first. */
export function paymentsOf(personalAccountId: number) {
  return pagesOf<Payment>('billing', PATH, { personalAccountId });
}

/** @param days of payment, both inclusive */
export function paymentsIn(
  organizationId: number,
  days: { readonly from: string; readonly to: string },
) {
  return pagesOf<Payment>('billing', PATH, { organizationId, ...days });
}

export async function bookPayment(body: PaymentBody, idempotencyKey: string): Promise<Payment> {
  return ask<Payment>('billing', PATH, { method: 'POST', body, idempotencyKey });
}

export async function reversePayment(
  id: number,
  reason: string,
  idempotencyKey: string,
): Promise<ReversedPayment> {
  const body = { reason };
  return ask('billing', `${PATH}/${id}/storno`, { method: 'POST', body, idempotencyKey });
}
