// What earlier months pass on to a month of some houses that is about to be computed.
import { readEstimates, type FoundLine } from '../charges/estimates.service.ts';
import type { Db } from '../../tables.ts';
import { readCommonNeedsBefore, type FoundNeeds } from './common-needs-months.service.ts';
import type { MonthOfHouses } from './house-months.repository.ts';
import { readLateMeters } from './late-meters.ts';
import type { EarlierMonths } from './read-house-facts.ts';

/** What a correction has found for earlier months that will be charged together with this one. */
export type FoundBefore = {
  readonly lines: readonly FoundLine[];
  readonly commonNeeds: readonly FoundNeeds[];
};

const NOTHING: FoundBefore = { lines: [], commonNeeds: [] };

/** @param snapshot of the month, as core sent it: it names the late meters */
export async function readEarlierMonths(
  db: Db,
  month: MonthOfHouses,
  snapshot: Uint8Array,
  found = NOTHING,
): Promise<EarlierMonths> {
  const { organizationId, period } = month;
  const late = readLateMeters(snapshot);
  const estimates = await readEstimates(db, organizationId, late, period, found.lines);
  return { estimates, commonNeeds: await readCommonNeedsBefore(db, month, found.commonNeeds) };
}
