// Puts the computed houses of a month into the ledger.
import type { AppliedCycle } from '@kvartplata/contracts/billing/apply.ts';
import type { BillingCycle } from '@kvartplata/contracts/billing/cycles.ts';
import { firstDayOf } from '@kvartplata/domain/calendar/billing-month.ts';
import { compareDays, formatDay } from '@kvartplata/domain/calendar/day.ts';
import { sumOfMoney } from '@kvartplata/domain/money/sums.ts';
import { recordChange } from '@kvartplata/platform/audit/audit.repository.ts';
import { becomeOwner } from '@kvartplata/platform/database/as-owner.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { Once } from '@kvartplata/platform/idempotency/once.ts';
import type { JobQueue } from '@kvartplata/platform/jobs/job-queue.ts';
import { raiseWorkMemory } from '@kvartplata/platform/database/work-memory.ts';
import type { Caller } from '../../access/access.service.ts';
import { listHouses } from '../../access/places.ts';
import type { AppliedMonth } from '../../books/account-balances/account-balances.repository.ts';
import { getCycle, readCycle } from '../../books/cycles/cycles.service.ts';
import { asMonthRefusal, bookCharges } from '../../books/ledger-entries/ledger-entries.service.ts';
import { ALLOCATION_QUEUE } from '../../payments/payments/allocations.service.ts';
import { INTEREST_QUEUE } from '../../penalties/instalments/book-interest.service.ts';
import type { Trx } from '../../tables.ts';
import { requireExpected } from '../expected-amount.ts';
import {
  countBroughtDebts,
  isBeingComputed,
  lockCycle,
  markApplied,
  markHousesApplied,
  type CycleToApply,
  type HouseToBook,
} from './apply.repository.ts';

export type ApplyMeans = {
  readonly queue: JobQueue;
  readonly once: Once;
  readonly today: Temporal.PlainDate;
};

export type AskedApply = {
  /** Only these houses. */
  readonly houseIds?: readonly number[] | undefined;
  /** Roubles: what the charges have to add up to. */
  readonly expectedAmount?: string | undefined;
};

/**
 * Books the draft charges of a cycle's houses, or of some of them, and adds them to the balances, all in one transaction. A
 * follow-up job merges the additions and allocates advances to the new charges, another books the interest of instalment plans. A
 * house that core has changed since it was computed is applied as it is; the closing checks then report it.
 * Checked in this order: the cycle exists, the role, the named houses are its organization's, the idempotency key, the month has
 * begun, it is not closed, no job is under way, no account's opening balance is the debt of the month, there is something to
 * apply, no later month is closed, the amount is the expected one.
 * @throws Refusal not-found, forbidden, idempotency-key-in-use, idempotency-key-reused,
 * month-not-over, month-closed, job-under-way, debt-brought-in, nothing-to-apply, amount-changed, dependency-unavailable
 */
export async function applyCycle(
  { queue, once, today }: ApplyMeans,
  caller: Caller,
  cycleId: number,
  { houseIds, expectedAmount }: AskedApply = {},
): Promise<AppliedCycle> {
  const cycle = await getCycle(caller, cycleId);
  const { organizationId } = cycle;
  if (houseIds !== undefined) await requireHouses(caller, organizationId, houseIds);
  try {
    return await inTransaction(caller.db, async (trx) =>
      once(trx, organizationId, async () => {
        requireBegun(cycle, today);
        await becomeOwner(trx);
        const before = await lockCycle(trx, { organizationId, cycleId });
        // A caller who may read the cycle but not change it gets no row to lock.
        if (before === undefined) throw new Refusal('forbidden');
        const applied = await apply(trx, { organizationId, cycleId, ...before }, today, houseIds);
        requireExpected(applied.totalAmount, expectedAmount);
        await queue.enqueue(trx, ALLOCATION_QUEUE, { organizationId, reference: cycleId });
        await queue.enqueue(trx, INTEREST_QUEUE, { organizationId, reference: cycleId });
        await recordChange(trx, caller.actor, {
          action: 'cycle.applied',
          object: { type: 'cycle', id: cycleId },
          organizationId,
          before: { status: before.status },
          after: houseIds === undefined ? applied : { ...applied, houseIds },
        });
        return applied;
      }),
    );
  } catch (error) {
    throw asMonthRefusal(error);
  }
}

function requireBegun(cycle: BillingCycle, today: Temporal.PlainDate): void {
  const firstDay = firstDayOf(Temporal.PlainYearMonth.from(cycle));
  if (compareDays(firstDay, today) > 0)
    throw new Refusal('month-not-over', `The month begins on ${formatDay(firstDay)}`);
}

async function requireHouses(
  caller: Caller,
  organizationId: number,
  houseIds: readonly number[],
): Promise<void> {
  await caller.requireRole(organizationId);
  const { houseIds: all } = await listHouses(caller, organizationId);
  const own = new Set(all);
  const stranger = houseIds.find((id) => !own.has(id));
  if (stranger !== undefined)
    throw new Refusal('not-found', `The organization has no house ${stranger}`);
}

/** A draft without any charges becomes applied too: anything computed later is applied separately. */
async function apply(
  trx: Trx,
  { organizationId, cycleId, period, status }: AppliedMonth & CycleToApply,
  today: Temporal.PlainDate,
  houseIds: readonly number[] | undefined,
): Promise<AppliedCycle> {
  const own = { organizationId, cycleId };
  if (status === 'CLOSED')
    throw new Refusal('month-closed', `Cycle ${cycleId} is closed: it takes no entry any more`);
  if (await isBeingComputed(trx, own)) throw underWay(cycleId);
  const brought = await countBroughtDebts(trx, { ...own, period }, houseIds);
  if (brought > 0)
    throw new Refusal(
      'debt-brought-in',
      `Accounts with an opening balance for ${period.slice(0, 7)}: ${brought}`,
    );
  await markApplied(trx, own, today);
  const { houses, entries, accounts } = await bookMonth(trx, { ...own, period }, houseIds);
  if (houses.length === 0 && (status !== 'DRAFT' || houseIds !== undefined))
    throw new Refusal(
      'nothing-to-apply',
      `None of the requested houses has draft charges in ${period.slice(0, 7)}`,
    );
  return {
    cycle: await readCycle(trx, own),
    chargesApplied: houses.reduce((sum, { charges }) => sum + charges, 0),
    ledgerEntriesCreated: entries,
    accountsUpdated: accounts,
    totalAmount: sumOfMoney(houses.map(({ amount }) => amount)),
  };
}

export function underWay(cycleId: number): Refusal {
  return new Refusal('job-under-way', `Cycle ${cycleId} is still being computed`);
}

export type BookedMonth = {
  readonly houses: readonly HouseToBook[];
  readonly entries: number;
  readonly accounts: number;
};

/**
 * Books the draft charges of a cycle that is already applied.
 * @param houseIds only some of them
 */
export async function bookMonth(
  trx: Trx,
  month: AppliedMonth,
  houseIds?: readonly number[],
): Promise<BookedMonth> {
  await raiseWorkMemory(trx);
  const houses = await markHousesApplied(trx, month, houseIds);
  return { houses, ...(await bookCharges(trx, month, houses)) };
}
