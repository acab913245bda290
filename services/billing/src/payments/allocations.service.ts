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
  listDebts,
  listMoney,
  listStored,
  updateOpenDebts,
  type AllocationCause,
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
  const books = await readBooks(
    trx,
    houseId,
    places.map(({ personalAccountId }) => personalAccountId),
  );
  const planned = places.map((place) => ({
    ...place,
    plan: planAllocation(books(place.personalAccountId)),
  }));
  await insertMoves(trx, cause, planned);
  await updateOpenDebts(trx, planned);
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
  const books = await readBooks(trx, place.houseId, [place.personalAccountId]);
  const { debts, payments, stored } = books(place.personalAccountId);
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

/** The books of each of the accounts. */
async function readBooks(
  trx: Trx,
  houseId: number,
  personalAccountIds: readonly number[],
): Promise<(personalAccountId: number) => AccountBooks> {
  const debts = byAccount(await listDebts(trx, houseId, personalAccountIds));
  const payments = byAccount(await listMoney(trx, houseId, personalAccountIds));
  const stored = byAccount(await listStored(trx, houseId, personalAccountIds));
  return (personalAccountId) => ({
    debts: debts(personalAccountId).map((row) => ({
      kind: row.debt_kind,
      month: monthOfFirstDay(row.period),
      amountKopecks: parseKopecks(row.amount),
    })),
    payments: payments(personalAccountId).map((row) => ({
      id: row.id,
      paidOn: parseDay(row.paid_on),
      named: row.named_period === null ? null : monthOfFirstDay(row.named_period),
      principalKopecks: parseKopecks(row.principal_amount),
      penaltyKopecks: parseKopecks(row.penalty_amount),
    })),
    stored: stored(personalAccountId).map((row) => ({
      paymentId: row.payment_id,
      kind: row.debt_kind,
      month: row.period === null ? null : monthOfFirstDay(row.period),
      amountKopecks: parseKopecks(row.amount),
    })),
  });
}

function byAccount<Row extends { readonly personal_account_id: number }>(
  rows: readonly Row[],
): (personalAccountId: number) => readonly Row[] {
  const groups = Map.groupBy(rows, (row) => row.personal_account_id);
  return (personalAccountId) => groups.get(personalAccountId) ?? [];
}

function isBefore(day: Temporal.PlainDate, other: string): boolean {
  return compareDays(day, parseDay(other)) < 0;
}
