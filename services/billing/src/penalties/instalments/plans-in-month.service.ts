// What the accounts' instalment plans require in a month, for its payment documents: by what was booked by its end, so that the
// result for a closed month never changes.
import {
  firstDayOf,
  lastDayOf,
  type BillingMonth,
} from '@kvartplata/domain/calendar/billing-month.ts';
import { numberOfDay } from '@kvartplata/domain/calendar/day-number.ts';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import { parseKopecks, type Kopecks } from '@kvartplata/domain/money/kopecks.ts';
import { sumBy } from '@kvartplata/domain/money/sums.ts';
import {
  partInMonth,
  type PartInMonth,
} from '@kvartplata/domain/regulation/instalment/part-in-month.ts';
import type { Db } from '../../tables.ts';
import { listBegun } from './instalments.repository.ts';
import { withBooks, type PlanWithBooks } from './plan-books.service.ts';

/** A plan that is active at the end of a month. */
export type PlanInMonth = PartInMonth & {
  readonly instalmentId: number;
  readonly startsOn: string;
  /** The number of the month's part, counted from 1; `of` is the number of parts. */
  readonly nth: number;
  readonly of: number;
  readonly amountKopecks: Kopecks;
  /** Per cent a year. */
  readonly annualInterest: string;
  /** The interest booked for it in the month. */
  readonly interestKopecks: Kopecks;
  /** The months whose debts it covers, `YYYY-MM`. */
  readonly covers: readonly string[];
};

export type PlansOf = {
  readonly house: { readonly organizationId: number; readonly houseId: number };
  readonly month: BillingMonth;
  /** Charges of the month that are not in the ledger yet, by account. */
  readonly drafted: ReadonlyMap<number, Kopecks>;
};

/** By account; only accounts that have a plan. Of plans for the same debt only the newest counts, which replaces a cancelled one. */
export async function readPlansInMonth(
  db: Db,
  { house, month, drafted }: PlansOf,
  accountIds: readonly number[],
): Promise<ReadonlyMap<number, readonly PlanInMonth[]>> {
  const firstDay = formatDay(firstDayOf(month));
  const begun = await listBegun(db, house, accountIds, firstDay);
  const plans = (await withBooks(db, begun, firstDay)).flatMap((read) => {
    const { personalAccountId } = read.row;
    const told = toPlanInMonth(read, month, drafted.get(personalAccountId) ?? 0n);
    return told === undefined ? [] : [{ personalAccountId, ...told }];
  });
  const standing = plans.filter((plan) => !plans.some((other) => replaces(other, plan)));
  return Map.groupBy(standing, ({ personalAccountId }) => personalAccountId);
}

type OfAccount = Pick<PlanInMonth, 'instalmentId' | 'covers'> & {
  readonly personalAccountId: number;
};

function replaces(newer: OfAccount, older: OfAccount): boolean {
  if (newer.personalAccountId !== older.personalAccountId) return false;
  if (newer.instalmentId <= older.instalmentId) return false;
  return newer.covers.some((period) => older.covers.includes(period));
}

function toPlanInMonth(
  { row, plan, books, interest }: PlanWithBooks,
  month: BillingMonth,
  draftedKopecks: Kopecks,
): PlanInMonth | undefined {
  const firstDay = formatDay(firstDayOf(month));
  const lastDay = numberOfDay(lastDayOf(month));
  const nth = row.schedule.filter(({ period }) => period <= firstDay).length;
  // Charges of a month are due after its end.
  const draft = {
    month: numberOfDay(firstDayOf(month)),
    dueOn: lastDay + 1,
    amountKopecks: draftedKopecks,
  };
  const part = partInMonth(
    plan,
    { ...books, charged: [...books.charged, draft] },
    { lastDay, parts: nth },
  );
  if (part === undefined) return undefined;
  const booked = interest.filter(
    ({ bookedIn, isReversed }) => bookedIn === firstDay && !isReversed,
  );
  return {
    ...part,
    instalmentId: row.id,
    startsOn: row.startsOn,
    nth,
    of: row.schedule.length,
    amountKopecks: plan.amountKopecks,
    annualInterest: row.annualInterest,
    interestKopecks: sumBy(booked, ({ amount }) => parseKopecks(amount)),
    covers: row.debts.map(({ period }) => period.slice(0, 7)),
  };
}
