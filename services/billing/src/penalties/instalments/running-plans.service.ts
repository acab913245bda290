// Which accounts have an instalment plan that is active and kept on a day: nothing else is demanded of them, no service is
// restricted, and lists of debtors show the plan.
import { numberOfDay } from '@kvartplata/domain/calendar/day-number.ts';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import { progressOf } from '@kvartplata/domain/regulation/instalment/plan-progress.ts';
import type { HousesOf } from '@kvartplata/platform/database/of-organizations.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { AccountPlace } from '../../books/account-balances/account-balances.repository.ts';
import type { Db } from '../../tables.ts';
import { listBegunOfHouses } from './instalments.repository.ts';
import { withBooks } from './plan-books.service.ts';

export type RunningPlan = {
  readonly instalmentId: number;
  /** The month of its last part, `YYYY-MM`. */
  readonly lastMonth: string;
};

export type RunningPlans = ReadonlyMap<number, RunningPlan>;

/**
 * By account; when an account has several plans, the one that ends last.
 * @param on evaluated by the current books
 */
export async function readRunningPlans(
  db: Db,
  houses: HousesOf,
  on: Temporal.PlainDate,
): Promise<RunningPlans> {
  const running = new Map<number, RunningPlan>();
  const begun = await listBegunOfHouses(db, houses, formatDay(on));
  if (begun.length === 0) return running;
  for (const { row, plan, books } of await withBooks(db, begun)) {
    if (progressOf(plan, books, numberOfDay(on)).state !== 'active') continue;
    const lastMonth = row.schedule.at(-1)?.period.slice(0, 7) ?? '';
    const known = running.get(row.personalAccountId);
    if (known === undefined || known.lastMonth < lastMonth)
      running.set(row.personalAccountId, { instalmentId: row.id, lastMonth });
  }
  return running;
}

/** The same for one account. */
export async function findRunningPlan(
  db: Db,
  { organizationId, houseId, personalAccountId }: AccountPlace,
  on: Temporal.PlainDate,
): Promise<RunningPlan | undefined> {
  const plans = await readRunningPlans(db, { organizationId, houseIds: [houseId] }, on);
  return plans.get(personalAccountId);
}

/** @throws Refusal instalment-runs */
export async function refuseWhilePlanKept(
  db: Db,
  place: AccountPlace,
  on: Temporal.PlainDate,
): Promise<void> {
  const plan = await findRunningPlan(db, place, on);
  if (plan !== undefined)
    throw new Refusal(
      'instalment-runs',
      `The plan ${plan.instalmentId} runs to ${plan.lastMonth} and is kept`,
    );
}
