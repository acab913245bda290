// Recalculating a year of common-house needs or of heating: a dry run, then booking it once.
import {
  correctCommonNeedsYear,
  correctHeatingYear,
  listYearCorrections,
  type YearKind,
  type YearTrial,
} from '@kvartplata/contracts/billing/year-corrections.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { readAll } from '../../lib/reads.ts';

export function yearCorrectionsOf(houseId: number) {
  return queryOptions(readAll(listYearCorrections, { query: { houseId } }));
}

const OPERATIONS = { 'common-needs': correctCommonNeedsYear, heating: correctHeatingYear } as const;

export type AskedYear = {
  readonly kind: YearKind;
  readonly houseId: number;
  readonly year: number;
};

export async function tryYear({ kind, ...asked }: AskedYear): Promise<YearTrial> {
  const tried = await call(OPERATIONS[kind], { body: { ...asked, dryRun: true } });
  if (!('lines' in tried)) throw new Error('a dry run has booked something');
  return tried;
}

/** Books the lines if they still add up to what the dry run has shown. */
export async function bookYear(
  { kind, ...asked }: AskedYear & { readonly expectedAmount: string },
  idempotencyKey: string,
): Promise<void> {
  await call(OPERATIONS[kind], { body: { ...asked, dryRun: false }, idempotencyKey });
}
