// Converts a stored plan to the form that the rules of plans use.
import { numberOfDay } from '@kvartplata/domain/calendar/day-number.ts';
import { parseDay } from '@kvartplata/domain/calendar/day.ts';
import { parseKopecks } from '@kvartplata/domain/money/kopecks.ts';
import type { InstalmentPlan } from '@kvartplata/domain/regulation/instalment/plan-progress.ts';
import type { InstalmentsTable } from './instalments.table.ts';

export type PlanColumns = Pick<
  InstalmentsTable,
  'startsOn' | 'amount' | 'beside' | 'besideCharged' | 'debts' | 'schedule' | 'cancelledOn'
>;

export function toPlan(row: PlanColumns): InstalmentPlan {
  const { startsOn, amount, beside, besideCharged, debts, schedule, cancelledOn } = row;
  return {
    covers: debts.map(({ period }) => dayNumber(period)),
    startsOn: dayNumber(startsOn),
    amountKopecks: parseKopecks(amount),
    besideKopecks: parseKopecks(beside),
    besideChargedKopecks: parseKopecks(besideCharged),
    parts: schedule.map(({ principal, dueOn }) => {
      return { principalKopecks: parseKopecks(principal), dueOn: dayNumber(dueOn) };
    }),
    cancelledOn: cancelledOn === null ? null : dayNumber(cancelledOn),
  };
}

export function dayNumber(day: string): number {
  return numberOfDay(parseDay(day));
}
