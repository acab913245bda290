// Payments: of an account, of some days, booked and taken back.
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

export type PaymentsOf = {
  readonly organizationId: number;
  /** Days of payment, both inclusive. */
  readonly from: string;
  readonly to: string;
  readonly houseId?: number;
  readonly source?: string;
  readonly status?: PaymentStatus;
  /** Words of the account, the payer or the address. */
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
