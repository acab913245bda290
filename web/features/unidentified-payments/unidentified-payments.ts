// Money of registries whose account is unknown, until somebody decides.
import {
  closeUnidentifiedPayment,
  listUnidentifiedPayments,
  resolveUnidentifiedPayment,
  type UnidentifiedClosing,
  type UnidentifiedPayment,
  type UnidentifiedResolution,
  type UnidentifiedStatus,
} from '@kvartplata/contracts/billing/unidentified-payments.ts';
import type { StaticEncode } from 'typebox';
import { call } from '../../lib/api.ts';
import { readPages } from '../../lib/reads.ts';

/** Oldest first. */
export function unidentifiedOf(of: {
  readonly organizationId: number;
  readonly status: UnidentifiedStatus;
  readonly search?: string;
}) {
  return readPages(listUnidentifiedPayments, { query: of });
}

/** Books it to an account. */
export async function resolveUnidentified(
  unidentifiedPaymentId: number,
  body: StaticEncode<typeof UnidentifiedResolution>,
  idempotencyKey: string,
): Promise<UnidentifiedPayment> {
  const params = { unidentifiedPaymentId };
  return call(resolveUnidentifiedPayment, { params, body, idempotencyKey });
}

/** Books it to no account. */
export async function closeUnidentified(
  unidentifiedPaymentId: number,
  body: StaticEncode<typeof UnidentifiedClosing>,
  idempotencyKey: string,
): Promise<UnidentifiedPayment> {
  const params = { unidentifiedPaymentId };
  return call(closeUnidentifiedPayment, { params, body, idempotencyKey });
}
