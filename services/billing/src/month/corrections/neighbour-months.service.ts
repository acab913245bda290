// The booked months right before and after a corrected range that differ as well. A reading may divide the volume of two months
// in another way: correcting one of them alone would charge the residents for a part of it twice, or not at all.
import type { CorrectionOutcome } from '@kvartplata/contracts/billing/corrections.ts';
import { formatKopecks } from '@kvartplata/domain/money/kopecks.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { Caller } from '../../access/access.service.ts';
import { requireChargesKept } from '../../books/cycles/archived-months.service.ts';
import type { DryRuns } from '../calculation-jobs/dry-runs.service.ts';
import { totalOf, type AskedCorrection } from './book-correction.service.ts';
import { listMonthsInLedger } from './corrections.repository.ts';
import { findDifferences, type Differences } from './find-differences.service.ts';

type Neighbours = CorrectionOutcome['neighbours'];

/** Reasons why a month cannot be corrected together with the range. */
const NOT_CORRECTABLE = ['month-archived', 'former-bills', 'too-much-at-once'];

/**
 * Nothing is looked for if nothing differs in the range itself.
 * @throws Refusal dependency-unavailable, unprocessable-reference
 */
export async function findNeighbours(
  dryRuns: DryRuns,
  caller: Caller,
  asked: AskedCorrection,
  found: Differences,
): Promise<Neighbours> {
  if (found.lines.length === 0) return [];
  const differenceIn = async (period: string, before?: Differences): Promise<Neighbours> => {
    const months = await listMonthsInLedger(caller.db, asked, { from: period, to: period });
    if (months.length === 0) return [];
    await requireChargesKept(caller.db, period);
    const differences = await findDifferences(dryRuns, caller, { ...asked, months }, before);
    const lineCount = differences.lines.length;
    return lineCount === 0
      ? []
      : [{ period: period.slice(0, 7), lineCount, amount: formatKopecks(totalOf(differences)) }];
  };
  return [
    ...(await ifCorrectable(async () => differenceIn(monthsFrom(asked.periodFrom, -1)))),
    ...(await ifCorrectable(async () => differenceIn(monthsFrom(asked.periodTo, 1), found))),
  ];
}

async function ifCorrectable(find: () => Promise<Neighbours>): Promise<Neighbours> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof Refusal && NOT_CORRECTABLE.includes(error.code)) return [];
    throw error;
  }
}

/** @param period the first day of a month */
function monthsFrom(period: string, months: number): string {
  return Temporal.PlainDate.from(period).add({ months }).toString();
}
