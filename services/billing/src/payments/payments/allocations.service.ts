// Keeps the stored allocation of payments in step with the books: what lies on which month is always what
// `allocatePayments` makes of all debts and all payments of the account.
import { compareDays, parseDay } from '@kvartplata/domain/calendar/day.ts';
import { parseKopecks } from '@kvartplata/domain/money/kopecks.ts';
import {
  allocatePayments,
  type MonthDebt,
  type SplitPayment,
} from '@kvartplata/domain/regulation/payment-allocation/allocate-payments.ts';
import type {
  AccountPlace,
  LockedBalance,
} from '../../books/account-balances/account-balances.repository.ts';
import type { Trx } from '../../tables.ts';
import { monthOfFirstDay, parseOpenDebts, toOpenDebts } from './allocation-columns.ts';
import {
  advanceOf,
  openPrincipalOf,
  planAllocation,
  type AccountBooks,
  type AllocationPlan,
} from './allocation-plan.ts';
import { listBooks, type BooksRow, type HousePlace } from './allocations.repository.ts';
import { postPayments, type AllocationCause } from './payments.repository.ts';

/** The queue that puts advances on the charges of a cycle that was applied. */
export const ALLOCATION_QUEUE = 'allocation';
const BOOKS_AT_ONCE = 500;

/** The allocation of a house's accounts that are locked, made again from all their books. */
export async function reallocate(
  trx: Trx,
  house: HousePlace,
  places: readonly AccountPlace[],
  cause: AllocationCause,
): Promise<void> {
  if (places.length === 0) return;
  const placeOf = new Map(places.map((place) => [place.personalAccountId, place]));
  const rows = await listBooks(trx, house, [...placeOf.keys()]);
  const planned = rows.flatMap((row) => {
    const place = placeOf.get(row.personalAccountId);
    if (place === undefined) return [];
    return [{ ...place, payments: [], plan: planAllocation(toBooks(row)), cause }];
  });
  await postPayments(trx, house.organizationId, planned);
}

/** An account that is locked, and payments to it that are not booked yet. */
export type AccountToPay = {
  readonly place: AccountPlace;
  readonly locked: LockedBalance;
  readonly payments: readonly SplitPayment[];
};

/** Of each of an organization's accounts where its payments go, and what else moves with them. */
export async function planPayments(
  trx: Trx,
  organizationId: number,
  accounts: readonly AccountToPay[],
): Promise<readonly AllocationPlan[]> {
  const appended = accounts.map(planAppended);
  const toRead = accounts.filter((_, nth) => appended[nth] === undefined);
  const books = new Map<string, AccountBooks>();
  for (const [houseId, ofHouse] of Map.groupBy(toRead, ({ place }) => place.houseId)) {
    const ids = ofHouse.map(({ place }) => place.personalAccountId);
    for (const row of await listBooks(trx, { organizationId, houseId }, ids))
      books.set(`${houseId} ${row.personalAccountId}`, toBooks(row));
  }
  return accounts.map(({ place, payments }, nth) => {
    const plan = appended[nth];
    if (plan !== undefined) return plan;
    const read = books.get(`${place.houseId} ${place.personalAccountId}`);
    if (read === undefined) throw new Error('an account without its row of books');
    return planAllocation({ ...read, payments: [...read.payments, ...payments] });
  });
}

/**
 * A payment after all others goes to what they have left open, which the balance remembers. Undefined when there is
 * more to it: there are several, penalties are paid, the payment comes late, or what is remembered does not make up the
 * balance.
 */
function planAppended({ locked, payments }: AccountToPay): AllocationPlan | undefined {
  const { moneyUntil } = locked;
  const [payment, ...others] = payments;
  if (payment === undefined || others.length > 0 || payment.penaltyKopecks > 0n) return undefined;
  if (moneyUntil !== null && isBefore(payment.paidOn, moneyUntil)) return undefined;
  const debts = rememberedOpen(locked);
  if (debts === undefined) return undefined;
  const advanceKopecks = parseKopecks(locked.advance);
  const allocated = allocatePayments(debts, [payment]);
  return {
    moves: allocated.allocations,
    openPrincipal: openPrincipalOf(allocated),
    advanceKopecks: advanceKopecks + advanceOf(allocated),
    moneyUntil: payment.paidOn,
  };
}

/** The open debts that the balance remembers; undefined when they do not make it up. */
function rememberedOpen(
  balance: Pick<LockedBalance, 'principalDebt' | 'openDebts' | 'advance'>,
): readonly MonthDebt[] | undefined {
  const principalKopecks = parseKopecks(balance.principalDebt);
  const advanceKopecks = parseKopecks(balance.advance);
  const debts = parseOpenDebts(balance.openDebts);
  const openKopecks = debts.reduce((sum, { amountKopecks }) => sum + amountKopecks, 0n);
  const isWhole =
    openKopecks - advanceKopecks === principalKopecks &&
    (openKopecks === 0n || advanceKopecks === 0n) &&
    debts.every(({ amountKopecks }) => amountKopecks >= 0n);
  return isWhole ? debts : undefined;
}

export type HouseAccount = Omit<AccountPlace, 'organizationId'>;

export type OpenDebts = HouseAccount & {
  /** The principal by month, as the balance would remember it. */
  readonly openDebts: Readonly<Record<string, string>>;
};

/** What accounts of an organization owe, from their books. */
export async function readOpenDebts(
  trx: Trx,
  organizationId: number,
  accounts: readonly HouseAccount[],
): Promise<readonly OpenDebts[]> {
  const read: OpenDebts[] = [];
  for (const [houseId, ofHouse] of Map.groupBy(accounts, (account) => account.houseId)) {
    const ids = ofHouse.map(({ personalAccountId }) => personalAccountId);
    for (let at = 0; at < ids.length; at += BOOKS_AT_ONCE)
      for (const row of await listBooks(
        trx,
        { organizationId, houseId },
        ids.slice(at, at + BOOKS_AT_ONCE),
      )) {
        const open = planAllocation(toBooks(row)).openPrincipal.filter(
          ({ amountKopecks }) => amountKopecks > 0n,
        );
        const { personalAccountId } = row;
        read.push({ houseId, personalAccountId, openDebts: toOpenDebts(open) });
      }
  }
  return read;
}

function toBooks({ debts, payments, reductions, stored }: BooksRow): AccountBooks {
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
    reductions: reductions.map(({ kind, lowersOn, named, amount }) => ({
      kind,
      lowersOn: parseDay(lowersOn),
      named: monthOfFirstDay(named),
      amountKopecks: parseKopecks(amount),
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
