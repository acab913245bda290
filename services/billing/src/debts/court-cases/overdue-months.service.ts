// What is overdue of an account, month by month and service by service, without court fees.
import type { ClaimedMonth } from '@kvartplata/contracts/billing/court-cases.ts';
import { firstDayOf } from '@kvartplata/domain/calendar/billing-month.ts';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import type { Kopecks } from '@kvartplata/domain/money/kopecks.ts';
import type { AccountPlace } from '../../books/account-balances/account-balances.repository.ts';
import { readOpenDebts } from '../../payments/payments/allocations.service.ts';
import { readOwnRules } from '../../penalties/penalty-rules/penalty-rules.service.ts';
import type { Trx } from '../../tables.ts';
import { listMonthLines } from './claimed-books.repository.ts';
import { claimedMonths } from './claimed-months.ts';

export type Overdue = {
  /** The oldest first. */
  readonly months: readonly ClaimedMonth[];
  /** Money that lies on no month. */
  readonly advanceKopecks: Kopecks;
};

export async function readOverdue(
  trx: Trx,
  place: AccountPlace,
  asOf: Temporal.PlainDate,
): Promise<Overdue> {
  const [open] = await readOpenDebts(trx, place.organizationId, [place]);
  if (open === undefined) throw new Error('an account without its row of books');
  const rules = (await readOwnRules(trx, place.organizationId))(place.houseId);
  const owed = open.openMonths.map(({ month, amountKopecks, courtFeesKopecks = 0n }) => ({
    month,
    amountKopecks: amountKopecks - courtFeesKopecks,
  }));
  const firstDays = owed.map(({ month }) => formatDay(firstDayOf(month)));
  const lines = await listMonthLines(trx, place, firstDays);
  return {
    months: claimedMonths(owed, lines, rules, asOf),
    advanceKopecks: open.advanceKopecks,
  };
}
