// The penalty rates: one list for the whole platform, read by everybody, changed by admins.
import {
  importKeyRate,
  listKeyRateImports,
  type KeyRateImport,
} from '@kvartplata/contracts/billing/key-rate-import.ts';
import {
  createPenaltyRate,
  deletePenaltyRate,
  getPenaltyRate,
  listPenaltyRates,
  measureRateImpact,
  replacePenaltyRate,
  type PenaltyRate,
  type PenaltyRateBody,
  type RateImpact,
} from '@kvartplata/contracts/billing/penalty-rates.ts';
import type { StaticEncode } from 'typebox';
import { call } from '../../lib/api.ts';
import { read, readPages, readVersioned } from '../../lib/reads.ts';

export type RateBody = StaticEncode<typeof PenaltyRateBody>;

/** Newest first. */
export const penaltyRates = read(listPenaltyRates);

export function rateOf(penaltyRateId: number) {
  return readVersioned(getPenaltyRate, { params: { penaltyRateId } });
}

/** @param closePrevious whether the open rate ends on the day before */
export async function addRate(body: RateBody, closePrevious: boolean): Promise<PenaltyRate> {
  return call(createPenaltyRate, { query: { closePrevious }, body });
}

export async function changeRate(
  penaltyRateId: number,
  ifMatch: string | undefined,
  body: RateBody,
): Promise<PenaltyRate> {
  return call(replacePenaltyRate, { params: { penaltyRateId }, body, ifMatch });
}

export async function deleteRate(
  penaltyRateId: number,
  ifMatch: string | undefined,
): Promise<void> {
  await call(deletePenaltyRate, { params: { penaltyRateId }, ifMatch });
}

/** The rate's impact on penalties that are not booked yet; stores nothing. */
export async function askImpact(body: RateBody): Promise<RateImpact> {
  return call(measureRateImpact, { body });
}

export async function importNow(): Promise<KeyRateImport> {
  return call(importKeyRate);
}

/** Newest first. */
export const importRuns = readPages(listKeyRateImports);
