// Closes an applied month and seals it: from then on neither it nor any earlier month takes entries.
import type { CheckOutcome } from '@kvartplata/contracts/billing/closing-checks.ts';
import type { BillingCycle } from '@kvartplata/contracts/billing/cycles.ts';
import { formatBillingMonth, lastDayOf } from '@kvartplata/domain/calendar/billing-month.ts';
import { compareDays, formatDay } from '@kvartplata/domain/calendar/day.ts';
import { recordChange } from '@kvartplata/platform/audit/audit.repository.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { Caller } from '../../access/access.service.ts';
import { underWay } from '../apply/apply.service.ts';
import { findOutdated, noteOutdated } from '../calculation-jobs/outdated-houses.service.ts';
import { outcomeOf, readClosingChecks } from '../closing-checks/closing-checks.service.ts';
import { getCycle, readCycle } from '../../books/cycles/cycles.service.ts';
import { findFirstComputed, findFirstDraft, markClosed } from './close.repository.ts';
import { sealMonth } from '../../books/seals/seals.service.ts';

/**
 * Remarks do not prevent closing, they are recorded in the seal; a blocking check does prevent it.
 * Checked in this order: the cycle exists, the role, it is applied, the month is over, no job of it or of an earlier month is
 * under way, no earlier month waits to be applied, no check blocks.
 * @throws Refusal not-found, forbidden, cycle-not-applied, month-not-over, job-under-way, earlier-cycle-draft,
 * check-blocking, dependency-unavailable
 */
export async function closeCycle(
  caller: Caller,
  cycleId: number,
  today: Temporal.PlainDate,
): Promise<BillingCycle> {
  const cycle = await getCycle(caller, cycleId);
  const { organizationId } = cycle;
  const own = { organizationId, cycleId };
  if (cycle.status !== 'APPLIED') throw notApplied(cycleId);
  requireOver(cycle, today);
  // Before the transaction, which blocks all booking in the organization.
  const checks = (await readClosingChecks(caller, cycle, { today, isClosing: true })).map(
    outcomeOf,
  );
  const period = formatBillingMonth(Temporal.PlainYearMonth.from(cycle));
  const outdated = await findOutdated(caller, { ...own, period });
  return inTransaction(caller.db, async (trx) => {
    if (!(await markClosed(trx, own, today))) throw notApplied(cycleId);
    const computed = await findFirstComputed(trx, own);
    if (computed !== undefined) throw underWay(computed);
    const draft = await findFirstDraft(trx, own);
    if (draft?.isEarlier === true)
      throw new Refusal(
        'earlier-cycle-draft',
        `Apply ${draft.month} first: closed months take no entry`,
      );
    refuseBlocked(checks);
    // A job may have left a draft since the checks were read.
    if (draft !== undefined)
      throw new Refusal('check-blocking', 'Apply the remaining houses first');
    await noteOutdated(trx, own, outdated);
    const seal = await sealMonth(trx, own, checks);
    const closed = await readCycle(trx, own);
    await recordChange(trx, caller.actor, {
      action: 'cycle.closed',
      object: { type: 'cycle', id: cycleId },
      organizationId,
      before: { status: 'APPLIED' },
      after: { ...closed, ...seal, checks },
    });
    return closed;
  });
}

function requireOver(cycle: BillingCycle, today: Temporal.PlainDate): void {
  const lastDay = lastDayOf(Temporal.PlainYearMonth.from(cycle));
  if (compareDays(today, lastDay) <= 0)
    throw new Refusal('month-not-over', `Its last day is ${formatDay(lastDay)}`);
}

function notApplied(cycleId: number): Refusal {
  return new Refusal('cycle-not-applied', `Cycle ${cycleId} is a draft, or closed already`);
}

function refuseBlocked(checks: readonly CheckOutcome[]): void {
  const blocking = checks.filter(({ state }) => state === 'BLOCKING');
  if (blocking.length === 0) return;
  const named = blocking.map(({ code, count }) => `${code} (${count})`).join(', ');
  throw new Refusal('check-blocking', `Put in order first: ${named}`);
}
