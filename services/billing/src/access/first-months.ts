// The first month in which an organization has accounts. Core's answer is kept for a minute, and requested again before a month
// is refused as too early: an older account may have been opened since.
import {
  compareMonths,
  parseBillingMonth,
  type BillingMonth,
} from '@kvartplata/domain/calendar/billing-month.ts';
import type { ValueStore } from '@kvartplata/platform/key-value/signed-values.ts';
import { forget, remember } from '@kvartplata/platform/key-value/remember.ts';
import type { CoreClient } from './core-client.ts';

/**
 * The month of the organization's first account; undefined while it has none.
 * @param asked the month that the caller wants to use
 * @throws Refusal dependency-unavailable
 */
export type FindFirstMonth = (
  organizationId: number,
  asked: BillingMonth,
  requestId: string,
) => Promise<BillingMonth | undefined>;

const KEPT_MS = 60_000;
/** Accounts taken over from an old register may be older, but no earlier month is billed. */
const FIRST_BILLED = '2000-01';

/** @param month `YYYY-MM` of the organization's first account, from core; null while it has none */
export function parseFirstMonth(month: string | null): BillingMonth | undefined {
  if (month === null) return undefined;
  return parseBillingMonth(month < FIRST_BILLED ? FIRST_BILLED : month);
}

export function createFirstMonths(
  core: Pick<CoreClient, 'findOrganization'>,
  store: ValueStore,
): FindFirstMonth {
  return async (organizationId, asked, requestId) => {
    const key = `first-month:${organizationId}`;
    const read = async (): Promise<BillingMonth | undefined> => {
      const text = await remember({ store, key, ttlMs: KEPT_MS }, async () => {
        const organization = await core.findOrganization(organizationId, requestId);
        return organization?.firstMonth ?? null;
      });
      return parseFirstMonth(text);
    };
    const known = await read();
    if (known !== undefined && compareMonths(known, asked) <= 0) return known;
    await forget(store, key);
    return read();
  };
}
