// Keeps the stored allocation of payments consistent with the books: it always equals what `allocatePayments` returns for all
// debts and all payments of the account.
import { lastDayOf } from '@kvartplata/domain/calendar/billing-month.ts';
import { compareDays, parseDay } from '@kvartplata/domain/calendar/day.ts';
import { parseKopecks, type Kopecks } from '@kvartplata/domain/money/kopecks.ts';
import { sumBy } from '@kvartplata/domain/money/sums.ts';
import {
  allocatePayments,
  type Allocation,
  type MonthDebt,
  type SplitPayment,
} from '@kvartplata/domain/regulation/payment-allocation/allocate-payments.ts';
import {
  mayBeBarred,
  type Limitation,
} from '@kvartplata/domain/regulation/payment-allocation/limitation.ts';
import { inChunks } from '@kvartplata/platform/database/batches.ts';
import type {
  AccountPlace,
  LockedBalance,
} from '../../books/account-balances/account-balances.repository.ts';
import type { Db, Trx } from '../../tables.ts';
import { monthOfFirstDay, parseOpenDebts, toOpenDebts } from './allocation-columns.ts';
import {
  advanceOf,
  openPrincipalOf,
  planAllocation,
  type AccountBooks,
  type AllocationPlan,
} from './allocation-plan.ts';
import { listBooks, type BooksRow, type HousePlace } from './allocations.repository.ts';
import { readLimitations, type Limitations } from './limitation.service.ts';
import { postPayments, type AllocationCause } from './payments.repository.ts';

/** The queue for allocating advances to the charges of an applied cycle. */
export const ALLOCATION_QUEUE = 'allocation';
/** The queue for reallocating payments to old debts after a rule change. */
export const RULE_ALLOCATION_QUEUE = 'allocation-by-rules';
const BOOKS_AT_ONCE = 500;

/** Recomputes the allocation of a house's accounts, locked by `lockAccounts`, from all their books. */
export async function reallocate(
  trx: Trx,
  house: HousePlace,
  places: readonly AccountPlace[],
  cause: AllocationCause,
): Promise<void> {
  if (places.length === 0) return;
  const placeOf = new Map(places.map((place) => [place.personalAccountId, place]));
  const rows = await listBooks(trx, house, [...placeOf.keys()]);
  const books = await withLimitation(trx, house, rows);
  const planned = books.flatMap(([personalAccountId, read]) => {
    const place = placeOf.get(personalAccountId);
    if (place === undefined) return [];
    return [{ ...place, payments: [], plan: planAllocation(read), cause }];
  });
  await postPayments(trx, house.organizationId, planned);
}

/** A locked account, and payments to it that are not booked yet. */
export type AccountToPay = {
  readonly place: AccountPlace;
  readonly locked: LockedBalance;
  readonly payments: readonly SplitPayment[];
  /** Whether their ids were drawn after the account was locked, so that payments of the same day come before them. */
  readonly areNewest: boolean;
};

/**
 * Where the payments of an organization's accounts are allocated, and what else moves with them.
 * @param limitations for the debts stored in the balance
 */
export async function planPayments(
  trx: Trx,
  organizationId: number,
  accounts: readonly AccountToPay[],
  limitations: Limitations,
): Promise<readonly AllocationPlan[]> {
  const appended = accounts.map((account) =>
    planAppended(account, limitations(account.place.houseId)),
  );
  const toRead = accounts.filter((_, nth) => appended[nth] === undefined);
  const books = new Map<string, AccountBooks>();
  for (const [houseId, ofHouse] of Map.groupBy(toRead, ({ place }) => place.houseId)) {
    const house = { organizationId, houseId };
    const ids = ofHouse.map(({ place }) => place.personalAccountId);
    const latest = ofHouse.flatMap(({ payments }) => payments.map(({ paidOn }) => paidOn));
    const rows = await listBooks(trx, house, ids);
    for (const [id, read] of await withLimitation(trx, house, rows, latest))
      books.set(`${houseId} ${id}`, read);
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
 * A payment after all others goes to the open debts stored in the balance. Undefined in every other case: there are several
 * payments, penalties are paid, the payment is backdated or may have a smaller id than one of its day, court fees are owed, or the
 * stored debts do not add up to the balance.
 */
function planAppended(
  { locked, payments, areNewest }: AccountToPay,
  limitation: Limitation,
): AllocationPlan | undefined {
  const { moneyUntil } = locked;
  const [payment, ...others] = payments;
  if (payment === undefined || others.length > 0 || payment.penaltyKopecks > 0n) return undefined;
  if (moneyUntil !== null) {
    const order = compareDays(payment.paidOn, parseDay(moneyUntil));
    if (order < 0 || (order === 0 && !areNewest)) return undefined;
  }
  const debts = rememberedOpen(locked);
  if (debts === undefined) return undefined;
  const advanceKopecks = parseKopecks(locked.advance);
  const allocated = allocatePayments(debts, [payment], [], limitation);
  return {
    moves: allocated.allocations,
    openPrincipal: openPrincipalOf(allocated),
    openCourtFeesKopecks: 0n,
    advanceKopecks: advanceKopecks + advanceOf(allocated),
    moneyUntil: payment.paidOn,
  };
}

/** The open debts stored in the balance; undefined when they do not add up to it, or some are court fees. */
function rememberedOpen(balance: LockedBalance): readonly MonthDebt[] | undefined {
  const principalKopecks = parseKopecks(balance.principalDebt);
  const advanceKopecks = parseKopecks(balance.advance);
  const debts = parseOpenDebts(balance.openDebts);
  const openKopecks = sumBy(debts, ({ amountKopecks }) => amountKopecks);
  const isWhole =
    parseKopecks(balance.openCourtFees) === 0n &&
    openKopecks - advanceKopecks === principalKopecks &&
    (openKopecks === 0n || advanceKopecks === 0n) &&
    debts.every(({ amountKopecks }) => amountKopecks >= 0n);
  return isWhole ? debts : undefined;
}

export type HouseAccount = Omit<AccountPlace, 'organizationId'>;

export type OpenDebts = HouseAccount & {
  /** The principal by month, as the balance would store it. */
  readonly openDebts: Readonly<Record<string, string>>;
  /** The same by month, with the part of each that is court fees. */
  readonly openMonths: readonly MonthDebt[];
  /** The part of the payments that is allocated to no debt. */
  readonly advanceKopecks: Kopecks;
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
    const house = { organizationId, houseId };
    for (const some of inChunks(ids, BOOKS_AT_ONCE)) {
      const rows = await listBooks(trx, house, some);
      for (const [personalAccountId, books] of await withLimitation(trx, house, rows)) {
        const { openPrincipal, advanceKopecks } = planAllocation(books);
        read.push({
          houseId,
          personalAccountId,
          openDebts: toOpenDebts(openPrincipal),
          openMonths: openPrincipal,
          advanceKopecks,
        });
      }
    }
  }
  return read;
}

/** The allocation of a payment by the account's books, with the grounds. */
export async function explainPayment(
  db: Db,
  { houseId, organizationId, personalAccountId }: AccountPlace,
  paymentId: number,
): Promise<readonly Allocation[]> {
  const house = { organizationId, houseId };
  const rows = await listBooks(db, house, [personalAccountId]);
  const [account] = await withLimitation(db, house, rows);
  if (account === undefined) return [];
  const [, { debts, payments, reductions, limitation }] = account;
  const { allocations } = allocatePayments(debts, payments, reductions, limitation);
  return allocations.filter((part) => part.paymentId === paymentId);
}

/**
 * The accounts' books with the limitation of their house, which is read only where a debt is old enough for any money.
 * @param more further days on which money comes in
 */
async function withLimitation(
  db: Db,
  { organizationId, houseId }: HousePlace,
  rows: readonly BooksRow[],
  more: readonly Temporal.PlainDate[] = [],
): Promise<readonly (readonly [personalAccountId: number, AccountBooks])[]> {
  const read = rows.map((row) => [row.personalAccountId, toBooks(row)] as const);
  const isAsked = read.some(([, books]) => mayHaveBarred(books, more));
  const limitation = (await readLimitations(db, organizationId, isAsked))(houseId);
  return read.map(([id, books]) => [id, { ...books, limitation }]);
}

function mayHaveBarred(
  { debts, payments, reductions }: Omit<AccountBooks, 'limitation'>,
  more: readonly Temporal.PlainDate[],
): boolean {
  const days = [
    ...payments.map(({ paidOn }) => paidOn),
    ...reductions.map(({ lowersOn }) => lowersOn),
    ...debts.map(({ month }) => lastDayOf(month)),
    ...more,
  ];
  const latest = days.toSorted(compareDays).at(-1);
  return latest !== undefined && debts.some(({ month }) => mayBeBarred(month, latest));
}

function toBooks(row: BooksRow): Omit<AccountBooks, 'limitation'> {
  const { debts, courtFees, payments, reductions, stored } = row;
  const feeOf = new Map(courtFees.map(({ period, amount }) => [period, parseKopecks(amount)]));
  return {
    debts: debts.map(({ kind, period, amount }) => ({
      kind,
      month: monthOfFirstDay(period),
      amountKopecks: parseKopecks(amount),
      courtFeesKopecks: kind === 'principal' ? (feeOf.get(period) ?? 0n) : 0n,
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
