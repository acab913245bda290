// The months of a claim: what is owed for each, divided among its charged lines.
import type { ClaimedMonth } from '@kvartplata/contracts/billing/court-cases.ts';
import {
  compareMonths,
  formatBillingMonth,
  type BillingMonth,
} from '@kvartplata/domain/calendar/billing-month.ts';
import { compareDays, formatDay } from '@kvartplata/domain/calendar/day.ts';
import { formatKopecks, parseKopecks, type Kopecks } from '@kvartplata/domain/money/kopecks.ts';
import { shareOut } from '@kvartplata/domain/money/share-out.ts';
import {
  dueDateOf,
  limitationEnd,
  limitationOf,
} from '@kvartplata/domain/regulation/payment-allocation/limitation.ts';
import type { OwnRules } from '@kvartplata/domain/regulation/penalty/own-rules.ts';
import type { MonthLine } from './claimed-books.repository.ts';

export type OpenMonth = { readonly month: BillingMonth; readonly amountKopecks: Kopecks };

/** For a month without lines to divide the debt among: an archived one, or opening balances that were undone. */
const UNDIVIDED = 'Начислено за месяц';

/**
 * The months that are overdue on the day, oldest first.
 * @param open without court fees
 */
export function claimedMonths(
  open: readonly OpenMonth[],
  lines: readonly MonthLine[],
  rules: OwnRules,
  asOf: Temporal.PlainDate,
): readonly ClaimedMonth[] {
  const { isBarred } = limitationOf(rules);
  const linesOf = Map.groupBy(lines, ({ period }) => period.slice(0, 7));
  return open
    .filter(({ month, amountKopecks }) => amountKopecks > 0n && isOverdue(month, rules, asOf))
    .toSorted((one, other) => compareMonths(one.month, other.month))
    .map(({ month, amountKopecks }) => {
      const period = formatBillingMonth(month);
      return {
        period,
        dueDate: formatDay(dueDateOf(month, rules)),
        limitationEndsOn: formatDay(limitationEnd(month, rules)),
        isTimeBarred: isBarred(month, asOf),
        amount: formatKopecks(amountKopecks),
        services: divide(amountKopecks, linesOf.get(period) ?? []),
      };
    });
}

function isOverdue(month: BillingMonth, rules: OwnRules, asOf: Temporal.PlainDate): boolean {
  return compareDays(dueDateOf(month, rules), asOf) < 0;
}

/**
 * In proportion to the lines above zero.
 * Source: Government Decree 354 of 2011-05-06, p. 118 (what is paid in part counts for all services in proportion).
 */
function divide(owedKopecks: Kopecks, lines: readonly MonthLine[]): ClaimedMonth['services'] {
  const charged = lines.filter(({ amount }) => parseKopecks(amount) > 0n);
  if (charged.length === 0) {
    const owed = formatKopecks(owedKopecks);
    return [{ houseServiceId: null, name: UNDIVIDED, charged: owed, debt: owed }];
  }
  const parts = shareOut(
    owedKopecks,
    charged.map(({ amount }) => parseKopecks(amount)),
  );
  return charged.map(({ houseServiceId, name, amount }, nth) => ({
    houseServiceId,
    name,
    charged: amount,
    debt: formatKopecks(parts[nth] ?? 0n),
  }));
}
