// Converts an account's books to the form that the rules of accruals use.
import { numberOfDay } from '@kvartplata/domain/calendar/day-number.ts';
import {
  accrueAccount,
  type AccruedDebt,
  type BookedPenalties,
} from '@kvartplata/domain/regulation/penalty-accrual/accrue-account.ts';
import type { AccrualTerms } from '@kvartplata/domain/regulation/penalty-accrual/accrual-terms.ts';
import { payMonths } from '@kvartplata/domain/regulation/penalty-accrual/paid-months.ts';
import { pausedBy } from '@kvartplata/domain/regulation/instalment/plan-progress.ts';
import type { PausedDays } from '@kvartplata/domain/regulation/penalty/paused-days.ts';
import { toPlan } from '../instalments/stored-plan.service.ts';
import type { PrincipalBooksRow } from './principal-books.repository.ts';

/**
 * The difference between the account's penalties up to the day, or up to the later day already booked, and what is booked.
 * @throws RateNotFoundError naming a day without a rate that is needed
 */
export function accrueBooks(
  row: PrincipalBooksRow,
  terms: AccrualTerms,
  targetDate: Temporal.PlainDate,
): { readonly targetOn: number; readonly debts: readonly AccruedDebt[] } {
  const targetOn = Math.max(numberOfDay(targetDate), row.accruedTo ?? 0);
  return {
    targetOn,
    debts: accrueAccount(chargedMonths(row, terms, targetOn), booked(row), terms, targetOn),
  };
}

function chargedMonths(row: PrincipalBooksRow, terms: AccrualTerms, targetOn: number) {
  const { months, charged, majorRepairs, utilitiesFrom, majorRepairsFrom, courtFees } = row;
  const { paidOn, namedMonths, paid, lowers } = row;
  const pausedIn = pausedMonths(row, terms, targetOn);
  return payMonths(
    (months ?? []).map((month, index) => ({
      month,
      utilitiesKopecks: BigInt(charged![index]! - majorRepairs![index]! - courtFees![index]!),
      majorRepairsKopecks: BigInt(majorRepairs![index]!),
      countedFrom: {
        utilities: utilitiesFrom![index] ?? undefined,
        'major-repairs': majorRepairsFrom![index] ?? undefined,
      },
      paused: pausedIn.get(month),
      courtFeesKopecks: BigInt(courtFees![index]!),
    })),
    (paidOn ?? []).map((day, index) => ({
      paidOn: day,
      named: namedMonths![index]!,
      amountKopecks: BigInt(paid![index]!),
      lowers: lowers![index] ?? undefined,
    })),
    terms.isBarred,
  );
}

/** By month, the days on which a plan that was kept covers the month's debt. */
function pausedMonths(
  { plans, months, charged, paidOn, paid, namedMonths, lowers }: PrincipalBooksRow,
  { ofMonth }: AccrualTerms,
  targetOn: number,
): ReadonlyMap<number, readonly PausedDays[]> {
  const paused = new Map<number, readonly PausedDays[]>();
  if (plans === null) return paused;
  const books = {
    charged: (months ?? []).map((month, index) => ({
      month,
      dueOn: ofMonth(month)?.dueOn ?? month,
      amountKopecks: BigInt(charged![index]!),
    })),
    money: (paidOn ?? []).map((day, index) => ({
      paidOn: day,
      amountKopecks: BigInt(paid![index]!),
      lowers: lowers![index] === null ? undefined : (namedMonths![index] ?? undefined),
    })),
  };
  for (const plan of plans.map(toPlan)) {
    const days = pausedBy(plan, books, targetOn);
    if (days === undefined) continue;
    for (const month of plan.covers) paused.set(month, [...(paused.get(month) ?? []), days]);
  }
  return paused;
}

function booked({ penaltyMonths, penaltyKinds, penalties }: PrincipalBooksRow): BookedPenalties {
  const amounts = {
    utilities: new Map<number, bigint>(),
    'major-repairs': new Map<number, bigint>(),
  };
  for (const [index, month] of (penaltyMonths ?? []).entries())
    amounts[penaltyKinds![index]!].set(month, BigInt(penalties![index]!));
  return amounts;
}
