// Keeps the stored allocation of payments in step with the books: what lies on which month is always what
// `allocatePayments` makes of all debts and all payments of the account.
import { compareDays, parseDay } from '@kvartplata/domain/calendar/day.ts';
import { parseKopecks } from '@kvartplata/domain/money/kopecks.ts';
import {
  allocatePayments,
  type SplitPayment,
} from '@kvartplata/domain/regulation/payment-allocation/allocate-payments.ts';
import type {
  AccountPlace,
  LockedAccount,
} from '../account-balances/account-balances.repository.ts';
import type { Trx } from '../tables.ts';
import { monthOfFirstDay, parseOpenDebts } from './allocation-columns.ts';
import {
  advanceOf,
  openPrincipalOf,
  planAllocation,
  type AccountBooks,
  type AllocationPlan,
} from './allocation-plan.ts';
import {
  insertMoves,
  listBooks,
  type AllocationCause,
  type BooksRow,
} from './allocations.repository.ts';

/** The queue that puts advances on the charges of a cycle that was applied. */
export const ALLOCATION_QUEUE = 'allocation';

/** The allocation of accounts that are locked, made anew from all their books. */
export async function reallocate(
  trx: Trx,
  houseId: number,
  places: readonly AccountPlace[],
  cause: AllocationCause,
): Promise<void> {
  if (places.length === 0) return;
  const placeOf = new Map(places.map((place) => [place.personalAccountId, place]));
  const rows = await listBooks(trx, houseId, [...placeOf.keys()]);
  const planned = rows.flatMap((row) => {
    const place = placeOf.get(row.personal_account_id);
    return place === undefined ? [] : [{ ...place, plan: planAllocation(toBooks(row)) }];
  });
  await insertMoves(trx, cause, planned);
}

/** Where a payment that is not booked yet goes, and what else moves with it. The account is locked. */
export async function planPayment(
  trx: Trx,
  place: AccountPlace,
  locked: LockedAccount,
  payment: SplitPayment,
): Promise<AllocationPlan> {
  const appended = planAppended(locked, payment);
  if (appended !== undefined) return appended;
  const [row] = await listBooks(trx, place.houseId, [place.personalAccountId]);
  if (row === undefined) throw new Error('an account without its row of books');
  const { debts, payments, stored } = toBooks(row);
  return planAllocation({ debts, payments: [...payments, payment], stored });
}

/**
 * A payment after all others goes to what they have left open, which the balance remembers. Undefined when there is
 * more to it: penalties are paid, the payment comes late, or what is remembered does not make up the balance.
 */
function planAppended(locked: LockedAccount, payment: SplitPayment): AllocationPlan | undefined {
  const { money_until: moneyUntil } = locked;
  if (payment.penaltyKopecks > 0n || (moneyUntil !== null && isBefore(payment.paidOn, moneyUntil)))
    return undefined;
  const principalKopecks = parseKopecks(locked.principal_debt);
  const advanceKopecks = parseKopecks(locked.advance);
  const debts = parseOpenDebts(locked.open_debts);
  const openKopecks = debts.reduce((sum, { amountKopecks }) => sum + amountKopecks, 0n);
  const isWhole =
    openKopecks - advanceKopecks === principalKopecks &&
    (openKopecks === 0n || advanceKopecks === 0n) &&
    debts.every(({ amountKopecks }) => amountKopecks >= 0n);
  if (!isWhole) return undefined;
  const allocated = allocatePayments(debts, [payment]);
  return {
    moves: allocated.allocations,
    openPrincipal: openPrincipalOf(allocated),
    advanceKopecks: advanceKopecks + advanceOf(allocated),
    moneyUntil: payment.paidOn,
  };
}

function toBooks({ debts, payments, stored }: BooksRow): AccountBooks {
  return {
    debts: debts.map(({ kind, period, amount }) => ({
      kind,
      month: monthOfFirstDay(period),
      amountKopecks: parseKopecks(amount),
    })),
    payments: payments.map(({ id, paidOn, named, principal, penalty }) => ({
      id,
      paidOn: parseDay(paidOn),
      named: named === null ? null : monthOfFirstDay(named),
      principalKopecks: parseKopecks(principal),
      penaltyKopecks: parseKopecks(penalty),
    })),
    stored: stored.map(({ paymentId, kind, period, amount }) => ({
      paymentId,
      kind,
      month: period === null ? null : monthOfFirstDay(period),
      amountKopecks: parseKopecks(amount),
    })),
  };
}

function isBefore(day: Temporal.PlainDate, other: string): boolean {
  return compareDays(day, parseDay(other)) < 0;
}
