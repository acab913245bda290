// The state of an instalment plan on a day: whether it is kept, how much of it is paid, and when it ended.

import type { DayNumber } from '../../calendar/day-number.ts';
import type { Kopecks } from '../../money/kopecks.ts';
import { sumBy } from '../../money/sums.ts';
import type { PausedDays } from '../penalty/paused-days.ts';

export type InstalmentPlan = {
  /** The first days of the months whose debts it covers. */
  readonly covers: readonly DayNumber[];
  readonly startsOn: DayNumber;
  /** The debt of the covered months when the plan was made. */
  readonly amountKopecks: Kopecks;
  /** The debt then overdue outside the plan, which the plan does not pay; below zero an advance, which pays the plan. */
  readonly besideKopecks: Kopecks;
  /** What `chargedBeside` told when the plan was made. */
  readonly besideChargedKopecks: Kopecks;
  /** In the order of due days. */
  readonly parts: readonly { readonly principalKopecks: Kopecks; readonly dueOn: DayNumber }[];
  /** The day on which it was cancelled. */
  readonly cancelledOn: DayNumber | null;
};

/** The principal of an account: the charges of its months, and the money that lowered it, in the order of days. */
export type PrincipalBooks = {
  readonly charged: readonly {
    /** The first day of the month. */
    readonly month: DayNumber;
    readonly dueOn: DayNumber;
    readonly amountKopecks: Kopecks;
  }[];
  readonly money: readonly {
    readonly paidOn: DayNumber;
    readonly amountKopecks: Kopecks;
    /** The first day of the month whose debt it lowers; undefined for a payment. */
    readonly lowers?: DayNumber | undefined;
  }[];
};

export type PlanState = 'active' | 'kept' | 'broken' | 'cancelled';

export type PlanProgress = {
  readonly state: PlanState;
  /** The last day of the plan, once it is over: from the next day on the rest is an ordinary debt. */
  readonly endedOn: DayNumber | null;
  /** The part of the covered debt paid by the day. */
  readonly paidKopecks: Kopecks;
};

/**
 * A part is paid in time if by the end of its due day the account's money has covered all parts up to it and everything else that
 * has fallen due since the plan was made: the charges of the months, including the interest. What was overdue outside the plan is
 * not required. All payments count equally, whichever months they pay; what is written off or reversed of an overdue month outside
 * the plan lowers the debt beside it, and is no payment of the plan.
 * A missed part ends the plan on its due day; full payment and cancellation end it too.
 * @param by the day, inclusive: a part due on a day that is not over is not missed yet
 */
export function progressOf(
  plan: InstalmentPlan,
  books: PrincipalBooks,
  by: DayNumber,
): PlanProgress {
  const until = Math.min(by, (plan.cancelledOn ?? by + 1) - 1);
  const end = endOf(plan, books, until);
  if (end !== undefined) return { ...end, paidKopecks: paidByItsEnd(plan, books, end.endedOn) };
  const paidKopecks = paidInTime(plan, books, until);
  return plan.cancelledOn !== null && plan.cancelledOn <= by
    ? { state: 'cancelled', endedOn: plan.cancelledOn - 1, paidKopecks }
    : { state: 'active', endedOn: null, paidKopecks };
}

/** The days up to `by` on which the covered debt bears no penalty; undefined if there are none. */
export function pausedBy(
  plan: InstalmentPlan,
  books: PrincipalBooks,
  by: DayNumber,
): PausedDays | undefined {
  const { endedOn } = progressOf(plan, books, by);
  const to = endedOn ?? by;
  return to < plan.startsOn ? undefined : { from: plan.startsOn, to };
}

/** What is owed of the plan in a month (from 0) after the earlier parts were due: as agreed, or less if more was paid. */
export function owedInMonth(plan: InstalmentPlan, books: PrincipalBooks, nth: number): Kopecks {
  const before = plan.parts.slice(0, nth);
  const last = before.at(-1);
  if (last === undefined) return plan.amountKopecks;
  const agreedKopecks = sumBy(before, ({ principalKopecks }) => principalKopecks);
  const paidKopecks = paidBy(plan, books, last.dueOn);
  return plan.amountKopecks - (paidKopecks > agreedKopecks ? paidKopecks : agreedKopecks);
}

type ChargedMonth = PrincipalBooks['charged'][number];

type End = { readonly state: 'kept' | 'broken'; readonly endedOn: DayNumber };

function endOf(plan: InstalmentPlan, books: PrincipalBooks, until: DayNumber): End | undefined {
  const paidOff = books.money
    .map(({ paidOn }) => Math.max(paidOn, plan.startsOn))
    .find((day) => day <= until && paidBy(plan, books, day) >= plan.amountKopecks);
  let askedKopecks = 0n;
  for (const { principalKopecks, dueOn } of plan.parts) {
    if (paidOff !== undefined && paidOff <= dueOn) return { state: 'kept', endedOn: paidOff };
    if (dueOn >= until) return undefined;
    askedKopecks += principalKopecks;
    if (paidBy(plan, books, dueOn) < askedKopecks) return { state: 'broken', endedOn: dueOn };
  }
  return { state: 'kept', endedOn: plan.parts.at(-1)?.dueOn ?? plan.startsOn };
}

/**
 * What was paid by the last due day so far or, if more, what is paid beyond all charges: money received since then may be meant
 * for charges that are not due yet.
 */
function paidInTime(plan: InstalmentPlan, books: PrincipalBooks, until: DayNumber): Kopecks {
  const now = paidBesideAll(plan, books, until);
  const lastDueOn = plan.parts.findLast(({ dueOn }) => dueOn <= until)?.dueOn;
  const then = lastDueOn === undefined ? 0n : paidBy(plan, books, lastDueOn);
  return then > now ? then : now;
}

/**
 * At least as much as on the last due day before the end: the parts up to that day were paid in time, or the plan would have ended
 * there, and a later unpaid charge does not make them unpaid.
 */
function paidByItsEnd(plan: InstalmentPlan, books: PrincipalBooks, endedOn: DayNumber): Kopecks {
  const now = paidBy(plan, books, endedOn);
  const keptOn = plan.parts.findLast(({ dueOn }) => dueOn < endedOn)?.dueOn;
  const then = keptOn === undefined ? 0n : paidBy(plan, books, keptOn);
  return then > now ? then : now;
}

/** How much of the money up to a day is left for the plan after everything that has fallen due by then. */
function paidBy(plan: InstalmentPlan, books: PrincipalBooks, day: DayNumber): Kopecks {
  const isAsked = ({ month, dueOn }: ChargedMonth) => dueOn <= day || plan.covers.includes(month);
  return within(plan, overdueBeside(plan, books, day), owedOf(books, day, isAsked));
}

/** The same after all charges, including those due later. */
function paidBesideAll(plan: InstalmentPlan, books: PrincipalBooks, day: DayNumber): Kopecks {
  return within(
    plan,
    overdueBeside(plan, books, day),
    owedOf(books, day, () => true),
  );
}

/**
 * What the months cost that had fallen due before a plan begins and that it does not cover, less what is written off of them by
 * the day.
 */
export function chargedBeside(
  { covers, startsOn }: Pick<InstalmentPlan, 'covers' | 'startsOn'>,
  { charged, money }: PrincipalBooks,
  day: DayNumber,
): Kopecks {
  const beside = charged.filter(({ month, dueOn }) => dueOn < startsOn && !covers.includes(month));
  const months = new Set(beside.map(({ month }) => month));
  const lowered = money.filter(
    ({ paidOn, lowers }) => paidOn <= day && lowers !== undefined && months.has(lowers),
  );
  const kopecksOf = ({ amountKopecks }: { readonly amountKopecks: Kopecks }) => amountKopecks;
  return sumBy(beside, kopecksOf) - sumBy(lowered, kopecksOf);
}

function overdueBeside(plan: InstalmentPlan, books: PrincipalBooks, day: DayNumber): Kopecks {
  const changeKopecks = chargedBeside(plan, books, day) - plan.besideChargedKopecks;
  const overdueKopecks = plan.besideKopecks + changeKopecks;
  return overdueKopecks > 0n ? overdueKopecks : 0n;
}

function within(
  { amountKopecks }: InstalmentPlan,
  overdueKopecks: Kopecks,
  owedKopecks: Kopecks,
): Kopecks {
  const paidKopecks = amountKopecks + overdueKopecks - owedKopecks;
  if (paidKopecks < 0n) return 0n;
  return paidKopecks > amountKopecks ? amountKopecks : paidKopecks;
}

function owedOf(
  { charged, money }: PrincipalBooks,
  day: DayNumber,
  isAsked: (month: ChargedMonth) => boolean,
): Kopecks {
  let owedKopecks = 0n;
  for (const month of charged) if (isAsked(month)) owedKopecks += month.amountKopecks;
  for (const { paidOn, amountKopecks } of money) if (paidOn <= day) owedKopecks -= amountKopecks;
  return owedKopecks;
}
