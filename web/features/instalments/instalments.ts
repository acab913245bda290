// Instalment plans: those of an account, and those of an organization.
import {
  cancelInstalment,
  createInstalment,
  listInstalments,
  type Instalment,
  type InstalmentState,
} from '@kvartplata/contracts/billing/instalments.ts';
import { call } from '../../lib/api.ts';
import { readPages } from '../../lib/reads.ts';

export type NewPlan = {
  readonly personalAccountId: number;
  readonly months: number;
  readonly startsOn: string;
  readonly periods: string[];
  readonly annualInterest?: string;
  readonly basis?: string;
};

/** Newest first. */
export function plansOf(personalAccountId: number) {
  return readPages(listInstalments, { query: { personalAccountId } });
}

export function plansIn(of: {
  readonly organizationId: number;
  readonly houseId?: number;
  readonly state?: InstalmentState;
}) {
  return readPages(listInstalments, { query: of });
}

export async function agree(body: NewPlan, idempotencyKey: string): Promise<Instalment> {
  return call(createInstalment, { body, idempotencyKey });
}

export async function cancel(
  instalmentId: number,
  reason: string,
  idempotencyKey: string,
): Promise<Instalment> {
  return call(cancelInstalment, { params: { instalmentId }, body: { reason }, idempotencyKey });
}
