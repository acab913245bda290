// What is charged in place of late meters, for the slices that compute a month.
import type { LateMeter } from '@kvartplata/contracts/core/billing-snapshot.ts';
import type { Db } from '../../tables.ts';
import { listEstimates } from './estimates.repository.ts';
import { goneLines, sumEstimates, type Estimates, type FoundLine } from './sum-estimates.ts';

export type { Estimates, FoundLine };

/**
 * @param month the first day of the month of the late reading
 * @param found lines of corrections of earlier months that will be charged together with this one
 */
export async function readEstimates(
  db: Db,
  organizationId: number,
  late: readonly LateMeter[],
  month: string,
  found: readonly FoundLine[] = [],
): Promise<Estimates> {
  if (late.length === 0) return new Map();
  const standing = await listEstimates(db, organizationId, late, month, goneLines(found));
  return sumEstimates(late, standing, found);
}
