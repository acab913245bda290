// Payments: of an account, of some days, booked and taken back.
import {
  createPayment,
  getPayment,
  listPayments,
  reversePayment as reverse,
  type Payment,
  type PaymentBody,
  type ReversedPayment,
} from '@kvartplata/contracts/billing/payments.ts';
import type { StaticEncode } from 'typebox';
import { call } from '../../lib/api.ts';
import { read, readPages } from '../../lib/reads.ts';

export type PaymentBody = StaticEncode<typeof PaymentBody>;

/** With why each part of it lies where it does. */
export function paymentOf(paymentId: number) {
  return read(getPayment, { params: { paymentId } });
}

/** The newest first. */
export function paymentsOf(personalAccountId: number) {
  return readPages(listPayments, { query: { personalAccountId } });
}

/** @param days of payment, both inclusive */
export function paymentsIn(
  organizationId: number,
  days: { readonly from: string; readonly to: string },
) {
  return readPages(listPayments, { query: { organizationId, ...days } });
}

export async function bookPayment(body: PaymentBody, idempotencyKey: string): Promise<Payment> {
  return call(createPayment, { body, idempotencyKey });
}

export async function reversePayment(
  paymentId: number,
  reason: string,
  idempotencyKey: string,
): Promise<ReversedPayment> {
  return call(reverse, { params: { paymentId }, body: { reason }, idempotencyKey });
}
