// The overdue debt of an account, by month and service, without court fees.
import type { ClaimedMonth } from '@kvartplata/contracts/billing/court-cases.ts';
import { firstDayOf, type BillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import type { Kopecks } from '@kvartplata/domain/money/kopecks.ts';
import type { AccountPlace } from '../../books/account-balances/account-balances.repository.ts';
import { readOpenDebts } from '../../payments/payments/allocations.service.ts';
import { readOwnRules } from '../../penalties/penalty-rules/penalty-rules.service.ts';
import type { Trx } from '../../tables.ts';
import { listMonthLines } from './claimed-books.repository.ts';
import { claimedMonths } from './claimed-months.ts';

export type Overdue = {
  /** Oldest first. */
  readonly months: readonly ClaimedMonth[];
  /** Money that is not allocated to any month. */
  readonly advanceKopecks: Kopecks;
};

export async function readOverdue(
  trx: Trx,
  { personalAccountId, ...house }: AccountPlace,
  asOf: Temporal.PlainDate,
): Promise<Overdue> {
  const overdue = (await readOverdueOf(trx, house, [personalAccountId], asOf)).get(
    personalAccountId,
  );
  if (overdue === undefined) throw new Error('an account without its row of books');
  return overdue;
}

/** For some accounts of a house, by account id. @param isDivided whether to divide by service as well */
export async function readOverdueOf(
  trx: Trx,
  house: Omit<AccountPlace, 'personalAccountId'>,
  personalAccountIds: readonly number[],
  asOf: Temporal.PlainDate,
  isDivided = true,
): Promise<ReadonlyMap<number, Overdue>> {
  const { organizationId, houseId } = house;
  const places = personalAccountIds.map((personalAccountId) => ({ houseId, personalAccountId }));
  const books = await readOpenDebts(trx, organizationId, places);
  const rules = (await readOwnRules(trx, organizationId))(houseId);
  const months = new Set(books.flatMap(({ openMonths }) => openMonths.map(firstDay)));
  const lines = isDivided ? await listMonthLines(trx, house, personalAccountIds, [...months]) : [];
  const linesOf = Map.groupBy(lines, (line) => line.personalAccountId);
  return new Map(
    books.map(({ personalAccountId, openMonths, advanceKopecks }) => {
      const owed = openMonths.map(({ month, amountKopecks, courtFeesKopecks = 0n }) => ({
        month,
        amountKopecks: amountKopecks - courtFeesKopecks,
      }));
      const own = linesOf.get(personalAccountId) ?? [];
      return [
        personalAccountId,
        { months: claimedMonths(owed, own, rules, asOf), advanceKopecks },
      ] as const;
    }),
  );
}

function firstDay({ month }: { readonly month: BillingMonth }): string {
  return formatDay(firstDayOf(month));
}
