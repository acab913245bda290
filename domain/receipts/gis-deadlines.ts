// Deadlines of ГИС ЖКХ: for the payment documents of a month, and for answers to requests about debts.
import { firstDayOf, type BillingMonth } from '../calendar/billing-month.ts';
import { isWorkingDay } from '../calendar/working-days.ts';

const DAY_OF_MONTH = 5;
const WORKING_DAYS = 5;

/** The 5th of the next month, whatever day of the week it is. */
export function placementDueOn(period: BillingMonth): Temporal.PlainDate {
  return firstDayOf(period).add({ months: 1 }).with({ day: DAY_OF_MONTH });
}

/** The fifth working day after it. */
export function answerDueOn(receivedOn: Temporal.PlainDate): Temporal.PlainDate {
  let day = receivedOn;
  for (let left = WORKING_DAYS; left > 0;) {
    day = day.add({ days: 1 });
    if (isWorkingDay(day)) left -= 1;
  }
  return day;
}
