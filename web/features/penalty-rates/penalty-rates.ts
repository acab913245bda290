// The reference of penalty rates: one for the whole platform, read by everybody, changed by admins.
import type {
  KeyRateImport,
  KeyRateImportRun,
} from '@kvartplata/contracts/billing/key-rate-import.ts';
import type {
  PenaltyRate,
  PenaltyRateBody,
  RateImpact,
} from '@kvartplata/contracts/billing/penalty-rates.ts';
import { queryOptions } from '@tanstack/react-query';
import type { StaticEncode } from 'typebox';
import { ask, askVersioned, type Versioned } from '../../lib/api.ts';
import { pagesOf } from '../../lib/paged.ts';

export const PATH = '/api/billing/penalty-rates';
const IMPORTS = `${PATH}/imports`;

export type RateBody = StaticEncode<typeof PenaltyRateBody>;

/** The newest first. */
export const penaltyRates = queryOptions({
  queryKey: [PATH],
  queryFn: async ({ signal }) => ask<readonly PenaltyRate[]>('billing', PATH, { signal }),
});

export async function readRate(id: number): Promise<Versioned<PenaltyRate>> {
  return askVersioned('billing', `${PATH}/${id}`);
}

/** @param closePrevious whether the open rate ends on the day before */
export async function addRate(body: RateBody, closePrevious: boolean): Promise<PenaltyRate> {
  return ask<PenaltyRate>('billing', PATH, { method: 'POST', body, query: { closePrevious } });
}

export async function changeRate(
  id: number,
  ifMatch: string | undefined,
  body: RateBody,
): Promise<PenaltyRate> {
  return ask<PenaltyRate>('billing', `${PATH}/${id}`, { method: 'PUT', body, ifMatch });
}

export async function deleteRate(id: number, ifMatch: string | undefined): Promise<void> {
  return ask('billing', `${PATH}/${id}`, { method: 'DELETE', ifMatch });
}

/** What the rate would change of the penalties that are not booked yet; stores nothing. */
export async function askImpact(body: RateBody): Promise<RateImpact> {
  return ask<RateImpact>('billing', `${PATH}/impact`, { method: 'POST', body });
}

export async function importNow(): Promise<KeyRateImport> {
  return ask<KeyRateImport>('billing', `${PATH}/import`, { method: 'POST' });
}

/** The newest first. */
export const importRuns = pagesOf<KeyRateImportRun>('billing', IMPORTS);
