// The months of an organization.
import { applyCycle as apply, type AppliedCycle } from '@kvartplata/contracts/billing/apply.ts';
import { closeCycle as close, reopenCycle as reopen } from '@kvartplata/contracts/billing/close.ts';
import {
  listCycleHouses,
  listCycles,
  type HouseMonth,
} from '@kvartplata/contracts/billing/cycles.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { thisMonth } from '../../lib/days.ts';
import { read, readAll } from '../../lib/reads.ts';
import { workedMonthOf } from './cycle-months.ts';

/** All of them, newest first. */
export function cyclesOf(organizationId: number) {
  return readAll(listCycles, { query: { organizationId } });
}

/** The month being worked on; undefined until the organization's months are read. */
export function useWorkedMonth(organizationId: number): string | undefined {
  const { data: cycles } = useQuery(cyclesOf(organizationId));
  return cycles === undefined ? undefined : workedMonthOf(cycles, thisMonth());
}

/**
 * The state of each house's month; houses never computed are missing.
 * @param calculatedAt when its last calculation ended, so that nothing read earlier is taken for its result
 */
export function houseMonthsOf(cycleId: number, calculatedAt: string | null) {
  const params = { cycleId };
  return queryOptions({
    queryKey: [...read(listCycleHouses, { params }).queryKey, { calculatedAt }],
    queryFn: async ({ signal }) => call(listCycleHouses, { params, signal }),
    select: ({ items }): ReadonlyMap<number, HouseMonth> =>
      new Map(items.map((month) => [month.houseId, month])),
  });
}

/**
 * Books the month's charges if they still add up to what was shown.
 * @param houseIds only of these houses
 * @param expectedAmount roubles
 */
export async function applyCycle(
  cycleId: number,
  houseIds: readonly number[] | undefined,
  expectedAmount: string,
  idempotencyKey: string,
): Promise<AppliedCycle> {
  const some = houseIds === undefined ? {} : { houseIds: [...houseIds] };
  return call(apply, { params: { cycleId }, body: { ...some, expectedAmount }, idempotencyKey });
}

/** Afterwards neither the month nor any earlier one accepts entries. */
export async function closeCycle(cycleId: number): Promise<void> {
  await call(close, { params: { cycleId } });
}

/** Undoes the closing. */
export async function reopenCycle(cycleId: number, reason: string): Promise<void> {
  await call(reopen, { params: { cycleId }, body: { reason } });
}
