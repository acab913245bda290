// A plan as the API returns it.
import type { Instalment, InstalmentPart } from '@kvartplata/contracts/billing/instalments.ts';
import { dayOfNumber } from '@kvartplata/domain/calendar/day-number.ts';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import { formatKopecks, parseKopecks, type Kopecks } from '@kvartplata/domain/money/kopecks.ts';
import { sumBy } from '@kvartplata/domain/money/sums.ts';
import {
  progressOf,
  type PlanProgress,
} from '@kvartplata/domain/regulation/instalment/plan-progress.ts';
import { dayNumber } from './stored-plan.service.ts';
import type { PlanWithBooks } from './plan-books.service.ts';

/** @param today the day for which its state is given */
export function toInstalment(read: PlanWithBooks, today: number): Instalment {
  const { row, plan, books } = read;
  const progress = progressOf(plan, books, today);
  const { state, endedOn, paidKopecks } = progress;
  const interestKopecks = sumBy(row.schedule, ({ interest }) => parseKopecks(interest));
  return {
    id: row.id,
    organizationId: row.organizationId,
    houseId: row.houseId,
    personalAccountId: row.personalAccountId,
    state,
    startsOn: row.startsOn,
    // A plan cancelled before its first day has no last day.
    endedOn: endedOn === null || endedOn < plan.startsOn ? null : formatDay(dayOfNumber(endedOn)),
    months: row.schedule.length,
    annualInterest: row.annualInterest,
    highestInterest: row.highestInterest,
    amount: row.amount,
    interest: formatKopecks(interestKopecks),
    paid: formatKopecks(paidKopecks),
    left: formatKopecks(plan.amountKopecks - paidKopecks),
    debts: row.debts.map(({ period, amount }) => ({ period: period.slice(0, 7), amount })),
    schedule: [...toSchedule(read, progress)],
    basis: row.basis,
    createdBy: row.createdBy,
    createdAt: row.createdAt.toISOString(),
    cancelledBy: row.cancelledBy,
    cancelReason: row.cancelReason,
  };
}

function toSchedule(
  { row, plan, interest }: PlanWithBooks,
  { state, endedOn, paidKopecks }: PlanProgress,
): readonly InstalmentPart[] {
  const booked = new Map(
    interest.filter(({ isReversed }) => !isReversed).map(({ period, amount }) => [period, amount]),
  );
  let dueKopecks = 0n;
  return row.schedule.map(({ period, dueOn, principal, interest: agreed }) => {
    const partKopecks = parseKopecks(principal);
    const ofPart = between(paidKopecks - dueKopecks, partKopecks);
    dueKopecks += partKopecks;
    const isOver = endedOn !== null && dayNumber(dueOn) >= endedOn;
    return {
      period: period.slice(0, 7),
      dueDate: dueOn,
      principal,
      interest: booked.get(period) ?? agreed,
      isInterestBooked: booked.has(period),
      left: formatKopecks(plan.amountKopecks - dueKopecks),
      paid: formatKopecks(ofPart),
      state:
        ofPart === partKopecks
          ? 'paid'
          : state === 'broken' && dayNumber(dueOn) === endedOn
            ? 'missed'
            : isOver
              ? 'ended'
              : 'due',
    };
  });
}

function between(kopecks: Kopecks, most: Kopecks): Kopecks {
  if (kopecks < 0n) return 0n;
  return kopecks < most ? kopecks : most;
}

/** What the audit log records of it: the schedule follows from that. */
export function toAudited({
  schedule: _schedule,
  debts: _debts,
  organizationId: _organization,
  houseId: _house,
  createdAt: _at,
  createdBy: _by,
  cancelledBy: _canceller,
  highestInterest: _highest,
  ...told
}: Instalment): Readonly<Record<string, unknown>> {
  return told;
}
