// Which steps of a month are done, and which comes next, judged by data from the services.
import type { ClosingCheck } from '@kvartplata/contracts/billing/closing-checks.ts';
import type { BillingCycle } from '@kvartplata/contracts/billing/cycles.ts';
import type { MonthSummary } from '@kvartplata/contracts/billing/month-summary.ts';
import type { ReadingCounts } from '@kvartplata/contracts/core/readings.ts';
import { signOf } from '../lib/figures.ts';
import type { MonthProgress, StepName } from './month-step.tsx';

export type KnownMonth = {
  readonly cycle: Pick<BillingCycle, 'status' | 'accounts' | 'housesNotApplied'> | undefined;
  /** The later month that it was closed with, if any. */
  readonly closing?: string | undefined;
  readonly counts: readonly Pick<ReadingCounts['items'][number], 'meters' | 'read'>[];
  readonly totals: Pick<MonthSummary['totals'], 'paid'> | undefined;
  readonly checks: readonly Pick<ClosingCheck, 'code' | 'state' | 'count' | 'open'>[];
};

/** Checks that belong to steps of their own, and say nothing about the charges. */
const OF_OTHER_STEPS = new Set<ClosingCheck['code']>([
  'month-not-over',
  'draft-charges',
  'penalties-not-accrued',
  'unidentified-payments',
  'waiting-adjustments',
]);

export function progressOf(month: KnownMonth): MonthProgress {
  const done = new Set<StepName>();
  const { cycle, counts, totals, checks } = month;
  const isClosed = cycle?.status === 'CLOSED' || month.closing !== undefined;
  const isApplied = isClosed || (cycle?.status === 'APPLIED' && cycle.housesNotApplied === 0);
  const countOf = (code: ClosingCheck['code']): number =>
    checks.find((check) => check.code === code)?.open ?? 0;
  const isCalculated =
    isApplied || (cycle !== undefined && cycle.accounts > 0 && countOf('outdated-charges') === 0);
  const read = sum(counts.map((count) => count.read));
  const meters = sum(counts.map((count) => count.meters));
  if (isApplied || (meters > 0 && read >= meters)) done.add('readings');
  const isPaid = totals !== undefined && signOf(totals.paid) !== 0;
  if (isClosed || (isPaid && countOf('unidentified-payments') === 0)) done.add('payments');
  const areChecked = checks.length > 0;
  if (isClosed || (areChecked && countOf('penalties-not-accrued') === 0)) done.add('penalties');
  if (isCalculated) done.add('calculate');
  const left = checks.filter(({ code }) => !OF_OTHER_STEPS.has(code));
  const isLookedAt =
    isCalculated && areChecked && left.every(({ state }) => state === 'OK' || state === 'ACCEPTED');
  if (isLookedAt) done.add('look');
  if (isApplied) done.add('apply');
  if (isClosed) done.add('receipts').add('close');
  return {
    done,
    next: nextOf({ ...month, isClosed, isApplied, isCalculated, isLookedAt, read, meters }),
  };
}

type Judged = KnownMonth & {
  readonly isClosed: boolean;
  readonly isApplied: boolean;
  readonly isCalculated: boolean;
  readonly isLookedAt: boolean;
  readonly read: number;
  readonly meters: number;
};

/** The last reading or payment is not waited for: the next step is the one that keeps the month from going on. */
function nextOf(month: Judged): StepName | undefined {
  if (month.isClosed) return undefined;
  if (month.isApplied) {
    const isOver = month.checks.every(
      ({ code, count }) => code !== 'month-not-over' || count === 0,
    );
    return isOver ? 'close' : 'receipts';
  }
  if (month.isCalculated) return month.isLookedAt ? 'apply' : 'look';
  return month.meters > 0 && month.read === 0 ? 'readings' : 'calculate';
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}
