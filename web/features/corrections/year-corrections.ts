// Recalculating a year of common-house needs: tried, then booked once.
import {
  correctCommonNeedsYear,
  listYearCorrections,
  type YearTrial,
} from '@kvartplata/contracts/billing/year-corrections.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { readAll } from '../../lib/reads.ts';

export function yearCorrectionsOf(houseId: number) {
  return queryOptions(readAll(listYearCorrections, { query: { houseId } }));
}

export async function tryYear(houseId: number, year: number): Promise<YearTrial> {
  const tried = await call(correctCommonNeedsYear, { body: { houseId, year, dryRun: true } });
  if (!('lines' in tried)) throw new Error('a dry run has booked something');
  return tried;
}

export async function bookYear(
  houseId: number,
  year: number,
  idempotencyKey: string,
): Promise<void> {
  await call(correctCommonNeedsYear, { body: { houseId, year, dryRun: false }, idempotencyKey });
}
