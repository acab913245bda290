// How far an instalment plan has come by a day: whether it is kept, how much of it is paid, and where it has ended.

import type { DayNumber } from '../../calendar/day-number.ts';
import type { Kopecks } from '../../money/kopecks.ts';
import type { PausedDays } from '../penalty/paused-days.ts';

export type InstalmentPlan = {
  /** The first days of the months whose debts it covers. */
  readonly covers: readonly DayNumber[];
  readonly startsOn: DayNumber;
  /** What was owed of the covered months when the plan was made. */
  readonly amountKopecks: Kopecks;
  /** What was overdue beside it, which nobody pays by the plan; below zero an advance that was left, which pays it. */
  readonly besideKopecks: Kopecks;
  /** In order of their due days. */
  readonly parts: readonly { readonly principalKopecks: Kopecks; readonly dueOn: DayNumber }[];
  /** The day on which it was cancelled. */
  readonly cancelledOn: DayNumber | null;
};

/** The principal of an account: what its months were charged, and the money that lowered it, in order of days. */
export type PrincipalBooks = {
  readonly charged: readonly {
    /** Its first day. */
    readonly month: DayNumber;
    readonly dueOn: DayNumber;
    readonly amountKopecks: Kopecks;
  }[];
  readonly money: readonly { readonly paidOn: DayNumber; readonly amountKopecks: Kopecks }[];
};

export type PlanState = 'active' | 'kept' | 'broken' | 'cancelled';

export type PlanProgress = {
  readonly state: PlanState;
  /** The last day of the plan, once it is over: what is left counts as any debt from the day after. */
  readonly endedOn: DayNumber | null;
  /** Of the covered debt, by the day. */
  readonly paidKopecks: Kopecks;
};

/**
 * A part is paid in time when by the end of its due day the money of the account has covered the parts up to it and whatever
 * else has fallen due since the plan was made: the charges of the months, and the interest among them. What was overdue
 * beside the plan is not asked for. All money counts alike, whichever months it pays.
 * A month missed ends the plan with its due day; so does the day on which nothing is left of it, and a cancellation.
 * @param by the day, inclusive: a due day that is not over is not missed yet
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

/** The days up to `by` on which what the plan covers bears no penalty; undefined where there are none. */
export function pausedBy(
  plan: InstalmentPlan,
  books: PrincipalBooks,
  by: DayNumber,
): PausedDays | undefined {
  const { endedOn } = progressOf(plan, books, by);
  const to = endedOn ?? by;
  return to < plan.startsOn ? undefined : { from: plan.startsOn, to };
}

/** What is owed of the plan in a month, counted from 0, once the parts before it were due: as agreed, or less where more was paid. */
export function owedInMonth(plan: InstalmentPlan, books: PrincipalBooks, nth: number): Kopecks {
  const before = plan.parts.slice(0, nth);
  const last = before.at(-1);
  if (last === undefined) return plan.amountKopecks;
  const agreedKopecks = before.reduce((sum, { principalKopecks }) => sum + principalKopecks, 0n);
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
 * What was paid by the last due day that has come, or, where it is more, what is paid beside all charges: money that came since
 * may be meant for charges that are not due yet.
 */
function paidInTime(plan: InstalmentPlan, books: PrincipalBooks, until: DayNumber): Kopecks {
  const now = paidBesideAll(plan, books, until);
  const lastDueOn = plan.parts.findLast(({ dueOn }) => dueOn <= until)?.dueOn;
  const then = lastDueOn === undefined ? 0n : paidBy(plan, books, lastDueOn);
  return then > now ? then : now;
}

/**
 * Never less than on the due day before: the parts up to it were paid in time, or the plan would have ended there, and a charge
 * that nobody paid since does not make them unpaid.
 */
function paidByItsEnd(plan: InstalmentPlan, books: PrincipalBooks, endedOn: DayNumber): Kopecks {
  const now = paidBy(plan, books, endedOn);
  const keptOn = plan.parts.findLast(({ dueOn }) => dueOn < endedOn)?.dueOn;
  const then = keptOn === undefined ? 0n : paidBy(plan, books, keptOn);
  return then > now ? then : now;
}

/** What the money up to a day leaves for the plan beside all that has fallen due by then. */
function paidBy(plan: InstalmentPlan, books: PrincipalBooks, day: DayNumber): Kopecks {
  const isAsked = ({ month, dueOn }: ChargedMonth) => dueOn <= day || plan.covers.includes(month);
  return within(plan, owedOf(books, day, isAsked));
}

/** The same beside all that is charged, also what is due later. */
function paidBesideAll(plan: InstalmentPlan, books: PrincipalBooks, day: DayNumber): Kopecks {
  return within(
    plan,
    owedOf(books, day, () => true),
  );
}

function within({ amountKopecks, besideKopecks }: InstalmentPlan, owedKopecks: Kopecks): Kopecks {
  const overdueKopecks = besideKopecks > 0n ? besideKopecks : 0n;
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
