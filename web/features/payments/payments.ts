// Payments: those of an account or of some days, booking and reversing them.
import {
  createPayment,
  getPayment,
  listPayments,
  reversePayment as reverse,
  type Payment,
  type PaymentBody,
  type PaymentStatus,
  type ReversedPayment,
} from '@kvartplata/contracts/billing/payments.ts';
import { queryOptions } from '@tanstack/react-query';
import type { StaticEncode } from 'typebox';
import { call } from '../../lib/api.ts';
import { read, readAll, readPages } from '../../lib/reads.ts';
import { newestFirst } from './newest-first.ts';

export type PaymentBody = StaticEncode<typeof PaymentBody>;

/** Including the grounds of its allocation. */
export function paymentOf(paymentId: number) {
  return read(getPayment, { params: { paymentId } });
}

/** All of them, by `newestFirst`: the service lists payments in the order in which they were booked. */
export function paymentsOf(personalAccountId: number) {
  return queryOptions({
    ...readAll(listPayments, { query: { personalAccountId } }),
    select: newestFirst,
  });
}

/** Days of payment, both inclusive, or the month in which payments are booked: that of the turnover. */
export type PaymentTime =
  | { readonly from: string; readonly to: string }
  | { readonly period: string };

export type PaymentsOf = PaymentTime & {
  readonly organizationId: number;
  readonly houseId?: number;
  readonly source?: string;
  readonly status?: PaymentStatus;
  /** Words in the account's number, the payer or the address. */
  readonly search?: string;
};

export function paymentsIn(of: PaymentsOf) {
  return readPages(listPayments, { query: of });
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
