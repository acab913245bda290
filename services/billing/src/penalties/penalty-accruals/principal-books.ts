// The books of an account as the rules of accruals see them.
import { numberOfDay } from '@kvartplata/domain/calendar/day-number.ts';
import {
  accrueAccount,
  type AccruedDebt,
  type BookedPenalties,
} from '@kvartplata/domain/regulation/penalty-accrual/accrue-account.ts';
import type { AccrualTerms } from '@kvartplata/domain/regulation/penalty-accrual/accrual-terms.ts';
import { payMonths } from '@kvartplata/domain/regulation/penalty-accrual/paid-months.ts';
import type { PrincipalBooksRow } from './principal-books.repository.ts';

/**
 * What the account's penalties up to the day, or up to the later day that is booked already, differ by from what is
 * booked of them.
 * @throws RateNotFoundError naming a day whose rate is needed and missing
 */
export function accrueBooks(
  row: PrincipalBooksRow,
  terms: AccrualTerms,
  targetDate: Temporal.PlainDate,
): { readonly targetOn: number; readonly debts: readonly AccruedDebt[] } {
  const targetOn = Math.max(numberOfDay(targetDate), row.accruedTo ?? 0);
  return {
    targetOn,
    debts: accrueAccount(chargedMonths(row, terms), booked(row), terms, targetOn),
  };
}

function chargedMonths(
  {
    months,
    charged,
    majorRepairs,
    countedFrom,
    courtFees,
    paidOn,
    namedMonths,
    paid,
    lowers,
  }: PrincipalBooksRow,
  { isBarred }: AccrualTerms,
) {
  return payMonths(
    (months ?? []).map((month, index) => ({
      month,
      utilitiesKopecks: BigInt(charged![index]! - majorRepairs![index]! - courtFees![index]!),
      majorRepairsKopecks: BigInt(majorRepairs![index]!),
      countedFrom: countedFrom![index] ?? undefined,
      courtFeesKopecks: BigInt(courtFees![index]!),
    })),
    (paidOn ?? []).map((day, index) => ({
      paidOn: day,
      named: namedMonths![index]!,
      amountKopecks: BigInt(paid![index]!),
      lowers: lowers![index] ?? undefined,
    })),
    isBarred,
  );
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
