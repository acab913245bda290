// The progress of instalment plans, by the books of their accounts.
import { firstDayOf, monthOf } from '@kvartplata/domain/calendar/billing-month.ts';
import { numberOfDay } from '@kvartplata/domain/calendar/day-number.ts';
import { parseDay } from '@kvartplata/domain/calendar/day.ts';
import { parseKopecks, type Kopecks } from '@kvartplata/domain/money/kopecks.ts';
import {
  type InstalmentPlan,
  type PrincipalBooks,
} from '@kvartplata/domain/regulation/instalment/plan-progress.ts';
import { termsOfMonth, type OwnRules } from '@kvartplata/domain/regulation/penalty/own-rules.ts';
import { FIRST_MONTH_OF_SCALES } from '@kvartplata/domain/regulation/penalty/penalty-scale.ts';
import type { AccountPlace } from '../../books/account-balances/account-balances.repository.ts';
import type { Db } from '../../tables.ts';
import { readOwnRules } from '../penalty-rules/penalty-rules.service.ts';
import { dayNumber, toPlan } from './stored-plan.service.ts';
import {
  listInterest,
  listPrincipal,
  type InstalmentRow,
  type InterestRow,
  type PrincipalRow,
} from './instalments.repository.ts';

export type PlanWithBooks = {
  readonly row: InstalmentRow;
  readonly plan: InstalmentPlan;
  readonly books: PrincipalBooks;
  readonly interest: readonly InterestRow[];
};

/** The books from which the progress of an account's plans follows. */
export async function readPrincipalBooks(
  db: Db,
  { personalAccountId, ...house }: AccountPlace,
  dueOn: (firstDay: string) => number,
): Promise<PrincipalBooks> {
  const of = { ...house, personalAccountIds: [personalAccountId], upTo: null };
  const [row] = await listPrincipal(db, of);
  return toBooks(row, dueOn);
}

/** The interest booked for an account's plans and not reversed, by the month in which it is booked, `YYYY-MM`. */
export async function readBookedInterest(
  db: Db,
  { personalAccountId, ...house }: AccountPlace,
): Promise<ReadonlyMap<string, Kopecks>> {
  const of = { ...house, personalAccountIds: [personalAccountId], upTo: null };
  const booked = new Map<string, Kopecks>();
  for (const { bookedIn, amount, isReversed } of await listInterest(db, of)) {
    const month = bookedIn.slice(0, 7);
    if (!isReversed) booked.set(month, (booked.get(month) ?? 0n) + parseKopecks(amount));
  }
  return booked;
}

/** In the order of the plans. @param upTo the first day of the last month whose bookings count; all months when omitted */
export async function withBooks(
  db: Db,
  rows: readonly InstalmentRow[],
  upTo: string | null = null,
): Promise<readonly PlanWithBooks[]> {
  const read = new Map<InstalmentRow, PlanWithBooks>();
  for (const [organizationId, own] of Map.groupBy(rows, (row) => row.organizationId)) {
    const rulesOf = await readOwnRules(db, organizationId);
    for (const [houseId, ofHouse] of Map.groupBy(own, (row) => row.houseId)) {
      const ids = new Set(ofHouse.map(({ personalAccountId }) => personalAccountId));
      const of = { organizationId, houseId, personalAccountIds: [...ids], upTo };
      const principal = await listPrincipal(db, of);
      const interest = await listInterest(db, of);
      const dueOn = dueDays(rulesOf(houseId));
      for (const row of ofHouse) {
        const account = principal.find(
          (found) => found.personalAccountId === row.personalAccountId,
        );
        const books = toBooks(account, dueOn);
        const ofPlan = interest.filter(({ instalmentId }) => instalmentId === row.id);
        read.set(row, { row, plan: toPlan(row), books, interest: ofPlan });
      }
    }
  }
  return rows.map((row) => read.get(row)!);
}

/**
 * The last day to pay a month's charges in time, by the month's first day; for a month before the scales, that first day itself.
 */
export function dueDays(rules: OwnRules): (firstDay: string) => number {
  const known = new Map<string, number>();
  return (firstDay) => {
    const found = known.get(firstDay);
    if (found !== undefined) return found;
    const month = monthOf(parseDay(firstDay));
    const isOld = dayNumber(firstDay) < numberOfDay(firstDayOf(FIRST_MONTH_OF_SCALES));
    const dueOn = isOld ? dayNumber(firstDay) : numberOfDay(termsOfMonth(month, rules).dueDate);
    known.set(firstDay, dueOn);
    return dueOn;
  };
}

function toBooks(
  row: PrincipalRow | undefined,
  dueOn: (firstDay: string) => number,
): PrincipalBooks {
  return {
    charged: (row?.charged ?? []).map(({ period, amount }) => ({
      month: dayNumber(period),
      dueOn: dueOn(period),
      amountKopecks: parseKopecks(amount),
    })),
    money: (row?.money ?? []).map(({ day, lowers, amount }) => ({
      paidOn: dayNumber(day),
      amountKopecks: parseKopecks(amount),
      lowers: lowers === null ? undefined : dayNumber(lowers),
    })),
  };
}
