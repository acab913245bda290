// Books the interest of instalment plans, once for each month.
import { lastDayOf, parseBillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import { numberOfDay } from '@kvartplata/domain/calendar/day-number.ts';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import { formatKopecks, type Kopecks } from '@kvartplata/domain/money/kopecks.ts';
import { parseScaled } from '@kvartplata/domain/money/scaled.ts';
import { owedInMonth, progressOf } from '@kvartplata/domain/regulation/instalment/plan-progress.ts';
import { interestOfMonth } from '@kvartplata/domain/regulation/instalment/schedule.ts';
import { lockAccounts } from '../../books/account-balances/account-balances.service.ts';
import { inBooking, monthsToBookIn } from '../../books/cycles/open-months.service.ts';
import { bookAdjustment } from '../../payments/adjustments/book-adjustment.service.ts';
import type { Db, Trx } from '../../tables.ts';
import { findInstalment, insertInterest, type InstalmentRow } from './instalments.repository.ts';
import { withBooks, type PlanWithBooks } from './plan-books.service.ts';

/** The queue that books the interest of plans when a cycle was applied. */
export const INTEREST_QUEUE = 'instalment-interest';

/**
 * Books the interest of the plan's months up to the given one, where it is not booked yet: on what is still owed under the plan
 * after the parts before it were due. No interest for a month at whose end the plan is over.
 * @param upTo the first day of a month
 */
export async function bookInterest(db: Db, plan: InstalmentRow, upTo: string): Promise<void> {
  const { organizationId, houseId, personalAccountId, id } = plan;
  const place = { organizationId, houseId, personalAccountId };
  await inBooking(db, async (trx) => {
    const months = plan.schedule.map(({ period }) => period).filter((period) => period <= upTo);
    const lastDays = months.map(lastDayIn);
    const bookIn = await monthsToBookIn(trx, organizationId, lastDays, months[0] ?? null);
    await lockAccounts(trx, organizationId, [place]);
    const row = await findInstalment(trx, [organizationId], id);
    if (row === undefined || row.cancelledOn !== null) return;
    let [read] = await withBooks(trx, [row]);
    for (const [nth, period] of months.entries()) {
      if (read === undefined || read.interest.some((booked) => booked.period === period)) continue;
      const amountKopecks = interestFor(read, nth);
      if (amountKopecks === 0n) continue;
      const amount = formatKopecks(amountKopecks);
      const bookedIn = bookIn(lastDays[nth]!);
      await bookPart(trx, row, { nth, period, amount, bookedIn });
      // The interest just booked is due in addition to the next part.
      [read] = await withBooks(trx, [row]);
    }
  });
}

function interestFor({ row, plan, books }: PlanWithBooks, nth: number): Kopecks {
  const lastDay = numberOfDay(
    lastDayOf(parseBillingMonth((row.schedule[nth]?.period ?? '').slice(0, 7))),
  );
  if (progressOf(plan, books, lastDay).state !== 'active') return 0n;
  return interestOfMonth(owedInMonth(plan, books, nth), parseScaled(row.annualInterest, 4));
}

type Part = {
  readonly nth: number;
  readonly period: string;
  readonly amount: string;
  readonly bookedIn: string;
};

async function bookPart(
  trx: Trx,
  row: InstalmentRow,
  { nth, period, amount, bookedIn }: Part,
): Promise<void> {
  const { organizationId, houseId, personalAccountId } = row;
  const adjustmentId = await bookAdjustment(
    trx,
    {
      place: { organizationId, houseId, personalAccountId },
      kind: 'instalment-interest',
      debtKind: 'principal',
      amount,
      period,
      houseServiceId: null,
      serviceName: null,
      isMajorRepairs: false,
      reason: `Проценты за рассрочку, месяц ${nth + 1} из ${row.schedule.length}`,
      basis: row.basis ?? `Рассрочка № ${row.id} с ${inRussian(row.startsOn)}`,
      requestedBy: row.createdBy,
    },
    { id: null, bookedIn, confirmedBy: null, today: Temporal.PlainDate.from(bookedIn) },
  );
  await insertInterest(trx, row, { period, adjustmentId });
}

function lastDayIn(firstDay: string): string {
  return formatDay(lastDayOf(parseBillingMonth(firstDay.slice(0, 7))));
}

function inRussian(day: string): string {
  return day.split('-').toReversed().join('.');
}
