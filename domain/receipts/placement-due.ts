// By which day payment documents of a month are placed in the state's system.
import { firstDayOf, type BillingMonth } from '../calendar/billing-month.ts';

const DAY_OF_MONTH = 5;

/** The 5th of the month after it, whatever day of the week that is. */
export function placementDueOn(period: BillingMonth): Temporal.PlainDate {
  return firstDayOf(period).add({ months: 1 }).with({ day: DAY_OF_MONTH });
}
