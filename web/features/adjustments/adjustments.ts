// Lines by hand: of an account, and those of an organization that wait for a second person.
import {
  confirmAdjustment,
  createAdjustment,
  listAdjustments,
  rejectAdjustment,
  reverseAdjustment,
  type Adjustment,
  type AdjustmentBody as Body,
} from '@kvartplata/contracts/billing/adjustments.ts';
import { call } from '../../lib/api.ts';
import { readPages } from '../../lib/reads.ts';

export type AdjustmentBody = Omit<Body, 'period'> & { readonly period?: string };

/** Newest first. */
export function adjustmentsOf(personalAccountId: number) {
  return readPages(listAdjustments, { query: { personalAccountId } });
}

export function waitingIn(organizationId: number) {
  return readPages(listAdjustments, { query: { organizationId, status: 'WAITING' } });
}

export async function addAdjustment(
  body: AdjustmentBody,
  idempotencyKey: string,
): Promise<Adjustment> {
  return call(createAdjustment, { body, idempotencyKey });
}

export async function confirm(adjustmentId: number, idempotencyKey: string): Promise<Adjustment> {
  return call(confirmAdjustment, { params: { adjustmentId }, idempotencyKey });
}

export async function reject(adjustmentId: number, reason: string): Promise<Adjustment> {
  return call(rejectAdjustment, { params: { adjustmentId }, body: { reason } });
}

export async function reverse(
  adjustmentId: number,
  reason: string,
  idempotencyKey: string,
): Promise<Adjustment> {
  return call(reverseAdjustment, { params: { adjustmentId }, body: { reason }, idempotencyKey });
}
